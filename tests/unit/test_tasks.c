/*
 * Every registered task: what it loads of its own sample, what it shows, and
 * what it refuses.
 */
#include "config.h"

#include "../test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "text_files.h"

typedef void task_test(const struct task_kind *k);

static void each_task(task_test *test)
{
    for (int i = 0; task_kinds.list[i]; i++) {
        print_message("# %s\n", task_kinds.list[i]->name);
        test((const struct task_kind *)task_kinds.list[i]);
    }
}

/* Load `text` as train and valid. */
static int load(struct loaded *l, const struct task_kind *k, const char *text)
{
    char section[200];

    file_of("train", text);
    file_of("valid", k->sample);
    snprintf(section, sizeof(section), "{kind: %s, train: train, valid: valid}",
             k->is.name);
    return load_task(l, section);
}

static int lines(const char *text)
{
    int n = 0;

    for (; *text; text++)
        n += *text == '\n';
    return n;
}

static void check_sample(const struct task_kind *k)
{
    struct str out = {0};
    struct loaded l;

    assert_int_equal(load(&l, k, k->sample), 0);
    const struct examples *x = &l.task->split[SPLIT_TRAIN];

    assert_int_equal(x->n, lines(k->sample));
    assert_int_equal(x->parts, shapes[k->shape].parts);
    assert_int_equal(l.task->split[SPLIT_TEST].n, 0);
    for (int i = 0; i < x->n; i++) {
        for (int p = 0; p < x->parts; p++)
            assert_true(example_len(x, p, i) > 0);
        str_clear(&out);
        k->show(l.task, SPLIT_TRAIN, i, &out);
        assert_true(out.len > 0 && out.s[out.len - 1] == '\n');
    }
    for (int p = 0; p < x->parts; p++)
        assert_non_null(l.task->words[p]->text[l.task->words[p]->n - 1]);
    str_release(&out);
    unload_task(&l);
}

static void a_sample_is_loaded_whole(void **state)
{
    (void)state;
    each_task(check_sample);
}

static void check_bad_row(const struct task_kind *k)
{
    char *text = memory_format("%s?\n", k->sample), place[40];
    struct loaded l;

    assert_int_equal(load(&l, k, text), -1);
    snprintf(place, sizeof(place), "line %d", lines(text));
    if (!strstr(l.error.text, place) || !strstr(l.error.text, "expected"))
        fail_msg("%s: %s", k->is.name, l.error.text);
    unload_task(&l);
    free(text);
}

static void a_bad_row_is_refused_with_its_line(void **state)
{
    (void)state;
    each_task(check_bad_row);
}

static void check_empty(const struct task_kind *k)
{
    struct loaded l;

    assert_int_equal(load(&l, k, ""), -1);
    assert_non_null(strstr(l.error.text, "task.train"));
    unload_task(&l);
}

static void an_empty_file_is_refused(void **state)
{
    (void)state;
    each_task(check_empty);
}

static void check_scores(const struct task_kind *k)
{
    struct answer_sheet a = {0};
    double value[MAX_METRICS];
    struct loaded l;

    assert_int_equal(load(&l, k, k->sample), 0);
    const struct model_spec s = task_spec(l.task);
    struct column_kind kind[MAX_COLUMNS];
    const float zeros[16] = {0};

    a.n = l.task->split[SPLIT_VALID].n;
    a.columns = k->head->columns(&s, kind);
    for (int c = 0; c < a.columns; c++) {
        column_init(&a.column[c], &kind[c]);
        for (int i = 0; i < a.n; i++)
            column_add(&a.column[c], (struct values){zeros, kind[c].width});
    }
    for (int m = 0; m < MAX_METRICS; m++)
        value[m] = -1;
    k->score(l.task, SPLIT_VALID, &a, value);
    for (int m = 0; m < MAX_METRICS; m++)
        assert_true(m < task_metrics(k) ? value[m] >= 0 && value[m] <= 100
                                        : value[m] == -1);
    answer_sheet_release(&a);
    unload_task(&l);
}

static void every_metric_is_scored(void **state)
{
    (void)state;
    each_task(check_scores);
}

static void every_kind_is_whole(void **state)
{
    struct error e;

    (void)state;
    assert_int_equal(kinds_check(&task_kinds, &e), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_is_whole),
        cmocka_unit_test(a_sample_is_loaded_whole),
        cmocka_unit_test(a_bad_row_is_refused_with_its_line),
        cmocka_unit_test(an_empty_file_is_refused),
        cmocka_unit_test(every_metric_is_scored),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
