/* What events tell of: which ranks trained which trial when. */
#include "config.h"

#include "../test.h"

#define FOLDER_FILE "events.jsonl"
#include "folder_fixture.h"

#include <string.h>

#include "base/file.h"
#include "plot/timeline.h"

#define AT(s, word) \
    "{\"time\": \"2026-01-31T12:00:" s ".000Z\", \"event\": \"" word "\""
#define OF(s, word, trial, ranks) \
    AT(s, word) ", \"trial\": " trial ", \"ranks\": \"" ranks "\"}\n"

static struct timeline read_events(const char *text)
{
    struct timeline t;
    struct error e;

    assert_int_equal(file_replace(path, text, strlen(text), &e), 0);
    if (timeline_read(&t, dir, &e))
        fail_msg("%s", e.text);
    return t;
}

static void expect(const struct span *s, long trial, double from, double to,
                   enum span_end end, int ranks, int first)
{
    assert_int_equal(s->trial, trial);
    assert_true(s->from == from);
    assert_true(s->to == to);
    assert_int_equal(s->end, end);
    assert_int_equal(s->ranks, ranks);
    assert_int_equal(s->rank[0], first);
}

static void attempts_end_as_they_did(void **state)
{
    struct timeline t = read_events(
        AT("00", "begin") ", \"ranks\": 4}\n" OF("01", "start", "0", "0-1")
            OF("01", "start", "1", "2 7")
                AT("02", "warning") ", \"rank\": 3, \"trial\": null}\n" OF(
                    "03", "rung", "1", "2 7") OF("04", "start", "1", "2 7")
                    OF("05", "finish", "0", "0-1")
                        OF("06", "fail", "1", "2 7"));

    (void)state;
    assert_int_equal(t.n, 3);
    assert_int_equal(t.torn, 0);
    expect(&t.span[0], 0, 1, 5, SPAN_FINISHED, 2, 0);
    expect(&t.span[1], 1, 1, 3, SPAN_PAUSED, 2, 2);
    expect(&t.span[2], 1, 4, 6, SPAN_FAILED, 2, 2);
    assert_int_equal(t.span[0].rank[1], 1);
    assert_int_equal(t.span[1].rank[1], 7);
    timeline_release(&t);
}

static void what_a_job_took_along_was_lost_with_it(void **state)
{
    struct timeline t =
        read_events(AT("00", "begin") "}\n" OF("01", "start", "0", "0")
                        OF("02", "start", "1", "1") OF("04", "finish", "0", "0")
                            AT("09", "resume") "}\n" OF("10", "start", "1", "0")
                                AT("12", "warning") ", \"trial\": 1}\n");

    (void)state;
    assert_int_equal(t.n, 3);
    expect(&t.span[1], 1, 2, 4, SPAN_LOST, 1, 1);
    expect(&t.span[2], 1, 10, 12, SPAN_RUNNING, 1, 0);
    timeline_release(&t);
}

static void torn_lines_are_counted(void **state)
{
    struct timeline t = read_events(AT("00", "begin") "}\n" OF(
        "01", "start", "0",
        "0") "{\"time\": \"2026-01\n\n[]\n" AT("02",
                                               "finish") "}\n" OF("03",
                                                                  "finish", "0",
                                                                  "0"));

    (void)state;
    assert_int_equal(t.torn, 3);
    assert_int_equal(t.n, 1);
    expect(&t.span[0], 0, 1, 3, SPAN_FINISHED, 1, 0);
    timeline_release(&t);
}

static void without_events_it_says_so(void **state)
{
    struct timeline t;
    struct error e;

    (void)state;
    assert_int_equal(file_replace(path, "\n", 1, &e), 0);
    assert_int_equal(timeline_read(&t, dir, &e), -1);
    assert_non_null(strstr(e.text, "found no trial that started"));
    assert_int_equal(timeline_read(&t, "no/such", &e), -1);
    assert_non_null(strstr(e.text, "no/such/events.jsonl"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(attempts_end_as_they_did),
        cmocka_unit_test(what_a_job_took_along_was_lost_with_it),
        cmocka_unit_test(torn_lines_are_counted),
        cmocka_unit_test(without_events_it_says_so),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
