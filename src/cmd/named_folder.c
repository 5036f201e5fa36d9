#include "config.h"

#include "cmd/named_folder.h"

#include <stdlib.h>

#include "cmd/results_folder.h"

void named_folder_release(struct named_folder *p)
{
    results_release(&p->s);
    experiment_release(&p->x);
    free(p->dir);
    *p = (struct named_folder){0};
}

static int find(struct named_folder *p, const char *name, struct error *e)
{
    *p = (struct named_folder){.dir = results_folder(name, e)};
    return p->dir ? 0 : -1;
}

/* Release a folder that cannot be read. */
static int keep(struct named_folder *p, int failed)
{
    if (failed)
        named_folder_release(p);
    return failed ? -1 : 0;
}

int named_folder_init(struct named_folder *p, const char *name, struct error *e)
{
    if (find(p, name, e))
        return -1;
    return keep(p, results_experiment(p->dir, &p->x, e) ||
                       results_find(&p->s, p->dir, &p->x, e));
}

int named_folder_open(struct named_folder *p, const char *name,
                      struct error *damage, struct error *e)
{
    if (find(p, name, e))
        return -1;
    return keep(p, results_open(&p->s, &p->x, p->dir, damage, e));
}

int named_folder_salvage(struct named_folder *p, const char *name,
                         struct error *e)
{
    if (find(p, name, e) || keep(p, results_salvage(&p->s, &p->x, p->dir, e)))
        return -1;
    results_salvage_all(&p->s);
    return 0;
}

int named_folder_load(const struct named_folder *p,
                      const struct trial_config *c, struct result *r,
                      struct error *e)
{
    return results_load(&p->s.ledger.index, p->dir, c, r, e);
}

int named_folder_load_number(const struct named_folder *p, long number,
                             struct result *r, struct error *e)
{
    struct trial_config c;

    if (proposed_trial(&p->s.ledger.proposed, number, &c, e))
        return -1;
    const int found = named_folder_load(p, &c, r, e);

    trial_config_release(&c);
    return found;
}

long named_folder_number(const struct named_folder *p, struct digest trial)
{
    for (long i = 0; i < p->s.n; i++)
        if (digest_equal(p->s.row[i].trial, trial))
            return p->s.row[i].number;
    return -1;
}

int named_folder_check(const struct named_folder *p, long number,
                       struct error *e)
{
    return results_check_number(&p->s, number, e);
}

int named_folder_trial(const struct named_folder *p, long number,
                       struct trial_config *c, struct result *r,
                       struct error *e)
{
    int found;

    *c = (struct trial_config){0};
    *r = (struct result){0};
    if (named_folder_check(p, number, e) ||
        proposed_trial(&p->s.ledger.proposed, number, c, e))
        return -1;
    found = named_folder_load(p, c, r, e);
    if (!found)
        error_set(e, "trial %ld of '%s' has no result", number, p->dir);
    return found;
}
