#include "config.h"

#include "sweep/run/ranks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/core/log.h"
#include "base/core/memory.h"
#include "base/numbers/digest.h"
#include "engine/comm/comm.h"
#include "engine/kernel/kernel.h"
#include "sweep/run/signals.h"

/* Why a rank has failed, and who asked it to stop: "" if nobody did. */
struct failure {
    struct error why;
    char by[64];
};

/* The first rank that was asked to stop; it may be the only one. */
static const char *who_asked(const struct failure *all, int n)
{
    for (int i = 0; i < n; i++)
        if (all[i].by[0])
            return all[i].by;
    return NULL;
}

/* Print a failure; one that follows from a request to stop is named as such. */
static void say_failure(const char *by, const char *whose, const char *text)
{
    if (by)
        complain("stopped by %s before a trial began: %s%s", by, whose, text);
    else
        complain("%s%s", whose, text);
}

static void say_first(const struct failure *all, int n)
{
    int i = 0;

    while (i < n && !all[i].why.text[0])
        i++;
    if (i < n)
        say_failure(who_asked(all, n), i ? "on another rank: " : "",
                    all[i].why.text);
}

bool ranks_agreed(int failed, const struct error *e)
{
    const struct comm *world = comm_world();
    const char *by = signals_name();
    struct failure mine = {0}, *all;

    if (!world_any(failed))
        return true;
    if (failed)
        mine.why = *e;
    snprintf(mine.by, sizeof(mine.by), "%s", by ? by : "");
    all = memory_zeroed((size_t)world->size, sizeof(*all));
    world_gather(&mine, sizeof(mine), all);
    if (world->rank == 0)
        say_first(all, world->size);
    free(all);
    return false;
}

struct rank_text {
    char text[160], host[64];
};

/* True if a text is the same on every rank. Else rank 0 gets two that differ.
 * Collective. */
static bool same_everywhere(const char *text, struct rank_text two[2])
{
    const struct comm *world = comm_world();
    struct rank_text me = {0},
                     *all = memory_zeroed((size_t)world->size, sizeof(me));
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
    struct rank_text two[2];
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

int ranks_same_text(const struct experiment *x, struct error *e)
{
    return same_digest(digest_of(x->text, strlen(x->text)),
                       "different texts of it", e)
               ? error_in(e, "%s", x->path)
               : 0;
}

int ranks_same_data(struct digest mine, struct error *e)
{
    return same_digest(mine, "other data than rank 0", e);
}

static int notice(void *uses, const struct trial_config *c)
{
    *(bool *)uses |= c->train.products == PRODUCTS_OPENBLAS;
    return 0;
}

/* The identity of a rank: what its bits depend on, for the products of any
 * trial. */
static const char *identity_for(const struct experiment *x)
{
    bool openblas = false;

    experiment_each(x, notice, &openblas);
    return kernel_identity(openblas ? PRODUCTS_OPENBLAS : PRODUCTS_OWN);
}

int ranks_same_identity(const struct experiment *x, struct error *e)
{
    struct rank_text two[2];

    if (same_everywhere(identity_for(x), two))
        return 0;
    return error_set(
        e,
        "ranks would compute different bits: %s has '%s', %s has '%s' "
        "(with train.products: openblas set OPENBLAS_CORETYPE to what both "
        "have)",
        two[0].host, two[0].text, two[1].host, two[1].text);
}

void ranks_gather(struct membership *r, const struct rank_groups *rank_groups)
{
    const struct comm *world = comm_world();
    struct member me = {.process = getpid(), .slot = -1};

    snprintf(me.host, sizeof(me.host), "%s", world->host);
    membership_init(r, rank_groups, world->size);
    world_gather(&me, sizeof(me), r->member);
    while (world->rank == 0 && membership_fill(r) >= 0)
        ;
}
