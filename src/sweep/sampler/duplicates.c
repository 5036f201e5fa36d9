/* duplicates.c - what a search has proposed, and how to find new proposals. */
#include <assert.h>
#include <stdlib.h>

#include "base/core/interrupt.h"
#include "base/core/memory.h"
#include "base/numbers/digest.h"
#include "base/numbers/random.h"
#include "sweep/sampler/sampler_internal.h"

/* --- the memory ----------------------------------------------------------- */

void search_forget(const struct search *s, struct search_memory *m)
{
    if (m->model)
        m->forget(m->model);
    hash_set_release(&m->proposed);
    assignment_release(&s->space, &m->last);
    *m = (struct search_memory){0};
}

/* The hash of all values in which proposals may differ. */
static uint64_t hash_of(const struct search *s, const struct assignment *a)
{
    const int n = s->space.n - (s->repeats > 0);
    struct str text = {0};

    for (int p = 0; p < n; p++) {
        str_adds(&text, a->value[p] ? "=" : "-");
        str_adds(&text, a->value[p] ? a->value[p] : "");
        str_adds(&text, "\n");
    }
    const uint64_t hash = hash64(str_text(&text), text.len);

    str_release(&text);
    return hash;
}

void search_remember(const struct search *s, const struct assignment *a,
                     struct search_memory *m)
{
    if (a->number < m->n) /* it is in the memory */
        return;
    assert(a->number == m->n);
    m->n++;
    /* after the last trial of a proposal: after a stop its other trials are
     * proposed again, and must not find their own proposal here */
    if (search_draws(s) && (a->number + 1) % search_repeats(s) == 0)
        hash_set_add(&m->proposed, hash_of(s, a));
}

bool search_tried(const struct search *s, const struct search_memory *m,
                  const struct assignment *a)
{
    return hash_set_has(&m->proposed, hash_of(s, a));
}

/* --- drawing -------------------------------------------------------------- */

static void draw(const struct search *s, long time, struct assignment *a)
{
    for (int p = 0; p < s->space.n; p++) {
        free(a->value[p]);
        a->value[p] =
            parameter_draw(&s->space.parameter[p], s->seed, a->number, time);
    }
}

void search_draw(const struct search *s, struct assignment *a)
{
    draw(s, 0, a);
}

#define DRAWS 100

/* Draw up to DRAWS times; the last draw stays. */
static bool draw_other(const struct search *s, const struct search_memory *m,
                       struct assignment *a)
{
    for (long time = 1; time <= DRAWS; time++) {
        draw(s, time, a);
        assignment_settle(&s->space, a);
        if (!search_tried(s, m, a))
            return true;
    }
    return false;
}

void search_draw_another(const struct search *s, const struct search_memory *m,
                         struct assignment *a)
{
    if (s->conduct_2)
        draw_other(s, m, a);
    else
        search_draw(s, a);
}

/* --- enumerating combinations --------------------------------------------- */

/* The number of combinations; 0 if they cannot be counted, because a range has
 * values between any two, or if there are more than MOST_TRIALS. */
static long combinations(const struct space *s)
{
    long n = 1;

    for (int p = 0; p < s->n && n > 0; p++) {
        const long values =
            s->parameter[p].leader
                ? 1
                : parameter_values(&s->parameter[p], MOST_TRIALS);

        n = values <= MOST_TRIALS / n ? n * values : 0;
    }
    return n;
}

static void combine(const struct space *s, long number, struct assignment *a)
{
    for (int p = s->n - 1; p >= 0; p--) {
        const struct parameter *of = &s->parameter[p];

        free(a->value[p]);
        a->value[p] = NULL;
        if (of->leader)
            continue;
        const long values = parameter_values(of, MOST_TRIALS);

        a->value[p] = parameter_nth(of, number % values);
        number /= values;
    }
    assignment_settle(s, a);
}

#define BETWEEN_LOOKS 1024 /* combinations */

/* Try all combinations, beginning with one that is drawn.  False if none is
 * new, if they cannot be counted, or if it was cancelled. */
static bool find_other(const struct search *s, const struct search_memory *m,
                       struct assignment *a, bool *stopped)
{
    const long n = combinations(&s->space);
    const struct random_key key = random_key((uint64_t)s->seed, "sweep");
    const double from =
        random_real(key, (struct address){.example = (uint32_t)a->number}, 0);

    for (long i = 0; i < n; i++) {
        if ((i + 1) % BETWEEN_LOOKS == 0 && cancelled(m->cancel)) {
            *stopped = true;
            break;
        }
        combine(&s->space, ((long)(from * (double)n) + i) % n, a);
        if (!search_tried(s, m, a))
            return true;
    }
    return false;
}

bool duplicates_avoid(const struct search *s, struct search_memory *m,
                      struct assignment *a)
{
    bool stopped = false;

    assignment_settle(&s->space, a);
    m->another = false;
    if (s->conduct_2 || !search_draws(s) || !search_tried(s, m, a))
        return true;
    struct assignment other = assignment_copy(&s->space, a);

    m->another = !m->spent && (draw_other(s, m, &other) ||
                               find_other(s, m, &other, &stopped));
    m->spent |= !m->another && !stopped && combinations(&s->space) > 0;
    if (m->another) {
        const struct assignment was = *a;

        *a = other;
        other = was;
    }
    assignment_release(&s->space, &other);
    return !stopped;
}
