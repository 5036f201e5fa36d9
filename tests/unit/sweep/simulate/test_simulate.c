/* A simulated sweep: what holds for any fleet. */
#include "config.h"

#include "tests/unit/sweep/simulate/fleet_fixture.h"

#include <unistd.h>

#include "base/files/file.h"
#include "engine/store/result_summary.h"
#include "sweep/experiment/experiment.h"
#include "sweep/folder/folder.h"
#include "sweep/ledger/record.h"
#include "sweep/simulate/measured_trials.h"

/* The number of workers that train at a time; spans end when others begin. */
static int busy_at(const struct observed *o, double time)
{
    int n = 0;

    for (long i = 0; i < o->n; i++)
        n += o->span[i].begin <= time && time < o->span[i].end;
    return n;
}

static void laws_hold_of_any_fleet(void **state)
{
    static const int sizes[] = {1, 2, 7, MOST_WORKERS};

    (void)state;
    for (const struct kind *const *k = scheduler_kinds.list; *k; k++)
        for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
            for (int losses = 0; losses <= 1; losses++) {
                struct observed *o =
                    play((*k)->name, sizes[i], 0.5, losses * 3600);

                expect_account(o);
                assert_int_equal(o->account.losses > 0, losses);
                end(o);
            }
}

/* Without rungs no trial waits for another: until the last trial has begun no
 * worker is idle. */
static void nobody_idles_while_a_trial_waits(void **state)
{
    (void)state;
    for (int losses = 0; losses <= 1; losses++) {
        struct observed *o = play("none", 7, 0.5, losses * 3600);
        double last = 0;

        for (long i = 0; i < o->n; i++)
            last = fmax(last, o->span[i].begin);
        for (long i = 0; i < o->n; i++)
            if (o->span[i].begin < last)
                assert_int_equal(busy_at(o, o->span[i].begin), 7);
        end(o);
    }
}

static void one_worker_takes_the_sum(void **state)
{
    (void)state;
    for (const struct kind *const *k = scheduler_kinds.list; *k; k++) {
        struct observed *o = play((*k)->name, 1, 0.5, 0);

        assert_true(near(o->account.makespan, o->account.trained));
        end(o);
    }
    struct observed *o = play("none", 1, 0.5, 0), *p = play("none", 7, 0.5, 0);
    double sum = 0;

    for (long i = 0; i < TRIALS; i++)
        sum += trial_model_draw(&o->trials, i, (struct digest){0}).seconds;
    assert_true(near(o->account.makespan, sum));
    assert_true(near(p->account.trained, sum));
    end(o);
    end(p);
}

/* Trials of equal 600 s run in whole rounds. */
static void equal_trials_come_in_rounds(void **state)
{
    struct observed *o = play("none", 7, 0, 0);

    (void)state;
    assert_true(near(o->account.makespan, 600 * ceil(TRIALS / 7.0)));
    assert_true(near(o->account.longest, 600));
    end(o);
}

/* A trial that is cut was trained for the share of its rung, whenever it paused
 * there. */
static void a_rung_costs_its_share(void **state)
{
    struct observed *o = play("halving", 7, 0, 0);
    double trained[TRIALS] = {0};
    long whole = 0, first = 0;

    (void)state;
    for (long i = 0; i < o->n; i++)
        trained[o->span[i].trial] += o->span[i].end - o->span[i].begin;
    for (long i = 0; i < TRIALS; i++) {
        whole += near(trained[i], 600);
        first += near(trained[i], 600 / 27.0);
    }
    assert_int_equal(first, TRIALS - TRIALS / 3);
    assert_int_equal(whole, TRIALS / 27);
    assert_int_equal(o->account.cut, TRIALS - TRIALS / 27);
    end(o);
}

/* The first of four evaluations is after two of three rungs. */
static void a_rung_lies_at_an_evaluation(void **state)
{
    struct observed *o = play_fleet(
        "halving", 0,
        &(struct fleet){
            .workers = 7, .checkpoint = 60, .evaluates = 0.25, .retries = 2});
    double trained[TRIALS] = {0};
    long first = 0, second = 0;

    (void)state;
    for (long i = 0; i < o->n; i++)
        trained[o->span[i].trial] += o->span[i].end - o->span[i].begin;
    for (long i = 0; i < TRIALS; i++) {
        first += near(trained[i], 600 / 4.0);
        second += near(trained[i], 600 / 2.0);
    }
    assert_int_equal(first, TRIALS - TRIALS / 9);
    assert_int_equal(second, TRIALS / 9 - TRIALS / 27);
    end(o);
}

