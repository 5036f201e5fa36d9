/*
 * Every registered task: loading its own sample, showing it, and refusing bad
 * files.
 */
#include "config.h"

#include "tests/test.h"

#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/files/image.h"
#include "base/numbers/random.h"
#include "engine/metric/formula.h"
#include "tests/unit/text_files.h"

typedef void task_test(const struct task_kind *k);

enum { READERS, ALL };

/* Run a test for all tasks, or for those that read files. */
static void each_task(task_test *test, bool all)
{
    for (int i = 0; task_kinds.list[i]; i++) {
        const struct task_kind *k =
            (const struct task_kind *)task_kinds.list[i];

        print_message("# %s\n", k->is.name);
        if (all || k->sample)
            test(k);
    }
}

/* Load `text` as train and the sample as valid, or what the task makes. */
static int load(struct loaded *l, const struct task_kind *k, const char *text)
{
    char section[200];

    if (text) {
        file_of("train", text);
        file_of("valid", k->sample);
    }
    snprintf(section, sizeof(section), "{kind: %s%s}", k->is.name,
             text ? ", train: train, valid: valid" : "");
    return load_task(l, section);
}

static int lines(const char *text)
{
    int n = 0;

    while ((text = strchr(text, '\n')))
        n++, text++;
    return n;
}

/* True if its file has blocks of four lines, the last one empty. */
static bool has_blocks(const struct task_kind *k)
{
    return strstr(k->sample, "\n\n") != NULL;
}

static void check_sample(const struct task_kind *k)
{
    struct str out = {0};
    struct loaded l;

    assert_int_equal(load(&l, k, k->sample), 0);
    const struct examples *x = &l.task->split[SPLIT_TRAIN];
    if (k->sample)
        assert_int_equal(x->n, lines(k->sample) / (has_blocks(k) ? 4 : 1));
    assert_int_equal(x->parts, shapes[k->shape].parts);
    assert_true(!k->sample || !l.task->split[SPLIT_TEST].n);
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
    each_task(check_sample, ALL);
}

/* Load the sample as every split, except `text` as one of them. */
static int load_with(struct loaded *l, const struct task_kind *k,
                     enum split split, const char *text)
{
    char section[200];

    for (enum split s = 0; s < SPLITS; s++)
        file_of(split_names[s], s == split ? text : k->sample);
    snprintf(section, sizeof(section),
             "{kind: %s, train: train, valid: valid, test: test}", k->is.name);
    return load_task(l, section);
}

static void refuses(const struct task_kind *k, enum split split,
                    const char *text, const char *place, const char *says)
{
    struct loaded l;

    assert_int_equal(load_with(&l, k, split, text), -1);
    if (!strstr(l.error.text, place) || !strstr(l.error.text, says))
        fail_msg("%s, %s: '%s' does not say '%s' and '%s'", k->is.name,
                 split_names[split], l.error.text, place, says);
    unload_task(&l);
}

/* True if its file is one value, not rows. */
static bool one_value(const struct task_kind *k)
{
    return !strncmp(k->sample, "{\"data\"", 7);
}

static void check_bad_row(const struct task_kind *k)
{
    const int first = (int)strcspn(k->sample, "\n");

    for (enum split s = 0; s < SPLITS; s++) {
        char *bad[] = {
            memory_format("%s?\n", k->sample), /* too little */
            memory_format("%s\n", k->sample),  /* an empty line */
            memory_format("%s%.*s%s\n", k->sample, first, k->sample,
                          strstr(k->sample, "|||") ? "|||" : "\tmore"),
            memory_format("%s\xff%s", k->sample, k->sample), /* not text */
        };
        char place[80];

        snprintf(place, sizeof(place), "%s', line %d%c", split_names[s],
                 lines(k->sample) + 1, one_value(k) ? ',' : ':');
        for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
            /* after one value an empty line is allowed; a block may go on */
            if ((i != 1 || !one_value(k)) && (!has_blocks(k) || i % 3 == 0))
                refuses(k, s, bad[i], place, "expected");
            free(bad[i]);
        }
    }
}

