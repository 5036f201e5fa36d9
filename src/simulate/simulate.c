#include "config.h"

#include "simulate/simulate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/memory.h"
#include "simulate/measured.h"
#include "simulate/naming.h"
#include "simulate/picture.h"

#define HOUR 3600.0

/* --- options -------------------------------------------------------------- */

bool simulate_workers(const char *text, struct simulate_options *o)
{
    int room = o->n;

    for (char *end; *text; text = end + (*end == ',' && end[1])) {
        const long n = strtol(text, &end, 10);

        if (end == text || n < 1 || n > MOST_WORKERS || (*end && *end != ','))
            return false;
        GROW(o->workers, o->n, room);
        o->workers[o->n++] = (int)n;
    }
    return o->n > 0;
}

/* "X", or "X:Y", of so much at most; without Y that is 0. */
static bool read_two(const char *text, double *x, double most_x, double *y,
                     double most_y)
{
    char *end;

    *x = strtod(text, &end);
    *y = 0;
    if (end > text && *end == ':') {
        text = end + 1;
        *y = strtod(text, &end);
    }
    return end > text && !*end && *x > 0 && *x <= most_x && *y >= 0 &&
           *y <= most_y;
}

bool simulate_cost(const char *text, struct simulate_options *o)
{
    return read_two(text, &o->seconds, MOST_SECONDS, &o->spread, MOST_SPREAD);
}

bool simulate_faults(const char *text, struct simulate_options *o)
{
    double none;

    return read_two(text, &o->faults, MOST_SECONDS, &none, 0) &&
           !strchr(text, ':');
}

bool simulate_deaths(const char *text, struct simulate_options *o)
{
    return read_two(text, &o->deaths, MOST_SECONDS, &o->restart, MOST_SECONDS);
}

/* --- a fleet -------------------------------------------------------------- */

/* From what trials of before took, or from what was said. */
static int read_prospects(const struct experiment *x,
                          const struct simulate_options *o, struct prospects *p,
                          struct str *left_out, struct error *e)
{
    prospects_init(p, x->search.seed, x->search.maximize, o->seconds,
                   o->spread);
    if (o->seconds > 0)
        return 0;
    if (measured_add(p, o->dir, x->goal, left_out, e))
        return -1;
    return p->n ? 0
                : error_set(e,
                            "no trial has finished in '%s': say what one takes "
                            "with --cost SECONDS",
                            o->dir);
}

/* What happens every so many hours has to leave time for a checkpoint. */
static int check_hours(const struct experiment *x, const char *option,
                       double hours, struct error *e)
{
    const double least = x->run.checkpoint_seconds;

    if (hours <= 0 || (least > 0 && hours * HOUR >= least))
        return 0;
    if (least <= 0)
        return error_set(e,
                         "--%s: found run.checkpoint_seconds: 0, no "
                         "checkpoints, expected seconds from one to the next",
                         option);
    return error_set(e,
                     "--%s: found %g hours, expected at least the %g seconds "
                     "from one checkpoint to the next "
                     "(run.checkpoint_seconds)",
                     option, hours, least);
}

/* --- what is shown -------------------------------------------------------- */

static bool has_losses(const struct simulate_options *o)
{
    return o->faults > 0 || o->deaths > 0;
}

static void add_head(const struct experiment *x,
                     const struct simulate_options *o,
                     const struct prospects *p, struct str *out)
{
    const char *scheduler =
        x->scheduler.kind ? x->scheduler.kind->name : "none";

    str_addf(out, "%s: %ld trials, scheduler %s, ", x->name,
             experiment_trials(x), scheduler);
    if (p->n)
        str_addf(out, "seconds and goals of %ld in '%s'\n", p->n, o->dir);
    else
        str_addf(out, "%g s each%s, goals made up\n", p->seconds,
                 p->spread > 0 ? " on average" : "");
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
    const double held = workers * a->makespan;
    char takes[32];

    clock_words(a->makespan, takes);
    str_addf(out, "%7d %11s %3.0f%% %8.2f %8ld %5ld %6ld", workers, takes,
             held > 0 ? 100 * (1 - a->trained / held) : 0, held / HOUR,
             a->finished, a->cut, a->failed);
    if (o->faults > 0)
        str_addf(out, " %6ld", a->losses);
    if (o->deaths > 0)
        str_addf(out, " %6ld", a->deaths);
    if (has_losses(o))
        str_addf(out, " %10.2f", a->lost / HOUR);
    str_adds(out, "\n");
}