/* A loss costs less than the time between two checkpoints. */
static void a_loss_costs_what_lies_behind_a_checkpoint(void **state)
{
    struct observed *calm = play("none", 7, 0.5, 0);
    struct observed *o = play("none", 7, 0.5, 3600);
    long losses = 0;

    (void)state;
    for (long i = 0; i < o->n; i++) {
        losses += o->span[i].lost > 0;
        assert_true(o->span[i].lost < 60);
    }
    assert_in_range(losses, 1, o->account.losses);
    assert_true(
        near(o->account.trained - o->account.lost, calm->account.trained));
    end(calm);
    end(o);
}

/* The trial counts as failed, and the others go on. */
static void a_trial_that_is_lost_too_often_fails(void **state)
{
    struct observed *o = play("none", 7, 0.5, 300);
    const struct fleet_account *a = &o->account;

    (void)state;
    assert_in_range(a->given_up, 1, TRIALS - 1);
    assert_true(a->failed >= a->given_up);
    assert_int_equal(a->finished + a->failed, TRIALS);
    assert_true(a->losses >= 3 * a->given_up); /* two are tolerated */
    end(o);
}

/* --- what is known of trials ---------------------------------------------- */

static void trials_are_as_they_were_measured(void **state)
{
    const struct digest known = digest_of("a", 1), other = digest_of("b", 1);
    struct trial_model p;
    struct sampled_trial s = {.seconds = 100, .ends = 1, .points = 2};

    (void)state;
    trial_model_init(&p, 1, true, 0, 0);
    s.point = memory_new(2 * sizeof(*s.point));
    s.point[0] = (struct curve_point){0.5, 40, 40};
    s.point[1] = (struct curve_point){1, 60, 60};
    trial_model_add(&p, known, &s);
    s = (struct sampled_trial){.seconds = 300, .ends = 0.25, .fails = true};
    trial_model_add(&p, digest_of("c", 1), &s);

    const struct simulated_trial is = trial_model_draw(&p, 7, known);

    assert_true(is.seconds == 100 && !is.fails);
    assert_true(isnan(simulated_trial_goal(&p, &is, 0.4, false)));
    assert_true(simulated_trial_goal(&p, &is, 0.5, false) == 40);
    assert_true(simulated_trial_goal(&p, &is, 0.99, false) == 40);
    assert_true(simulated_trial_goal(&p, &is, 1, false) == 60);
    /* other trials resemble any measured one */
    int slow = 0;

    for (long i = 0; i < 1000; i++)
        slow += trial_model_draw(&p, i, other).fails;
    assert_in_range(slow, 400, 600);
    trial_model_release(&p);
}

static void drawn_seconds_have_their_mean_and_spread(void **state)
{
    struct trial_model p;
    double sum = 0, squares = 0;
    const long n = 100000;

    (void)state;
    trial_model_init(&p, 1, true, 600, 0.5);
    for (long i = 0; i < n; i++) {
        const double x = trial_model_draw(&p, i, (struct digest){0}).seconds;

        assert_true(x > 0);
        sum += x;
        squares += x * x;
    }
    const double mean = sum / (double)n;

    assert_true(fabs(mean - 600) < 5);
    assert_true(fabs(sqrt(squares / (double)n - mean * mean) - 300) < 15);
    trial_model_release(&p);
}

/* The data that it names are never read. */
static const char text[] = "name: measured\n"
                           "task: {kind: rank, train: none, valid: none,\n"
                           "       columns: [question, answer, label]}\n"
                           "model: {kind: decatt}\n"
                           "train: {steps: 12, batch: 8}\n"
                           "sweep: {parameters: {train.seed: [1, 2, 3, 4]}}\n";

static const struct {
    enum trial_status status;
    long steps;
    bool early;
    double ends;
} known[] = {{TRIAL_FINISHED, 12, false, 1},
             {TRIAL_FINISHED, 6, false, 0.5}, /* ended by its patience */
             {TRIAL_FINISHED, 4, true, 1},
             {TRIAL_FAILED, 3, false, 0.25}};

/* The result of a trial of 12 steps that was trained for some of them, 10 s
 * each, with an evaluation every second step: goal 50, 49, and so on. */
static struct result result_of(const struct experiment *x, long i)
{
    const long steps = known[i].steps;
    struct trial_config c;
    struct error e;

    assert_int_equal(experiment_trial(x, i, &c, &e), 0);
    struct result r = {.trial = c.digest,
                       .config = memory_string(c.text),
                       .status = known[i].status,
                       .steps = steps,
                       .metrics = 1,
                       .metric = {"map"},
                       .seconds = 10 * (double)steps};

