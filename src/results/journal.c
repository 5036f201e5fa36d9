/* journal.c - lines `SEQ WORD TRIAL DETAIL #HEX`. */
#include "config.h"

#include "results/journal.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/file.h"
#include "base/log.h"
#include "base/memory.h"
#include "results/scribe.h"

#define SEAL 18 /* " #" and 16 hex digits */

struct journal {
    int fd;
    char *path;            /* owned */
    unsigned long next;    /* sequence number */
    struct scribe *scribe; /* owned */
    struct str line;       /* that is added; owned */
};

/* What is wrong with a line (without its end), which was not written so; NULL:
 * nothing. */
static const char *check_seal(const char *line, size_t len)
{
    uint64_t hash;
    int used = 0;

    if (len < SEAL || strlen(line) != len)
        return "a line too short or with a NUL in it";
    if (sscanf(line + len - SEAL, " #%16" SCNx64 "%n", &hash, &used) != 1 ||
        used != SEAL)
        return "no checksum";
    return hash64(line, len - SEAL) == hash ? NULL
                                            : "another content than the "
                                              "checksum's";
}

/*
 * Take a line (without its end, changed here) apart.  Returns what is wrong
 * with it, or NULL.
 */
static const char *parse(char *line, size_t len, unsigned long expected,
                         struct journal_entry *entry)
{
    const char *wrong = check_seal(line, len);
    unsigned long seq;
    int used = 0;

    if (wrong)
        return wrong;
    line[len - SEAL] = '\0';
    if (sscanf(line, "%lu %15s %ld%n", &seq, entry->word, &entry->trial,
               &used) != 3)
        return "no sequence number, word and trial";
    if (seq != expected)
        return "an entry out of sequence";
    entry->detail = line[used] == ' ' ? line + used + 1 : line + used;
    return NULL;
}

static long count_whole(struct str *text, size_t at)
{
    char *end;
    long n = 0;

    while ((end = memchr(text->s + at, '\n', text->len - at)) != NULL) {
        *end = '\0';
        n += !check_seal(text->s + at, (size_t)(end - text->s) - at);
        at = (size_t)(end - text->s) + 1;
    }
    return n;
}

/* What stands before the damage is sound.  So are whole lines behind it, which
 * may tell of results that have no file: the way on drops them as well, and
 * keeps a copy. */
static int refuse(unsigned long entry, const char *wrong, long behind,
                  struct error *e)
{
    return error_set(e,
                     "line %lu: found %s, expected entry %lu; %ld whole line%s "
                     "behind it (sed -i.damaged '%lu,$d' on it keeps a copy "
                     "and drops all from there on, and the same command goes "
                     "on from the lines before)",
                     entry + 1, wrong, entry, behind,
                     behind == 1 ? " is" : "s are", entry + 1);
}

/* Tell what is there; *whole is the length of the part that is sound. */
static int replay(struct journal *j, struct str *text, size_t *whole,
                  int (*tell)(void *, const struct journal_entry *,
                              struct error *),
                  void *context, struct error *e)
{
    size_t at = 0;

    for (*whole = 0; at < text->len; *whole = at) {
        char *line = text->s + at;
        char *end = memchr(line, '\n', text->len - at);
        struct journal_entry entry;
        if (!end)
            return 0; /* torn */
        size_t len = (size_t)(end - line);
        *end = '\0';
        if (strlen(line) < len && text->len - at <= SCRIBE_MOST)
            return 0; /* torn too: NULs stand where a block was not written */
        at += len + 1;
        const char *wrong = parse(line, len, j->next, &entry);
        if (wrong)
            return refuse(j->next, wrong, count_whole(text, at), e);
        j->next++;
        if (tell && tell(context, &entry, e))
            return error_in(e, "line %lu", j->next);
    }
    return 0;
}

static int recover(struct journal *j,
                   int (*tell)(void *, const struct journal_entry *,
                               struct error *),
                   void *context, struct error *e)
{
    struct str text = {0};
    size_t whole = 0;
    int failed = file_read(j->path, &text, e);

    if (!failed)
        failed = replay(j, &text, &whole, tell, context, e);
    if (!failed && whole < text.len) {
        log_warning("journal '%s': dropped a torn last line", j->path);
        if (ftruncate(j->fd, (off_t)whole) || fsync(j->fd))
            failed = error_errno(e, "cannot drop the torn last line");
    }
    if (!failed)
        j->scribe = scribe_new(j->fd, j->path, (off_t)whole);
    str_release(&text);
    return failed;
}

int journal_read(const char *path,
                 int (*tell)(void *, const struct journal_entry *,
                             struct error *),
                 void *context, struct error *e)
{
    struct journal j = {.fd = -1};
    struct str text = {0};
    size_t whole;

    if (file_read(path, &text, e))
        return -1;
    int failed = replay(&j, &text, &whole, tell, context, e);
    str_release(&text);
    return failed ? error_in(e, "journal '%s'", path) : 0;
}

struct journal *journal_open(const char *path,
                             int (*tell)(void *, const struct journal_entry *,
                                         struct error *),
                             void *context, struct error *e)
{
    struct journal *j = memory_zeroed(1, sizeof(*j));
    bool fresh = !file_exists(path);

    j->path = memory_string(path);
    j->fd = file_open_own(path, O_APPEND, 0666, e);
    if (j->fd < 0)
        goto fail;
    if (recover(j, tell, context, e) || (fresh && folder_sync(path, e)))
        goto fail;
    return j;

fail:
    error_in(e, "journal '%s'", path);
    journal_close(j);
    return NULL;
}

/* One line an entry, whatever a reason contains. */
static void flatten(char *text)
{
    for (char *p = text; *p; p++)
        if ((unsigned char)*p < ' ' && *p != '\t')
            *p = ' ';
}

static void add_seal(struct str *line)
{
    char hex[16];

    hex64(hash64(line->s, line->len), hex);
    str_adds(line, " #");
    str_add(line, hex, sizeof(hex));
    str_adds(line, "\n");
}

void journal_guard(struct journal *j, int (*guard)(void *, struct error *),
                   void *context)
{
    scribe_guard(j->scribe, guard, context);
}

void journal_relax(struct journal *j)
{
    scribe_relax(j->scribe);
}

int journal_add(struct journal *j, const char *word, long trial, bool durable,
                struct error *e, const char *fmt, ...)
{
    struct str *line = &j->line;
    va_list args;

    assert(strlen(word) < sizeof(((struct journal_entry *)0)->word));
    str_clear(line);
    str_add_long(line, (long)j->next);
    str_adds(line, " ");
    str_adds(line, word);
    str_adds(line, " ");
    str_add_long(line, trial);
    str_adds(line, " ");
    va_start(args, fmt);
    str_addv(line, fmt, args);
    va_end(args);
    flatten(line->s);
    add_seal(line);
    const int failed = scribe_put(j->scribe, line->s, line->len, durable, e);

    j->next += !failed;
    return failed;
}

long journal_added(const struct journal *j)
{
    return scribe_puts(j->scribe);
}

long journal_done(struct journal *j, struct error *e)
{
    return scribe_done(j->scribe, e);
}

int journal_wait(struct journal *j, long number, struct error *e)
{
    return scribe_wait(j->scribe, number, e);
}

int journal_settle(struct journal *j, struct error *e)
{
    return scribe_wait(j->scribe, scribe_puts(j->scribe), e);
}

void journal_close(struct journal *j)
{
    if (!j)
        return;
    scribe_free(j->scribe);
    str_release(&j->line);
    if (j->fd >= 0)
        close(j->fd);
    free(j->path);
    free(j);
}
