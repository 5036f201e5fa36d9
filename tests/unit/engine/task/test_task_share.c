/* Training on a share of the examples. */
#include "config.h"

#include "tests/test.h"

#include "base/core/memory.h"
#include "engine/head/kinds/rank.h"
#include "tests/unit/engine/task/task_equal.h"
#include "tests/unit/text_files.h"

#define EXAMPLES 200

static void load_share(struct loaded *l, const char *fields, const char *share)
{
    char *section =
        memory_format("{%s%s%s}", fields, *share ? ", share: " : "", share);

    if (load_task(l, section))
        fail_msg("%s: %s", section, l->error.text);
    free(section);
}

/* Different texts for all examples, three to a question. */
static void write_rows(const char *name, bool questions)
{
    struct str s = {0};

    for (int i = 0; i < EXAMPLES; i++)
        if (questions)
            str_addf(&s, "which q%d\tanswer a%d\t%d\n", i / 3, i, i % 3 == 0);
        else
            str_addf(&s, "a text t%d\t%d\n", i, i % 2);
    file_of(name, str_text(&s));
    str_release(&s);
}

#define SENTIMENT                                                   \
    "kind: sentiment, train: train, valid: train, columns: [text, " \
    "label]"
#define RANK                                                       \
    "kind: rank, train: train, valid: train, columns: [question, " \
    "answer, label]"

/* True if each example of `few` is in `many`, in the same order. */
static bool is_within(const struct examples *few, const struct examples *many)
{
    const int last = few->parts - 1;
    int at = 0;

    for (int i = 0; i < few->n; i++, at++) {
        const struct values v = column_get(&few->part[last], i);

        while (at < many->n && (example_len(many, last, at) != v.n ||
                                memcmp(example_tokens(many, last, at), v.at,
                                       (size_t)v.n * sizeof(int32_t)) != 0))
            at++;
        if (at == many->n)
            return false;
    }
    return true;
}

static void a_smaller_share_is_part_of_a_larger(void **state)
{
    static const char *const share[] = {"0.001", "0.25", "0.5", "0.75", "1"};
    static const int n[] = {1, 50, 100, 150, 200};
    struct loaded l[5];

    (void)state;
    write_rows("train", false);
    for (int i = 0; i < 5; i++) {
        load_share(&l[i], SENTIMENT, share[i]);
        const struct examples *x = &l[i].task->split[SPLIT_TRAIN];

        assert_int_equal(x->n, n[i]);
        assert_true(!i || is_within(&l[i - 1].task->split[SPLIT_TRAIN], x));
        assert_int_equal(l[i].task->split[SPLIT_VALID].n, EXAMPLES);
        assert_int_equal(l[i].task->words[0]->n, l[0].task->words[0]->n);
    }
    assert_non_null(strstr(str_text(&l[2].task->notes),
                           "train: 100 of 200 examples trained on (share: "
                           "0.5)"));
    /* not the beginning of the file, which may be sorted */
    assert_int_not_equal(0, memcmp(l[2].task->split[SPLIT_TRAIN].part[0].ints,
                                   l[4].task->split[SPLIT_TRAIN].part[0].ints,
                                   50 * 3 * sizeof(int32_t)));
    for (int i = 0; i < 5; i++)
        unload_task(&l[i]);
}

static void all_is_as_without_the_field(void **state)
{
    struct loaded all, none;

    (void)state;
    write_rows("train", false);
    load_share(&all, SENTIMENT, "1");
    load_share(&none, SENTIMENT, "");
    for (int s = 0; s < SPLITS; s++)
        same_examples(&all.task->split[s], &none.task->split[s]);
    assert_string_equal(str_text(&all.task->notes),
                        str_text(&none.task->notes));
    unload_task(&all);
    unload_task(&none);
}

static void questions_are_taken_whole(void **state)
{
    const int questions = (EXAMPLES + 2) / 3;
    struct loaded half;

    (void)state;
    write_rows("train", true);
    load_share(&half, RANK, "0.5");
    const struct examples *x = &half.task->split[SPLIT_TRAIN];
    const int32_t *group = examples_find(x, &group_column)->ints;
    int right = 0;

    for (int i = 0; i < x->n; i++) {
        const bool begins = !i || group[i] != group[i - 1];

        /* the right answer is the first of each three */
        assert_int_equal(examples_column(x, "label")->ints[i], begins);
        right += begins;
        assert_int_equal(group[i], right - 1);
    }
    assert_int_equal(right, (questions + 1) / 2);
    assert_non_null(strstr(str_text(&half.task->notes), " of 67 groups"));
    unload_task(&half);
}

