/*
 * by_trait_fixture.h - two groups of two trials, whose result files have traits
 * of eight questions, in a folder of their own.
 */
#ifndef BY_TRAIT_FIXTURE_H
#define BY_TRAIT_FIXTURE_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/task/task.h"
#include "sweep/results/results.h"
#include "tests/unit/result_files.h"

enum { SEEDS = 2, TRIALS = 2 * SEEDS, QUESTIONS = 8 };
enum { EM, MAP, METRICS };

/* Lengths with gaps, and a type that no question has. */
static const int32_t lengths[QUESTIONS] = {7, 0, 30, 1, 7, 25, 30, 30};
static const int32_t types[QUESTIONS] = {2, 0, 0, 2, 0, 2, 2, 0};
#define TYPES "what who when"

/* `em` is right or wrong; `map` counts only for even questions, of two things
 * each, and question 3 counts in no metric. */
static inline void fill_units(struct units *u, int trial)
{
    units_init(u, "question", QUESTIONS, METRICS);
    for (int q = 0; q < QUESTIONS; q++) {
        struct tally *t = units_at(u, q, 0);

        if (q == 3)
            continue;
        t[EM] = (struct tally){(q + trial) % 3 == 0, 1};
        if (q % 2 == 0)
            t[MAP] = (struct tally){0.25 * q + 0.125 * trial, 2};
    }
    memcpy(units_add_trait(u, "length", NULL), lengths, sizeof(lengths));
    memcpy(units_add_trait(u, "type", TYPES), types, sizeof(types));
}

static inline void fill_result(struct result *r, int trial)
{
    static const char *const names[] = {"em", "map"};

    *r = (struct result){.metrics = METRICS, .version = 4};
    r->trial = digest_of(&trial, sizeof(trial));
    fill_units(&r->units[SPLIT_TEST], trial);
    fill_units(&r->units[SPLIT_VALID], trial + 1);
    for (int m = 0; m < METRICS; m++) {
        strcpy(r->metric[m], names[m]);
        r->test[m] = units_mean(&r->units[SPLIT_TEST], m);
        r->valid[m] = units_mean(&r->units[SPLIT_VALID], m);
    }
}

/* Changes a trial's result before it is written. */
typedef void changer(struct result *r, int trial);

/* As results_read() returns them: units are in the files, not in memory. */
static inline void make_results(struct results *s, changer *change)
{
    *s = (struct results){.n = TRIALS, .dir = memory_string(folder)};
    s->row = memory_zeroed(TRIALS, sizeof(*s->row));
    for (int i = 0; i < TRIALS; i++) {
        struct results_row *row = &s->row[i];

        fill_result(&row->result, i);
        if (change)
            change(&row->result, i);
        write_result(&row->result);
        for (int k = 0; k < SPLITS; k++)
            units_release(&row->result.units[k]);
        row->trial = row->result.trial;
        row->number = i;
        row->present = true;
        row->config.own =
            memory_format("model.attention.kind: %s\n"
                          "train.seed: %d\n",
                          i < SEEDS ? "softmax" : "coda", i % SEEDS);
    }
}

#endif
