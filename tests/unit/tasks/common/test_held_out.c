/* Examples of train that become valid: which ones, and that groups stay
 * whole. */
#include "config.h"

#include "tests/test.h"

#include <stdio.h>
#include <string.h>

#include "engine/data/batch.h"
#include "tests/unit/text_files.h"

/* Mark rows by the words of a split's first parts, which are numbered by row:
 * 0, 1, ... */
static void mark(const struct examples *x, bool seen[10])
{
    for (int i = 0; i < x->n; i++) {
        const int row = (int)example_tokens(x, 0, i)[0] - TOKEN_FIRST;

        assert_in_range(row, 0, 9);
        assert_false(seen[row]);
        seen[row] = true;
    }
}

static void examples_are_held_out_of_train(void **state)
{
    bool seen[10] = {false}, first[10] = {false};
    struct str rows = {0};
    struct loaded l;

    (void)state;
    for (int i = 0; i < 10; i++)
        str_addf(&rows, "w%d\tw%d\tneutral\n", i, i);
    file_of("ten", str_text(&rows));
    str_release(&rows);
    assert_int_equal(load_task(&l, "{kind: nli, train: ten, held_out: 3}"), 0);
    assert_int_equal(l.task->split[SPLIT_TRAIN].n, 7);
    assert_int_equal(l.task->split[SPLIT_VALID].n, 3);
    mark(&l.task->split[SPLIT_VALID], seen);
    memcpy(first, seen, sizeof(first));
    mark(&l.task->split[SPLIT_TRAIN], seen);
    unload_task(&l);
    assert_int_equal(load_task(&l, "{kind: nli, train: ten, held_out: 3}"), 0);
    memset(seen, 0, sizeof(seen));
    mark(&l.task->split[SPLIT_VALID], seen); /* the same ones again */
    assert_memory_equal(seen, first, sizeof(seen));
    unload_task(&l);
}

/* Load with `asked` examples of an existing file held out. */
static void load_asking(struct loaded *l, const char *kind, const char *file,
                        int asked)
{
    char yaml[100];

    snprintf(yaml, sizeof(yaml), "{kind: %s, train: %s, held_out: %d}", kind,
             file, asked);
    assert_int_equal(load_task(l, yaml), 0);
}

/* The first ones in the order of seed 0 and epoch 0, with equal texts or
 * not. */
static void texts_are_held_out_each_on_its_own(void **state)
{
    int order[10];
    struct loaded l;

    (void)state;
    file_of("texts", "a0\t0\na0\t1\na2\t0\na3\t1\na4\t0\na4\t0\na4\t0\n"
                     "a7\t0\na8\t0\na9\t1\n");
    epoch_order(10, 0, 0, order);
    for (int asked = 1; asked < 10; asked++) {
        bool held[10] = {false};
        int n = 0;

        for (int i = 0; i < asked; i++)
            held[order[i]] = true;
        load_asking(&l, "sentiment", "texts", asked);
        const struct examples *x = &l.task->split[SPLIT_VALID];

        assert_int_equal(x->n, asked);
        for (int i = 0; i < 10; i++)
            if (held[i])
                assert_int_equal(
                    l.task->words[0]->text[example_tokens(x, 0, n++)[0]][1],
                    "0023444789"[i]);
        unload_task(&l);
    }
}

/* A premise is in train or in valid, with all its pairs: four have five each,
 * one has as many as those together, which is too many for any of these. */
static void premises_are_held_out_as_wholes(void **state)
{
    struct str rows = {0};
    struct loaded l;

    (void)state;
    for (int i = 0; i < 40; i++)
        str_addf(&rows, "%c of\th%d\tneutral\n",
                 i % 2 ? 'o' : "pqrs"[i / 2 % 4], i);
    file_of("forty", str_text(&rows));
    str_release(&rows);
    for (int asked = 3; asked < 10; asked++) {
        load_asking(&l, "nli", "forty", asked);
        const struct examples *x = l.task->split;

        assert_int_equal(x[SPLIT_VALID].n, asked > 5 ? 10 : 5);
        assert_int_equal(x[SPLIT_TRAIN].n + x[SPLIT_VALID].n, 40);
        for (int i = 0; i < x[SPLIT_VALID].n; i++)
            for (int j = 0; j < x[SPLIT_TRAIN].n; j++)
                assert_int_not_equal(example_tokens(&x[SPLIT_VALID], 0, i)[0],
                                     example_tokens(&x[SPLIT_TRAIN], 0, j)[0]);
        unload_task(&l);
    }
}

/* The same pairs are valid however texts are read: trials that differ in this
 * are compared example by example (corpus_apart). */
