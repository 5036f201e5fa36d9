/* Result files: round trips, damage, kills, and equality. */
#include "config.h"

#include "tests/test.h"

#define FOLDER_FILE "result.h5"
#include "tests/unit/folder_fixture.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/core/clock.h"
#include "base/core/memory.h"
#include "base/files/file.h"
#include "base/files/temporary.h"
#include "engine/store/checked_file.h"
#include "engine/store/result.h"

static struct column *add_column(struct answer_sheet *a, const char *name,
                                 enum column_type type, int width)
{
    struct column_kind is = {.type = type, .width = width, .of = OF_EXAMPLE};

    a->n = 3;
    snprintf(is.name, sizeof(is.name), "%s", name);
    return answer_sheet_add(a, &is);
}

static void make_answers(struct result *r)
{
    static const float score[] = {0.25f, 0.75f, 1, 0, 0.5f, 0.5f, -1, -2, -3};
    static const int32_t token[] = {7, 8, 9, 10, 11};
    static const int len[] = {2, 0, 3};
    struct column *valid = add_column(&r->answers[1], "score", COLUMN_FLOAT, 2),
                  *said = add_column(&r->said[1], "text", COLUMN_BYTE, 0),
                  *test = add_column(&r->answers[2], "score", COLUMN_FLOAT, 1),
                  *tokens = add_column(&r->answers[2], "token", COLUMN_INT, 0);

    for (int i = 0; i < 3; i++) {
        column_add(valid, (struct values){score + 2 * i, 2});
        column_add(said, (struct values){"abcd", len[i]});
        column_add(test, (struct values){score + 6 + i, 1});
        column_add(tokens, (struct values){token + (i ? 2 : 0), len[i]});
    }
}

static void make_units(struct units *u)
{
    units_init(u, "question", 3, 2);
    for (int i = 0; i < 6; i++)
        u->tally[i] = (struct tally){i / 7.0, i % 3};
    int32_t *length = units_add_trait(u, "document", NULL);
    int32_t *type = units_add_trait(u, "type", "what how");

    for (int i = 0; i < 3; i++) {
        length[i] = 100 + i;
        type[i] = i % 2;
    }
}

static void expect_trait(const struct units *u, const char *name,
                         const char *words, const int32_t value[3])
{
    const struct trait *t = units_trait(u, name);

    assert_non_null(t);
    assert_int_equal(!t->words, !words);
    if (words)
        assert_string_equal(t->words, words);
    assert_memory_equal(t->value, value, 3 * sizeof(*value));
}

static void make_result(struct result *r)
{
    *r = (struct result){
        .trial = digest_of("a", 1),
        .config = memory_string("task.kind: rank\ntrain.seed: 3\n"),
        .number = 4,
        .attempt = 2,
        .status = TRIAL_FINISHED,
        .steps = 1200,
        .epochs = 2.5,
        .best_step = 900,
        .metrics = 2,
        .metric = {"map", "mrr"},
        .valid = {70.25, 71.5},
        .test = {69.125, NAN},
        .train_loss = 0.1 + 0.2,
        .params = digest_of("p", 1),
        .seconds = 12.5,
    };
    for (int i = 0; i < 3; i++)
        history_add(&r->history, &(struct history_row){
                                     .step = 100 * i,
                                     .epoch = i / 3.0,
                                     .train_loss = 1.0 / (i + 1),
                                     .learning_rate = 3e-4,
                                     .valid = {60 + i, 61 + i},
                                 });
    make_answers(r);
    make_units(&r->units[2]);
    facts_add(&r->facts, "host", "node%d", 7);
    facts_add(&r->facts, "task.notes", "237 questions \xc3\xa9");
    facts_add(&r->facts, "blas", "SkylakeX");
}

