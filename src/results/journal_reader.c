/* journal_reader.c - lines `SEQ WORD TRIAL DETAIL #HEX`, and packs of them. */
#include "config.h"

#include "results/journal_reader.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "results/journal_line.h"
#include "results/scribe.h"
#include "text/deflate.h"

#define PIECE ((size_t)1 << 18)

/* Entries that were unpacked. */
struct pack {
    struct str text; /* lines "WORD TRIAL DETAIL"; owned */
    long line;       /* where the pack's line begins; -1: there is none */
};

struct journal_reader {
    int fd;
    off_t length;         /* of the file, when it was opened */
    char *piece;          /* [room] read from the file at `base` on; owned */
    size_t room, len, at; /* what was read, and where the next line begins */
    off_t base;
    off_t whole;
    long line, plain;
    unsigned long number;
    struct pack pack;    /* the last one */
    size_t pack_at;      /* where its next entry begins */
    long pack_left;      /* how many are left */
    struct pack kept[2]; /* that were asked for again last: trials that end at
                            a time stand side by side, in any order */
    struct str again;    /* the entry that was; owned */
};

static struct journal_reader *reader_of(int fd)
{
    struct journal_reader *r = memory_zeroed(1, sizeof(*r));
    struct stat st;

    r->fd = fd;
    r->length = fstat(fd, &st) ? 0 : st.st_size;
    r->pack.line = r->kept[0].line = r->kept[1].line = -1;
    return r;
}

struct journal_reader *journal_reader_new(int fd, struct error *e)
{
    const int own = fcntl(fd, F_DUPFD_CLOEXEC, 3);

    if (own >= 0)
        return reader_of(own);
    error_errno(e, "cannot open it twice");
    return NULL;
}

struct journal_reader *journal_reader_copy(const struct journal_reader *r)
{
    struct error e;
    struct journal_reader *copy = journal_reader_new(r->fd, &e);

    if (!copy)
        die("journal: %s", e.text);
    return copy;
}

void journal_reader_free(struct journal_reader *r)
{
    if (!r)
        return;
    close(r->fd);
    str_release(&r->pack.text);
    str_release(&r->kept[0].text);
    str_release(&r->kept[1].text);
    str_release(&r->again);
    free(r->piece);
    free(r);
}

long journal_reader_line(const struct journal_reader *r)
{
    return r->line;
}

off_t journal_reader_whole(const struct journal_reader *r)
{
    return r->whole;
}

off_t journal_reader_length(const struct journal_reader *r)
{
    return r->length;
}

unsigned long journal_reader_number(const struct journal_reader *r)
{
    return r->number;
}

long journal_reader_plain(const struct journal_reader *r)
{
    return r->plain;
}

/* --- lines --------------------------------------------------------------- */

/* Read on: 1, 0 at the end. */
static int read_on(struct journal_reader *r, struct error *e)
{
    const off_t from = r->base + (off_t)r->len;
    size_t n = PIECE;
    ssize_t got;

    if (from >= r->length)
        return 0;
    if ((off_t)n > r->length - from)
        n = (size_t)(r->length - from);
    if (r->at) {
        memmove(r->piece, r->piece + r->at, r->len - r->at);
        r->base += (off_t)r->at;
        r->len -= r->at;
        r->at = 0;
    }
    if (r->len + n + 1 > r->room) {
        r->room = 2 * r->len + n + 1;
        r->piece = memory_resize(r->piece, r->room);
    }
    do
        got = pread(r->fd, r->piece + r->len, n, from);
    while (got < 0 && errno == EINTR);
    if (got < 0)
        return error_errno(e, "cannot read it");
    r->len += (size_t)got;
    return got > 0;
}

/* The next line, its end cut off: 1; 0 where there is none but perhaps the
 * beginning of one. */
static int next_line(struct journal_reader *r, char **line, size_t *len,
                     struct error *e)
{
    size_t looked = 0;
    int more = 1;

    while (more > 0) {
        char *from = r->piece ? r->piece + r->at : NULL;
        char *end = r->len > r->at + looked
                        ? memchr(from + looked, '\n', r->len - r->at - looked)
                        : NULL;

        if (end) {
            *end = '\0';
            *line = from;
            *len = (size_t)(end - from);
            r->at += *len + 1;
            return 1;
        }
        looked = r->len - r->at;
        more = read_on(r, e);
    }
    return more;
}

/* Where the line that was read last begins. */
static off_t line_place(const struct journal_reader *r, size_t len)
{
    return r->base + (off_t)(r->at - len - 1);
}

/* --- packs --------------------------------------------------------------- */

static long count_lines(const struct str *text)
{
    long n = 0;

    for (const char *p = text->s; (p = strchr(p, '\n')) != NULL; p++)
        n++;
    return n;
}

/* Unpack the entries of a line that begins at `at`.  What is wrong, or NULL. */
static const char *unpack(struct pack *p, off_t at,
                          const struct journal_entry *entry)
{
    char *text;
    const unsigned long bytes = strtoul(entry->detail, &text, 10);
    struct error ignored;

    p->line = -1;
    text += *text == ' ';
    if (!bytes || bytes > JOURNAL_PACKED_MOST ||
        inflate_text(text, strlen(text), bytes, &p->text, &ignored))
        return "a pack of entries that cannot be unpacked";
    if (strlen(p->text.s) != bytes || p->text.s[bytes - 1] != '\n' ||
        count_lines(&p->text) != entry->trial)
        return "a pack of other entries than it says";
    p->line = (long)at;
    return NULL;
}