static void what_is_held_out_does_not_hang_on_tokens(void **state)
{
    static const char *const ways[] = {"lower: true",     "lower: false",
                                       "max_tokens: 1",   "tokens: words",
                                       "tokens: english", "unicode: nfkc"};
    struct str rows = {0}, shown[2] = {{0}, {0}};
    struct loaded l;

    (void)state;
    for (int i = 0; i < 60; i++)
        str_addf(&rows, "%s p%d.\t%d\tneutral\n",
                 i % 3   ? "the"
                 : i % 2 ? "The"
                         : "\xef\xac\x81",
                 i / 6, i);
    file_of("spelt", str_text(&rows));
    for (size_t w = 0; w < sizeof(ways) / sizeof(*ways); w++) {
        char yaml[120];

        snprintf(yaml, sizeof(yaml),
                 "{kind: nli, train: spelt, held_out: 9, %s}", ways[w]);
        assert_int_equal(load_task(&l, yaml), 0);
        for (int i = 0; i < l.task->split[SPLIT_VALID].n; i++) {
            const int32_t *row =
                example_tokens(&l.task->split[SPLIT_VALID], 1, i);

            str_addf(&shown[w > 0], "%s ", l.task->words[1]->text[*row]);
        }
        unload_task(&l);
        if (w)
            assert_string_equal(str_text(&shown[1]), str_text(&shown[0]));
        str_release(&shown[1]);
    }
    str_release(&shown[0]);
    str_release(&rows);
}

/* Each row has a word of its own, which train lacks when the row is held
 * out. */
static void words_held_out_are_no_words_of_train(void **state)
{
    struct str rows = {0};
    struct loaded l;

    (void)state;
    for (int i = 0; i < 10; i++)
        str_addf(&rows, "w%d\tall\tneutral\n", i);
    file_of("ten", str_text(&rows));
    str_release(&rows);
    assert_int_equal(load_task(&l, "{kind: nli, train: ten, test: ten, "
                                   "held_out: 3, vocabulary: train}"),
                     0);
    const struct words *w = l.task->words[0];
    int unknown = 0;

    assert_int_equal(w->n, TOKEN_FIRST + 7 + 1);
    for (enum split s = 0; s < SPLITS; s++)
        for (int i = 0; i < l.task->split[s].n; i++) {
            const struct examples *x = &l.task->split[s];
            const int32_t own = example_tokens(x, 0, i)[0];

            assert_true((own == TOKEN_UNKNOWN) == (s == SPLIT_VALID) ||
                        s == SPLIT_TEST);
            unknown += own == TOKEN_UNKNOWN;
            assert_string_equal(w->text[example_tokens(x, 1, i)[0]], "all");
            if (s == SPLIT_TEST && own != TOKEN_UNKNOWN) {
                char text[16];

                snprintf(text, sizeof(text), "w%d", i);
                assert_string_equal(w->text[own], text);
            }
        }
    assert_int_equal(unknown, 3 + 3);
    unload_task(&l);
}

static void what_cannot_be_held_out_is_refused(void **state)
{
    static const char *const cases[][2] = {
        {"{kind: nli, train: few, held_out: 2}", "expected fewer than the 2"},
        {"{kind: nli, train: same, held_out: 1}",
         "task.held_out: found 1, which with all pairs of their premises are "
         "train, expected fewer"},
        {"{kind: nli, train: three, held_out: 1}",
         "task.held_out: found 1, where whole premises have 0 pairs or more "
         "than 2, expected a number that they come to"},
        {"{kind: nli, train: few, valid: few, held_out: 1}",
         "found 1 beside a file for valid"},
        {"{kind: nli, train: few}", "task.valid: found no file's "
                                    "name, expected one, or task.held_out"},
    };

    (void)state;
    file_of("few", "a\tb\tneutral\nc\td\tneutral\n");
    file_of("same", "a\tb\tneutral\na\td\tneutral\n");
    file_of("three", "a\tb\tneutral\na\tc\tneutral\na\td\tneutral\n"
                     "b\tb\tneutral\nb\tc\tneutral\nb\td\tneutral\n");
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        refuse_task(cases[i][0], cases[i][1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples_are_held_out_of_train),
        cmocka_unit_test(texts_are_held_out_each_on_its_own),
        cmocka_unit_test(premises_are_held_out_as_wholes),
        cmocka_unit_test(what_is_held_out_does_not_hang_on_tokens),
        cmocka_unit_test(words_held_out_are_no_words_of_train),
        cmocka_unit_test(what_cannot_be_held_out_is_refused),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
