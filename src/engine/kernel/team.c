#include "engine/kernel/team.h"

#include <sched.h>
#include <stdalign.h>
#include <stdbool.h>

#define SLOTS 64     /* threads that can offer work; others work alone */
#define SPINS 4096   /* looks for a piece before another program may run */
#define LEAST 4000.0 /* least nanoseconds of a piece */
#define FOR_EACH 2   /* pieces per thread; late threads do fewer */

/* A thread's offer of work; helpers may read it at any time. */
struct team_slot {
    alignas(64) atomic_int left; /* pieces that no thread has taken */
    atomic_int done;             /* pieces finished by other threads */
    atomic_bool taken;
    /* Unchanged until every piece is done. */
    const struct team_work *work;
    int pieces;
};

static struct team_slot slot[SLOTS];
static atomic_int slots; /* number of threads that ever had a slot */
static atomic_int idle;  /* number of threads that help */
static atomic_long helped;

static _Thread_local int number = -1; /* of this thread's slot */
static _Thread_local bool busy;       /* this thread runs a piece, or helps */

static size_t step_of(const struct team_work *w)
{
    return w->step ? w->step : 1;
}

/* The most pieces: beyond the number of multiples of step they would be
 * empty. */
static size_t units_of(const struct team_work *w)
{
    return (w->n + step_of(w) - 1) / step_of(w);
}

static int pieces_of(const struct team_work *w)
{
    const int others = atomic_load_explicit(&idle, memory_order_relaxed);
    const size_t units = units_of(w);
    const double worth = w->total / LEAST;
    int pieces = FOR_EACH * (others + 1);

    if (busy || others == 0 || worth < 2.0)
        return 1;
    pieces = worth < pieces ? (int)worth : pieces;
    return units < (size_t)pieces ? (int)units : pieces;
}

static void run_piece(const struct team_work *w, int i, int pieces,
                      struct arena *scratch)
{
    const size_t step = step_of(w), units = units_of(w), k = (size_t)i;
    const size_t from = units * k / (size_t)pieces * step;
    const size_t to = units * (k + 1) / (size_t)pieces * step;

    if (!scratch) {
        w->piece(w->of, from, to < w->n ? to : w->n, NULL);
        return;
    }
    const struct arena_mark mark = arena_mark(scratch);

    w->piece(w->of, from, to < w->n ? to : w->n, scratch);
    arena_rewind(scratch, mark);
}

/* NULL if another thread with the same slot has work too. */
static struct team_slot *take_slot(void)
{
    if (number < 0)
        number = atomic_fetch_add(&slots, 1) % SLOTS;
    return atomic_exchange(&slot[number].taken, true) ? NULL : &slot[number];
}

/* Take a piece for this thread, or return -1. */
static int take_piece(struct team_slot *s)
{
    int left = atomic_load_explicit(&s->left, memory_order_relaxed);

    while (left > 0)
        if (atomic_compare_exchange_weak(&s->left, &left, left - 1))
            return s->pieces - left;
    return -1;
}

/*
 * Yielding is expensive if programs of low priority wait for this processor,
 * because they then keep it for milliseconds; but if more of our own threads
 * wait, there is no other way to let them run.  So yield, but rarely.
 */
static void pause_or_yield(int *spins)
{
#ifdef __x86_64__
    __builtin_ia32_pause(); /* lets the core's other thread run */
#endif
    if (++*spins < SPINS)
        return;
    *spins = 0;
    sched_yield();
}

static void run_together(struct team_slot *s, const struct team_work *w,
                         int pieces)
{
    int mine = 0;

    s->work = w;
    s->pieces = pieces;
    atomic_store(&s->done, 0);
    atomic_store(&s->left, pieces);
    for (int i; (i = take_piece(s)) >= 0; mine++)
        run_piece(w, i, pieces, w->scratch);
    for (int spins = 0; atomic_load(&s->done) < pieces - mine;)
        pause_or_yield(&spins);
    atomic_store(&s->taken, false);
}

void team_run(const struct team_work *w)
{
    if (w->n == 0)
        return;
    const int pieces = pieces_of(w);
    struct team_slot *s = pieces > 1 ? take_slot() : NULL;

    if (!s) {
        run_piece(w, 0, 1, w->scratch);
        return;
    }
    busy = true;
    run_together(s, w, pieces);
    busy = false;
}

/* How many slots to look at. */
static int slots_taken(void)
{
    const int n = atomic_load_explicit(&slots, memory_order_relaxed);

    return n < SLOTS ? n : SLOTS;
}

/* Do one piece of any thread that offers some, beginning with the slot after
 * *at. */
static bool help_one(int *at, struct arena *scratch)
{
    const int n = slots_taken();

    for (int k = 0; k < n; k++) {
        *at = *at + 1 < n ? *at + 1 : 0;
        struct team_slot *s = &slot[*at];
        const int i = take_piece(s);

        if (i < 0)
            continue;
        run_piece(s->work, i, s->pieces, scratch);
        atomic_fetch_add_explicit(&helped, 1, memory_order_relaxed);
        atomic_fetch_add(&s->done, 1);
        return true;
    }
    return false;
}

void team_help(const atomic_int *finished, int n, struct arena *scratch)
{
    /* Helpers start at different slots. */
    int at = atomic_fetch_add(&idle, 1), spins = 0;

    busy = true;
    arena_reset(scratch);
    while (atomic_load(finished) < n) {
        if (help_one(&at, scratch))
            spins = 0;
        else
            pause_or_yield(&spins);
    }
    busy = false;
    atomic_fetch_sub(&idle, 1);
}

long team_helped(void)
{
    return atomic_load(&helped);
}
