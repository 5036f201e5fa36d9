/* journal.c - a journal that is open for appending, and one that is read. */
#include "config.h"

#include "sweep/ledger/journal.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/core/log.h"
#include "base/core/memory.h"
#include "base/files/file.h"
#include "sweep/ledger/journal_line.h"
#include "sweep/ledger/journal_pack.h"
#include "sweep/ledger/journal_reader.h"
#include "sweep/ledger/journal_writer.h"

struct journal {
    int fd;
    struct journal_sink sink;      /* replaces the file if it has add() */
    char *path;                    /* owned */
    unsigned long next;            /* sequence number */
    struct journal_writer *writer; /* owned */
    struct str line;               /* being added; owned */
    long plain;                    /* bytes of lines that are no packs */
    int (*guard)(void *, struct error *);
    void *context; /* the guard's */
    bool relaxed;
};

/* Pass the existing entries to `tell`. */
static int replay(struct journal_reader *r,
                  int (*tell)(void *, const struct journal_entry *,
                              struct error *),
                  void *context, struct error *e)
{
    struct journal_entry entry;
    int more;

    while ((more = journal_reader_next(r, &entry, e)) > 0)
        if (tell && tell(context, &entry, e))
            return error_in(e, "line %ld", journal_reader_line(r));
    return more;
}

static int drop_torn(const struct journal *j, const struct journal_reader *r,
                     struct error *e)
{
    const off_t whole = journal_reader_whole(r);

    if (whole == journal_reader_length(r))
        return 0;
    if (j->guard && j->guard(j->context, e))
        return -1;
    log_warning("journal '%s': dropped what was not written whole: %lld bytes "
                "behind entry %lu, with %ld whole entries in them",
                j->path, (long long)(journal_reader_length(r) - whole),
                journal_reader_number(r), journal_reader_dropped(r));
    if (ftruncate(j->fd, whole) || fsync(j->fd))
        return error_errno(e, "cannot drop the torn last line");
    return 0;
}

static int recover(struct journal *j,
                   int (*tell)(void *, const struct journal_entry *,
                               struct error *),
                   void *context, struct error *e)
{
    struct journal_reader *r = journal_reader_new(j->fd, e);

    if (!r)
        return -1;
    const int failed = replay(r, tell, context, e) || drop_torn(j, r, e);

    if (!failed) {
        j->next = journal_reader_number(r);
        j->plain = journal_reader_plain(r);
        j->writer = journal_writer_new(j->fd, j->path, journal_reader_whole(r));
        journal_writer_guard(j->writer, j->guard, j->context);
    }
    journal_reader_free(r);
    return failed ? -1 : 0;
}

int journal_read(const char *path,
                 int (*tell)(void *, const struct journal_entry *,
                             struct error *),
                 void *context, struct error *e)
{
    const int fd = file_open(path, e);

    if (fd < 0)
        return -1;
    struct journal_reader *r = journal_reader_new(fd, e);
    const int failed = !r || replay(r, tell, context, e);

    journal_reader_free(r);
    close(fd);
    return failed ? error_in(e, "journal '%s'", path) : 0;
}

struct journal *journal_open_guarded(
    const char *path, int (*guard)(void *, struct error *), void *guards,
    int (*tell)(void *, const struct journal_entry *, struct error *),
    void *context, struct error *e)
{
    struct journal *j = memory_zeroed(1, sizeof(*j));
    bool fresh = !file_exists(path);

    j->guard = guard;
    j->context = guards;
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

struct journal *journal_open(const char *path,
                             int (*tell)(void *, const struct journal_entry *,
                                         struct error *),
                             void *context, struct error *e)
{
    return journal_open_guarded(path, NULL, NULL, tell, context, e);
}

struct journal *journal_open_sink(const struct journal_sink *sink)
{
    struct journal *j = memory_zeroed(1, sizeof(*j));

    j->fd = -1;
    j->sink = *sink;
    return j;
}

/* Keep an entry on one line, whatever a reason contains. */
static void flatten(char *text)
{
    for (char *p = text; *p; p++)
        if ((unsigned char)*p < ' ' && *p != '\t')
            *p = ' ';
}

void journal_guard(struct journal *j, int (*guard)(void *, struct error *),
                   void *context)
{
    j->guard = guard;
    j->context = context;
    journal_writer_guard(j->writer, guard, context);
}

void journal_relax(struct journal *j)
{
    j->relaxed = true;
    journal_writer_relax(j->writer);
}

int journal_add(struct journal *j, const char *word, long trial, bool durable,
                struct error *e, const char *fmt, ...)
{
    struct str *line = &j->line;
    va_list args;

    assert(strlen(word) < sizeof(((struct journal_entry *)0)->word));
    str_clear(line);
    if (!j->sink.add)
        journal_line_begin(line, j->next, word, trial);
    va_start(args, fmt);
    str_addv(line, fmt, args);
    va_end(args);
    if (line->len)
        flatten(line->s);
    if (j->sink.add)
        return j->sink.add(j->sink.context, word, trial, durable,
                           str_text(line), e);
    journal_line_add_checksum(line);
    const int failed =
        journal_writer_put(j->writer, line->s, line->len, durable, e);

    j->next += !failed;
    j->plain += failed ? 0 : (long)line->len;
    return failed;
}

long journal_added(const struct journal *j)
{
    return journal_writer_puts(j->writer);
}

long journal_done(struct journal *j, struct error *e)
{
    return journal_writer_done(j->writer, e);
}

void journal_wait_for(struct journal *j, long number, double seconds)
{
    journal_writer_wait_for(j->writer, number, seconds);
}

int journal_settle(struct journal *j, struct error *e)
{
    return j->sink.settle ? j->sink.settle(j->sink.context, e)
                          : journal_writer_wait(
                                j->writer, journal_writer_puts(j->writer), e);
}

/* Continue writing after the contents of another file, which has replaced the
 * old one. */
static int move_to(struct journal *j, int fd, struct error *e)
{
    struct stat st;

    journal_writer_free(j->writer);
    close(j->fd);
    j->fd = fd;
    j->plain = 0;
    const int failed = fstat(fd, &st);

    j->writer = journal_writer_new(j->fd, j->path, failed ? 0 : st.st_size);
    if (j->guard)
        journal_writer_guard(j->writer, j->guard, j->context);
    if (j->relaxed)
        journal_writer_relax(j->writer);
    return failed ? error_errno(e, "journal '%s': cannot ask its size", j->path)
                  : 0;
}

int journal_compact(struct journal *j, struct error *e)
{
    if (j->plain < JOURNAL_WORTH)
        return 0;
    if (journal_settle(j, e) || (j->guard && j->guard(j->context, e)))
        return -1;
    const struct journal_packed packed = {j->path, j->fd, j->next, j->guard,
                                          j->context};
    const int fd = journal_pack(&packed, e);

    if (fd < 0)
        return error_in(e, "journal '%s': cannot compact it", j->path);
    return move_to(j, fd, e);
}

void journal_close(struct journal *j)
{
    if (!j)
        return;
    journal_writer_free(j->writer);
    str_release(&j->line);
    if (j->fd >= 0)
        close(j->fd);
    free(j->path);
    free(j);
}
