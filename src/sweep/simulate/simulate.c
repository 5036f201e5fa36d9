#include "config.h"

#include "sweep/simulate/simulate.h"

#include <stdlib.h>

#include "base/core/memory.h"
#include "base/files/file.h"
#include "sweep/simulate/measured_trials.h"
#include "sweep/simulate/simulated_names.h"
#include "sweep/simulate/simulation_report.h"

#define HOUR 3600.0

/* Use the measured trials, or the given seconds. */
static int read_trial_model(const struct experiment *x,
                            const struct simulate_options *o,
                            struct trial_model *p, struct str *left_out,
                            struct error *e)
{
    trial_model_init(p, x->search.seed, x->search.maximize, o->seconds,
                     o->spread);
    if (o->seconds > 0)
        return 0;
    if (measured_trials_add(p, o->dir, x->goal, left_out, e))
        return -1;
    return p->n ? 0
                : error_set(e,
                            "no trial has finished in '%s': say what one takes "
                            "with --cost SECONDS",
                            o->dir);
}

/* Events every so many hours must leave time for a checkpoint. */
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

static int write_svg(const struct experiment *x,
                     const struct simulate_options *o, const struct gantt *p,
                     double end, struct error *e)
{
    char *title = memory_format("%s on %d worker%s", x->name, p->workers,
                                p->workers == 1 ? "" : "s");
    struct str svg = {0};

    gantt_svg(p, end, title, &svg);
    const int failed = file_write(o->gantt, svg.s, svg.len, e);

    str_release(&svg);
    free(title);
    return failed;
}

static int simulate_fleet(struct simulation_report *p, struct fleet *f,
                          struct error *e)
{
    const struct simulate_options *o = p->o;

    p->account = memory_zeroed((size_t)o->n, sizeof(*p->account));
    for (int i = 0; i < o->n; i++) {
        gantt_release(&p->gantt);
        gantt_init(&p->gantt, o->workers[i]);
        f->workers = o->workers[i];
        f->watcher = &p->gantt;
        if (fleet_simulate(f, &p->account[i], e))
            return -1;
    }
    return o->gantt
               ? write_svg(p->x, o, &p->gantt, p->account[o->n - 1].makespan, e)
               : 0;
}

int simulate(const struct experiment *x, const struct simulate_options *o,
             struct str *out, struct error *e)
{
    struct trial_model p;
    struct simulated_names n = {0};
    struct simulation_report report = {.x = x, .o = o, .trials = &p};
    struct fleet f = {.search = &x->search,
                      .scheduler = &x->scheduler,
                      .trials = &p,
                      .between_losses = o->faults * HOUR,
                      .between_deaths = o->deaths * HOUR,
                      .restart = o->restart,
                      .checkpoint = x->run.checkpoint_seconds,
                      .evaluates = experiment_evaluates(x),
                      .retries = x->run.retries,
                      .name = simulated_names_get,
                      .context = &n,
                      .watch = gantt_watch};
    int failed = read_trial_model(x, o, &p, &report.left_out, e) ||
                 check_hours(x, "faults", o->faults, e) ||
                 check_hours(x, "deaths", o->deaths, e);

    if (!failed) {
        simulated_names_init(&n, x, p.n > 0);
        failed = simulate_fleet(&report, &f, e);
        simulated_names_release(&n);
    }
    if (!failed && o->json)
        simulation_report_json(&report, out);
    else if (!failed)
        simulation_report_text(&report, out);
    const bool whole = !report.left_out.len;

    simulation_report_release(&report);
    trial_model_release(&p);
    return failed ? -1 : !whole;
}
