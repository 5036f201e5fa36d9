/* Population based training: which members end at a rung, whose state and which
 * values clones get, and that it finds what no fixed value does. */
#include "config.h"

#include "tests/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sweep/study/study.h"
#include "tests/unit/sweep/scheduler/scheduler_fixture.h"

enum { MEMBERS = 20 };

/* --- exploit -------------------------------------------------------------- */

/* Begin with members that have reached no rung; a fifth of them end at each. */
static struct scheduler begin_members(struct chosen *c, long seed)
{
    struct scheduler r = begin_scheduler(c, "pbt", MEMBERS, true);

    r.seed = seed;
    return r;
}

static void the_worst_fifth_is_followed_by_children_of_the_best(void **state)
{
    bool drawn[MEMBERS] = {false};
    struct chosen c;

    (void)state;
    for (long seed = 1; seed <= 20; seed++) {
        struct scheduler r = begin_members(&c, seed);

        for (long i = 0; i < MEMBERS; i++) {
            assert_int_equal(count(&r, DECISION_WAIT), i);
            arrive(&r, i, (double)(i * 7 % MEMBERS)); /* each value once */
        }
        assert_int_equal(count(&r, DECISION_STOP), 4);
        assert_int_equal(count(&r, DECISION_PROMOTE), 16);
        assert_int_equal(r.clones, 4);
        for (long i = 0; i < r.clones; i++) {
            const struct clone *b = scheduler_clone_at(&r, MEMBERS + i);

            drawn[b->parent] = true;
            assert_int_equal(b->rung, 0);
            assert_true(b->parent * 7 % MEMBERS >= 16);
            assert_true(b->place * 7 % MEMBERS < 4);
            assert_int_equal(r.trial[b->place].decision, DECISION_STOP);
        }
        end_scheduler(&r, &c);
    }
    for (long i = 0; i < MEMBERS; i++)
        assert_int_equal(drawn[i], i * 7 % MEMBERS >= 16);
}

static void who_is_first_changes_nothing(void **state)
{
    struct chosen c, other;
    struct scheduler r = begin_members(&c, 5), s = begin_members(&other, 5);

    (void)state;
    for (long i = 0; i < MEMBERS; i++) {
        const long j = MEMBERS - 1 - i;

        arrive(&r, i, (double)(i / 2));
        arrive(&s, j, (double)(j / 2));
    }
    assert_int_equal(r.clones, s.clones);
    for (long i = 0; i < r.clones; i++) {
        assert_int_equal(r.clone[i].parent, s.clone[i].parent);
        assert_int_equal(r.clone[i].place, s.clone[i].place);
    }
    end_scheduler(&r, &c);
    end_scheduler(&s, &other);
}

/* A failed member is among the worst, and one that is over is neither: five are
 * left at the next rung, so one ends there. */
static void a_failed_members_place_is_filled_again(void **state)
{
    struct chosen c;
    struct scheduler r = begin_members(&c, 1);
    const struct scheduler_trial failed = {.out = true, .goal = NAN};
    const struct scheduler_trial ended = {.over = true, .goal = 100};

    (void)state;
    for (long i = 0; i < MEMBERS; i++)
        if (i == 3 || i >= 5)
            scheduler_leave(&r, i, i == 3 ? &failed : &ended);
        else
            arrive(&r, i, i == 4 ? NAN : (double)i);
    scheduler_settle(&r, 3);
    assert_int_equal(r.clones, 1);
    assert_true(r.clone[0].place == 3 || r.clone[0].place == 4);
    assert_int_equal(r.clone[0].parent, 2);
    end_scheduler(&r, &c);
}

/* A duplicate is never trained, and no member waits for it. */
static void a_duplicates_place_is_filled_at_the_next_rung(void **state)
{
    struct chosen c;
    struct scheduler r = begin_scheduler(&c, "pbt", MEMBERS, true);

    (void)state;
    for (long i = 0; i < MEMBERS; i++)
        arrive(&r, i, (double)(i * 7 % MEMBERS));
    assert_int_equal(r.clones, 4);
    for (int i = 0; i < 4; i++)
        scheduler_add(&r, i == 2);
    const long place = r.clone[2].place;

    r.decided = 0;
    for (long i = 0; i < r.n; i++)
        if (r.trial[i].decision == DECISION_PROMOTE)
            arrive(&r, i, (double)i);
    for (long i = MEMBERS; i < r.n; i++)
        if (i != MEMBERS + 2)
            arrive(&r, i, 100.0 + (double)i);
    assert_int_equal(r.clones, 8);
    bool filled = false;

    for (int i = 4; i < 8; i++)
        filled |= r.clone[i].place == place;
    assert_true(filled);
    end_scheduler(&r, &c);
}

