/* differences_fixture.h - six trials of two kinds and three seeds, in result
 * files with units, and the expected tests of their differences. */
#ifndef DIFFERENCES_FIXTURE_H
#define DIFFERENCES_FIXTURE_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/task/task.h"
#include "report/statistics/significance.h"
#include "report/tables/table.h"
#include "tests/unit/result_files.h"

enum { SEEDS = 3, TRIALS = 2 * SEEDS, QUESTIONS = 40 };
enum { MAP, TOP1, MAP_POSITIVE, METRICS };

/* Coda is better by 0.031 on average, with variation between questions. */
static inline double precision(int trial, int question)
{
    const bool coda = trial >= SEEDS;

    return 0.5 + 0.02 * (trial % SEEDS) + 0.01 * (question % 7) +
           (coda ? 0.031 + 0.05 * (question * 7 % 13 - 6) : 0);
}

/* The last question has no wrong candidate: it is always right in
 * `map_positive`, and does not count in `map`. */
static inline void fill_units(struct units *u, int trial)
{
    units_init(u, "question", QUESTIONS, METRICS);
    for (int q = 0; q < QUESTIONS; q++) {
        const bool last = q == QUESTIONS - 1;
        struct tally *t = units_at(u, q, 0);

        t[MAP_POSITIVE] = (struct tally){last ? 1 : precision(trial, q), 1};
        if (last)
            continue;
        t[MAP] = t[MAP_POSITIVE];
        t[TOP1] = (struct tally){(q * (trial + 3) + trial) % 5 < 2, 1};
    }
}

/* Fill in the result of a trial, with units of one split. */
static inline void fill_result(struct result *r, int trial, enum split split)
{
    static const char *const names[] = {"map", "top1", "map_positive"};
    double *value = split == SPLIT_TEST ? r->test : r->valid;

    r->trial = digest_of(&trial, sizeof(trial));
    r->metrics = METRICS;
    fill_units(&r->units[split], trial);
    for (int m = 0; m < METRICS; m++) {
        strcpy(r->metric[m], names[m]);
        r->test[m] = NAN;
        r->valid[m] = 50 + trial;
        value[m] = units_mean(&r->units[split], m);
    }
}

/* As results_read() returns them: units are in the files, not in memory. */
static inline void make_results(struct results *s, const char *field,
                                enum split split)
{
    *s = (struct results){.n = TRIALS, .dir = memory_string(folder)};
    s->row = memory_zeroed(TRIALS, sizeof(*s->row));
    for (int i = 0; i < TRIALS; i++) {
        struct results_row *row = &s->row[i];

        fill_result(&row->result, i, split);
        write_result(&row->result);
        units_release(&row->result.units[split]);
        row->trial = row->result.trial;
        row->number = i;
        row->present = true;
        row->config.own =
            memory_format("%s: %s\ntrain.seed: %d\n", field,
                          i < SEEDS ? "softmax" : "coda", i % SEEDS);
    }
}

/* Change the file of trial i. */
static inline void rewrite(int i, void (*change)(struct result *r))
{
    struct result r = {0};

    fill_result(&r, i, SPLIT_TEST);
    change(&r);
    write_result(&r);
    result_release(&r);
}

static inline int report_of(const struct results *s, const char *field,
                            const struct format_kind *format, struct str *out,
                            struct error *e)
{
    char name[64];
    struct parameter parameter[] = {{.name = name}, {.name = "train.seed"}};
    const struct experiment x = {
        .name = "wikiqa",
        .search = {.space = {2, parameter}, .maximize = true}};

    snprintf(name, sizeof(name), "%s", field);
    return report_results(&x, s, folder, &(struct table_view){.format = format},
                          out, e);
}

#define KIND "model.attention.kind"

static inline void report(struct results *s, const char *field, struct str *out)
{
    struct error e = {""};

    assert_int_equal(report_of(s, field, format_find("text"), out, &e), 0);
    results_release(s);
}

/* Return the expected test of a metric, over trials [0, n) of both kinds. */
static inline struct test_result expected(int metric, int n)
{
    struct tally d[QUESTIONS] = {{0}};

    for (int i = 0; i < 2 * n; i++) {
        const int trial = i < n ? i : SEEDS + i - n;
        struct units u;

        fill_units(&u, trial);
        for (int q = 0; q < QUESTIONS; q++) {
            d[q].sum += (i < n ? -1.0 : 1.0) / n * units_at(&u, q, metric)->sum;
            d[q].of = units_at(&u, q, metric)->of;
        }
        units_release(&u);
    }
    return bootstrap_test(d, QUESTIONS);
}

static inline void expect_line(const struct str *out, const char *line)
{
    if (!strstr(out->s, line))
        fail_msg("expected %s in\n%s", line, out->s);
}

#endif