/* --- in order ------------------------------------------------------------ */

static long count_whole(struct journal_reader *r)
{
    struct error ignored;
    char *line;
    size_t len;
    long n = 0;

    while (next_line(r, &line, &len, &ignored) > 0)
        n += !journal_line_check(line, len);
    return n;
}

/* What stands before the damage is sound.  So are whole lines behind it, which
 * may tell of results that have no file: the way on drops them as well, and
 * keeps a copy. */
static int refuse(struct journal_reader *r, const char *wrong, struct error *e)
{
    const long line = r->line, behind = count_whole(r);

    return error_set(e,
                     "line %ld: found %s, expected entry %lu; %ld whole line%s "
                     "behind it (sed -i.damaged '%ld,$d' on it keeps a copy "
                     "and drops all from there on, and the same command goes "
                     "on from the lines before)",
                     line, wrong, r->number, behind,
                     behind == 1 ? " is" : "s are", line);
}

static int next_packed(struct journal_reader *r, struct journal_entry *entry,
                       struct error *e)
{
    char *text = r->pack.text.s + r->pack_at;
    const size_t n = strcspn(text, "\n");

    text[n] = '\0';
    if (!journal_line_entry(text, entry))
        return refuse(r, "a pack with an entry without word and trial", e);
    entry->place = (struct journal_place){r->pack.line, (int)r->pack_at};
    entry->reader = r;
    r->pack_at += n + 1;
    r->number++;
    if (--r->pack_left == 0)
        r->whole = r->base + (off_t)r->at;
    return 1;
}

static int begin_pack(struct journal_reader *r, off_t at,
                      struct journal_entry *entry, struct error *e)
{
    const char *wrong = unpack(&r->pack, at, entry);

    if (wrong)
        return refuse(r, wrong, e);
    r->pack_left = entry->trial;
    r->pack_at = 0;
    return next_packed(r, entry, e);
}

/* Torn: NULs stand where a block was not written. */
static bool is_unwritten(const struct journal_reader *r, const char *line,
                         size_t len)
{
    return strlen(line) < len &&
           r->length - line_place(r, len) <= (off_t)SCRIBE_MOST;
}

int journal_reader_next(struct journal_reader *r, struct journal_entry *entry,
                        struct error *e)
{
    unsigned long number;
    char *line;
    size_t len;

    if (r->pack_left)
        return next_packed(r, entry, e);
    const int found = next_line(r, &line, &len, e);

    if (found <= 0 || is_unwritten(r, line, len))
        return found < 0 ? -1 : 0;
    const off_t at = line_place(r, len);

    r->line++;
    const char *wrong = journal_line_parse(line, len, &number, entry);

    if (!wrong && number != r->number)
        wrong = "an entry out of sequence";
    if (wrong)
        return refuse(r, wrong, e);
    if (!strcmp(entry->word, JOURNAL_PACK))
        return begin_pack(r, at, entry, e);
    entry->place = (struct journal_place){(long)at, -1};
    entry->reader = r;
    r->number++;
    r->plain += (long)len + 1;
    r->whole = r->base + (off_t)r->at;
    return 1;
}

/* --- again --------------------------------------------------------------- */

/* Read the line at a place, unless it is in memory, and take a copy apart. */
static int line_again(struct journal_reader *r, long at,
                      struct journal_entry *entry, struct error *e)
{
    unsigned long number;
    char *line;
    size_t len;

    if (at < r->base || at >= r->base + (off_t)r->len) {
        r->len = 0;
        r->base = at;
    }
    r->at = (size_t)(at - r->base);
    const int found = next_line(r, &line, &len, e);

    if (found <= 0)
        return found ? -1 : error_set(e, "found no line at byte %ld", at);
    str_clear(&r->again);
    str_add(&r->again, line, len);
    line[len] = '\n'; /* it may be asked for once more */
    const char *wrong =
        journal_line_parse(r->again.s, r->again.len, &number, entry);

    return wrong ? error_set(e, "found %s at byte %ld", wrong, at) : 0;
}

/* The pack whose line begins at a place. */
static const struct pack *pack_again(struct journal_reader *r, long at,
                                     struct error *e)
{
    struct journal_entry entry;

    if (r->kept[0].line == at)
        return &r->kept[0];
    const struct pack last = r->kept[1];

    r->kept[1] = r->kept[0];
    r->kept[0] = last;
    if (last.line == at)
        return &r->kept[0];
    if (line_again(r, at, &entry, e))
        return NULL;
    const char *wrong = unpack(&r->kept[0], at, &entry);

    if (wrong)
        error_set(e, "found %s at byte %ld", wrong, at);
    return wrong ? NULL : &r->kept[0];
}

int journal_reader_again(struct journal_reader *r, struct journal_place place,
                         struct journal_entry *entry, struct error *e)
{
    if (place.within < 0)
        return line_again(r, place.at, entry, e);
    const struct pack *p = pack_again(r, place.at, e);

    if (!p)
        return -1;
    if ((size_t)place.within >= p->text.len)
        return error_set(e, "found no entry at byte %ld", place.at);
    const char *text = p->text.s + place.within;

    str_clear(&r->again);
    str_add(&r->again, text, strcspn(text, "\n"));
    return journal_line_entry(r->again.s, entry)
               ? 0
               : error_set(e, "found no entry at byte %ld", place.at);
}