/* All members of the next rung also wait for the clones. */
static void clones_compete(void **state)
{
    struct chosen c;
    struct scheduler r = begin_members(&c, 1);

    (void)state;
    for (long i = 0; i < MEMBERS; i++)
        arrive(&r, i, (double)i);
    for (long i = 4; i < MEMBERS; i++)
        arrive(&r, i, (double)i);
    assert_int_equal(r.clones, 4);
    for (long i = 0; i < 4; i++) {
        scheduler_add(&r, false);
        assert_int_equal(r.trial[MEMBERS + i].rung, 1);
        assert_int_equal(r.clones, 4);
        assert_true(isnan(scheduler_value(&r, MEMBERS + i, 0)));
    }
    for (long i = 0; i < 4; i++)
        arrive(&r, MEMBERS + i, 100 + (double)i);
    assert_int_equal(r.clones, 8);
    for (long i = 4; i < 8; i++)
        assert_true(r.clone[i].parent >= MEMBERS);
    end_scheduler(&r, &c);
}

/* --- explore -------------------------------------------------------------- */

static char *list[] = {"0.1", "0.2", "0.3"}, *names[] = {"a", "b", "c"};
static struct parameter parameter[] = {
    {.name = "rate", .min = 1e-3, .max = 1, .log = true},
    {.name = "whole", .min = 1, .max = 9, .whole = true},
    {.name = "steps", .min = 0.1, .max = 0.95, .step = 0.25},
    {.name = "list", .n = 3, .value = list},
    {.name = "seed", .min = 1, .max = 1e6, .whole = true, .fixed = true},
    {.name = "name", .n = 3, .value = names, .leader = 1}, /* part of `lists` */
};
static const struct space space = {5, parameter}, lists = {3, &parameter[3]};

/* The child of a parent's values in place 0. */
static struct assignment child_of(const struct space *of, long seed,
                                  const char *parent)
{
    struct chosen c;
    struct assignment a;
    struct error e;
    struct scheduler r = begin_members(&c, seed);

    scheduler_clone(&r, (struct clone){.parent = 7, .rung = 1, .place = 0});
    assert_int_equal(assignment_parse(of, 7, parent, &a, &e), 0);
    struct assignment child = scheduler_explore(&r, of, MEMBERS, &a);

    assignment_release(of, &a);
    end_scheduler(&r, &c);
    return child;
}

#define PARENT "rate=0.01\twhole=5\tsteps=0.6\tlist=0.2\tseed=77"

static void reals_are_a_factor_away_and_lists_seldom_another(void **state)
{
    int less = 0, other = 0;

    (void)state;
    for (long seed = 1; seed <= 400; seed++) {
        struct assignment a = child_of(&space, seed, PARENT);

        assert_true(!strcmp(a.value[0], "0.008") ||
                    !strcmp(a.value[0], "0.012"));
        assert_true(!strcmp(a.value[1], "4") || !strcmp(a.value[1], "6"));
        assert_true(!strcmp(a.value[2], "0.35") || /* one step of 0.25 */
                    !strcmp(a.value[2], "0.85"));
        assert_string_equal(a.value[4], "77");
        less += !strcmp(a.value[0], "0.008");
        other += strcmp(a.value[3], "0.2") != 0;
        assert_int_equal(a.number, MEMBERS);
        assert_true(a.share == 2.0 / 10);
        assert_string_equal(a.from->value[0], "0.01");
        assignment_release(&space, &a);
    }
    assert_in_range(less, 160, 240);
    assert_in_range(other, 40, 95); /* 1 in 4 is redrawn, 2 of 3 differ */
}

static void ranges_are_kept(void **state)
{
    const char *high = "rate=0.9\twhole=9\tsteps=0.85\tlist=0.2\tseed=77";
    const char *low = "rate=0.00101\twhole=1\tsteps=0.1\tlist=0.2\tseed=77";

    (void)state;
    for (long seed = 1; seed <= 50; seed++) {
        struct assignment a = child_of(&space, seed, high);
        struct assignment b = child_of(&space, seed, low);

        assert_true(strtod(a.value[0], NULL) <= 1);
        assert_true(strtod(b.value[0], NULL) >= 1e-3);
        assert_string_equal(a.value[1], "7"); /* at an end: the other way */
        assert_string_equal(b.value[1], "2");
        assert_string_equal(a.value[2], "0.6");
        assert_string_equal(b.value[2], "0.35");
        assignment_release(&space, &a);
        assignment_release(&space, &b);
    }
}

/* Else it would repeat its parent; a value that follows a list is no change. */
static void a_child_differs_from_its_parent(void **state)
{
    const char *parent = "list=0.2\tseed=77\tname=b";

    (void)state;
    for (long seed = 1; seed <= 200; seed++) {
        struct assignment a = child_of(&lists, seed, parent);

        assert_string_not_equal(a.value[0], "0.2");
        assert_string_equal(a.value[2], a.value[0][2] == '1' ? "a" : "c");
        assignment_release(&lists, &a);
    }
}

