/* Measurements of trials without a result, read from events. */
#include "config.h"

#include "tests/test.h"

#define FOLDER_FILE "events.jsonl"
#include "tests/unit/folder_fixture.h"

#include <math.h>
#include <string.h>

#include "base/files/file.h"
#include "report/plot/running_history.h"

#define EVALUATION(trial, attempt, step, loss, map)                          \
    "{\"time\": \"2026-01-31T12:00:00.000Z\", \"event\": \"evaluation\", "   \
    "\"trial\": " trial ", \"attempt\": " attempt ", \"step\": " step        \
    ", \"epoch\": 1.5, \"train_loss\": " loss ", \"learning_rate\": 0.001, " \
    "\"valid\": {\"mrr\": 7, \"map\": " map "}}\n"

/* Read the events of trials 3 and 5. */
static void read_events(const char *text, struct running_history of[2])
{
    struct error e;

    of[0] = (struct running_history){.trial = 3};
    of[1] = (struct running_history){.trial = 5};
    assert_int_equal(file_replace(path, text, strlen(text), &e), 0);
    if (running_history_read(dir, "map", of, 2, &e))
        fail_msg("%s", e.text);
}

static void each_trial_has_its_own(void **state)
{
    struct running_history of[2];

    (void)state;
    read_events(EVALUATION("3", "1", "20", "0.5", "61.5")
                    EVALUATION("4", "1", "20", "0.4", "10")
                        EVALUATION("5", "1", "10", "0.3", "50")
                            EVALUATION("3", "1", "40", "0.25", "62"),
                of);
    assert_int_equal(of[0].history.n, 2);
    assert_int_equal(of[1].history.n, 1);
    assert_int_equal(of[0].history.row[1].step, 40);
    assert_true(of[0].history.row[0].valid[0] == 61.5);
    assert_true(of[0].history.row[1].train_loss == 0.25);
    assert_true(of[0].history.row[1].epoch == 1.5);
    assert_true(of[0].history.row[1].learning_rate == 0.001);
    running_history_release(of, 2);
}

/* The second attempt resumed at step 20. */
static void what_is_told_again_counts_as_it_was_told_last(void **state)
{
    struct running_history of[2];

    (void)state;
    read_events(EVALUATION("3", "1", "20", "0.5", "61")
                    EVALUATION("3", "1", "40", "0.4", "62")
                        EVALUATION("3", "1", "60", "0.3", "63")
                            EVALUATION("3", "2", "40", "0.2", "64"),
                of);
    assert_int_equal(of[0].history.n, 2);
    assert_int_equal(of[0].history.row[0].step, 20);
    assert_int_equal(of[0].history.row[1].step, 40);
    assert_true(of[0].history.row[1].valid[0] == 64);
    running_history_release(of, 2);
}

static void what_is_no_number_is_a_gap(void **state)
{
    struct running_history of[2];

    (void)state;
    read_events(EVALUATION("3", "1", "20", "null", "null"), of);
    assert_int_equal(of[0].history.n, 1);
    assert_true(isnan(of[0].history.row[0].valid[0]));
    assert_true(isnan(of[0].history.row[0].train_loss));
    running_history_release(of, 2);
}

static void lines_that_are_torn_or_none_are_stepped_over(void **state)
{
    static const char line[] = EVALUATION("3", "1", "20", "0.5", "61");
    struct running_history of[2];

    (void)state;
    for (size_t n = 0; n < sizeof(line) - 2; n++) {
        struct str text = {0};

        str_add(&text, line, n);
        str_adds(&text, "\n\n[1, \"evaluation\"]\n\xff \"evaluation\"\n"
                        "{\"event\": \"evaluation\", \"step\": 9}\n");
        str_adds(&text, EVALUATION("3", "1", "30", "0.5", "62"));
        read_events(str_text(&text), of);
        assert_int_equal(of[0].history.n, 1);
        assert_int_equal(of[0].history.row[0].step, 30);
        running_history_release(of, 2);
        str_release(&text);
    }
}

static void a_folder_without_events_has_none(void **state)
{
    struct running_history of[2] = {{.trial = 3}, {.trial = 5}};
    struct error e;

    (void)state;
    remove(path);
    assert_int_equal(running_history_read(dir, "map", of, 2, &e), 0);
    assert_int_equal(of[0].history.n + of[1].history.n, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_trial_has_its_own),
        cmocka_unit_test(what_is_told_again_counts_as_it_was_told_last),
        cmocka_unit_test(what_is_no_number_is_a_gap),
        cmocka_unit_test(lines_that_are_torn_or_none_are_stepped_over),
        cmocka_unit_test(a_folder_without_events_has_none),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
