/* journal_reader.c - lines `SEQ WORD TRIAL DETAIL #HEX`, and packs of them. */
#include "config.h"

#include "sweep/ledger/journal_reader.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "sweep/ledger/journal_line.h"
#include "sweep/ledger/journal_reader_internal.h"
#include "sweep/ledger/journal_writer.h"
#include "text/formats/deflate.h"

#define PIECE ((size_t)1 << 18)

static struct journal_reader *reader_of(int fd)
{
    struct journal_reader *r = memory_zeroed(1, sizeof(*r));
    struct stat st;

    r->fd = fd;
    r->length = fstat(fd, &st) ? 0 : st.st_size;
    r->pack.line = -1;
    for (int i = 0; i < JOURNAL_KEPT; i++)
        r->kept[i].line = -1;
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

struct journal_reader *journal_reader_copy(const struct journal_reader *r,
                                           struct error *e)
{
    return journal_reader_new(r->fd, e);
}

void journal_reader_free(struct journal_reader *r)
{
    if (!r)
        return;
    close(r->fd);
    str_release(&r->pack.text);
    for (int i = 0; i < JOURNAL_KEPT; i++)
        str_release(&r->kept[i].text);
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

long journal_reader_dropped(const struct journal_reader *r)
{
    return r->dropped;
}

/* --- lines --------------------------------------------------------------- */

/* Read the next piece of the file. Return 1, 0 at the end. */
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

static int too_long(const struct journal_reader *r, struct error *e)
{
    return error_set(e,
                     "line %ld: found no line's end for %zu bytes, expected "
                     "one within %zu",
                     r->line + 1, r->len - r->at, JOURNAL_LONGEST);
}

int journal_next_line(struct journal_reader *r, char **line, size_t *len,
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
        if (looked > JOURNAL_LONGEST)
            return too_long(r, e);
        more = read_on(r, e);
    }
    return more;
}

/* Return the offset of the line that was read last. */
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

const char *journal_unpack(struct unpacked_entries *p, off_t at,
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

/* True if a line begins as a pack does. */
static bool begins_pack(const char *line)
{
    const size_t digits = strspn(line, "0123456789");
    const char word[] = " " JOURNAL_PACK " ";

    return digits && !strncmp(line + digits, word, sizeof(word) - 1);
}

/* The whole entries after a place. */
struct behind {
    long entries;
    bool packs;
};

/* Return how many entries a line has; 0 for a pack that is incomplete. */
static long entries_of(const struct journal_entry *entry,
                       struct unpacked_entries *p)
{
    if (strcmp(entry->word, JOURNAL_PACK) != 0)
        return 1;
    return journal_unpack(p, 0, entry) ? 0 : entry->trial;
}

static struct behind read_behind(struct journal_reader *r)
{
    struct behind b = {0};
    struct unpacked_entries unpacked = {0};
    struct journal_entry entry;
    struct error ignored;
    unsigned long number;
    char *line;
    size_t len;

    while (journal_next_line(r, &line, &len, &ignored) > 0) {
        if (journal_line_parse(line, len, &number, &entry))
            continue;
        b.packs |= !strcmp(entry.word, JOURNAL_PACK);
        b.entries += entries_of(&entry, &unpacked);
    }
    str_release(&unpacked.text);
    return b;
}

/* The entries before the damage are sound. So are whole entries after it, which
 * may be of results without a file: the error explains how to continue, which
 * drops them, too, and keeps a copy. */
static int refuse_behind(const struct journal_reader *r, const char *wrong,
                         const struct behind *b, struct error *e)
{
    return error_set(e,
                     "line %ld: found %s, expected entry %lu; %ld whole "
                     "entr%s behind it, %lld bytes to the end (sed "
                     "-i.damaged '%ld,$d' on it keeps a copy and drops those, "
                     "and the same command goes on from the lines before)",
                     r->line, wrong, r->number, b->entries,
                     b->entries == 1 ? "y is" : "ies are",
                     (long long)(r->length - r->whole), r->line);
}

static int refuse(struct journal_reader *r, const char *wrong, struct error *e)
{
    const struct behind b = read_behind(r);

    return refuse_behind(r, wrong, &b, e);
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
    const char *wrong = journal_unpack(&r->pack, at, entry);

    if (wrong)
        return refuse(r, wrong, e);
    r->pack_left = entry->trial;
    r->pack_at = 0;
    return next_packed(r, entry, e);
}

/* True if a line has NULs, as a block has that was not written: one of the last
 * lines, or a damaged journal. */
static bool is_unwritten(const struct journal_reader *r, const char *line,
                         size_t len)
{
    return strlen(line) < len &&
           r->length - line_place(r, len) <= (off_t)JOURNAL_WRITER_MOST;
}

/*
 * At a line that was not written completely: return 0. A pack was on the disk
 * before it was put in its place, so a kill never cuts it: an incomplete pack
 * is damage, and so is an incomplete line before a pack or at the very
 * beginning.
 */
static int end_torn(struct journal_reader *r, const char *line, bool ended,
                    struct error *e)
{
    const bool pack = begins_pack(line);
    const char *wrong = pack ? "a pack that is not whole" : "a line with NULs";
    const struct behind b = read_behind(r);

    r->dropped = b.entries;
    if (!pack && !b.packs && !(ended && r->whole == 0))
        return 0;
    r->line++;
    return refuse_behind(r, wrong, &b, e);
}

/* At the last line, which has no line end, or at the end of the file. */
static int end_unended(struct journal_reader *r, struct error *e)
{
    if (r->len <= r->at)
        return 0;
    r->piece[r->len] = '\0';
    return end_torn(r, r->piece + r->at, false, e);
}

int journal_reader_next(struct journal_reader *r, struct journal_entry *entry,
                        struct error *e)
{
    unsigned long number;
    char *line;
    size_t len;

    if (r->pack_left)
        return next_packed(r, entry, e);
    const int found = journal_next_line(r, &line, &len, e);

    if (found <= 0)
        return found < 0 ? -1 : end_unended(r, e);
    if (is_unwritten(r, line, len))
        return end_torn(r, line, true, e);
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
