/* The notes below a table that say which trials its numbers cover. */
#include "config.h"

#include "tests/test.h"

#include "report/tables/task_notes.h"
#include "tests/unit/table_fixture.h"

static void a_missing_trial_is_counted(void **state)
{
    struct results s;
    struct str out = {0};

    (void)state;
    make_results(&s, true);
    s.row[4].present = false;
    report(&experiment, &s, (struct table_view){.format = format_find("text")},
           &out);
    assert_non_null(strstr(out.s, "6 trials: 5 finished, 1 not finished yet"));
    assert_non_null(strstr(out.s, "coda                  2  68.50" PM "0.71"));
    assert_non_null(strstr(out.s, "2 seeds"));
    str_release(&out);
    results_release(&s);
}

/* A stored result can lack a value, for example only on test. */
static void a_mean_over_fewer_than_finished_is_said(void **state)
{
    static const char said[] =
        "6 trials: 6 finished\n"
        "valid.map (model.attention.kind=softmax): 2 of 3 finished trials have "
        "no value\n"
        "test.map (model.attention.kind=coda): 1 of 3 finished trials has no "
        "value\n";
    struct results s;
    struct str out = {0};

    (void)state;
    make_results(&s, true);
    s.row[0].result.valid[0] = s.row[2].result.valid[0] = NAN;
    s.row[4].result.test[0] = NAN;
    for (int i = 0; i < 3; i++) /* the empty cell shows that there is none */
        s.row[i].result.test[1] = NAN;
    report(&experiment, &s, (struct table_view){.format = format_find("text")},
           &out);
    assert_non_null(strstr(out.s, said));
    assert_null(strstr(out.s, "test.mrr ("));
    str_release(&out);
    results_release(&s);
}

static void note(struct results *s, int row, const char *notes)
{
    facts_add(&s->row[row].result.facts, "notes", "%s", notes);
}

/* Two folders: notes of both, as the fixture's other trials have, and of
 * one. */
static void what_tasks_noted_is_said_once(void **state)
{
    struct results s[2];
    struct folder folder[2];
    struct str out = {0};

    (void)state;
    for (int f = 0; f < 2; f++) {
        make_results(&s[f], true);
        s[f].dir = memory_format("results/%c", 'a' + f);
        folder[f] = (struct folder){&experiment, &s[f]};
    }
    note(&s[0], 0, "test: 10 questions\nchance: 10 %\n");
    note(&s[0], 1, "chance: 10 %\ntest: 10 questions\n");
    note(&s[0], 2, "chance: 10 %\ncut: 3\n");
    note(&s[1], 5, "test: 20 questions\nchance: 10 %\n");
    task_notes(folder, 2, &out);
    assert_string_equal(str_text(&out),
                        "results/a: test: 10 questions\n"
                        "chance: 10 %\n"
                        "results/a: cut: 3\n"
                        "243 test questions, those with an answer\n"
                        "results/b: test: 20 questions\n");
    str_clear(&out);
    task_notes(folder, 1, &out);
    assert_string_equal(str_text(&out),
                        "test: 10 questions\nchance: 10 %\ncut: 3\n"
                        "243 test questions, those with an answer\n");
    str_release(&out);
    for (int f = 0; f < 2; f++)
        results_release(&s[f]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_missing_trial_is_counted),
        cmocka_unit_test(a_mean_over_fewer_than_finished_is_said),
        cmocka_unit_test(what_tasks_noted_is_said_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
