#include "config.h"

#include "results/journal_pack.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "base/temporary.h"
#include "results/journal_line.h"
#include "results/journal_reader.h"
#include "text/deflate.h"

/* A pack that is made, and the file that it goes to. */
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
    journal_seal(line);
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

static int pack_all(int from, int to, struct error *e)
{
    struct journal_reader *r = journal_reader_new(from, e);
    struct packer p = {.fd = to};
    struct journal_entry entry;
    int more = -1, failed = 0;

    while (r && !failed && (more = journal_reader_next(r, &entry, e)) > 0)
        failed = add_entry(&p, &entry, e);
    failed = failed || more < 0 || end_pack(&p, e);
    str_release(&p.text);
    str_release(&p.line);
    journal_reader_free(r);
    return failed ? -1 : 0;
}

/* All of it is on the disk, in its place, and `fd` appends to it. */
static int finish(struct temporary *t, int *fd, struct error *e)
{
    *fd = fcntl(t->fd, F_DUPFD_CLOEXEC, 3);
    if (*fd < 0 || fcntl(*fd, F_SETFL, O_APPEND))
        return error_errno(e, "cannot open it for appending");
    return temporary_close(t, true, e) || temporary_put(t, e) ? -1 : 0;
}

int journal_pack(const char *path, int fd, struct error *e)
{
    struct temporary t = {.folder = -1, .fd = -1};
    struct error ignored; /* of the folder: either file is whole */
    int to = -1;

    if (temporary_open(&t, path, e))
        return -1;
    if (pack_all(fd, t.fd, e) || finish(&t, &to, e)) {
        if (to >= 0)
            close(to);
        to = -1;
    } else {
        temporary_sync(&t, &ignored);
    }
    temporary_release(&t);
    return to;
}