/* Whether they are made or stored. */
static void generated_lines_have_a_share(void **state)
{
    struct loaded l;

    (void)state;
    load_share(&l,
               "kind: mlu, examples: 1200, valid_examples: 100, "
               "test_examples: 100",
               "0.5");
    assert_int_equal(l.task->split[SPLIT_TRAIN].n, 500);
    unload_task(&l);
    load_share(&l,
               "kind: mlu, examples: 3000000, valid_examples: 100, "
               "test_examples: 100",
               "0.5");
    assert_true(l.task->split[SPLIT_TRAIN].made);
    assert_int_equal(l.task->split[SPLIT_TRAIN].n, (3000000 - 200) / 2);
    unload_task(&l);
    load_share(&l,
               "kind: text2code, examples: 120, valid_examples: 10, "
               "test_examples: 10",
               "0.25");
    assert_int_equal(l.task->split[SPLIT_TRAIN].n, 25);
    unload_task(&l);
}

/* Of every kind, with all that it holds beside examples. */
static void every_task_has_a_share(void **state)
{
    (void)state;
    for (int i = 0; task_kinds.list[i]; i++) {
        const struct task_kind *k =
            (const struct task_kind *)task_kinds.list[i];
        char *fields =
            memory_format("kind: %s, train: train, valid: train", k->is.name);
        struct loaded all, some;
        struct str shown = {0};

        assert_non_null(field_find(k->is.fields, "share"));
        if (k->sample) {
            file_of("train", k->sample);
            load_share(&all, fields, "");
            load_share(&some, fields, "0.5");
            const int n = all.task->split[SPLIT_TRAIN].n;
            const int few = some.task->split[SPLIT_TRAIN].n;

            assert_true(few > 0 && few <= n);
            assert_non_null(
                strstr(str_text(&some.task->notes), "examples trained on"));
            for (int x = 0; x < few; x++) {
                str_clear(&shown);
                k->show(some.task, SPLIT_TRAIN, x, &shown);
                assert_true(shown.len > 0);
            }
            unload_task(&all);
            unload_task(&some);
        }
        str_release(&shown);
        free(fields);
    }
}

/* In each question the word in its document is a number, and so is its id. */
static void an_example_keeps_its_name(void **state)
{
    struct str file = {0};
    struct loaded l;

    (void)state;
    str_adds(&file, "{\"data\": [{\"paragraphs\": [");
    for (int i = 0; i < 40; i++)
        str_addf(&file,
                 "%s{\"context\": \"word n%d .\", \"qas\": [{\"id\": "
                 "\"n%d\", \"question\": \"which ?\", \"answers\": "
                 "[{\"text\": \"n%d\", \"answer_start\": 5}]}]}",
                 i ? ", " : "", i, i, i);
    str_adds(&file, "]}]}\n");
    file_of("train", str_text(&file));
    load_share(&l, "kind: span, train: train, valid: train", "0.5");
    assert_int_equal(l.task->split[SPLIT_TRAIN].n, 20);
    for (int i = 0; i < 20; i++) {
        const int32_t word =
            example_tokens(&l.task->split[SPLIT_TRAIN], 0, i)[1];

        assert_string_equal(l.task->kind->id(l.task, SPLIT_TRAIN, i),
                            l.task->words[0]->text[word]);
    }
    unload_task(&l);
    str_release(&file);
}

static void what_is_no_share_is_refused(void **state)
{
    static const char *const wrong[] = {"0", "1.5", "-0.5", "half"};

    (void)state;
    write_rows("train", false);
    for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
        char *section = memory_format("{" SENTIMENT ", share: %s}", wrong[i]);
        struct loaded l;

        assert_int_equal(load_task(&l, section), -1);
        assert_non_null(strstr(l.error.text, "task.share"));
        assert_non_null(strstr(l.error.text, wrong[i]));
        unload_task(&l);
        free(section);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_smaller_share_is_part_of_a_larger),
        cmocka_unit_test(all_is_as_without_the_field),
        cmocka_unit_test(questions_are_taken_whole),
        cmocka_unit_test(generated_lines_have_a_share),
        cmocka_unit_test(every_task_has_a_share),
        cmocka_unit_test(an_example_keeps_its_name),
        cmocka_unit_test(what_is_no_share_is_refused),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
