#include "config.h"

#include "sweep/ledger/journal_pack.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files/file.h"
#include "base/files/temporary.h"
#include "sweep/ledger/journal_line.h"
#include "sweep/ledger/journal_reader.h"
#include "text/formats/deflate.h"

/* A pack that is being made, and the file that it goes to. */
struct packer {
    int fd;
    unsigned long number; /* of its first entry */
    long count;
    struct str text, line; /* owned */
};

static int write_all(int fd, const struct str *s, struct error *e)
{
    for (size_t done = 0; done < s->len;) {
        const ssize_t n = write(fd, s->s + done, s->len - done);

        if (n < 0 && errno != EINTR)
            return error_errno(e, "cannot write");
        done += n < 0 ? 0 : (size_t)n;
    }
    return 0;
}

static int end_pack(struct packer *p, struct error *e)
{
    struct str *line = &p->line;

    if (!p->count)
        return 0;
    str_clear(line);
    str_addf(line, "%lu " JOURNAL_PACK " %ld %zu ", p->number, p->count,
             p->text.len);
    deflate_text(p->text.s, p->text.len, line);
    journal_line_add_checksum(line);
    p->number += (unsigned long)p->count;
    p->count = 0;
    str_clear(&p->text);
    return write_all(p->fd, line, e);
}

static int add_entry(struct packer *p, const struct journal_entry *entry,
                     struct error *e)
{
    str_adds(&p->text, entry->word);
    str_adds(&p->text, " ");
    str_add_long(&p->text, entry->trial);
    str_adds(&p->text, " ");
    str_adds(&p->text, entry->detail);
    str_adds(&p->text, "\n");
    p->count++;
    return p->text.len < JOURNAL_PACKED ? 0 : end_pack(p, e);
}

/* Pack all entries. *whole: the length of what was packed. */
static int pack_all(const struct journal_packed *j, int to, off_t *whole,
                    struct error *e)
{
    struct journal_reader *r = journal_reader_new(j->fd, e);
    struct packer p = {.fd = to};
    struct journal_entry entry;
    int more = -1, failed = 0;

    while (r && !failed && (more = journal_reader_next(r, &entry, e)) > 0)
        failed = add_entry(&p, &entry, e);
    failed = failed || more < 0 || end_pack(&p, e);
    if (!failed && p.number != j->next)
        failed =
            error_set(e, "found %lu entries, expected %lu", p.number, j->next);
    *whole = failed ? 0 : journal_reader_whole(r);
    str_release(&p.text);
    str_release(&p.line);
    journal_reader_free(r);
    return failed ? -1 : 0;
}

/* Check that a file is the journal that was packed, and no longer than it was
 * then. */
static int check_same(const struct journal_packed *j, const struct stat *st,
                      off_t whole, struct error *e)
{
    struct stat ours;

    if (fstat(j->fd, &ours))
        return error_errno(e, "cannot look at it");
    if (file_is_same(st, &ours) && st->st_size == whole)
        return 0;
    return error_set(e, "another process has written it meanwhile");
}

static int check_in_place(const struct journal_packed *j, off_t whole,
                          struct error *e)
{
    struct stat st;

    if (j->guard && j->guard(j->context, e))
        return -1;
    if (stat(j->path, &st))
        return error_errno(e, "cannot look at it");
    return check_same(j, &st, whole, e);
}

static int put(struct temporary *t, const struct journal_packed *j, off_t whole,
               struct error *e)
{
    struct stat old;
    struct error ignored;
    const int failed = temporary_exchange(t, &old, e);

    if (failed)
        return failed > 0 ? temporary_put(t, e) : -1;
    if (!check_same(j, &old, whole, e))
        return 0;
    temporary_exchange(t, &old, &ignored);
    return -1;
}

/* Sync the new file and put it in place; `fd` appends to it. */
static int finish(struct temporary *t, const struct journal_packed *j,
                  off_t whole, int *fd, struct error *e)
{
    *fd = fcntl(t->fd, F_DUPFD_CLOEXEC, 3);
    if (*fd < 0 || fcntl(*fd, F_SETFL, O_APPEND))
        return error_errno(e, "cannot open it for appending");
    return temporary_close(t, true, e) || check_in_place(j, whole, e) ||
                   put(t, j, whole, e)
               ? -1
               : 0;
}

int journal_pack(const struct journal_packed *j, struct error *e)
{
    struct temporary t = {.folder = -1, .fd = -1};
    struct error ignored; /* of the folder's sync: either file is whole */
    off_t whole;
    int to = -1;

    if (temporary_open(&t, j->path, e))
        return -1;
    if (pack_all(j, t.fd, &whole, e) || finish(&t, j, whole, &to, e)) {
        if (to >= 0)
            close(to);
        to = -1;
    } else {
        temporary_sync(&t, &ignored);
    }
    temporary_release(&t);
    return to;
}