static void a_result_reads_back_the_same(void **state)
{
    struct result r, s;
    struct error e = {""};

    (void)state;
    make_result(&r);
    assert_int_equal(result_write(path, &r, &e), 0);
    assert_int_equal(result_read(path, &s, &e), 0);
    assert_true(digest_equal(result_digest(&r), result_digest(&s)));
    assert_true(digest_equal(r.trial, s.trial));
    assert_string_equal(s.config, r.config);
    assert_true(s.number == 4 && s.attempt == 2);
    assert_null(s.reason);
    assert_int_equal(s.history.n, 3);
    assert_memory_equal(s.history.row, r.history.row,
                        3 * sizeof(struct history_row));
    assert_true(isnan(s.test[1]));
    assert_int_equal(s.answers[1].column[0].is.width, 2);
    assert_int_equal(s.answers[2].n, 3);
    const struct column *token = &s.answers[2].column[1];

    assert_true(column_is(&token->is, &r.answers[2].column[1].is));
    assert_int_equal(column_get(token, 1).n, 0);
    assert_memory_equal(token->ints, r.answers[2].column[1].ints, 20);
    assert_memory_equal(s.said[1].column[0].bytes, "ababc", 5);
    assert_int_equal(s.units[1].n, 0);
    assert_int_equal(s.units[2].n, 3);
    assert_int_equal(s.units[2].metrics, 2);
    assert_string_equal(s.units[2].name, "question");
    assert_memory_equal(s.units[2].tally, r.units[2].tally,
                        6 * sizeof(struct tally));
    assert_int_equal(s.units[2].traits, 2);
    expect_trait(&s.units[2], "document", NULL, (int32_t[]){100, 101, 102});
    expect_trait(&s.units[2], "type", "what how", (int32_t[]){0, 1, 0});
    assert_int_equal(s.facts.n, 3);
    assert_string_equal(s.facts.fact[0].name, "host");
    assert_string_equal(facts_get(&s.facts, "task.notes"),
                        "237 questions \xc3\xa9");
    assert_null(facts_get(&s.facts, "weather"));
    result_release(&r);
    result_release(&s);
}

static void a_failed_trial_keeps_its_reason_and_little_else(void **state)
{
    struct error e = {""};
    struct result s, r = {
                         .status = TRIAL_FAILED,
                         .reason = memory_string("loss is NaN at step 3"),
                     };

    (void)state;
    assert_int_equal(result_write(path, &r, &e), 0);
    assert_int_equal(result_read(path, &s, &e), 0);
    assert_int_equal(s.status, TRIAL_FAILED);
    assert_string_equal(s.reason, "loss is NaN at step 3");
    assert_int_equal(s.history.n + s.answers[1].n + s.metrics, 0);
    result_release(&r);
    result_release(&s);
}

static void a_fact_may_be_longer_than_an_old_attribute(void **state)
{
    struct error e = {""};
    struct result s, r = {0};
    struct str text = {0};

    (void)state;
    for (int i = 0; i < 20000; i++)
        str_addf(&text, "line %d\n", i);
    facts_add(&r.facts, "experiment", "%s", str_text(&text));
    facts_add(&r.facts, "empty", "%s", "");
    assert_int_equal(result_write(path, &r, &e), 0);
    assert_int_equal(result_read(path, &s, &e), 0);
    assert_string_equal(facts_get(&s.facts, "experiment"), text.s);
    assert_string_equal(facts_get(&s.facts, "empty"), "");
    str_release(&text);
    result_release(&r);
    result_release(&s);
}

static void equal_results_are_equal_bytes(void **state)
{
    struct result r;
    struct error e = {""};
    struct str one = {0}, two = {0};

    (void)state;
    make_result(&r);
    assert_int_equal(result_write(path, &r, &e), 0);
    assert_int_equal(file_read(path, &one, &e), 0);
    clock_sleep(1.1); /* HDF5 would store seconds */
    assert_int_equal(result_write(path, &r, &e), 0);
    assert_int_equal(file_read(path, &two, &e), 0);
    assert_int_equal(one.len, two.len);
    assert_memory_equal(one.s, two.s, one.len);
    str_release(&one);
    str_release(&two);
    result_release(&r);
}

/* Write bytes as the file; true if reading them is an error. */
static bool refused(const char *bytes, size_t n, struct error *e)
{
    struct result r;
    FILE *f = fopen(path, "wb");

    assert_non_null(f);
    fwrite(bytes, 1, n, f);
    fclose(f);
    *e = (struct error){""};
    if (result_read(path, &r, e))
        return strstr(e->text, path) != NULL;
    result_release(&r);
    return false;
}

static void any_changed_byte_is_noticed(void **state)
{
    struct result r;
    struct error e = {""};
    struct str whole = {0};

    (void)state;
    make_result(&r);
    assert_int_equal(result_write(path, &r, &e), 0);
    assert_int_equal(file_read(path, &whole, &e), 0);
    for (size_t i = 0; i < whole.len; i += i < CHECKED_FILE_HEADER ? 1 : 37) {
        whole.s[i] ^= 0x20;
        assert_true(refused(whole.s, whole.len, &e));
        whole.s[i] ^= 0x20;
    }
    assert_false(refused(whole.s, whole.len, &e));
    str_release(&whole);
    result_release(&r);
}

static void a_truncated_file_names_both_lengths(void **state)
{
    struct result r;
    struct error e = {""};
    struct str whole = {0};
    char found[64];

    (void)state;
    make_result(&r);
    assert_int_equal(result_write(path, &r, &e), 0);
    assert_int_equal(file_read(path, &whole, &e), 0);
    for (size_t n = 0; n < whole.len; n += 97) {
        assert_true(refused(whole.s, n, &e));
        snprintf(found, sizeof(found), "found %zu bytes, expected", n);
        assert_non_null(strstr(e.text, found));
    }
    str_add(&whole, "x", 1);
    assert_true(refused(whole.s, whole.len, &e));
    str_release(&whole);
    result_release(&r);
}

