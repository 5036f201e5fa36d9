#include "config.h"

#include "sweep/sweep_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "base/memory.h"
#include "comm/comm.h"
#include "kernel/kernel.h"

bool sweep_agreed(int failed, const struct error *e)
{
    const struct comm *world = comm_world();
    struct error *all;

    if (!world_any(failed))
        return true;
    all = memory_zeroed((size_t)world->size, sizeof(*all));
    world_gather(failed ? e : &(struct error){0}, sizeof(*e), all);
    for (int i = 0; world->rank == 0 && i < world->size; i++)
        if (all[i].text[0]) {
            fprintf(stderr, "codarun: %s%s\n",
                    i && strcmp(all[i].text, all[0].text) ? "on another rank: "
                                                          : "",
                    all[i].text);
            break;
        }
    free(all);
    return false;
}

int sweep_crew(const struct experiment *x, const struct sweep_options *o,
               struct crew *crew, struct error *e)
{
    const struct comm *world = comm_world();
    const bool alone = o->dedicated || (!world->threads && world->size > 1);
    const int workers = world->size - alone;

    *crew = (struct crew){.first = alone, .ranks = (int)x->run.ranks_per_trial};
    if (!workers)
        return error_set(e, "--dedicated-coordinator needs two ranks at "
                            "least, found 1: start it with mpirun -n 2");
    if (crew->ranks > workers)
        return error_set(e,
                         "run.ranks_per_trial is %d, but only %d rank%s can "
                         "train: start more ranks (mpirun -n %d) or set "
                         "run.ranks_per_trial=%d",
                         crew->ranks, workers, workers == 1 ? "" : "s",
                         crew->ranks + alone, workers);
    crew->groups = workers / crew->ranks;
    if (alone && !o->dedicated)
        log_info("this MPI library lacks threads: rank 0 coordinates and "
                 "does not train");
    if (workers % crew->ranks)
        log_info("%d of %d ranks have nothing to do: they do not fill a group "
                 "of %d",
                 workers % crew->ranks, world->size, crew->ranks);
    return 0;
}

struct self {
    char text[160], host[64];
};

/* Is a text the same on every rank?  Else rank 0 gets two that differ.
 * Collective. */
static bool same_everywhere(const char *text, struct self two[2])
{
    const struct comm *world = comm_world();
    struct self me = {0}, *all = memory_zeroed((size_t)world->size, sizeof(me));
    bool same = true;

    snprintf(me.text, sizeof(me.text), "%s", text);
    snprintf(me.host, sizeof(me.host), "%s", world->host);
    world_gather(&me, sizeof(me), all);
    for (int i = 1; world->rank == 0 && i < world->size && same; i++)
        if (strcmp(all[i].text, all[0].text)) {
            two[0] = all[0];
            two[1] = all[i];
            same = false;
        }
    free(all);
    return same;
}

static int same_digest(struct digest mine, const char *otherwise,
                       struct error *e)
{
    struct self two[2];
    char hex[DIGEST_HEX];

    digest_hex(mine, hex);
    if (same_everywhere(hex, two))
        return 0;
    return error_set(e,
                     "ranks read %s: on host %s its files have digest %s, on "
                     "host %s %s",
                     otherwise, two[0].host, two[0].text, two[1].host,
                     two[1].text);
}

int sweep_same_text(const struct experiment *x, struct error *e)
{
    return same_digest(digest_of(x->text, strlen(x->text)),
                       "different texts of it", e)
               ? error_in(e, "%s", x->path)
               : 0;
}

int sweep_same_data(struct error *e)
{
    return same_digest(trial_data(), "other data than rank 0", e);
}

static int notice(void *uses, const struct trial_config *c)
{
    *(bool *)uses |= c->train.products == PRODUCTS_OPENBLAS;
    return 0;
}

/* What tells one rank's bits from another's, for any trial's products. */
static const char *identity_for(const struct experiment *x)
{
    bool openblas = false;

    experiment_each(x, notice, &openblas);
    return kernel_identity(openblas ? PRODUCTS_OPENBLAS : PRODUCTS_OWN);
}

int sweep_same_identity(const struct experiment *x, struct error *e)
{
    struct self two[2];

    if (same_everywhere(identity_for(x), two))
        return 0;
    return error_set(
        e,
        "ranks would compute different bits: %s has '%s', %s has '%s' "
        "(with train.products: openblas set OPENBLAS_CORETYPE to what both "
        "have)",
        two[0].host, two[0].text, two[1].host, two[1].text);
}
