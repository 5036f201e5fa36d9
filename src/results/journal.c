/* journal.c - lines `SEQ WORD TRIAL DETAIL #HEX`, one write each. */
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
#include <sys/stat.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/file.h"
#include "base/log.h"
#include "base/memory.h"

#define SEAL 18 /* " #" and 16 hex digits */

struct journal {
    int fd;
    char *path;         /* owned */
    unsigned long next; /* sequence number */
    off_t len;          /* as we left it */
    bool failed;        /* for good */
    struct error why;
};

/*
 * Take a line (without its end, changed here) apart.  Returns what is wrong
 * with it, or NULL.
 */
static const char *parse(char *line, size_t len, unsigned long expected,
                         struct journal_entry *entry)
{
    unsigned long seq;
    uint64_t hash;
    int used = 0;

    if (len < SEAL || strlen(line) != len)
        return "a line too short or with a NUL in it";
    char *seal = line + len - SEAL;
    if (sscanf(seal, " #%16" SCNx64 "%n", &hash, &used) != 1 || used != SEAL)
        return "no checksum";
    if (hash64(line, len - SEAL) != hash)
        return "another content than the checksum's";
    *seal = '\0';
    if (sscanf(line, "%lu %15s %ld%n", &seq, entry->word, &entry->trial,
               &used) != 3)
        return "no sequence number, word and trial";
    if (seq != expected)
        return "an entry out of sequence";
    entry->detail = line[used] == ' ' ? line + used + 1 : line + used;
    return NULL;
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
        at += len + 1;
        if (at == text->len && strlen(line) < len)
            return 0; /* torn too: NULs stand where a block was not written */
        const char *wrong = parse(line, len, j->next, &entry);
        if (wrong)
            return error_set(e, "line %lu: found %s, expected entry %lu",
                             j->next + 1, wrong, j->next);
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
    j->len = (off_t)whole;
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
    j->fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (j->fd < 0) {
        error_errno(e, "cannot open for appending");
        goto fail;
    }
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

/* Take back what a full disk let through of a line. */
static void drop_tail(struct journal *j, ssize_t n)
{
    struct stat st;

    if (n <= 0 || fstat(j->fd, &st) || ftruncate(j->fd, st.st_size - n))
        return; /* the line stays torn, and is dropped when next opened */
}

/* Two that write one journal spoil it for good: whoever comes second stops. */
static int alone(const struct journal *j, struct error *e)
{
    struct stat st;

    if (fstat(j->fd, &st))
        return error_errno(e, "journal '%s': cannot ask its size", j->path);
    if (st.st_size != j->len)
        return error_set(e,
                         "journal '%s': found %lld bytes, expected the %lld "
                         "left there: another process works in this folder",
                         j->path, (long long)st.st_size, (long long)j->len);
    return 0;
}

/* One write, so a kill tears the last line at most. */
static int append(struct journal *j, const struct str *line, bool durable,
                  struct error *e)
{
    ssize_t n;

    if (alone(j, e))
        return -1;
    do
        n = write(j->fd, line->s, line->len);
    while (n < 0 && errno == EINTR);
    if (n != (ssize_t)line->len) {
        int why = n < 0 ? errno : ENOSPC;
        drop_tail(j, n);
        errno = why;
        return error_errno(e, "journal '%s': cannot append", j->path);
    }
    j->len += n;
    if (durable && fdatasync(j->fd))
        return error_errno(e, "journal '%s': cannot sync", j->path);
    return 0;
}

int journal_add(struct journal *j, const char *word, long trial, bool durable,
                struct error *e, const char *fmt, ...)
{
    struct str line = {0};
    va_list args;

    if (j->failed)
        return *e = j->why, -1;
    assert(strlen(word) < sizeof(((struct journal_entry *)0)->word));
    str_addf(&line, "%lu %s %ld ", j->next, word, trial);
    va_start(args, fmt);
    str_addv(&line, fmt, args);
    va_end(args);
    flatten(line.s);
    str_addf(&line, " #%016" PRIx64 "\n", hash64(line.s, line.len));
    j->failed = append(j, &line, durable, e);
    if (j->failed)
        j->why = *e;
    else
        j->next++;
    str_release(&line);
    return j->failed ? -1 : 0;
}

void journal_close(struct journal *j)
{
    if (!j)
        return;
    if (j->fd >= 0)
        close(j->fd);
    free(j->path);
    free(j);
}