static void another_kind_of_file_is_refused(void **state)
{
    static const char text[] = "codarun state 1\nbytes 0\n";
    char block[600];
    struct error e = {""};

    (void)state;
    memset(block, ' ', sizeof(block));
    memcpy(block, text, sizeof(text) - 1);
    assert_true(refused(block, sizeof(block), &e));
    assert_non_null(strstr(e.text, "found 'codarun state 1', expected "
                                   "'codarun result 1'"));
}

/* The digest detects damage, but not a file of another schema. */
static void a_whole_file_without_its_content_is_refused(void **state)
{
    struct error e = {""};
    struct result r;
    struct str image = {0};

    (void)state;
    str_adds(&image, "not HDF5 at all");
    assert_int_equal(checked_file_write(path, "result", &image, &e), 0);
    assert_int_equal(result_read(path, &r, &e), -1);
    assert_non_null(strstr(e.text, "not an HDF5 file"));
    str_release(&image);
}

static void a_kill_while_replacing_leaves_a_whole_file(void **state)
{
    struct result r, s;
    struct error e = {""};

    (void)state;
    make_result(&r);
    assert_int_equal(result_write(path, &r, &e), 0);
    for (int i = 0; i < 15; i++) {
        pid_t child = fork();
        if (child == 0)
            for (r.number = 100;; r.number++)
                if (result_write(path, &r, &e))
                    _exit(1);
        clock_sleep(0.002 + 0.0023 * i);
        assert_int_equal(kill(child, SIGKILL), 0);
        assert_int_equal(waitpid(child, NULL, 0), child);
        assert_int_equal(result_read(path, &s, &e), 0);
        assert_true(s.number == 4 || s.number >= 100);
        result_release(&s);
    }
    folder_clean(dir);
    result_release(&r);
}

/* These may differ when a trial is run again elsewhere. */
static void the_digest_leaves_out_host_time_attempt_and_units(void **state)
{
    struct result r;

    (void)state;
    make_result(&r);
    struct digest before = result_digest(&r);
    r.seconds = 99;
    r.attempt = 7;
    r.number = 8;
    facts_add(&r.facts, "host", "elsewhere");
    r.test[1] = -r.test[1];     /* all NaNs are equal */
    units_release(&r.units[2]); /* follow from the answers */
    assert_true(digest_equal(before, result_digest(&r)));
    result_release(&r);
}

static void expect_difference(struct result *r, const char *what)
{
    struct result as_made;
    char found[48] = "nothing";

    make_result(&as_made);
    assert_true(result_differs(&as_made, r, found));
    assert_string_equal(found, what);
    assert_false(digest_equal(result_digest(&as_made), result_digest(r)));
    result_release(&as_made);
    result_release(r);
    make_result(r);
}

static void the_first_difference_is_named(void **state)
{
    struct result r;
    char what[48];

    (void)state;
    make_result(&r);
    assert_false(result_differs(&r, &r, what));
    r.config[0] = 'T';
    expect_difference(&r, "config");
    r.status = TRIAL_FAILED;
    expect_difference(&r, "status");
    r.test[0] = nextafter(r.test[0], 0);
    expect_difference(&r, "test.map");
    r.params.lo ^= 1;
    expect_difference(&r, "parameters");
    r.history.row[2].valid[1] += 1e-9;
    expect_difference(&r, "history (evaluation 2)");
    r.answers[1].column[0].floats[5] = 0.25f;
    expect_difference(&r, "answers (valid)");
    r.answers[2].column[1].ints[4]++;
    expect_difference(&r, "answers (test)");
    result_release(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_result_reads_back_the_same),
        cmocka_unit_test(a_failed_trial_keeps_its_reason_and_little_else),
        cmocka_unit_test(a_fact_may_be_longer_than_an_old_attribute),
        cmocka_unit_test(equal_results_are_equal_bytes),
        cmocka_unit_test(any_changed_byte_is_noticed),
        cmocka_unit_test(a_truncated_file_names_both_lengths),
        cmocka_unit_test(another_kind_of_file_is_refused),
        cmocka_unit_test(a_whole_file_without_its_content_is_refused),
        cmocka_unit_test(a_kill_while_replacing_leaves_a_whole_file),
        cmocka_unit_test(the_digest_leaves_out_host_time_attempt_and_units),
        cmocka_unit_test(the_first_difference_is_named),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
