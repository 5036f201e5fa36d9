/* run_ledger_lease.c - the lease of the folder whose ledger is open. */
#include "config.h"

#include <stdlib.h>

#include "base/files/file.h"
#include "sweep/folder/folder.h"
#include "sweep/run/run_ledger.h"
#include "sweep/run/signals.h"

/* Of two processes that find no sweep, the second one has to wait, and may then
 * find the other's. */
static int check_still_fresh(const struct run_ledger *b, struct error *e)
{
    char *text = folder_path(b->o->dir, FOLDER_TEXT);
    const bool fresh = !file_exists(text);

    free(text);
    return fresh ? 0
                 : error_set(e,
                             "another process began a sweep in '%s' meanwhile: "
                             "the same command goes on with it",
                             b->o->dir);
}

static void ask_to_stop(void)
{
    signals_ask("codarun stop");
}

int run_ledger_lease(struct run_ledger *b, struct error *e)
{
    if (b->lease)
        return 0;
    const struct lease_terms terms = {
        .dir = b->o->dir, .silence = b->x->run.silence, .stop = ask_to_stop};
    const enum lease_taken taken = lease_take(&b->lease, &terms, &b->before, e);

    b->held = taken == LEASE_HELD;
    if (taken)
        return -1;
    folder_clean_results(b->o->dir); /* left incomplete by a kill */
    if (b->fresh && check_still_fresh(b, e)) {
        b->held = true;
        return -1;
    }
    return 0;
}
