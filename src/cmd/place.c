#include "config.h"

#include "cmd/place.h"

#include <stdlib.h>

#include "cmd/results_folder.h"

void place_release(struct place *p)
{
    results_release(&p->s);
    experiment_release(&p->x);
    free(p->dir);
    *p = (struct place){0};
}

static int find(struct place *p, const char *name, struct error *e)
{
    *p = (struct place){.dir = results_folder(name, e)};
    return p->dir ? 0 : -1;
}

/* Nothing is kept of one that cannot be read. */
static int keep(struct place *p, int failed)
{
    if (failed)
        place_release(p);
    return failed ? -1 : 0;
}

int place_init(struct place *p, const char *name, struct error *e)
{
    if (find(p, name, e))
        return -1;
    return keep(p, results_experiment(p->dir, &p->x, e) ||
                       results_find(&p->s, p->dir, &p->x, e));
}

int place_open(struct place *p, const char *name, struct error *damage,
               struct error *e)
{
    if (find(p, name, e))
        return -1;
    return keep(p, results_open(&p->s, &p->x, p->dir, damage, e));
}

int place_salvage(struct place *p, const char *name, struct error *e)
{
    if (find(p, name, e) || keep(p, results_salvage(&p->s, &p->x, p->dir, e)))
        return -1;
    results_salvage_all(&p->s);
    return 0;
}

int place_load(const struct place *p, const struct trial_config *c,
               struct result *r, struct error *e)
{
    return results_load(&p->s.index, p->dir, c, r, e);
}

int place_load_number(const struct place *p, long number, struct result *r,
                      struct error *e)
{
    struct trial_config c;

    if (experiment_trial(&p->x, number, &c, e))
        return -1;
    const int found = place_load(p, &c, r, e);

    trial_config_release(&c);
    return found;
}

long place_number(const struct place *p, struct digest trial)
{
    for (long i = 0; i < p->s.n; i++)
        if (digest_equal(p->s.row[i].trial, trial))
            return p->s.row[i].number;
    return -1;
}

int place_check(const struct place *p, long number, struct error *e)
{
    return results_check_number(&p->x, p->dir, number, e);
}

int place_trial(const struct place *p, long number, struct trial_config *c,
                struct result *r, struct error *e)
{
    int found;

    *c = (struct trial_config){0};
    *r = (struct result){0};
    if (place_check(p, number, e) || experiment_trial(&p->x, number, c, e))
        return -1;
    found = place_load(p, c, r, e);
    if (!found)
        error_set(e, "trial %ld of '%s' has no result", number, p->dir);
    return found;
}