static void a_bad_row_of_any_split_is_refused_with_its_line(void **state)
{
    (void)state;
    each_task(check_bad_row, READERS);
}

static void check_empty(const struct task_kind *k)
{
    for (enum split s = 0; s < SPLITS; s++) {
        char place[40];

        snprintf(place, sizeof(place), "task.%s", split_names[s]);
        if (one_value(k)) {
            refuses(k, s, "{\"data\": []}", place,
                    "found no example, expected one");
            refuses(k, s, "", split_names[s], "found the file's end");
            continue;
        }
        const char *says = has_blocks(k) ? "found no question in it"
                                         : "found no example, expected one";

        refuses(k, s, "", place + 5 * has_blocks(k), says);
        refuses(k, s, "\xef\xbb\xbf", place + 5 * has_blocks(k), says);
    }
}

static void an_empty_file_of_any_split_is_refused(void **state)
{
    (void)state;
    each_task(check_empty, READERS);
}

static void check_missing(const struct task_kind *k)
{
    static const char *const without[SPLITS] = {
        [SPLIT_TRAIN] = "train: absent, valid: valid, test: test",
        [SPLIT_VALID] = "train: train, test: test",
        [SPLIT_TEST] = "train: train, valid: valid, test: absent",
    };
    char section[200], place[40];

    for (enum split s = 0; s < SPLITS; s++)
        file_of(split_names[s], k->sample);
    for (enum split s = 0; s < SPLITS; s++) {
        snprintf(section, sizeof(section), "{kind: %s, %s}", k->is.name,
                 without[s]);
        snprintf(place, sizeof(place), "task.%s", split_names[s]);
        refuse_task(section, place);
    }
}

static void a_split_without_its_file_is_refused(void **state)
{
    (void)state;
    each_task(check_missing, READERS);
}

/* Random answers to valid: values below `most`; if that is NaN, floats are NaN
 * and ints 0.  A column with any number of probabilities gets three. */
static void answer(const struct loaded *l, float most, uint32_t chance,
                   struct answer_sheet *a)
{
    struct column_kind kind[MAX_COLUMNS];
    float values[16];

    *a = (struct answer_sheet){.n = l->task->split[SPLIT_VALID].n};
    const int columns = l->task->kind->head->columns(l->task->settings, kind);

    for (int c = 0; c < columns; c++) {
        const float below =
            isnan(most) && kind[c].type == COLUMN_INT ? 0 : most;

        const bool some = kind[c].type == COLUMN_FLOAT && !kind[c].width;

        answer_sheet_add(a, &kind[c]);
        for (int i = 0; i < a->n; i++) {
            const struct address at = {chance, (uint32_t)i, (uint32_t)c};

            random_uniform(random_key(1, "answers"), at, 16, 0, below, values);
            column_add(&a->column[c],
                       (struct values){values, some ? 3 : kind[c].width});
        }
    }
}

static void check_scores(const struct task_kind *k)
{
    struct answer_sheet a;
    double value[MAX_METRICS];
    struct loaded l;

    assert_int_equal(load(&l, k, k->sample), 0);
    answer(&l, 0, 0, &a);
    for (int m = 0; m < MAX_METRICS; m++)
        value[m] = -1;
    score_valid(&l, &a, value);
    for (int m = 0; m < MAX_METRICS; m++)
        assert_true(m < task_metrics(k) ? value[m] >= 0 && value[m] <= 100
                                        : value[m] == -1);
    answer_sheet_release(&a);
    unload_task(&l);
}

static void every_metric_is_scored(void **state)
{
    (void)state;
    each_task(check_scores, ALL);
}

