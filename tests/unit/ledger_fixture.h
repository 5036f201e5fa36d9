/*
 * ledger_fixture.h - a results folder of many trials that were never trained:
 * results in its journal, or in files of which the journal tells.
 */
#ifndef LEDGER_FIXTURE_H
#define LEDGER_FIXTURE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/files/file.h"
#include "engine/store/result_summary.h"
#include "sweep/folder/folder.h"
#include "sweep/ledger/record.h"
#include "sweep/ledger/write.h"
#include "sweep/results/results.h"
#include "sweep/run/run_ledger.h"
#include "sweep/study/conduct.h"

/* Nobody reads the data that it names. */
static const char text[] =
    "name: ledger\n"
    "task: {kind: rank, train: none, valid: none,\n"
    "       columns: [question, answer, label]}\n"
    "model: {kind: decatt, attention: {kind: coda}}\n"
    "train: {steps: 1, batch: 8}\n"
    "run: {keep: none}\n"
    "sweep:\n"
    "  method: random\n"
    "  trials: %ld\n"
    "  parameters:\n"
    "    model.attention.kind: [softmax, coda]\n"
    "    model.attention.beta:\n"
    "      {min: 0.1, max: 10, scale: log,\n"
    "       when: {model.attention.kind: coda}}\n"
    "    model.hidden: {min: 4, max: 400}\n"
    "    train.l2: [0, 1.0e-4, 0.001]\n"
    "    train.learning_rate: {min: 1.0e-4, max: 1.0e-1, scale: log}\n";

/* --- a folder ------------------------------------------------------------- */

static void write_file(const char *dir, const char *name, const char *content)
{
    char *path = memory_format("%s/%s", dir, name);
    struct error e;

    if (file_replace(path, content, strlen(content), &e))
        fail_msg("%s", e.text);
    free(path);
}

static double goal_of(long number)
{
    return (double)(number * 7919 % 10007) / 100;
}

static struct result result_of(long number)
{
    struct result r = {.attempt = 1,
                       .steps = 1,
                       .best_step = 1,
                       .epochs = 0.5,
                       .seconds = 0.001,
                       .params = digest_of(&number, sizeof(number)),
                       .metrics = 2,
                       .metric = {"map", "mrr"},
                       .valid = {goal_of(number), 1 / 3.0},
                       .test = {(double)number / 7, 2 / 3.0}};

    history_add(&r.history, &(struct history_row){.step = 1,
                                                  .epoch = 0.5,
                                                  .valid = {goal_of(number)}});
    facts_add(&r.facts, "identity", "%s", "numerics 1");
    facts_add(&r.facts, "hosts", "%s", number % 2 ? "one" : "other");
    facts_add(&r.facts, "started", "%s", "2026-11-23T14:32:45Z");
    return r;
}

/* Where results stand. */
enum stored_in {
    IN_LINES,
    IN_FILES,
    IN_SOME, /* files, but of every third the journal is not told */
};

/* A folder that is written. */
struct making {
    const char *dir;
    enum stored_in stored_in;
    const struct experiment *x;
    struct journal *journal;
    struct index index;
};

static void put_file(const struct making *m, const struct result *r,
                     struct ending *end)
{
    struct str path = {0};
    struct error e;

    folder_result_path(m->dir, r->trial, &path);
    assert_int_equal(folder_make_for(path.s, &e), 0);
    assert_int_equal(result_write(path.s, r, &e), 0);
    end->file = file_mark(path.s);
    str_release(&path);
}

static void put_end(struct making *m, long number, struct digest name)
{
    struct result r = result_of(number);
    struct ending end = {.goal = goal_of(number)};
    struct str shared = {0}, own = {0};
    struct error e;
    bool fresh;

    r.trial = name;
    r.number = (int)number;
    if (m->stored_in != IN_LINES)
        put_file(m, &r, &end);
    result_summary_shared(&r, &shared);
    result_summary_own(&r, m->stored_in == IN_LINES, &own);
    end.setting = index_setting(&m->index, shared.s, &fresh, &e);
    end.own = own.s;
    if (fresh)
        record_setting(m->journal, end.setting, shared.s, &e);
    if (m->stored_in != IN_SOME || number % 3)
        assert_int_equal(record_ending(m->journal, number, &end, false, &e), 0);
    str_release(&shared);
    str_release(&own);
    result_release(&r);
}

static void put_trial(struct making *m, long number)
{
    const struct experiment *x = m->x;
    struct assignment a = experiment_assignment(x, number);
    struct trial_config c;
    struct error e;

    assert_int_equal(experiment_bind(x, &a, &c, &e), 0);
    record_proposal(m->journal, &x->search.space, &a,
                    &(struct trial){.name = c.digest}, &e);
    record_start(m->journal, number, 1, (int[]){0}, 1, &e);
    put_end(m, number, c.digest);
    trial_config_release(&c);
    assignment_release(&x->search.space, &a);
}

static void put_all(struct making *m)
{
    char *path = memory_format("%s/journal", m->dir);
    struct error e;

    m->journal = journal_open(path, NULL, NULL, &e);
    assert_non_null(m->journal);
    journal_relax(m->journal);
    journal_add(m->journal, "begin", -1, false, &e, "codarun" PLAN,
                experiment_plan(m->x), CONDUCT);
    for (long i = 0; i < experiment_known(m->x); i++)
        put_trial(m, i);
    assert_int_equal(journal_settle(m->journal, &e), 0);
    journal_close(m->journal);
    index_release(&m->index);
    free(path);
}

static void make_folder(const char *dir, long trials, enum stored_in stored_in,
                        struct experiment *x)
{
    char *yaml = memory_format(text, trials);
    char *path = memory_format("%s/experiment.yaml", dir);
    struct str canonical = {0};
    struct error e;

    assert_int_equal(folder_make(dir, &e), 0);
    write_file(dir, "experiment.yaml", yaml);
    if (experiment_read(x, path, NULL, 0, &e))
        fail_msg("%s", e.text);
    experiment_text(x, &canonical);
    write_file(dir, "experiment.text", str_text(&canonical));
    write_file(dir, "origin", ".");
    put_all(&(struct making){.dir = dir, .stored_in = stored_in, .x = x});
    str_release(&canonical);
    free(path);
    free(yaml);
}

#endif
