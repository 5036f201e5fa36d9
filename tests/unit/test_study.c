/* The study: whoever trains, whoever is first and whenever it is broken off,
 * the sweep is the same.  A world of its own plays it by a seed. */
#include "config.h"

#include "../test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "search/study.h"

enum { TRIALS = 60, ROUND = 7, WORLDS = 400, MOST_SEATS = 9 };

/* --- a sampler that learns ----------------------------------------------- */

static long every_round(const void *conf)
{
    (void)conf;
    return ROUND;
}

/* The best known value or one beside it; equal trials come about often. */
static void climb(const struct search *s, const struct outcome *known, long n,
                  struct assignment *a)
{
    const struct random_key key = random_key((uint64_t)s->seed, "climb");
    const struct address at = {.example = (uint32_t)a->number};
    long best = 50;
    double goal = -1;

    assert_int_equal(n, a->number / ROUND * ROUND);
    for (long i = 0; i < n; i++) {
        assert_int_equal(known[i].a.number, i);
        if (known[i].goal > goal) {
            goal = known[i].goal;
            best = strtol(known[i].a.value[0], NULL, 10);
        }
    }
    a->value[0] =
        memory_format("%ld", best + (long)random_below(key, at, 0, 9) - 4);
}

static const struct sampler_kind climber = {
    .is = {.name = "climber"}, .round = every_round, .propose = climb};

static struct parameter parameter[] = {{.name = "x"}};
static const struct search search = {.space = {1, parameter},
                                     .sampler = {.kind = &climber.is},
                                     .trials = TRIALS,
                                     .seed = 3,
                                     .maximize = true};

/* --- a world ------------------------------------------------------------- */

struct dice {
    struct random_key key;
    uint32_t n;
};

static uint32_t roll(struct dice *d, uint32_t sides)
{
    return random_below(d->key, (struct address){0}, d->n++, sides);
}

/* What an end of the world leaves behind: as a journal, every event but those
 * that nobody acted upon. */
struct log {
    int n, room;
    struct event *event;
};

static void write_down(struct log *l, struct event e)
{
    GROW(l->event, l->n, l->room);
    l->event[l->n++] = e;
}

static void tell(struct study *s, struct log *l, struct event e)
{
    write_down(l, e);
    study_tell(s, &e);
}

static struct assignment copy(const struct assignment *a)
{
    struct assignment c = assignment_new(&search.space, a->number);

    c.value[0] = memory_string(a->value[0]);
    return c;
}

static struct digest name_of(const struct assignment *a)
{
    return digest_of(a->value[0], strlen(a->value[0]));
}

/* Some fail; the others have a peak at 63. */
static double goal_of(const struct trial *t)
{
    const long x = strtol(t->a.value[0], NULL, 10);

    return x % 5 == 0 ? NAN : 100.0 - (double)labs(x - 63);
}

static void name_next(struct study *s, struct log *l)
{
    const struct assignment *a = &study_trial(s, study_trials(s))->a;
    const struct digest name = name_of(a);

    write_down(l, (struct event){.word = EVENT_PROPOSED,
                                 .trial = a->number,
                                 .a = copy(a),
                                 .name = name});
    study_tell(s, &(struct event){
                      .word = EVENT_NAMED, .trial = a->number, .name = name});
}

/* A trial ends somehow; what is lost or stopped leaves nothing in the log. */
static void end_one(struct study *s, struct log *l, long trial, struct dice *d,
                    bool trouble)
{
    const double goal = goal_of(study_trial(s, trial));
    struct event e = {.word = isnan(goal) ? EVENT_FAILED : EVENT_FINISHED,
                      .trial = trial,
                      .goal = goal};

    if (trouble && roll(d, 6) == 0) {
        e.word = EVENT_LOST;
        study_tell(s, &e);
    } else
        tell(s, l, e);
}

static void expect_tally(const struct study *s)
{
    const struct study_tally t = study_tally(s);
    long count[PLACES] = {[PLACE_WAITING] = TRIALS - study_trials(s)};
    long own[PLACES] = {[PLACE_WAITING] = TRIALS - study_trials(s)};
    long best = -1;

    for (long i = 0; i < study_trials(s); i++) {
        const struct trial *r = study_trial(s, i);

        count[r->twin < 0 ? r->place : study_trial(s, r->twin)->place]++;
        if (r->twin >= 0)
            continue;
        own[r->place]++;
        if (!isnan(r->goal) &&
            (best < 0 || r->goal > study_trial(s, best)->goal))
            best = i;
    }
    assert_memory_equal(count, t.count, sizeof(count));
    assert_memory_equal(own, t.own, sizeof(own));
    assert_int_equal(best, t.best);
}

