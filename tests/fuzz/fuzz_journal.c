/*
 * Journals: as they are, and with the sequence numbers and checksums that
 * codarun would give their lines, and with packed lines; then the results, and
 * the sweep's status.  A sound journal has the same entries after it is packed.
 *
 * Seeds: made/sweep/journal made/small/journal made/journal*
 */
#include "fuzz.h"

#include <fcntl.h>
#include <unistd.h>

#include "base/core/str.h"
#include "base/numbers/digest.h"
#include "sweep/ledger/journal.h"
#include "sweep/ledger/journal_line.h"
#include "sweep/ledger/journal_pack.h"
#include "sweep/results/results.h"
#include "sweep/run/status_query.h"
#include "text/formats/deflate.h"

static void copy(const char *name)
{
    struct str text = {0};
    struct error e = {""};
    char made[100];

    snprintf(made, sizeof(made), "sweep/%s", name);
    MUST(!file_read(fuzz_made(made), &text, &e));
    fuzz_file(name, text.s, text.len);
    str_release(&text);
}

static void read_folder(const char *dir)
{
    struct experiment x;
    struct results s;
    struct liveness p;
    struct sweep_status status = sweep_status_blank();
    struct error e = {""};

    liveness_read(&p, dir);
    if (status_query_folder(dir, &p, &status, &e))
        fuzz_refused(&e);
    sweep_status_release(&status);
    liveness_release(&p);
    e.text[0] = '\0';
    if (results_experiment(dir, &x, &e)) {
        fuzz_refused(&e);
        return;
    }
    if (results_read(&s, dir, &x, &e))
        fuzz_refused(&e);
    else
        results_release(&s);
    experiment_release(&x);
}

/* --- packing it ----------------------------------------------------------- */

struct entries_read {
    unsigned long n;
    uint64_t hash;
};

static int tell(void *context, const struct journal_entry *entry,
                struct error *e)
{
    struct entries_read *t = context;
    struct str line = {0};

    (void)e;
    str_addf(&line, "%016llx %s %ld %s", (unsigned long long)t->hash,
             entry->word, entry->trial, entry->detail);
    t->hash = hash64(line.s, line.len);
    t->n++;
    str_release(&line);
    return 0;
}

/* A journal with an incomplete last line is not packed: opening it would have
 * removed that line. */
static void pack_it(const char *path, size_t n)
{
    struct entries_read before = {0}, after = {0};
    struct error e = {""};

    if (journal_read(path, tell, &before, &e)) {
        fuzz_refused(&e);
        return;
    }
    const int fd = open(path, O_RDWR | O_CLOEXEC);
    const struct journal_packed j = {.path = path, .fd = fd, .next = before.n};
    const int to = journal_pack(&j, &e);

    MUST(fd >= 0 && (to >= 0 || file_bytes(path) == (long)n));
    if (to >= 0)
        close(to);
    close(fd);
    MUST(!journal_read(path, tell, &after, &e));
    MUST(after.n == before.n && after.hash == before.hash);
}

/* Looking at it takes nine tenths of a run's time, so it is done once a run,
 * with one of its forms, as it is or packed. */
static void read_all(const void *text, size_t n, bool as_is, bool packed)
{
    char path[1100];

    snprintf(path, sizeof(path), "%s", fuzz_file("journal", text, n));
    if (as_is)
        read_folder(fuzz_folder());
    pack_it(path, n);
    if (packed)
        read_folder(fuzz_folder());
}

/* --- its lines ------------------------------------------------------------ */

struct rest {
    const char *at;
    size_t n;
};

struct line {
    const char *at;
    size_t n;
    bool ended;
};

static bool next_line(struct rest *r, struct line *l)
{
    const char *end = r->n ? memchr(r->at, '\n', r->n) : NULL;

    *l = (struct line){r->at, end ? (size_t)(end - r->at) : r->n, end != NULL};
    r->at += l->n + l->ended;
    r->n -= l->n + l->ended;
    return l->n || l->ended;
}