static void the_same_address_gives_the_same_child(void **state)
{
    struct assignment a = child_of(&space, 3, PARENT);
    struct assignment b = child_of(&space, 3, PARENT);

    (void)state;
    assert_true(assignment_equal(&space, &a, &b));
    assignment_release(&space, &a);
    assignment_release(&space, &b);
}

static void a_descent_is_read_back_as_it_was_written(void **state)
{
    struct assignment a = child_of(&space, 3, PARENT "\t@0.25\t" PARENT), b;
    struct str x = {0}, y = {0};
    struct error e;

    (void)state;
    assignment_whole(&space, &a, &x);
    assert_int_equal(assignment_parse(&space, MEMBERS, x.s, &b, &e), 0);
    assignment_pack(&space, &b);
    assignment_whole(&space, &b, &y);
    assert_string_equal(x.s, y.s);
    assert_non_null(b.from->from);
    assignment_release(&space, &b);
    assert_int_equal(
        assignment_parse(&space, 1, PARENT "\t@2\t" PARENT, &b, &e), -1);
    assert_non_null(strstr(e.text, "expected no other value"));
    str_release(&x);
    str_release(&y);
    assignment_release(&space, &a);
}

/* --- a best value that changes -------------------------------------------- */

/* The gain of a rate at a time: the best rate falls from 0.5 to 0.015. */
static double gain(double rate, double at)
{
    const double off = log(rate) - (log(0.5) * (1 - at) + log(0.015) * at);

    return 1 / (1 + off * off);
}

static double gains(double rate, double from, double to)
{
    const int n = 200;
    double sum = 0;

    for (int i = 0; i < n; i++)
        sum += gain(rate, from + (to - from) * (i + 0.5) / n);
    return sum / n * (to - from);
}

/* The goal of a trial at a share of its run. */
static double worth(const struct assignment *a, double share)
{
    const double before = a->from ? worth(a->from, a->share) : 0;
    const double rate = strtod(a->value[0], NULL);

    return before + gains(rate, a->from ? a->share : 0, share);
}

static void name_next(struct study *s, const struct space *of,
                      const struct next *d)
{
    struct assignment a = study_assignment(s, d->trial);
    struct str text = {0};

    assignment_whole(of, &a, &text);
    assignment_release(of, &a);
    study_tell(s, &(struct event){.word = EVENT_NAMED,
                                  .trial = d->trial,
                                  .name = digest_of(text.s, text.len)});
    str_release(&text);
}

static void train_next(struct study *s, const struct space *of,
                       const struct next *d)
{
    struct assignment a = study_assignment(s, d->trial);
    const double to = d->until > 0 ? d->until : 1;
    const bool ends = d->ends_there || to == 1;

    study_tell(s, &(struct event){.word = ends ? EVENT_FINISHED : EVENT_PAUSED,
                                  .trial = d->trial,
                                  .goal = worth(&a, to)});
    assignment_release(of, &a);
}

static double best_of(const struct search *search, const struct chosen *c)
{
    struct study *s = study_new(search, c, 1);
    struct next d;

    while (study_next(s, &d) && d.word != NEXT_QUIT)
        (d.word == NEXT_NAME ? name_next : train_next)(s, &search->space, &d);
    const double best = study_trial(s, study_tally(s).best)->goal;

    study_free(s);
    return best;
}

/* The best goal of a constant rate. */
static double best_constant(void)
{
    double best = 0;

    for (double rate = 1e-3; rate < 1; rate *= 1.02)
        best = fmax(best, gains(rate, 0, 1));
    return best;
}

static void a_changing_best_rate_is_followed(void **state)
{
    struct search search = {
        .space = {1, parameter}, .trials = MEMBERS, .maximize = true};
    const double constant = best_constant();
    struct chosen pbt, none;

    (void)state;
    chosen_preset(&search.sampler, &sampler_kinds, "random");
    chosen_preset(&pbt, &scheduler_kinds, "pbt");
    chosen_preset(&none, &scheduler_kinds, "none");
    for (search.seed = 1; search.seed <= 20; search.seed++) {
        assert_true(best_of(&search, &none) <= constant * 1.0001);
        assert_true(best_of(&search, &pbt) > constant);
    }
    chosen_release(&search.sampler);
    chosen_release(&pbt);
    chosen_release(&none);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_worst_fifth_is_followed_by_children_of_the_best),
        cmocka_unit_test(who_is_first_changes_nothing),
        cmocka_unit_test(a_failed_members_place_is_filled_again),
        cmocka_unit_test(a_duplicates_place_is_filled_at_the_next_rung),
        cmocka_unit_test(clones_compete),
        cmocka_unit_test(reals_are_a_factor_away_and_lists_seldom_another),
        cmocka_unit_test(ranges_are_kept),
        cmocka_unit_test(a_child_differs_from_its_parent),
        cmocka_unit_test(the_same_address_gives_the_same_child),
        cmocka_unit_test(a_descent_is_read_back_as_it_was_written),
        cmocka_unit_test(a_changing_best_rate_is_followed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
