/* status.c - `codarun status`: the state of a sweep. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/core/log.h"
#include "base/core/show.h"
#include "cmd/command.h"
#include "cmd/option.h"
#include "cmd/results_folder.h"
#include "cmd/status_watch.h"
#include "report/status/status.h"
#include "sweep/run/status_query.h"

struct status_arguments {
    const char *name;
    int json;
    double every; /* seconds between two looks with --watch */
    bool watch;
};

static int check(void *asked, const struct parsed_line *l, struct error *e)
{
    struct status_arguments *a = asked;

    (void)e;
    a->watch = parsed_line_has(l, "watch");
    return 0;
}

static const struct cli_option options[] = {
    WORD_SWEEP(struct status_arguments, name),
    OPTION_TEXT_OR_JSON(struct status_arguments, json),
    OPTION_JSON(struct status_arguments, json),
    {CLI_REAL(struct status_arguments, every, 0.1, 86400), .name = "watch",
     .optional = true, .value = "SECONDS", .what = "seconds",
     .help = "Go on until the sweep is over, and look every 2 seconds, or so "
             "many",
     .more = "On a terminal it is drawn anew in place.  In a pipe or a file it "
             "is printed once more each time that something has changed, with "
             "an empty line between, or as a line of JSON.  A sweep that is "
             "stopped or killed is over, too.  So is one on another host whose "
             "lease is stale.  Ctrl-C ends the command and not the sweep; the "
             "last status stays, and the exit status is that of `status`."},
    CLI_END,
};

/* Report that a watched sweep ended without a status. */
static void tell_broken(const char *dir, const struct liveness *p)
{
    if (p->state == LIVENESS_ABSENT && p->said)
        complain("'%s': its sweep has broken off: it was killed, or its host "
                 "went down",
                 dir);
    else if (p->state == LIVENESS_SILENT && !p->lives)
        complain("'%s': its sweep on host %s has not renewed its lease for too "
                 "long: it counts as dead",
                 dir, p->holder.host);
}

/* Print the state; returns 1 if damaged files are left out. */
static int print(const char *dir, bool json, bool watched, struct error *e)
{
    struct liveness p;
    struct sweep_status folder;
    struct str text = {0};
    const struct sweep_status *now = status_query_now(dir, &p, &folder, e);
    const struct sweep_status *found = now == &folder ? now : NULL;

    if (now && json)
        status_json(&p, found, &text);
    else if (now)
        status_text(&p, found, option_line(NULL), &text);
    const bool left_out = folder.left_out;

    show_put(str_text(&text), stdout);
    if (watched) {
        fflush(stdout);
        tell_broken(dir, &p);
    }
    str_release(&text);
    sweep_status_release(&folder);
    liveness_release(&p);
    return now ? left_out : -1;
}

static int run(void *asked, struct error *e)
{
    const struct status_arguments *a = asked;
    char *dir = results_folder(a->name, e);
    enum watch_end end = dir ? WATCH_LAST : WATCH_FAILED;
    int printed = -1;

    if (dir && a->watch)
        end = status_watch(dir, a->json, a->every, e);
    if (end == WATCH_LAST)
        printed = print(dir, a->json, a->watch, e);
    else if (end == WATCH_UNREAD)
        printed = 0;
    free(dir);
    return printed > 0 ? EXIT_ERROR : printed;
}

const struct command command_status = {
    .name = "status",
    .summary = "print how a sweep stands, while it runs or afterwards",
    .about = "Print how the sweep in the results folder DIR stands, whether it "
             "runs or not: from any terminal, and any node that sees the "
             "folder.  DIR may also be the name of an experiment under "
             "results/.",
    .more = "Nothing is written, and the sweep does not notice.  Exit status: "
            "0 whether it runs or not, 1 when DIR is no results folder, or "
            "where files of results or its status.json are damaged, which are "
            "named and left out.",
    .options = options,
    .check = check,
    .preset = &(const struct status_arguments){.every = 2},
    .size = sizeof(struct status_arguments),
    .run = run,
};
