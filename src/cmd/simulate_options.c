#include "config.h"

#include "cmd/simulate_options.h"

#include <stdio.h>
#include <unistd.h>

#include "base/core/log.h"
#include "base/core/show.h"
#include "cmd/command.h"

static int take_workers(const char *text, void *member, struct error *e)
{
    return simulate_workers(text, member)
               ? 0
               : error_set(e,
                           "found '%s', expected numbers of workers, such as 8 "
                           "or 8,16,32",
                           text);
}

static int take_cost(const char *text, void *member, struct error *e)
{
    return simulate_cost(text, member)
               ? 0
               : error_set(e,
                           "found '%s', expected seconds, such as 600, or with "
                           "a spread, 600:0.3; at most %g:%g",
                           text, MOST_SECONDS, MOST_SPREAD);
}

static int take_faults(const char *text, void *member, struct error *e)
{
    return simulate_faults(text, member)
               ? 0
               : error_set(e, "found '%s', expected hours", text);
}

static int take_deaths(const char *text, void *member, struct error *e)
{
    return simulate_deaths(text, member)
               ? 0
               : error_set(e,
                           "found '%s', expected hours, such as 24, or with "
                           "the seconds of a start, 24:300",
                           text);
}

const struct cli_option simulate_table[] = {
    {CLI_TAKEN_WHOLE(take_workers), .name = "simulate", .value = "N,...",
     .excludes = "dry-run",
     .help = "Train nothing: simulate the sweep on N workers, print its time",
     .more = "Nothing is loaded or trained.  The sweep is simulated from "
             "its beginning, for each N by itself, with the sweep's own "
             "sampler and scheduler.  A worker is a group of "
             "`run.ranks_per_trial` ranks.  Each N has a row: how long "
             "the sweep takes, the share of that time for which workers "
             "are idle, the hours for which they are held, and how many "
             "trials finish and fail.  Trials that end at a rung count "
             "as finished.  Below stands how long the longest trial "
             "takes, which no number of workers makes shorter.  The "
             "picture shows the last N: time runs to the right, workers "
             "run down.  The results folder tells how long trials take "
             "and what they reach.  Trials that it lacks are drawn from "
             "those that it has, by the sweep's seed, so the same "
             "command prints the same.  Messages, loading and "
             "checkpoints take no time."},
    {CLI_TAKEN_WHOLE(take_cost), .name = "cost", .value = "S[:SPREAD]",
     .needs = "simulate",
     .help = "A trial takes S seconds, unless given what was measured",
     .more = "S is the time of a trial that is trained to its end. "
             "SPREAD is the standard deviation as a share of S.  The "
             "limits are 1e9 and 100.  Values of the goal are then made "
             "up."},
    {CLI_TAKEN_WHOLE(take_faults), .name = "faults", .value = "HOURS",
     .needs = "simulate", .help = "A worker is lost after so long, on average",
     .more = "Another worker takes its place, and its trial goes on from "
             "the last checkpoint (`run.checkpoint_seconds`, which must "
             "be above 0).  Two columns say how often this happens and "
             "how many hours of training are lost."},
    {CLI_TAKEN_WHOLE(take_deaths), .name = "deaths", .value = "H[:S]",
     .needs = "simulate",
     .help = "The whole job dies after H hours, and S seconds start it again",
     .more = "H is an average.  The job dies with its first rank, say, "
             "or its allocation.  S is 0 unless given.  Training since "
             "the last checkpoints is lost.  The next start reads the "
             "journal as the sweep would: trials without a checkpoint "
             "wait until no other trial is left, and are then tried half "
             "at a time.  A trial that alone can be to blame more than "
             "`run.retries` times in a row is failed.  Columns say how "
             "often the job dies and how many hours of training are "
             "lost."},
    {CLI_TEXT(struct simulate_options, gantt), .name = "gantt", .value = "FILE",
     .needs = "simulate", .help = "Draw who trains when, as SVG",
     .more = "FILE gets the picture as SVG."},
    CLI_END,
};

int simulate_print(const struct experiment *x, struct simulate_options *o,
                   const char *dir)
{
    struct str out = {0};
    struct error e = {0};

    o->dir = dir;
    o->columns = log_columns(STDOUT_FILENO, 80);
    const int failed = simulate(x, o, &out, &e);

    if (failed < 0)
        complain("%s", e.text);
    else
        show_put(str_text(&out), stdout);
    str_release(&out);
    return failed ? EXIT_ERROR : EXIT_DONE;
}
