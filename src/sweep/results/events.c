#include "config.h"

#include "sweep/results/events.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/core/clock.h"
#include "base/core/error.h"
#include "base/core/log.h"
#include "base/core/memory.h"
#include "base/core/utf8.h"
#include "base/files/file.h"
#include "base/files/io_watchdog.h"
#include "sweep/folder/folder.h"
#include "text/formats/json.h"
#include "text/formats/json_write.h"

/* Bytes of lines from which on they are written at once. */
#define MOST ((size_t)1 << 16)

struct events {
    int fd;
    char *path;         /* owned */
    struct str waiting; /* lines to be written */
    int (*guard)(void *, struct error *);
    void *context;
    bool torn; /* the file ends within a line */
    bool warned;
};

static void warn_once(struct events *ev, const char *why)
{
    if (!ev->warned)
        log_warning("'%s' lacks events: %s", ev->path, why);
    ev->warned = true;
}

/* True if the file ends within a line. */
static bool ends_torn(int fd)
{
    const off_t end = lseek(fd, 0, SEEK_END);
    char last = '\n';

    return end > 0 && pread(fd, &last, 1, end - 1) == 1 && last != '\n';
}

struct events *events_open(const char *dir)
{
    struct events *ev = memory_zeroed(1, sizeof(*ev));
    struct error e;

    ev->path = folder_path(dir, FOLDER_EVENTS);
    ev->fd = file_open_own(ev->path, O_APPEND, 0666, &e);
    if (ev->fd >= 0)
        ev->torn = ends_torn(ev->fd);
    else if (!file_no_room())
        warn_once(ev, e.text);
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

/* With one write(), so that a kill leaves at most one incomplete line. */
static void append(struct events *ev, const char *text, size_t len)
{
    ssize_t n;

    const int call = io_watchdog_begin("write", ev->path);

    do
        n = write(ev->fd, text, len);
    while (n < 0 && errno == EINTR);
    io_watchdog_end(call);
    if (n == (ssize_t)len) {
        ev->torn = false;
        return;
    }
    if (n > 0) {
        ev->torn = text[n - 1] != '\n';
        errno = ENOSPC;
    }
    if (!file_no_room())
        warn_once(ev, strerror(errno));
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

void events_guard(struct events *ev, int (*guard)(void *, struct error *),
                  void *context)
{
    ev->guard = guard;
    ev->context = context;
}

void events_write(struct events *ev)
{
    struct error ignored;

    if (ev->fd >= 0 && ev->waiting.len &&
        !(ev->guard && ev->guard(ev->context, &ignored)))
        append(ev, ev->waiting.s, ev->waiting.len);
    str_clear(&ev->waiting);
}

/* --- reading -------------------------------------------------------------- */

/* True if the only fault of a line is that it ends early, perhaps within a
 * character, or in NULs of a block that was not written. */
static bool is_torn(const char *line, size_t n)
{
    while (n && !line[n - 1])
        n--;
    if (n && (*line != '{' || n - utf8_valid(line, n) > 3))
        return false;
    struct json *j = json_line(line, n);
    struct error ignored;
    const bool torn = json_skip(j, &ignored) && json_next(j) < 0;

    json_close(j);
    return torn;
}

enum event_line events_read(const char *line, size_t n, double *day,
                            struct str *word)
{
    struct json_want want[] = {{.key = "time"}, {.key = "event"}};
    struct error ignored;
    const bool object =
        utf8_valid(line, n) == n && !json_object(line, n, want, 2, &ignored);

    *day = object ? clock_read(str_text(&want[0].value)) : (double)NAN;
    *word = want[1].value;
    str_release(&want[0].value);
    if (!isnan(*day) && want[1].found)
        return EVENT_LINE;
    str_release(word);
    return is_torn(line, n) ? EVENT_TORN : EVENT_NONE;
}

bool events_next(const struct str *text, size_t *at, const char **line,
                 size_t *n)
{
    if (*at >= text->len)
        return false;
    *line = text->s + *at;
    const char *end = memchr(*line, '\n', text->len - *at);

    *n = end ? (size_t)(end - *line) : text->len - *at;
    *at += *n + 1;
    return true;
}

static bool is_sound(const char *line, size_t n)
{
    struct str word;
    double day;
    const enum event_line is = events_read(line, n, &day, &word);

    str_release(&word);
    return is != EVENT_NONE;
}

static int check_lines(const struct str *text, struct error *e)
{
    size_t at = 0, n;
    const char *line;
    long damaged = 0;

    for (long number = 1; events_next(text, &at, &line, &n); number++)
        if (n && !is_sound(line, n) && !damaged++)
            error_set(e,
                      "line %ld: found '%.*s', expected an event: an object "
                      "with time and event",
                      number, n < 40 ? (int)n : 40, line);
    return damaged ? error_in(e, "damaged lines: %ld", damaged) : 0;
}

int events_check(const char *dir, struct error *e)
{
    char *path = folder_path(dir, FOLDER_EVENTS);
    struct str text = {0};
    int failed = 0;

    if (file_exists(path))
        failed = file_read(path, &text, e) ||
                 (check_lines(&text, e) && error_in(e, "file '%s'", path));
    str_release(&text);
    free(path);
    return failed ? -1 : 0;
}
