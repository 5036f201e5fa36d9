/* Who trains with whom, when ranks go and hosts fail. */
#include "tests/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "sweep/coordinator/roster.h"

/* Ranks on the hosts named by a letter each, rank 0 first. */
static struct roster make(const char *hosts, int ranks)
{
    const int n = (int)strlen(hosts);
    struct roster r = {.crew = {.ranks = ranks, .groups = n / ranks}, .n = n};

    r.member = memory_zeroed((size_t)n, sizeof(*r.member));
    r.team = memory_new((size_t)n * sizeof(*r.team));
    for (int i = 0; i < n; i++) {
        r.member[i] = (struct member){.slot = -1, .host = {hosts[i]}};
        r.team[i] = -1;
    }
    while (roster_fill(&r) >= 0)
        ;
    return r;
}

static void expect_team(const struct roster *r, int slot, const char *expected)
{
    struct str s = {0};

    for (int i = 0; i < r->crew.ranks; i++)
        str_addf(&s, "%s%d", i ? " " : "", roster_team(r, slot)[i]);
    assert_string_equal(str_text(&s), expected);
    str_release(&s);
}

static void teams_stand_side_by_side(void **state)
{
    struct roster r = make("aabbc", 2);

    (void)state;
    expect_team(&r, 0, "0 1");
    expect_team(&r, 1, "2 3");
    assert_int_equal(roster_fill(&r), -1);
    assert_int_equal(r.member[4].slot, -1);
    roster_release(&r);
}

static void a_spare_rank_takes_the_place_of_one_that_is_gone(void **state)
{
    struct roster r = make("aabbc", 2);

    (void)state;
    r.member[2].gone = true;
    assert_false(roster_is_sound(&r, 1));
    assert_true(roster_is_sound(&r, 0));
    roster_close(&r, 1);
    assert_false(roster_is_open(&r, 1));
    assert_int_equal(roster_fill(&r), 1);
    expect_team(&r, 1, "3 4");
    roster_release(&r);
}

static void who_is_asked_about_is_given_nothing(void **state)
{
    struct roster r = make("ab", 1);

    (void)state;
    r.member[1].unsure = 5;
    assert_false(roster_is_sound(&r, 1));
    roster_close(&r, 1);
    assert_int_equal(roster_fill(&r), -1);
    r.member[1].unsure = 0;
    assert_int_equal(roster_fill(&r), 1);
    roster_release(&r);
}

static void a_trial_is_not_tried_twice_on_a_host(void **state)
{
    struct roster r = make("aab", 1);

    (void)state;
    roster_doubt(&r, 0, 7, false, "no file");
    assert_false(roster_suits(&r, 0, 7));
    assert_false(roster_suits(&r, 1, 7));
    assert_true(roster_suits(&r, 2, 7));
    assert_true(roster_suits(&r, 0, 8)); /* others are */
    assert_true(roster_has_elsewhere(&r, 7));
    roster_doubt(&r, 2, 7, false, "no file");
    assert_false(roster_has_elsewhere(&r, 7));
    roster_forget(&r, 7);
    assert_true(roster_suits(&r, 0, 7));
    roster_release(&r);
}

/* What cannot begin on a member cannot on its team, whoever else is in it. */
static void elsewhere_is_a_team(void **state)
{
    struct roster r = make("abcd", 2);

    (void)state;
    roster_doubt(&r, 1, 7, false, "no file");
    assert_true(roster_has_elsewhere(&r, 7));
    roster_doubt(&r, 3, 7, false, "no file");
    assert_false(roster_has_elsewhere(&r, 7));
    roster_release(&r);
}

static void free_ranks_could_be_one(void **state)
{
    struct roster r = make("aab", 2);

    (void)state;
    roster_doubt(&r, 0, 7, false, "no file");
    assert_false(roster_has_elsewhere(&r, 7)); /* one is not enough */
    roster_release(&r);
    r = make("aabcb", 3);
    r.crew.groups = 1;
    roster_close(&r, 0);
    roster_doubt(&r, 0, 7, false, "no file");
    assert_true(roster_has_elsewhere(&r, 7));
    r.member[3].gone = true;
    assert_false(roster_has_elsewhere(&r, 7));
    roster_release(&r);
}

static void two_trials_set_a_host_aside(void **state)
{
    struct roster r = make("ab", 1);
    const struct doubt *d;

    (void)state;
    roster_doubt(&r, 1, 7, false, "no file");
    assert_null(roster_prove(&r, 7));
    assert_null(roster_aside(&r, "b"));
    roster_doubt(&r, 1, 9, false, "none either");
    assert_null(roster_prove(&r, 8)); /* it has no doubts */
    assert_non_null(d = roster_prove(&r, 9));
    assert_string_equal(d->host, "b");
    assert_string_equal(d->reason, "none either");
    assert_null(roster_prove(&r, 9)); /* once */
    assert_ptr_equal(roster_aside(&r, "b"), d);
    assert_false(roster_is_sound(&r, 1));
    roster_forget(&r, -1);
    assert_non_null(roster_aside(&r, "b"));
    roster_release(&r);
}

static void a_lack_of_memory_does_not(void **state)
{
    struct roster r = make("ab", 1);

    (void)state;
    for (int trial = 1; trial < 5; trial++) {
        roster_doubt(&r, 1, trial, true, "too large");
        assert_null(roster_prove(&r, trial));
        assert_false(roster_suits(&r, 1, trial));
    }
    assert_true(roster_is_sound(&r, 1));
    assert_true(roster_suits(&r, 1, 9));
    roster_release(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(teams_stand_side_by_side),
        cmocka_unit_test(a_spare_rank_takes_the_place_of_one_that_is_gone),
        cmocka_unit_test(who_is_asked_about_is_given_nothing),
        cmocka_unit_test(a_trial_is_not_tried_twice_on_a_host),
        cmocka_unit_test(elsewhere_is_a_team),
        cmocka_unit_test(free_ranks_could_be_one),
        cmocka_unit_test(two_trials_set_a_host_aside),
        cmocka_unit_test(a_lack_of_memory_does_not),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
