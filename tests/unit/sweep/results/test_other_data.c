/* Trials side by side: have they read the same files? */
#include "tests/test.h"

#include <stdio.h>
#include <string.h>

#include "sweep/results/other_data.h"

#define OLD "00000000000000000000000000000001"
#define NEW "00000000000000000000000000000002"
#define PAIR(train, test)                                       \
    {                                                           \
        "train " train " a.tsv", "test " test " two words.tsv", \
            "vectors " OLD " glove.txt"                         \
    }

static const struct digest alone, task = {1, 2};

/* Facts that say so, up to NULL; to be released. */
static struct facts facts_of(const char *const *file, int n)
{
    struct facts f = {0};
    char name[16];

    for (int i = 0; i < n && file[i]; i++) {
        snprintf(name, sizeof(name), "file.%d", i);
        facts_add(&f, name, "%s", file[i]);
    }
    facts_add(&f, "host", "here");
    return f;
}

static void take(struct other_data *o, const char *dir, long trial,
                 const char *const *file, struct digest of)
{
    struct facts f = facts_of(file, 3);

    other_data_take(o, dir, trial, &f, of);
    facts_release(&f);
}

/* Is that all that is said?  Returns how many trials it is of. */
static long says(struct other_data *o, const char *expected)
{
    struct str out = {0};
    const long trials = other_data_say(o, &out);

    assert_string_equal(str_text(&out), expected);
    assert_int_equal(other_data_say(o, NULL), trials);
    str_release(&out);
    other_data_release(o);
    return trials;
}

static const char *const old[] = PAIR(OLD, OLD),
                         *const fresh[] = PAIR(OLD, NEW),
                         *const both[] = PAIR(NEW, NEW);

static void a_file_of_a_folder_has_one_digest(void **state)
{
    struct other_data o = {0};

    (void)state;
    take(&o, "a", 3, old, alone);
    take(&o, "a", 4, fresh, alone);
    take(&o, "a", 5, old, alone);
    take(&o, "a", 6, fresh, alone);
    assert_int_equal(says(&o, "other data: trials 4, 6 of 'a' read test file "
                              "'two words.tsv' with digest " NEW
                              ", trial 3 with " OLD "\n"),
                     2);
}

static void each_file_has_a_line_and_a_trial_counts_once(void **state)
{
    struct other_data o = {0};

    (void)state;
    take(&o, "a", 0, old, alone);
    take(&o, "a", 1, both, alone);
    assert_int_equal(
        says(&o, "other data: trial 1 of 'a' read train file 'a.tsv' with "
                 "digest " NEW ", trial 0 with " OLD "\n"
                 "other data: trial 1 of 'a' read test file 'two words.tsv' "
                 "with digest " NEW ", trial 0 with " OLD "\n"),
        1);
}

static void folders_are_held_together_by_their_task(void **state)
{
    struct other_data o = {0};

    (void)state;
    take(&o, "a", 0, old, task);
    take(&o, "b", 0, fresh, (struct digest){7, 7});
    take(&o, "c", 0, fresh, alone);
    assert_int_equal(says(&o, ""), 0);
    take(&o, "a", 0, old, task);
    take(&o, "b", 9, fresh, task);
    assert_int_equal(says(&o, "other data: trial 9 of 'b' read test file 'two "
                              "words.tsv' with digest " NEW
                              ", trial 0 of 'a' with " OLD "\n"),
                     1);
}

static void other_names_and_roles_are_other_files(void **state)
{
    static const char *const named[] = {"train " NEW " b.tsv", NULL, NULL},
                             *const role[] = {"valid " NEW " a.tsv", NULL},
                             *const none[] = {NULL}, *const odd[] = {"?", NULL};
    struct other_data o = {0};

    (void)state;
    take(&o, "a", 0, old, task);
    take(&o, "a", 1, named, task);
    take(&o, "a", 2, role, task);
    take(&o, "a", 3, none, task); /* as results of long ago */
    take(&o, "a", 4, odd, task);
    assert_int_equal(says(&o, ""), 0);
}

