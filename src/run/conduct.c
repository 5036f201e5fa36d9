/* conduct.c - may a sweep be gone on with that another codarun has begun? */
#include "config.h"

#include "run/books.h"
#include "search/conduct.h"

/* Does a search or a scheduler decide by what trials come to? */
static bool decides(const struct experiment *x)
{
    return search_kind(&x->search)->round ||
           race_runs(&(struct race){.scheduler = &x->scheduler});
}

int books_check_conduct(const struct books *b, struct error *e)
{
    const struct study_tally t = study_tally(b->study);
    const int was = b->index.conduct;

    if (!was || was == CONDUCT || b->o->other_identity || !decides(b->x) ||
        t.own[PLACE_WAITING] + t.own[PLACE_PAUSED] == 0)
        return 0;
    return error_set(e,
                     "results folder '%s': found a sweep conducted under %d, "
                     "expected %d: its search or scheduler would go on by "
                     "other rules (choose another with -o, or insist with "
                     "--other-identity)",
                     b->o->dir, was, CONDUCT);
}
