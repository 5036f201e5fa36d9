/*
 * golden_cases.h - the training runs whose digests are pinned: a file of cases
 * for each attention kind, model and optimiser, golden/FOLDER/NAME.def, which
 * the lists of kinds in src/local.mk find.
 *
 * At least one case of a file represents its kind: `make check` runs only these
 * in plain C, with threads, stopped and resumed, and with OpenBLAS.
 *
 *     GOLDEN_EACH_WAY("its name",
 *      {0, 0},
 *      the task, the model, the training)
 *
 * The digests have a line of their own; test_golden.c says how they are
 * written.
 */
#ifndef GOLDEN_CASES_H
#define GOLDEN_CASES_H

#include "tests/unit/engine/train/golden_fixture.h"

#define STEPS "24"
#define TRAIN(more)                                                        \
    "{steps: " STEPS ", evaluate_every: " STEPS ", learning_rate: 0.003, " \
    "seed: 5, " more "}"
/* For models whose steps take long. */
#define FEW(more) \
    "{steps: 6, evaluate_every: 6, learning_rate: 0.003, seed: 5, " more "}"
/* Widths that are no multiple of a vector; sums longer than a block of
 * products; grains of few rows and of many. */
#define DECATT "{kind: decatt, hidden: 50, attention_dropout: 0.1, "
#define ENCODER \
    "{kind: transformer, preset: custom, hidden: 66, heads: 2, layers: 1, "
#define DECODER                                                             \
    "{kind: transformer, preset: custom, hidden: 36, heads: 3, filter: 80," \
    " layers: 2, "
#define READER                                                                \
    "embedding: 21, characters: 7, filters: 19, character_width: 5, hidden: " \
    "13, "

/* Running every case each way takes long, and plain C eight times as long as
 * vectors.  So of each kind and each form of its loops only the shortest case
 * is run each way; `make check-full` runs all cases so. */
#define GOLDEN(...) {__VA_ARGS__, false},
#define GOLDEN_EACH_WAY(...) {__VA_ARGS__, true},

struct digits {
    uint64_t params, answers;
};

static const struct golden_case {
    const char *name;
    struct digits digits;
    enum golden_task task;
    const char *model, *train;
    bool each_way;
} cases[] = {
/* Generated in the build folder. */
#include "tests/unit/engine/train/golden_cases.def"
};
#define CASES (int)(sizeof(cases) / sizeof(cases[0]))

#endif