static void check_no_numbers(const struct task_kind *k)
{
    struct answer_sheet a;
    double value[MAX_METRICS] = {0};
    struct loaded l;

    assert_int_equal(load(&l, k, k->sample), 0);
    answer(&l, NAN, 0, &a);
    score_valid(&l, &a, value);
    for (int m = 0; m < task_metrics(k); m++)
        if (!isnan(value[m]))
            fail_msg("%s: %s is %g", k->is.name, k->metrics[m].name, value[m]);
    answer_sheet_release(&a);
    unload_task(&l);
}

static void answers_that_are_no_numbers_have_no_score(void **state)
{
    (void)state;
    each_task(check_no_numbers, ALL);
}

/* A metric is the mean over its units, to the last bit, or the formula of their
 * n-grams, unless it is of neither sort: then no unit counts. */
static void check_units(const struct task_kind *k)
{
    struct loaded l;

    assert_int_equal(load(&l, k, k->sample), 0);
    for (uint32_t chance = 0; chance < 20; chance++) {
        struct answer_sheet a;
        struct units u;
        double value[MAX_METRICS];

        answer(&l, 1, chance, &a);
        task_score(l.task, SPLIT_VALID, &a, value, &u);
        assert_int_equal(u.metrics, task_metrics(k));
        assert_in_range(u.n, 1, l.task->split[SPLIT_VALID].n);
        assert_true(strlen(u.name) > 0);
        for (int m = 0; m < u.metrics; m++) {
            const struct formula *f = formula_find(k->metrics[m].name);
            double sum = 0, of = 0;
            for (int i = 0; i < u.n; i++) {
                sum += u.tally[i * u.metrics + m].sum;
                of += u.tally[i * u.metrics + m].of;
            }
            if (u.orders[m])
                assert_true(of == 0 &&
                            value[m] == formula_value(f, &u, m, NULL));
            else
                assert_true(of > 0 ? value[m] == 100 * sum / of
                                   : k->score != NULL);
        }
        answer_sheet_release(&a);
        units_release(&u);
    }
    unload_task(&l);
}

static void a_metric_is_the_mean_of_its_units_or_a_formula(void **state)
{
    (void)state;
    each_task(check_units, ALL);
}

/* Fill free memory with a byte, also the lists for small sizes. */
static void fill_free_room(int byte)
{
    enum { SIZES = 64, EACH = 7 };
    char *room[SIZES * EACH];

    mallopt(M_PERTURB, byte);
    for (size_t i = 0; i < SIZES * EACH; i++) {
        const size_t n = 16 * (i / EACH + 1);

        room[i] = memset(memory_new(n), byte, n);
    }
    for (size_t i = 0; i < SIZES * EACH; i++)
        free(room[i]);
}

/* The digest of the image of a task that is loaded in such memory. */
static struct digest image_in(const struct task_kind *k, int byte)
{
    struct hasher *h = hasher_new();
    struct image m = {0};
    struct loaded l;

    fill_free_room(byte);
    assert_int_equal(load(&l, k, k->sample), 0);
    task_image(l.task, &m);
    mallopt(M_PERTURB, 0);
    for (int i = 0; i < m.pieces; i++)
        hasher_add(h, m.piece[i].bytes, m.piece[i].n);
    const struct digest d = hasher_digest(h);

    hasher_free(h);
    image_release(&m);
    unload_task(&l);
    return d;
}

static void check_image(const struct task_kind *k)
{
    if (!digest_equal(image_in(k, 0x11), image_in(k, 0xa5)))
        fail_msg("%s: found what nobody has set", k->is.name);
}

static void an_image_is_of_the_data_alone(void **state)
{
    (void)state;
    each_task(check_image, ALL);
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
        cmocka_unit_test(a_bad_row_of_any_split_is_refused_with_its_line),
        cmocka_unit_test(an_empty_file_of_any_split_is_refused),
        cmocka_unit_test(a_split_without_its_file_is_refused),
        cmocka_unit_test(every_metric_is_scored),
        cmocka_unit_test(answers_that_are_no_numbers_have_no_score),
        cmocka_unit_test(a_metric_is_the_mean_of_its_units_or_a_formula),
        cmocka_unit_test(an_image_is_of_the_data_alone),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
