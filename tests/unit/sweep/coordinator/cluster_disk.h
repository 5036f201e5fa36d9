/*
 * cluster_disk.h - the journal of a simulated cluster: a file of the journal's
 * own lines, which are written and synced together some time after a request,
 * or fail. After a crash or a failed write only the first of the bytes that
 * were not synced are there, and a piece of them may be zero.
 */
#ifndef CLUSTER_DISK_H
#define CLUSTER_DISK_H

#include "tests/unit/sweep/coordinator/cluster.h"

#include <sys/mman.h>
#include <unistd.h>

#include "sweep/ledger/journal_line.h"
#include "sweep/ledger/journal_reader.h"

static void disk_release(struct cluster_disk *d)
{
    for (long i = 0; i < d->n; i++)
        free(d->line[i].detail);
    free(d->line);
    str_release(&d->bytes);
    *d = (struct cluster_disk){0};
}

/* --- writing -------------------------------------------------------------- */

/* Return the bytes of the first lines. */
static size_t bytes_of(const struct cluster_disk *d, long lines)
{
    return lines ? d->line[lines - 1].end : 0;
}

static int disk_error(struct error *e)
{
    return error_set(e, "the disk is full");
}

static int disk_add(struct cluster *c, const char *word, long trial,
                    bool durable, const char *detail, struct error *e)
{
    struct cluster_disk *d = &c->disk;

    if (d->failed)
        return disk_error(e);
    GROW(d->line, d->n, d->room);
    struct cluster_line *l = &d->line[d->n++];
    struct str text = {0};

    journal_line_begin(&text, (unsigned long)d->n - 1, word, trial);
    str_adds(&text, detail);
    journal_line_add_checksum(&text);
    str_add(&d->bytes, text.s, text.len);
    str_release(&text);
    *l = (struct cluster_line){.trial = trial,
                               .durable = durable,
                               .detail = memory_string(detail),
                               .end = d->bytes.len};
    snprintf(l->word, sizeof(l->word), "%s", word);
    return 0;
}

/* Request that the waiting lines are written. */
static void disk_ask(struct cluster *c)
{
    struct cluster_disk *d = &c->disk;

    if (d->at_work || d->failed || d->done == d->n)
        return;
    d->at_work = d->n;
    const double takes = chance(c, 64) && c->is.trouble ? roll_seconds(c, 3)
                                                        : roll_seconds(c, 0.02);

    enqueue(c, c->now + takes, CLUSTER_SYNC, -1, NULL);
}

static bool any_durable(const struct cluster_disk *d)
{
    for (long i = d->synced; i < d->at_work; i++)
        if (d->line[i].durable)
            return true;
    return false;
}

static void disk_sync(struct cluster *c)
{
    struct cluster_disk *d = &c->disk;

    d->failed = d->fails;
    if (!d->failed) {
        if (any_durable(d))
            d->synced = d->at_work;
        d->done = d->at_work;
    }
    d->at_work = 0;
}

/* --- reading -------------------------------------------------------------- */

static int open_bytes(const struct str *bytes)
{
    const int fd = memfd_create("journal", MFD_CLOEXEC);

    assert_true(fd >= 0);
    assert_int_equal(write(fd, bytes->s, bytes->len), bytes->len);
    return fd;
}

/* Read the file as a job does that begins: the entries are the first lines that
 * were added. Return their number. `take` may be NULL. */
static long disk_read(const struct cluster_disk *d,
                      int (*take)(void *, const struct journal_entry *,
                                  struct error *),
                      void *context)
{
    const int fd = open_bytes(&d->bytes);
    struct journal_entry entry;
    struct error e;
    struct journal_reader *r = journal_reader_new(fd, &e);
    long n = 0;
    int more;

    assert_non_null(r);
    for (; (more = journal_reader_next(r, &entry, &e)) > 0; n++) {
        assert_true(n < d->n);
        assert_string_equal(entry.word, d->line[n].word);
        assert_int_equal(entry.trial, d->line[n].trial);
        assert_string_equal(entry.detail, d->line[n].detail);
        if (take && take(context, &entry, &e))
            fail_msg("%s", e.text);
    }
    if (more)
        fail_msg("%s", e.text);
    assert_int_equal(journal_reader_whole(r), bytes_of(d, n));
    journal_reader_free(r);
    close(fd);
    return n;
}

/* --- crashes -------------------------------------------------------------- */

/* Of the bytes from a place on only the first remain, and some of those may be
 * zero: a block that was never written. */
static void tear(struct cluster *c, size_t from)
{
    struct str *b = &c->disk.bytes;

    if (b->len == from)
        return;
    b->len = from + roll(&c->dice, (uint32_t)(b->len - from) + 1);
    if (b->len == from || !chance(c, 8))
        return;
    const size_t hole = from + roll(&c->dice, (uint32_t)(b->len - from));

    memset(b->s + hole, 0, 1 + roll(&c->dice, (uint32_t)(b->len - hole)));
}

/* The job has crashed, or a write has failed: the next job removes what is not
 * whole. */
static void disk_down(struct cluster *c)
{
    struct cluster_disk *d = &c->disk;

    tear(c, bytes_of(d, d->synced));
    const long whole = disk_read(d, NULL, NULL);

    assert_true(whole >= d->synced);
    while (d->n > whole)
        free(d->line[--d->n].detail);
    d->bytes.len = bytes_of(d, d->n);
    d->synced = d->done = d->n;
    d->at_work = 0;
    d->failed = d->fails = false;
    d->begin = d->n;
}

#endif
