/*
 * journal_fixture.h - a journal in its own folder, with enough entries to be
 * worth packing.
 */
#ifndef JOURNAL_FIXTURE_H
#define JOURNAL_FIXTURE_H

#define FOLDER_FILE "journal"
#include "tests/unit/folder_fixture.h"

#include <string.h>
#include <unistd.h>

#include "base/numbers/digest.h"
#include "sweep/ledger/journal.h"

/* So many lines are worth packing. */
#define ENTRIES 12000
#define PADDING 400

static inline int count(void *context, const struct journal_entry *entry,
                        struct error *e)
{
    struct digest *d = context;

    (void)e;
    d->lo = d->lo * 31 + hash64(entry->detail, strlen(entry->detail)) +
            hash64(entry->word, strlen(entry->word)) + (uint64_t)entry->trial;
    d->hi++;
    return 0;
}

/* How many entries there are, and a hash of them in their order. */
static inline struct digest read_back(void)
{
    struct digest d = {0};
    struct error e = {""};

    assert_int_equal(journal_read(path, count, &d, &e), 0);
    return d;
}

static inline void add(struct journal *j, long i)
{
    struct error e;
    char padding[PADDING + 1];

    memset(padding, 'a' + (int)(i % 26), PADDING);
    padding[PADDING] = '\0';
    assert_int_equal(
        journal_add(j, "finish", i, false, &e, "goal %ld.5 # %s", i, padding),
        0);
}

static inline struct journal *opened(void)
{
    struct error e;
    struct journal *j = journal_open(path, NULL, NULL, &e);

    assert_non_null(j);
    return j;
}

static inline void many_entries(void)
{
    unlink(path);
    struct journal *j = opened();

    for (long i = 0; i < ENTRIES; i++)
        add(j, i);
    journal_close(j);
}

#endif
