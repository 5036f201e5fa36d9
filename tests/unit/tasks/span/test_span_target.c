/* Task span: which of several right answers is the training target. */
#include "config.h"

#include "tests/test.h"

#include "tests/unit/tasks/span/span_fixture.h"

/* Two right answers each: the second of b is not whole tokens, that of c has
 * more tokens. */
#define TWO(id, one, at_one, two, at_two)                  \
    "{\"id\":\"" id "\",\"question\":\"q\",\"answers\":["  \
    "{\"text\":\"" one "\",\"answer_start\":" #at_one "}," \
    "{\"text\":\"" two "\",\"answer_start\":" #at_two "}]}"
#define QUESTIONS            \
    TWO("a", "z", 4, "x", 0) \
    "," TWO("b", "z", 4, "w", 6) "," TWO("c", "z", 4, "x y z", 0)

static void write_files(void)
{
    squad_of("train", "x y z ww", QUESTIONS);
    squad_of("valid", "x y z ww", QUESTIONS);
}

static void the_target_is_the_first_or_the_last_right_answer(void **state)
{
    struct loaded l;

    (void)state;
    write_files();
    loads(&l, "");
    stand_at(&l, SPLIT_TRAIN, 0, (int[]){0, 0}, 1);
    unload_task(&l);
    loads(&l, ", target: first");
    stand_at(&l, SPLIT_TRAIN, 0, (int[]){2, 2}, 1);
    unload_task(&l);
}

static void all_right_answers_may_be_the_target(void **state)
{
    struct loaded l;

    (void)state;
    write_files();
    loads(&l, ", target: random");
    stand_at(&l, SPLIT_TRAIN, 0, (int[]){2, 2, 0, 0}, 2);
    stand_at(&l, SPLIT_TRAIN, 1, (int[]){2, 2, 3, 3}, 2);
    stand_at(&l, SPLIT_TRAIN, 2, (int[]){2, 2, 0, 2}, 2);
    notes(&l, "train: 3 questions; trained on 3, 3 of them with several right "
              "answers\n");
    unload_task(&l);
}

/* Answers that are too long, or not whole tokens, are no target; a question
 * without a target is left out. */
static void of_several_targets_those_stay_that_may_be_trained_on(void **state)
{
    struct loaded l;

    (void)state;
    write_files();
    loads(&l, ", target: random, align: exact, max_answer: 2");
    stand_at(&l, SPLIT_TRAIN, 0, (int[]){2, 2, 0, 0}, 2);
    stand_at(&l, SPLIT_TRAIN, 1, (int[]){2, 2}, 1);
    stand_at(&l, SPLIT_TRAIN, 2, (int[]){2, 2}, 1);
    assert_int_equal(l.task->split[SPLIT_VALID].n, 3);
    notes(&l, "trained on 3, 1 of them with several right answers\n");
    unload_task(&l);
    squad_of("train", "x y z ww",
             QUESTIONS "," TWO("d", "w", 6, "w", 7) "," TWO("e", "x y z", 0,
                                                            "y z ww", 2));
    loads(&l, ", target: random, align: exact, max_answer: 2");
    assert_int_equal(l.task->split[SPLIT_TRAIN].n, 3);
    notes(&l, "left out: 1 whose answer is longer than max_answer, 1 whose "
              "answer is no whole tokens; trained on 3, 1 of");
    unload_task(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_target_is_the_first_or_the_last_right_answer),
        cmocka_unit_test(all_right_answers_may_be_the_target),
        cmocka_unit_test(of_several_targets_those_stay_that_may_be_trained_on),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
