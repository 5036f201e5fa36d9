#include "config.h"

#include "results/events.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "base/log.h"
#include "base/memory.h"
#include "results/folder.h"
#include "text/json_write.h"

/* Lines that are written by themselves. */
#define MOST ((size_t)1 << 16)

struct events {
    int fd;
    char *path;         /* owned */
    struct str waiting; /* lines to be written */
    bool torn;          /* what stands there ends within a line */
    bool warned;
};

static void complain(struct events *ev)
{
    const char *why = strerror(errno);

    if (file_no_room())
        return;
    if (!ev->warned)
        log_warning("'%s' lacks events: %s", ev->path, why);
    ev->warned = true;
}

/* Does the file end within a line? */
static bool ends_torn(int fd)
{
    const off_t end = lseek(fd, 0, SEEK_END);
    char last = '\n';

    return end > 0 && pread(fd, &last, 1, end - 1) == 1 && last != '\n';
}

struct events *events_open(const char *dir)
{
    struct events *ev = memory_zeroed(1, sizeof(*ev));

    ev->path = folder_path(dir, FOLDER_EVENTS);
    ev->fd = open(ev->path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (ev->fd < 0)
        complain(ev);
    else
        ev->torn = ends_torn(ev->fd);
    return ev;
}

void events_close(struct events *ev)
{
    if (!ev)
        return;
    events_write(ev);
    if (ev->fd >= 0)
        close(ev->fd);
    str_release(&ev->waiting);
    free(ev->path);
    free(ev);
}

void events_begin(const char *word, struct str *line)
{
    str_clear(line);
    json_begin(line, NULL, '{');
    json_put_time(line, "time", clock_day());
    json_put_text(line, "event", word);
}

/* By one write, so a kill tears one line at most. */
static void append(struct events *ev, const char *text, size_t len)
{
    ssize_t n;

    do
        n = write(ev->fd, text, len);
    while (n < 0 && errno == EINTR);
    if (n == (ssize_t)len) {
        ev->torn = false;
        return;
    }
    if (n > 0) {
        ev->torn = text[n - 1] != '\n';
        errno = ENOSPC;
    }
    complain(ev);
}

void events_add(struct events *ev, struct str *line)
{
    json_finish(line, '}');
    if (ev->torn && !ev->waiting.len)
        str_adds(&ev->waiting, "\n");
    str_add(&ev->waiting, line->s, line->len);
    str_adds(&ev->waiting, "\n");
    if (ev->waiting.len >= MOST)
        events_write(ev);
}

void events_write(struct events *ev)
{
    if (ev->fd >= 0 && ev->waiting.len)
        append(ev, ev->waiting.s, ev->waiting.len);
    str_clear(&ev->waiting);
}
