/* Timelines from events: which ranks trained which trial at which time. */
#include "config.h"

#include "tests/test.h"

#define FOLDER_FILE "events.jsonl"
#include "tests/unit/folder_fixture.h"

#include <string.h>

#include "base/files/file.h"
#include "report/plot/timeline.h"
#include "sweep/results/events.h"

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

static void expect(const struct timeline_span *s, long trial, double from,
                   double to, enum span_end end, int ranks, int first)
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

static void what_the_scheduler_ends_is_told_from_what_came_to_its_end(
    void **state)
{
    struct timeline t = read_events(
        AT("00", "begin") "}\n" AT("01", "start")
            ", \"trial\": 0, \"ranks\": \"0\", \"until\": 0.25}\n" OF(
                "02", "rung", "0", "0") AT("03", "start")
                ", \"trial\": 0, \"ranks\": \"0\", \"until\": 0.25}\n" OF(
                    "04", "finish", "0", "0") AT("05", "start")
                    ", \"trial\": 1, \"ranks\": \"0\", \"until\": 1}\n" OF(
                        "06", "finish", "1", "0"));

    (void)state;
    assert_int_equal(t.n, 3);
    expect(&t.span[0], 0, 1, 2, SPAN_PAUSED, 1, 0);
    expect(&t.span[1], 0, 3, 4, SPAN_CUT, 1, 0);
    expect(&t.span[2], 1, 5, 6, SPAN_FINISHED, 1, 0);
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
    assert_int_equal(t.damaged, 2);
    assert_int_equal(t.n, 1);
    expect(&t.span[0], 0, 1, 3, SPAN_FINISHED, 1, 0);
    timeline_release(&t);
}

/* An event cut anywhere by a kill counts as incomplete; one with a changed byte
 * counts as damaged. */
static void what_was_torn_is_told_from_what_is_damaged(void **state)
{
    const char *whole =
        AT("02", "warning") ", \"trial\": null, \"again\": false, "
                            "\"loss\": -1.5e-07, \"values\": {\"a\": \"1\"}, "
                            "\"text\": \"\\u00e9 \xc3\xa9 \\\\\"}";
    const size_t len = strlen(whole);
    struct str word;
    double day;

    (void)state;
    assert_int_equal(events_read(whole, len, &day, &word), EVENT_LINE);
    assert_string_equal(word.s, "warning");
    str_release(&word);
    for (size_t n = 0; n < len; n++)
        if (events_read(whole, n, &day, &word) != EVENT_TORN)
            fail_msg("%.*s", (int)n, whole);
    assert_int_equal(events_read("{\"time\": \0\0", 11, &day, &word),
                     EVENT_TORN);
    assert_int_equal(events_read("{\"time\": \0\0}", 12, &day, &word),
                     EVENT_NONE);
    assert_int_equal(events_read("{\"time\": \xff\xff\"", 12, &day, &word),
                     EVENT_NONE);
    assert_int_equal(events_read("\x80\x80", 2, &day, &word), EVENT_NONE);
    assert_int_equal(events_read("12", 2, &day, &word), EVENT_NONE);
    assert_int_equal(events_read("{}", 2, &day, &word), EVENT_NONE);
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
        cmocka_unit_test(
            what_the_scheduler_ends_is_told_from_what_came_to_its_end),
        cmocka_unit_test(attempts_end_as_they_did),
        cmocka_unit_test(what_a_job_took_along_was_lost_with_it),
        cmocka_unit_test(torn_lines_are_counted),
        cmocka_unit_test(what_was_torn_is_told_from_what_is_damaged),
        cmocka_unit_test(without_events_it_says_so),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
