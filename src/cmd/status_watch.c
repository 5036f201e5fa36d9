#include "config.h"

#include "cmd/status_watch.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/core/clock.h"
#include "base/core/interrupt.h"
#include "base/core/log.h"
#include "base/core/show.h"
#include "base/files/file.h"
#include "cmd/frame.h"
#include "cmd/output.h"
#include "report/status/status.h"
#include "sweep/run/signals.h"
#include "sweep/run/status_query.h"

/* A folder without a coordinator's status is read for at most this fraction of
 * the time, as its journal can be long. */
#define FOLDER_SHARE 0.02

struct status_watch {
    const char *dir;
    bool json, in_place;
    double every;
    struct stat was;            /* the folder at the beginning */
    struct sweep_status folder; /* its state when it was last read, owned, */
    double read;                /* the time then, 0 if it was not read; */
    double read_costs;          /* and the seconds that reading took */
    double silent; /* time since when it has been silent; 0 if it is not */
    struct frame frame;
    struct str said; /* the last output, without its times */
};

/* --- when this program is stopped and continued --------------------------- */

static volatile sig_atomic_t continued;

static void note(int number)
{
    (void)number;
    continued = 1;
}

/* After Ctrl-Z and `fg` the shell has written below the frame. */
static void catch_continue(void)
{
    struct sigaction go_on = {.sa_handler = note, .sa_flags = SA_RESTART};

    sigemptyset(&go_on.sa_mask);
    sigaction(SIGCONT, &go_on, NULL);
}

/* --- reading the state ---------------------------------------------------- */

static int check_folder(const struct status_watch *w, struct error *e)
{
    struct stat now;

    if (stat(w->dir, &now))
        return error_errno(e, "folder '%s' is gone", w->dir);
    return file_is_same(&w->was, &now)
               ? 0
               : error_set(e, "folder '%s' was replaced by another", w->dir);
}

/* Read the state from journal and results, if there is no status. */
static const struct sweep_status *
read_folder(struct status_watch *w, const struct liveness *p, struct error *e)
{
    const double began = clock_now();

    if (w->read && began - w->read < w->read_costs / FOLDER_SHARE)
        return &w->folder;
    sweep_status_release(&w->folder);
    const int failed = status_query_folder(w->dir, p, &w->folder, e);

    w->read = clock_now();
    w->read_costs = w->read - began;
    return failed ? NULL : &w->folder;
}

/* --- printing ------------------------------------------------------------- */

/* Print a text.  Error: -1. */
static int print(const struct str *text)
{
    fwrite(str_text(text), 1, text->len, stdout);
    return fflush(stdout) || ferror(stdout) ? -1 : 0;
}

static int draw(struct status_watch *w, const struct liveness *p,
                const struct sweep_status *folder)
{
    const int columns = log_columns(STDOUT_FILENO, 0);
    struct str text = {0}, out = {0};

    if (continued)
        w->frame.lines = 0;
    continued = 0;
    status_text(p, folder, columns - 1, &text);
    frame_draw(&w->frame, str_text(&text), log_rows(STDOUT_FILENO, 0), columns,
               &out);
    const int failed = print(&out);

    str_release(&text);
    str_release(&out);
    return failed;
}

/* True if the state is the one printed last, except for times. */
static bool is_known(struct status_watch *w, const struct liveness *p,
                     const struct sweep_status *folder)
{
    struct liveness timeless = *p; /* a borrowed copy */
    struct str now = {0};

    timeless.age = timeless.last.written = timeless.last.every =
        timeless.last.seconds_left = (double)NAN;
    status_json(&timeless, folder, &now);
    const bool known = !strcmp(str_text(&now), str_text(&w->said));

    str_release(&w->said);
    w->said = now;
    return known;
}

/* Print an object in a line, or a block after an empty line, if it changed. */
static int print_changed(struct status_watch *w, const struct liveness *p,
                         const struct sweep_status *folder)
{
    const bool first = !w->said.len;
    struct str text = {0}, out = {0};

    if (is_known(w, p, folder))
        return 0;
    if (w->json)
        status_json(p, folder, &text);
    else
        status_text(p, folder, log_columns(STDOUT_FILENO, 0), &text);
    str_adds(&out, first || w->json ? "" : "\n");
    show_lines(str_text(&text), &out);
    const int failed = print(&out);

    str_release(&text);
    str_release(&out);
    return failed;
}

/* Clear the place for the last status. */
static int make_room(struct status_watch *w)
{
    struct str out = {0};
    int failed = 0;

    if (w->in_place && !continued)
        frame_clear(&w->frame, &out);
    else if (w->said.len && !w->json)
        str_adds(&out, "\n");
    failed = print(&out);
    str_release(&out);
    return failed;
}

/* --- repeating it --------------------------------------------------------- */

/* Show the state; *over is set if the sweep has ended. */
static enum watch_end show(struct status_watch *w, const struct liveness *p,
                           bool *over, struct error *e)
{
    const struct sweep_status *folder = NULL;

    *over = liveness_over(p, &w->silent);
    if (*over)
        return WATCH_LAST;
    if (!liveness_is_current(p) && !(folder = read_folder(w, p, e)))
        return WATCH_FAILED;
    return (w->in_place ? draw : print_changed)(w, p, folder) ? WATCH_UNREAD
                                                              : WATCH_LAST;
}

static enum watch_end watch(struct status_watch *w, struct error *e)
{
    enum watch_end end = WATCH_LAST;
    bool over = false;

    while (end == WATCH_LAST && !over && !signals_seen()) {
        struct liveness p;

        if (check_folder(w, e))
            return WATCH_FAILED;
        liveness_read(&p, w->dir);
        end = show(w, &p, &over, e);
        liveness_release(&p);
        if (end == WATCH_LAST && !over)
            signals_wait(w->every);
        if (output_reader_gone())
            end = WATCH_UNREAD;
    }
    return end == WATCH_LAST && make_room(w) ? WATCH_UNREAD : end;
}

/* A terminal that cannot move its cursor is treated like a file. */
static bool can_draw(void)
{
    const char *term = getenv("TERM");

    return log_on_terminal(STDOUT_FILENO) && !(term && !strcmp(term, "dumb"));
}

enum watch_end status_watch(const char *dir, bool json, double every,
                            struct error *e)
{
    struct status_watch w = {.dir = dir,
                             .json = json,
                             .in_place = !json && can_draw(),
                             .every = every,
                             .folder = sweep_status_blank()};

    signals_catch();
    catch_continue();
    if (stat(dir, &w.was))
        return error_errno(e, "folder '%s' is gone", dir);
    const enum watch_end end = watch(&w, e);

    interrupt_by(NULL); /* the caller reads the state once more */
    sweep_status_release(&w.folder);
    str_release(&w.said);
    return end;
}