/* The count of sequence numbers that a line takes. */
static unsigned long takes(const char *entry)
{
    long n;

    return sscanf(entry, " pack %ld", &n) == 1 && n > 0 && n < 1 << 30
               ? (unsigned long)n
               : 1;
}

static void put(const char *entry, size_t n, unsigned long *number,
                struct str *out)
{
    struct str line = {0};

    str_addf(&line, "%lu", *number);
    str_add(&line, entry, n);
    journal_line_add_checksum(&line);
    str_add(out, line.s, line.len);
    str_release(&line);
}

/* Add the sequence number and the checksum that codarun would give a line.  A
 * line that is incomplete, or has a NUL, stays as it is. */
static void add_line(const struct line *l, unsigned long *number,
                     struct str *out)
{
    char *text = fuzz_text((const uint8_t *)l->at, l->n);
    const size_t digits = strspn(text, "0123456789");
    size_t n = l->n;

    if (n > JOURNAL_CHECKSUM && text[n - JOURNAL_CHECKSUM + 1] == '#')
        n -= JOURNAL_CHECKSUM;
    if (!l->ended || memchr(l->at, '\0', l->n) || digits > n) {
        str_add(out, l->at, l->n);
        if (l->ended)
            str_adds(out, "\n");
    } else {
        put(text + digits, n - digits, number, out);
        *number += takes(text + digits);
    }
    free(text);
}

static void add_lines(const void *data, size_t n, struct str *out)
{
    struct rest rest = {data, n};
    unsigned long number = 0;
    struct line l;

    while (next_line(&rest, &l))
        add_line(&l, &number, out);
}

/* --- its packs ------------------------------------------------------------ */

/* Pack the entries so far, as a line "-- [COUNT [BYTES]]" after them
 * directs. */
static void pack(const struct line *l, long n, const struct str *entries,
                 unsigned long *number, struct str *out)
{
    char *says = fuzz_text((const uint8_t *)l->at, l->n);
    struct str entry = {0};
    unsigned long bytes = entries->len;

    sscanf(says, "-- %ld %lu", &n, &bytes);
    str_addf(&entry, " pack %ld %lu ", n, bytes);
    deflate_text(str_text(entries), entries->len, &entry);
    put(entry.s, entry.len, number, out);
    *number += takes(entry.s);
    str_release(&entry);
    free(says);
}

/* Pack lines "WORD TRIAL DETAIL", and leave the last ones as they are. */
static void pack_all(const void *data, size_t n, struct str *out)
{
    struct rest rest = {data, n}, begin = rest;
    struct str entries = {0};
    unsigned long number = 0;
    long count = 0;
    struct line l;

    while (next_line(&rest, &l)) {
        if (l.n < 2 || strncmp(l.at, "--", 2) != 0) {
            str_add(&entries, l.at, l.n);
            str_adds(&entries, "\n");
            count++;
            continue;
        }
        pack(&l, count, &entries, &number, out);
        str_clear(&entries);
        begin = rest;
        count = 0;
    }
    while (next_line(&begin, &l)) {
        struct str entry = {0};

        str_adds(&entry, " ");
        str_add(&entry, l.at, l.n);
        put(entry.s, entry.len, &number, out);
        number += takes(entry.s);
        str_release(&entry);
    }
    str_release(&entries);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    static bool begun;
    struct str whole = {0}, packed = {0};

    if (!begun) {
        copy("experiment.yaml");
        copy("experiment.text");
        begun = true;
    }
    add_lines(data, n, &whole);
    pack_all(data, n, &packed);
    read_all(data, n, n % 6 == 0, n % 6 == 1);
    read_all(str_text(&whole), whole.len, n % 6 == 2, n % 6 == 3);
    read_all(str_text(&packed), packed.len, n % 6 == 4, n % 6 == 5);
    str_release(&whole);
    str_release(&packed);
    return 0;
}
