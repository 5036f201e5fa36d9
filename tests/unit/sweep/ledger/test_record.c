/* Entries on a trial are read back from the journal as written, and older
 * journals are still understood. */
#include "config.h"

#include "tests/test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "sweep/ledger/record.h"

static char path[64];

static struct parameter parameter[] = {{.name = "model.attention"},
                                       {.name = "train.seed"}};
static const struct space space = {2, parameter};

/* Each event as a line. */
static int tell(void *out, const struct journal_entry *entry, struct error *e)
{
    struct event v;
    struct ending end;
    const int told = record_read(entry, &space, &v, &end, e);

    if (told <= 0)
        return told;
    str_addf(out, "%d %ld %d %g %ld", (int)v.word, v.trial, v.attempt, v.goal,
             end.file.bytes);
    if (end.own)
        str_addf(out, " %lld %llu.%llu %ld '%s'", end.file.changed,
                 (unsigned long long)end.file.content.hi,
                 (unsigned long long)end.file.content.lo, end.setting, end.own);
    if (v.word == EVENT_PROPOSED) {
        char hex[DIGEST_HEX];

        digest_hex(v.name, hex);
        str_addf(out, " %s '%s' '%s'", hex, v.a.value[0], v.a.value[1]);
        assignment_release(&space, &v.a);
    }
    str_adds(out, "\n");
    return 0;
}

static void expect_entries(const char *expected)
{
    struct error e = {""};
    struct str told = {0};
    struct journal *j = journal_open(path, tell, &told, &e);

    if (!j)
        fail_msg("%s", e.text);
    journal_close(j);
    assert_string_equal(str_text(&told), expected);
    str_release(&told);
}

static struct journal *fresh(void)
{
    struct error e = {""};

    unlink(path);
    return journal_open(path, NULL, NULL, &e);
}

static void what_is_written_is_read_back(void **state)
{
    char *value[] = {"{kind: coda, beta: 2}", "1 000"};
    const struct assignment a = {.number = 7, .value = value};
    const struct trial trial = {.name = {.hi = 1, .lo = 2}};
    const struct ending good = {.goal = 0.1, .file.bytes = 4096};
    const struct ending none = {.goal = NAN, .file.bytes = 5};
    const struct ending small = {
        .goal = 0.5, .setting = 3, .own = "steps=1\ta=b"};
    const struct ending filed = {.failed = true,
                                 .file.bytes = 9,
                                 .file.changed = 1700000000123456789,
                                 .file.content = {.hi = 3, .lo = 4},
                                 .setting = 0,
                                 .own = "reason=as it was"};
    const struct ending bad = {
        .failed = true, .file.bytes = 6, .reason = "the loss\nis nan"};
    struct journal *j = fresh();
    struct error e = {""};

    (void)state;
    assert_int_equal(record_proposal(j, &space, &a, &trial, &e), 0);
    assert_int_equal(record_start(j, 7, 3, (int[]){2, 3, 4, 5}, 4, &e), 0);
    assert_int_equal(record_ending(j, 7, &good, false, &e), 0);
    assert_int_equal(record_ending(j, 8, &none, true, &e), 0);
    assert_int_equal(record_ending(j, 9, &bad, false, &e), 0);
    assert_int_equal(record_ending(j, 9, &bad, true, &e), 0);
    assert_int_equal(record_ending(j, 10, &small, false, &e), 0);
    assert_int_equal(record_ending(j, 11, &filed, true, &e), 0);
    journal_close(j);
    char *expected = memory_format(
        "%d 7 0 0 -1 00000000000000010000000000000002 '%s' '%s'\n"
        "%d 7 3 0 -1\n%d 7 0 0.1 4096\n%d 8 0 nan 5\n%d 9 0 0 6\n%d 9 0 0 6\n"
        "%d 10 0 0.5 0 0 0.0 3 'steps=1\ta=b'\n"
        "%d 11 0 0 9 1700000000123456789 3.4 0 'reason=as it was'\n",
        (int)EVENT_PROPOSED, value[0], value[1], (int)EVENT_STARTED,
        (int)EVENT_FINISHED, (int)EVENT_FINISHED, (int)EVENT_FAILED,
        (int)EVENT_FAILED, (int)EVENT_FINISHED, (int)EVENT_FAILED);

    expect_entries(expected);
    free(expected);
}

