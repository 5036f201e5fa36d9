#include "config.h"

#include "sweep/simulate/simulation_report.h"

#include <math.h>
#include <stdlib.h>

#include "base/core/clock.h"
#include "text/formats/json_write.h"

#define HOUR 3600.0

void simulation_report_release(struct simulation_report *p)
{
    gantt_release(&p->gantt);
    free(p->account);
    str_release(&p->left_out);
}

static const char *scheduler_of(const struct simulation_report *p)
{
    return p->x->scheduler.kind ? p->x->scheduler.kind->name : "none";
}

/* Seconds for which a fleet's workers are reserved. */
static double held(int workers, const struct fleet_account *a)
{
    return workers * a->makespan;
}

/* The share of those in which they are idle. */
static double idle(int workers, const struct fleet_account *a)
{
    const double all = held(workers, a);

    return all > 0 ? 1 - a->trained / all : 0;
}

/* The account of the fleet in the chart. */
static const struct fleet_account *last(const struct simulation_report *p)
{
    return &p->account[p->o->n - 1];
}

static double starting(const struct simulation_report *p)
{
    return (double)last(p)->deaths * p->o->restart;
}

/* --- for people ----------------------------------------------------------- */

static bool has_losses(const struct simulate_options *o)
{
    return o->faults > 0 || o->deaths > 0;
}

static void add_head(const struct simulation_report *p, struct str *out)
{
    const struct simulate_options *o = p->o;
    const struct trial_model *of = p->trials;

    str_addf(out, "%s: %ld trials, scheduler %s, ", p->x->name,
             experiment_trials(p->x), scheduler_of(p));
    if (of->n)
        str_addf(out, "seconds and goals of %ld in '%s'\n", of->n, o->dir);
    else
        str_addf(out, "%g s each%s, goals made up\n", of->seconds,
                 of->spread > 0 ? " on average" : "");
    str_addf(out, "%7s %11s %4s %8s %8s %5s %6s", "workers", "take", "idle",
             "hours", "finished", "(cut)", "failed");
    if (o->faults > 0)
        str_addf(out, " %6s", "losses");
    if (o->deaths > 0)
        str_addf(out, " %6s", "deaths");
    str_addf(out, has_losses(o) ? " %10s\n" : "\n", "hours lost");
}

static void add_row(const struct simulate_options *o, int workers,
                    const struct fleet_account *a, struct str *out)
{
    char takes[32];

    clock_words(a->makespan, takes);
    str_addf(out, "%7d %11s %3.0f%% %8.2f %8ld %5ld %6ld", workers, takes,
             100 * idle(workers, a), held(workers, a) / HOUR, a->finished,
             a->cut, a->failed);
    if (o->faults > 0)
        str_addf(out, " %6ld", a->losses);
    if (o->deaths > 0)
        str_addf(out, " %6ld", a->deaths);
    if (has_losses(o))
        str_addf(out, " %10.2f", a->lost / HOUR);
    str_adds(out, "\n");
}

/* Append the numbers that more workers do not change. */
static void add_bound(const struct simulation_report *p, struct str *out)
{
    const struct fleet_account *a = last(p);
    const long retries = p->x->run.retries;
    char longest[32], starts[32];

    clock_words(a->longest, longest);
    str_addf(out,
             "Training takes %.2f hours in all; no number of workers makes it "
             "shorter than\nits longest trial, %s.\n",
             (a->trained - a->lost) / HOUR, longest);
    if (a->equal)
        str_addf(out, "Not run: %ld equal to earlier ones.\n", a->equal);
    if (a->dropped)
        str_addf(out, "Not run: %ld outside the sweep's rules.\n", a->dropped);
    if (starting(p) > 0) {
        clock_words(starting(p), starts);
        str_addf(out, "Starting again took %s of it.\n", starts);
    }
    if (a->given_up)
        str_addf(out,
                 "Of those that failed %ld %s lost more often than run.retries "
                 "(%ld) allows.\n",
                 a->given_up, a->given_up == 1 ? "was" : "were", retries);
    if (a->blamed)
        str_addf(out,
                 "Of those that failed %ld %s the only one to blame for more "
                 "deaths of the job\nthan run.retries (%ld) allows.\n",
                 a->blamed, a->blamed == 1 ? "was" : "were each", retries);
}

void simulation_report_text(const struct simulation_report *p, struct str *out)
{
    add_head(p, out);
    for (int i = 0; i < p->o->n; i++)
        add_row(p->o, p->o->workers[i], &p->account[i], out);
    add_bound(p, out);
    gantt_text(&p->gantt, last(p)->makespan, p->o->columns, out);
    str_adds(out, str_text(&p->left_out));
}

/* --- for programs --------------------------------------------------------- */

static void put_head(const struct simulation_report *p, struct str *out)
{
    const struct trial_model *of = p->trials;

    json_put_text(out, "experiment", p->x->name);
    json_put_long(out, "trials", experiment_trials(p->x));
    json_put_text(out, "scheduler", scheduler_of(p));
    json_put_text(out, "measured_in", of->n ? p->o->dir : NULL);
    json_put_long(out, "measured", of->n);
    json_put_real(out, "cost_seconds", of->n ? (double)NAN : of->seconds);
    json_put_real(out, "cost_spread", of->n ? (double)NAN : of->spread);
}

static void put_row(int workers, const struct fleet_account *a, struct str *out)
{
    json_begin(out, NULL, '{');
    json_put_long(out, "workers", workers);
    json_put_real(out, "seconds", a->makespan);
    json_put_real(out, "idle", idle(workers, a));
    json_put_real(out, "worker_seconds", held(workers, a));
    json_put_long(out, "finished", a->finished);
    json_put_long(out, "cut", a->cut);
    json_put_long(out, "failed", a->failed);
    json_put_long(out, "losses", a->losses);
    json_put_long(out, "deaths", a->deaths);
    json_put_real(out, "lost_seconds", a->lost);
    json_finish(out, '}');
}

void simulation_report_json(const struct simulation_report *p, struct str *out)
{
    const struct fleet_account *a = last(p);

    json_begin(out, NULL, '{');
    put_head(p, out);
    json_begin(out, "fleets", '[');
    for (int i = 0; i < p->o->n; i++)
        put_row(p->o->workers[i], &p->account[i], out);
    json_finish(out, ']');
    json_put_real(out, "training_seconds", a->trained - a->lost);
    json_put_real(out, "longest_seconds", a->longest);
    json_put_long(out, "equal", a->equal);
    json_put_long(out, "dropped", a->dropped);
    json_put_real(out, "starting_seconds", starting(p));
    json_put_long(out, "given_up", a->given_up);
    json_put_long(out, "blamed", a->blamed);
    json_put_long(out, "retries", p->x->run.retries);
    json_put_lines(out, "damage", str_text(&p->left_out));
    json_finish(out, '}');
    str_adds(out, "\n");
}
