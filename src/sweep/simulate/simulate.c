#include "config.h"

#include "sweep/simulate/simulate.h"

#include <stdlib.h>

#include "base/core/memory.h"
#include "base/files/file.h"
#include "sweep/simulate/measured.h"
#include "sweep/simulate/naming.h"
#include "sweep/simulate/played.h"

#define HOUR 3600.0

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

static int play(struct played *p, struct fleet *f, struct error *e)
{
    const struct simulate_options *o = p->o;

    p->account = memory_zeroed((size_t)o->n, sizeof(*p->account));
    for (int i = 0; i < o->n; i++) {
        picture_release(&p->picture);
        picture_init(&p->picture, o->workers[i]);
        f->workers = o->workers[i];
        f->watcher = &p->picture;
        if (fleet_play(f, &p->account[i], e))
            return -1;
    }
    return o->gantt ? write_svg(p->x, o, &p->picture,
                                p->account[o->n - 1].makespan, e)
                    : 0;
}

int simulate(const struct experiment *x, const struct simulate_options *o,
             struct str *out, struct error *e)
{
    struct prospects p;
    struct naming n = {0};
    struct played played = {.x = x, .o = o, .prospects = &p};
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
    int failed = read_prospects(x, o, &p, &played.left_out, e) ||
                 check_hours(x, "faults", o->faults, e) ||
                 check_hours(x, "deaths", o->deaths, e);

    if (!failed) {
        naming_init(&n, x, p.n > 0);
        failed = play(&played, &f, e);
        naming_release(&n);
    }
    if (!failed && o->json)
        played_json(&played, out);
    else if (!failed)
        played_text(&played, out);
    const bool whole = !played.left_out.len;

    played_release(&played);
    prospects_release(&p);
    return failed ? -1 : !whole;
}