static void journals_of_before_are_understood(void **state)
{
    struct journal *j = fresh();
    struct error e = {""};

    (void)state;
    journal_add(j, "begin", -1, false, &e, "codarun 0.1.0 abc ranks 2");
    journal_add(j, "start", 0, false, &e, "attempt 2 ranks 0+1");
    journal_add(j, "finish", 0, false, &e, "%s", "");
    journal_add(j, "fail", 1, false, &e, "the loss is nan at step 3");
    journal_add(j, "adopt", 2, false, &e, "finish");
    journal_add(j, "adopt", 3, false, &e, "fail");
    journal_add(j, "lost", 4, false, &e, "rank 3 was not heard of");
    journal_add(j, "stop", 4, false, &e, "%s", "");
    journal_add(j, "finish", 5, false, &e, "goal 1 bytes 9 at 7 with 0 a=b");
    journal_close(j);
    char *expected = memory_format(
        "%d 0 2 0 -1\n%d 0 0 nan -1\n%d 1 0 0 -1\n%d 2 0 nan -1\n%d 3 0 0 "
        "-1\n%d 4 0 0 -1\n%d 4 0 0 -1\n%d 5 0 1 9 7 0.0 0 'a=b'\n",
        (int)EVENT_STARTED, (int)EVENT_FINISHED, (int)EVENT_FAILED,
        (int)EVENT_FINISHED, (int)EVENT_FAILED, (int)EVENT_LOST,
        (int)EVENT_SAVED, (int)EVENT_FINISHED);

    expect_entries(expected);
    free(expected);
}

/* What the next run makes of a job that died. */
static void of_a_job_that_died_is_told_who_is_blamed(void **state)
{
    struct journal *j = fresh();
    struct error e = {""};

    (void)state;
    journal_add(j, "told", 1, false, &e, "%s", "");
    journal_add(j, "down", 2, false, &e, "%s", "");
    journal_add(j, "saved", 3, false, &e, "%s", "");
    journal_add(j, "blame", 4, false, &e, "%s", "");
    journal_add(j, "down", -1, false, &e, "%s", "");
    journal_close(j);
    char *expected =
        memory_format("%d 2 0 0 -1\n%d 3 0 0 -1\n%d 4 0 0 -1\n%d -1 0 0 -1\n",
                      (int)EVENT_SUSPECTED, (int)EVENT_SAVED, (int)EVENT_BLAMED,
                      (int)EVENT_CLEARED);

    expect_entries(expected);
    free(expected);
}

/* The words as they are in journals. */
static const char *const names[RECORD_WORDS] = {
    [RECORD_PROPOSE] = "propose", [RECORD_DROP] = "drop",
    [RECORD_AGAIN] = "again",     [RECORD_START] = "start",
    [RECORD_RUNG] = "rung",       [RECORD_SETTLE] = "settle",
    [RECORD_SETTING] = "setting", [RECORD_FINISH] = "finish",
    [RECORD_FAIL] = "fail",       [RECORD_LOST] = "lost",
    [RECORD_DOWN] = "down",       [RECORD_BLAME] = "blame",
    [RECORD_SAVED] = "saved",     [RECORD_TOLD] = "told",
    [RECORD_STOP] = "stop",       [RECORD_BACK] = "back",
    [RECORD_BROKEN] = "broken",   [RECORD_ELSEWHERE] = "elsewhere",
    [RECORD_ADOPT] = "adopt",     [RECORD_BEGIN] = "begin"};

static int check_word(void *n, const struct journal_entry *entry,
                      struct error *e)
{
    const int word = ++*(int *)n;

    (void)e;
    assert_string_equal(entry->word, names[word]);
    assert_string_equal(entry->detail, "why");
    assert_int_equal(record_word_of(entry), word);
    return 0;
}

static void each_word_is_read_as_it_was_written(void **state)
{
    struct journal *j = fresh();
    struct error e = {""};
    int n = 0;

    (void)state;
    for (int w = 1; w < RECORD_WORDS; w++)
        record_word(j, (enum record_word)w, w, "why", false, &e);
    journal_close(j);
    assert_int_equal(journal_read(path, check_word, &n, &e), 0);
    assert_int_equal(n, RECORD_WORDS - 1);
    assert_int_equal(record_word_of(&(struct journal_entry){.word = "tea"}),
                     RECORD_OTHER);
}

static void what_no_codarun_wrote_is_refused(void **state)
{
    static const struct {
        const char *detail, *wrong;
    } cases[] = {
        {"nothing", "found 'nothing', expected a digest"},
        {"00000000000000010000000000000002 model.attention=x",
         "found '', expected a value of train.seed"},
        {"00000000000000010000000000000002 model.attention=x\tseed=1",
         "found 'seed=1', expected a value of train.seed"},
        {"00000000000000010000000000000002 model.attention=x\ttrain.seed=1\ty",
         "found 'y', expected no other value"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct journal *j = fresh();
        struct str told = {0};
        struct error e = {""};

        journal_add(j, "propose", 0, false, &e, "%s", cases[i].detail);
        journal_close(j);
        assert_null(journal_open(path, tell, &told, &e));
        assert_non_null(strstr(e.text, "line 1: trial 0: "));
        assert_non_null(strstr(e.text, cases[i].wrong));
        str_release(&told);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read_back),
        cmocka_unit_test(journals_of_before_are_understood),
        cmocka_unit_test(of_a_job_that_died_is_told_who_is_blamed),
        cmocka_unit_test(each_word_is_read_as_it_was_written),
        cmocka_unit_test(what_no_codarun_wrote_is_refused),
    };

    snprintf(path, sizeof(path), "record.%ld.journal", (long)getpid());
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);

    unlink(path);
    return failed;
}
