/* Task open on the questions of SQuAD in the layouts of SearchQA and Quasar-T:
 * both have the same questions, passages and answers. */
#include "config.h"

#include "tests/test.h"

#include <stdio.h>
#include <string.h>

#include "tasks/open/open.h"
#include "tests/unit/text_files.h"

#define SEARCHQA "cloze/squad-open.val.searchqa.txt.xz"
#define QUESTIONS "cloze/squad-open.val_questions.json.xz"
#define CONTEXTS "cloze/squad-open.val_contexts.json.xz"

static void loads(struct loaded *l, const char *fields)
{
    char section[600];

    snprintf(section, sizeof(section), "{kind: open, %s}", fields);
    if (load_task(l, section))
        fail_msg("%s", l->error.text);
}

static void both_layouts_have_the_same_questions(void **state)
{
    struct loaded s, q;

    (void)state;
    loads(&s, "train: " SEARCHQA ", valid: " SEARCHQA);
    loads(&q, "layout: quasar, train: " QUESTIONS ", contexts_train: " CONTEXTS
              ", valid: " QUESTIONS ", contexts_valid: " CONTEXTS);
    notes(&s, "valid: scored over 2000 questions; of 425 the answer is not in "
              "what is read\n");
    for (enum split i = SPLIT_TRAIN; i <= SPLIT_VALID; i++) {
        const struct examples *a = &s.task->split[i], *b = &q.task->split[i];

        assert_int_equal(a->n, b->n);
        for (int k = 0; k < a->n; k++) {
            assert_int_equal(example_len(a, 0, k), example_len(b, 0, k));
            assert_memory_equal(
                example_tokens(a, 0, k), example_tokens(b, 0, k),
                (size_t)example_len(a, 0, k) * sizeof(int32_t));
            assert_memory_equal(
                column_get(examples_find(a, &span_column), k).at,
                column_get(examples_find(b, &span_column), k).at,
                2 * sizeof(int32_t));
        }
    }
    unload_task(&s);
    unload_task(&q);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        unit_test_if(has_data(SEARCHQA) && has_data(QUESTIONS) &&
                         has_data(CONTEXTS),
                     both_layouts_have_the_same_questions,
                     "no cloze/ under CODARUN_DATA"),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