/* What more workers do not change. */
static void add_bound(const struct experiment *x,
                      const struct simulate_options *o,
                      const struct fleet_account *a, struct str *out)
{
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
    if (o->restart > 0 && a->deaths) {
        clock_words((double)a->deaths * o->restart, starts);
        str_addf(out, "Starting again took %s of it.\n", starts);
    }
    if (a->given_up)
        str_addf(out,
                 "Of those that failed %ld %s lost more often than run.retries "
                 "(%ld) allows.\n",
                 a->given_up, a->given_up == 1 ? "was" : "were",
                 x->run.retries);
    if (a->blamed)
        str_addf(out,
                 "Of those that failed %ld %s the only one to blame for more "
                 "deaths of the job\nthan run.retries (%ld) allows.\n",
                 a->blamed, a->blamed == 1 ? "was" : "were each",
                 x->run.retries);
}

static int write_svg(const struct experiment *x,
                     const struct simulate_options *o, const struct picture *p,
                     double end, struct error *e)
{
    char *title = memory_format("%s on %d worker%s", x->name, p->workers,
                                p->workers == 1 ? "" : "s");
    struct str svg = {0};

    picture_svg(p, end, title, &svg);
    const int failed = file_write(o->gantt, svg.s, svg.len, e);

    str_release(&svg);
    free(title);
    return failed;
}

static int play(const struct experiment *x, const struct simulate_options *o,
                struct fleet *f, struct str *out, struct error *e)
{
    struct fleet_account a = {0};
    struct picture p = {0};
    int failed = 0;

    for (int i = 0; i < o->n && !failed; i++) {
        picture_release(&p);
        picture_init(&p, o->workers[i]);
        f->workers = o->workers[i];
        f->watcher = &p;
        failed = fleet_play(f, &a, e);
        add_row(o, f->workers, &a, out);
    }
    if (!failed) {
        add_bound(x, o, &a, out);
        picture_text(&p, a.makespan, o->columns, out);
        failed = o->gantt && write_svg(x, o, &p, a.makespan, e);
    }
    picture_release(&p);
    return failed;
}

int simulate(const struct experiment *x, const struct simulate_options *o,
             struct str *out, struct error *e)
{
    struct prospects p;
    struct naming n = {0};
    struct str left_out = {0};
    struct fleet f = {.search = &x->search,
                      .scheduler = &x->scheduler,
                      .prospects = &p,
                      .between_losses = o->faults * HOUR,
                      .between_deaths = o->deaths * HOUR,
                      .restart = o->restart,
                      .checkpoint = x->run.checkpoint_seconds,
                      .evaluates = experiment_evaluates(x),
                      .retries = x->run.retries,
                      .name = naming_name,
                      .context = &n,
                      .watch = picture_watch};
    int failed = read_prospects(x, o, &p, &left_out, e) ||
                 check_hours(x, "faults", o->faults, e) ||
                 check_hours(x, "deaths", o->deaths, e);

    if (!failed) {
        naming_init(&n, x, p.n > 0);
        add_head(x, o, &p, out);
        failed = play(x, o, &f, out, e);
        naming_release(&n);
    }
    const bool whole = !left_out.len;

    str_adds(out, str_text(&left_out));
    str_release(&left_out);
    prospects_release(&p);
    return failed ? -1 : !whole;
}