/* Play until it is over, or to a sudden end; true when it is over. */
static bool play(struct study *s, struct log *l, int seats, struct dice *d,
                 bool trouble)
{
    struct next next;

    for (;;) {
        int busy[MOST_SEATS], n = 0;

        while (study_next(s, &next)) {
            assert_int_not_equal(next.word, NEXT_STOP);
            if (next.word == NEXT_QUIT)
                return true;
            if (next.word == NEXT_NAME)
                name_next(s, l);
            else
                write_down(l, (struct event){.word = EVENT_STARTED,
                                             .trial = next.trial,
                                             .attempt = next.attempt});
            expect_tally(s);
            if (trouble && roll(d, 60) == 0)
                return false;
        }
        for (int i = 0; i < seats; i++)
            if (study_seat(s, i) >= 0)
                busy[n++] = i;
        assert_true(n > 0); /* else all wait for ever */
        end_one(s, l, study_seat(s, busy[roll(d, (uint32_t)n)]), d, trouble);
        expect_tally(s);
    }
}

static struct study *remember(const struct log *l, int seats)
{
    struct study *s = study_new(&search, seats);

    for (int i = 0; i < l->n; i++) {
        struct event e = l->event[i];

        if (e.word == EVENT_PROPOSED)
            e.a = copy(&e.a);
        study_tell(s, &e);
    }
    return s;
}

static void forget(struct log *l)
{
    for (int i = 0; i < l->n; i++)
        if (l->event[i].word == EVENT_PROPOSED)
            assignment_release(&search.space, &l->event[i].a);
    free(l->event);
}

/* Values, twins and goals of all trials, which nothing may change. */
static char *story(const struct study *s)
{
    struct str out = {0};

    for (long i = 0; i < study_trials(s); i++) {
        const struct trial *t = study_trial(s, i);

        str_addf(&out, "%ld: x=%s twin %ld %g\n", i, t->a.value[0], t->twin,
                 t->twin < 0 && t->place == PLACE_FINISHED ? t->goal : -1);
    }
    return str_take(&out);
}

static char *sweep(uint64_t seed, int seats, bool trouble)
{
    struct dice dice = {.key = random_key(seed, "world")};
    struct log log = {0};
    struct study *s = study_new(&search, seats);

    while (!play(s, &log, seats, &dice, trouble)) {
        study_free(s);
        seats = 1 + (int)roll(&dice, MOST_SEATS);
        s = remember(&log, seats);
        expect_tally(s);
    }
    char *told = story(s);

    study_free(s);
    forget(&log);
    return told;
}

static void a_sweep_is_the_same_in_any_world(void **state)
{
    char *calm = sweep(0, 1, false);

    (void)state;
    assert_non_null(strstr(calm, "59: "));
    assert_non_null(strstr(calm, "x=63 twin -1 100\n"));
    for (uint64_t seed = 1; seed <= WORLDS; seed++) {
        char *told =
            sweep(seed, 1 + (int)(seed % MOST_SEATS), seed > WORLDS / 4);

        if (strcmp(told, calm) != 0)
            fail_msg("world %lu: found\n%sexpected\n%s", (unsigned long)seed,
                     told, calm);
        free(told);
    }
    free(calm);
}

/* --- stopping ------------------------------------------------------------ */

static void a_stop_reaches_every_busy_seat_once(void **state)
{
    struct study *s = study_new(&search, 5);
    struct log log = {0};
    struct next next;
    int told[5] = {0};

    (void)state;
    for (int trained = 0; trained < 3;) {
        assert_true(study_next(s, &next));
        if (next.word == NEXT_NAME)
            name_next(s, &log);
        else
            trained++;
    }
    study_tell(s, &(struct event){.word = EVENT_STOP});
    study_tell(s, &(struct event){.word = EVENT_STOP});
    while (study_next(s, &next)) {
        assert_int_equal(next.word, NEXT_STOP);
        told[next.seat]++;
    }
    for (int i = 0; i < 5; i++) {
        const long trial = study_seat(s, i);

        assert_int_equal(told[i], trial >= 0);
        if (trial >= 0)
            study_tell(s,
                       &(struct event){.word = EVENT_STOPPED, .trial = trial});
    }
    assert_true(study_next(s, &next));
    assert_int_equal(next.word, NEXT_QUIT);
    assert_false(study_next(s, &next));
    assert_int_equal(study_tally(s).own[PLACE_RUNNING], 0);
    study_free(s);
    forget(&log);
}

static void what_is_run_again_is_not_over(void **state)
{
    struct dice dice = {.key = random_key(1, "world")};
    struct study *s = study_new(&search, 2);
    struct log log = {0};
    struct next next;

    (void)state;
    assert_true(play(s, &log, 2, &dice, false));
    study_free(s);
    s = remember(&log, 2);
    const long best = study_tally(s).best;

    study_tell(s, &(struct event){.word = EVENT_AGAIN, .trial = best});
    expect_tally(s);
    assert_int_not_equal(study_tally(s).best, best);
    assert_int_equal(study_first(s), best);
    assert_true(study_next(s, &next));
    assert_int_equal(next.word, NEXT_TRAIN);
    assert_int_equal(next.trial, best);
    assert_int_equal(next.attempt, 2);
    study_free(s);
    forget(&log);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sweep_is_the_same_in_any_world),
        cmocka_unit_test(a_stop_reaches_every_busy_seat_once),
        cmocka_unit_test(what_is_run_again_is_not_over),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
