/* Teams of ranks, when ranks are lost and hosts fail. */
#include "tests/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "sweep/coordinator/membership.h"

/* Ranks on hosts, one letter for each rank, rank 0 first. */
static struct membership make(const char *hosts, int ranks)
{
    const int n = (int)strlen(hosts);
    const struct rank_groups rank_groups = {.ranks = ranks,
                                            .groups = n / ranks};
    struct membership r;

    membership_init(&r, &rank_groups, n);
    for (int i = 0; i < n; i++)
        r.member[i].host[0] = hosts[i];
    while (membership_fill(&r) >= 0)
        ;
    return r;
}

static void expect_team(const struct membership *r, int slot,
                        const char *expected)
{
    struct str s = {0};

    for (int i = 0; i < r->rank_groups.ranks; i++)
        str_addf(&s, "%s%d", i ? " " : "", membership_team(r, slot)[i]);
    assert_string_equal(str_text(&s), expected);
    str_release(&s);
}

static void teams_stand_side_by_side(void **state)
{
    struct membership r = make("aabbc", 2);

    (void)state;
    expect_team(&r, 0, "0 1");
    expect_team(&r, 1, "2 3");
    assert_int_equal(membership_fill(&r), -1);
    assert_int_equal(r.member[4].slot, -1);
    membership_release(&r);
}

static void a_spare_rank_takes_the_place_of_one_that_is_gone(void **state)
{
    struct membership r = make("aabbc", 2);

    (void)state;
    r.member[2].gone = true;
    assert_false(membership_is_sound(&r, 1));
    assert_true(membership_is_sound(&r, 0));
    membership_close(&r, 1);
    assert_false(membership_is_open(&r, 1));
    assert_int_equal(membership_fill(&r), 1);
    expect_team(&r, 1, "3 4");
    membership_release(&r);
}

static void who_is_asked_about_is_given_nothing(void **state)
{
    struct membership r = make("ab", 1);

    (void)state;
    r.member[1].unsure = 5;
    assert_false(membership_is_sound(&r, 1));
    membership_close(&r, 1);
    assert_int_equal(membership_fill(&r), -1);
    r.member[1].unsure = 0;
    assert_int_equal(membership_fill(&r), 1);
    membership_release(&r);
}

static void a_trial_is_not_tried_twice_on_a_host(void **state)
{
    struct membership r = make("aab", 1);

    (void)state;
    membership_add_start_failure(&r, 0, 7, false, "no file");
    assert_false(membership_suits(&r, 0, 7));
    assert_false(membership_suits(&r, 1, 7));
    assert_true(membership_suits(&r, 2, 7));
    assert_true(membership_suits(&r, 0, 8)); /* other trials are */
    assert_true(membership_has_elsewhere(&r, 7));
    membership_add_start_failure(&r, 2, 7, false, "no file");
    assert_false(membership_has_elsewhere(&r, 7));
    membership_forget(&r, 7);
    assert_true(membership_suits(&r, 0, 7));
    membership_release(&r);
}

/* A trial that cannot begin on a member cannot begin on its team, whatever the
 * other members are. */
static void elsewhere_is_a_team(void **state)
{
    struct membership r = make("abcd", 2);

    (void)state;
    membership_add_start_failure(&r, 1, 7, false, "no file");
    assert_true(membership_has_elsewhere(&r, 7));
    membership_add_start_failure(&r, 3, 7, false, "no file");
    assert_false(membership_has_elsewhere(&r, 7));
    membership_release(&r);
}

static void free_ranks_could_be_one(void **state)
{
    struct membership r = make("aab", 2);

    (void)state;
    membership_add_start_failure(&r, 0, 7, false, "no file");
    assert_false(membership_has_elsewhere(&r, 7)); /* one is not enough */
    membership_release(&r);
    r = make("aabcb", 3);
    r.rank_groups.groups = 1;
    membership_close(&r, 0);
    membership_add_start_failure(&r, 0, 7, false, "no file");
    assert_true(membership_has_elsewhere(&r, 7));
    r.member[3].gone = true;
    assert_false(membership_has_elsewhere(&r, 7));
    membership_release(&r);
}

static void two_trials_set_a_host_aside(void **state)
{
    struct membership r = make("ab", 1);
    const struct start_failure *d;

    (void)state;
    membership_add_start_failure(&r, 1, 7, false, "no file");
    assert_null(membership_note_begun(&r, 7));
    assert_null(membership_aside(&r, "b"));
    membership_add_start_failure(&r, 1, 9, false, "none either");
    assert_null(membership_note_begun(&r, 8)); /* there it has not failed */
    assert_non_null(d = membership_note_begun(&r, 9));
    assert_string_equal(d->host, "b");
    assert_string_equal(d->reason, "none either");
    assert_null(membership_note_begun(&r, 9)); /* reported once */
    assert_ptr_equal(membership_aside(&r, "b"), d);
    assert_false(membership_is_sound(&r, 1));
    membership_forget(&r, -1);
    assert_non_null(membership_aside(&r, "b"));
    membership_release(&r);
}

static void a_lack_of_memory_does_not(void **state)
{
    struct membership r = make("ab", 1);

    (void)state;
    for (int trial = 1; trial < 5; trial++) {
        membership_add_start_failure(&r, 1, trial, true, "too large");
        assert_null(membership_note_begun(&r, trial));
        assert_false(membership_suits(&r, 1, trial));
    }
    assert_true(membership_is_sound(&r, 1));
    assert_true(membership_suits(&r, 1, 9));
    membership_release(&r);
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