    if (known[i].early)
        facts_add(&r.facts, "ended_early", "0.3 of its run, by halving");
    for (long k = 2; k <= steps; k += 2)
        history_add(
            &r.history,
            &(struct history_row){.step = k, .valid = {51 - 0.5 * (double)k}});
    trial_config_release(&c);
    return r;
}

static void write_result(const char *dir, const struct result *r)
{
    struct str path = {0};
    struct error e;

    folder_result_path(dir, r->trial, &path);
    assert_int_equal(folder_make_for(str_text(&path), &e), 0);
    assert_int_equal(result_write(str_text(&path), r, &e), 0);
    str_release(&path);
}

/* Write the same as a line of the journal. */
static void note_result(struct journal *j, const struct experiment *x, long i,
                        const struct result *r)
{
    struct assignment a = experiment_assignment(x, i);
    struct str shared = {0}, own = {0};
    struct error e;

    result_summary_shared(r, &shared);
    result_summary_own(r, true, &own);
    const struct ending end = {
        .failed = r->status == TRIAL_FAILED, .setting = i, .own = own.s};

    record_proposal(j, &x->search.space, &a, &(struct trial){.name = r->trial},
                    &e);
    record_setting(j, i, shared.s, &e);
    assert_int_equal(record_ending(j, i, &end, false, &e), 0);
    str_release(&shared);
    str_release(&own);
    assignment_release(&x->search.space, &a);
}

static void expect_known(const struct trial_model *p, long i,
                         struct digest name)
{
    const struct simulated_trial is = trial_model_draw(p, 0, name);

    assert_true(near(is.seconds, 120) && near(is.ends, known[i].ends));
    assert_int_equal(is.fails, known[i].status == TRIAL_FAILED);
    assert_true(simulated_trial_goal(p, &is, 2 / 12.0, false) == 50);
    assert_true(simulated_trial_goal(p, &is, known[i].ends, false) ==
                51 - (double)(known[i].steps / 2));
}

/* Check results that are all in files, or all in the journal. */
static void expect_measured(const char *dir, const struct experiment *x,
                            bool files)
{
    struct digest name[4];
    char *path = memory_format("%s/journal", dir);
    struct journal *j = files ? NULL : journal_open(path, NULL, NULL, NULL);
    struct trial_model p;
    struct str left_out = {0};
    struct error e;

    for (long i = 0; i < 4; i++) {
        struct result r = result_of(x, i);

        name[i] = r.trial;
        if (files)
            write_result(dir, &r);
        else
            note_result(j, x, i, &r);
        result_release(&r);
    }
    if (!files)
        journal_close(j);
    trial_model_init(&p, 1, false, 0, 0);
    assert_int_equal(measured_trials_add(&p, dir, 0, &left_out, &e), 0);
    assert_int_equal(p.n, 4);
    assert_int_equal(left_out.len, 0);
    for (long i = 0; i < 4; i++) {
        struct str file = {0};

        expect_known(&p, i, name[i]);
        folder_result_path(dir, name[i], &file);
        assert_int_equal(unlink(str_text(&file)), files ? 0 : -1);
        str_release(&file);
    }
    trial_model_release(&p);
    unlink(path);
    free(path);
}

static void results_say_what_trials_took(void **state)
{
    char folder[] = "test_measured.XXXXXX";
    struct experiment x;
    struct trial_model p;
    struct str left_out = {0};
    struct error e;

    (void)state;
    assert_non_null(mkdtemp(folder));
    char *path = memory_format("%s/experiment.yaml", folder);

    trial_model_init(&p, 1, false, 0, 0);
    assert_int_equal(measured_trials_add(&p, folder, 0, &left_out, &e), 0);
    assert_int_equal(p.n, 0);
    assert_int_equal(file_replace(path, text, strlen(text), &e), 0);
    assert_int_equal(experiment_read(&x, path, NULL, 0, &e), 0);
    expect_measured(folder, &x, true);
    expect_measured(folder, &x, false);
    experiment_release(&x);
    unlink(path);
    free(path);
    folder_prune(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(laws_hold_of_any_fleet),
        cmocka_unit_test(nobody_idles_while_a_trial_waits),
        cmocka_unit_test(one_worker_takes_the_sum),
        cmocka_unit_test(equal_trials_come_in_rounds),
        cmocka_unit_test(a_rung_costs_its_share),
        cmocka_unit_test(a_rung_lies_at_an_evaluation),
        cmocka_unit_test(a_loss_costs_what_lies_behind_a_checkpoint),
        cmocka_unit_test(a_trial_that_is_lost_too_often_fails),
        cmocka_unit_test(trials_are_as_they_were_measured),
        cmocka_unit_test(results_say_what_trials_took),
        cmocka_unit_test(drawn_seconds_have_their_mean_and_spread),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