static void of_many_trials_some_are_named(void **state)
{
    struct other_data o = {0};

    (void)state;
    take(&o, "a", 0, old, alone);
    for (long i = 1; i <= 11; i++)
        take(&o, "a", i, fresh, alone);
    assert_int_equal(says(&o, "other data: trials 1, 2, 3, 4, 5, 6, 7, 8 and 3 "
                              "more of 'a' read test file 'two words.tsv' with "
                              "digest " NEW ", trial 0 with " OLD "\n"),
                     11);
}

/* As those of a journal's setting are. */
static void shared_facts_are_looked_at_once(void **state)
{
    struct facts shared = facts_of(old, 3), again = facts_of(old, 3),
                 other = facts_of(both, 3), none = facts_of(old, 0);
    struct data_read d = {0};

    (void)state;
    assert_int_equal(data_read_take(&d, &(struct facts){.shared = &shared}, 5),
                     0);
    assert_int_equal(data_read_take(&d, &(struct facts){.shared = &shared}, 6),
                     0);
    assert_int_equal(data_read_take(&d, &again, 7), 0);
    assert_int_equal(data_read_take(&d, &(struct facts){.shared = &other}, 8),
                     1);
    assert_int_equal(data_read_take(&d, &(struct facts){.shared = &none}, 9),
                     -1);
    assert_int_equal(d.known, 3);
    assert_int_equal(d.set[0].first, 5);
    assert_int_equal(d.set[0].trials, 3);
    data_read_release(&d);
    facts_release(&shared);
    facts_release(&again);
    facts_release(&other);
    facts_release(&none);
}

static void a_split_is_scored_on_its_file_or_on_that_of_train(void **state)
{
    struct facts one = facts_of(old, 3), test = facts_of(fresh, 3),
                 all = facts_of(both, 3), none = facts_of(old, 0);

    (void)state;
    assert_true(data_scored_alike(&one, &one, SPLIT_TEST));
    assert_false(data_scored_alike(&one, &test, SPLIT_TEST));
    assert_true(data_scored_alike(&one, &test, SPLIT_VALID)); /* held out */
    assert_false(data_scored_alike(&one, &all, SPLIT_VALID));
    assert_true(data_scored_alike(&one, &none, SPLIT_TEST));
    facts_release(&one);
    facts_release(&test);
    facts_release(&all);
    facts_release(&none);
}

#define RANK "task.kind: rank\ntask.test: two words.tsv\n"

/* Fields that are apart set no questions apart (task/task.h), as vectors. */
static void folders_are_of_one_task_whatever_is_apart(void **state)
{
    struct results_row row[] = {
        {.config.shared = RANK, .present = true},
        {.config.shared = RANK "task.vectors: v\n", .present = true}};
    const struct results a = {.n = 1, .row = &row[0], .dir = (char[]){"a"}},
                         b = {.n = 1, .row = &row[1], .dir = (char[]){"b"}};
    const struct results *const both_folders[] = {&a, &b};

    (void)state;
    row[0].result.facts = facts_of(old, 3);
    row[1].result.facts = facts_of(fresh, 3);
    assert_int_equal(other_data_among(both_folders, 2, NULL), 1);
    row[1].config.shared = "task.kind: rank\ntask.test: other.tsv\n";
    assert_int_equal(other_data_among(both_folders, 2, NULL), 0);
    facts_release(&row[0].result.facts);
    facts_release(&row[1].result.facts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_of_a_folder_has_one_digest),
        cmocka_unit_test(each_file_has_a_line_and_a_trial_counts_once),
        cmocka_unit_test(folders_are_held_together_by_their_task),
        cmocka_unit_test(other_names_and_roles_are_other_files),
        cmocka_unit_test(of_many_trials_some_are_named),
        cmocka_unit_test(shared_facts_are_looked_at_once),
        cmocka_unit_test(a_split_is_scored_on_its_file_or_on_that_of_train),
        cmocka_unit_test(folders_are_of_one_task_whatever_is_apart),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
