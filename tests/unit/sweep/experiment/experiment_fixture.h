/*
 * experiment_fixture.h - tasks and models for the tests of experiments, and the
 * file from which an experiment is read.
 */
#ifndef EXPERIMENT_FIXTURE_H
#define EXPERIMENT_FIXTURE_H

#include "tests/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/files/file.h"
#include "sweep/experiment/experiment.h"

static const char *const gates[] = {"plain", "scaled", "centered", NULL};

struct coda {
    double beta;
    int gate;
};
static const struct field coda_fields[] = {
    FIELD_REAL(struct coda, beta, 1.0, 0.0, 10, "scale of the distance"),
    FIELD_CHOICE(struct coda, gate, 1, gates, "shape of the gate"),
    FIELD_END,
};
static inline int coda_check(const void *conf, struct error *e)
{
    const struct coda *c = conf;

    return c->gate == 0 && c->beta > 9
               ? error_set(e, "beta: found %g with gate: plain", c->beta)
               : 0;
}
static inline int coda_fresh(const void *conf, struct error *e)
{
    const struct coda *c = conf;

    return c->gate == 0 && c->beta == 0.0
               ? error_set(e, "beta: found 0 with gate: plain")
               : 0;
}
static const struct kind softmax = {.name = "softmax", .fields = no_fields};
static const struct kind coda = {.name = "coda",
                                 .fields = coda_fields,
                                 .size = sizeof(struct coda),
                                 .check = coda_check,
                                 .fresh = coda_fresh};
static const struct kind *const attention_list[] = {&softmax, &coda, NULL};
static const struct kinds attentions = {.sort = "attention",
                                        .list = attention_list};

struct decatt {
    long hidden;
    double dropout;
    struct chosen attention;
};
static const struct field decatt_fields[] = {
    FIELD_INT(struct decatt, hidden, 200, 1, 4096, "width"),
    FIELD_REAL(struct decatt, dropout, 0.2, 0, 0.9, "dropout"),
    FIELD_KIND(struct decatt, attention, &attentions, "softmax", "attention"),
    FIELD_END,
};
static struct node *no_scores(struct tape *t, const struct model *m,
                              const struct grain *g)
{
    (void)t;
    (void)m;
    (void)g;
    return NULL;
}

static const struct model_kind decatt = {.is = {.name = "decatt",
                                                .fields = decatt_fields,
                                                .size = sizeof(struct decatt)},
                                         .shapes = 1u << SHAPE_PAIR,
                                         .scores = no_scores};

struct bow {
    long hidden, layers;
};
static const struct field bow_fields[] = {
    FIELD_INT(struct bow, hidden, 300, 1, 4096, "width"),
    FIELD_INT(struct bow, layers, 1, 1, 8, "layers"),
    FIELD_END,
};
static const struct model_kind bow = {
    .is = {.name = "bow", .fields = bow_fields, .size = sizeof(struct bow)},
    .shapes = 1u << SHAPE_PAIR,
    .scores = no_scores};
static const struct kind *const model_list[] = {&decatt.is, &bow.is, NULL};
/* Weak, as each file of the test program that includes this defines it. */
__attribute__((weak))
const struct kinds model_kinds = {.sort = "model", .list = model_list};

struct rank {
    char *train;
};
static const struct field rank_fields[] = {
    FIELD_TEXT_REQUIRED(struct rank, train, "training file"),
    FIELD_END,
};
static const struct metric rank_metrics[] = {{"map", ""}, {"mrr", ""}, {0}};
static const struct task_kind rank = {
    .is = {.name = "rank", .fields = rank_fields, .size = sizeof(struct rank)},
    .shape = SHAPE_PAIR,
    .head = &head_rank,
    .metrics = rank_metrics};
static const struct metric mlu_metrics[] = {{"accuracy", ""}, {0}};
static const struct task_kind mlu = {.is = {.name = "mlu", .fields = no_fields},
                                     .shape = SHAPE_SOURCE_TARGET,
                                     .head = &head_decode,
                                     .metrics = mlu_metrics};
static const struct kind *const task_list[] = {&rank.is, &mlu.is, NULL};
__attribute__((weak))
const struct kinds task_kinds = {.sort = "task", .list = task_list};

#define HEAD                                    \
    "name: wikiqa\n"                            \
    "task: {kind: rank, train: a.txt}\n"        \
    "model: {kind: decatt, hidden: 100,"        \
    " attention: {kind: coda, gate: scaled}}\n" \
    "train: {epochs: 2, batch: 64}\n"

#define GRID                                           \
    HEAD "sweep:\n"                                    \
         "  goal: {maximize: valid.mrr}\n"             \
         "  parameters:\n"                             \
         "    model.attention.kind: [softmax, coda]\n" \
         "    train.seed: [1, 2, 3]\n"

#define RANDOM                                                           \
    HEAD "sweep:\n"                                                      \
         "  method: random\n"                                            \
         "  trials: 200\n"                                               \
         "  seed: 5\n"                                                   \
         "  parameters:\n"                                               \
         "    train.learning_rate: {min: 1e-4, max: 1e-2, scale: log}\n" \
         "    model.hidden: {min: 3, max: 5, whole: true}\n"

static char path[64];

static inline int read_with(struct experiment *x, const char *text,
                            const char *const *set, int n, struct error *e)
{
    *e = (struct error){0};
    assert_int_equal(file_replace(path, text, strlen(text), e), 0);
    return experiment_read(x, path, set, n, e);
}

static inline void read_well(struct experiment *x, const char *text)
{
    struct error e;

    if (read_with(x, text, NULL, 0, &e))
        fail_msg("%s", e.text);
}

/* A text that cannot be read, and the message after the file's name. */
struct fault {
    const char *text, *line;
};
static inline void each_fault(const struct fault *faults, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        struct experiment x;
        struct error e;

        assert_int_equal(read_with(&x, faults[i].text, NULL, 0, &e), -1);
        assert_memory_equal(e.text, path, strlen(path));
        assert_string_equal(e.text + strlen(path) + 2, faults[i].line);
    }
}

static inline int begin(void **state)
{
    (void)state;
    snprintf(path, sizeof(path), "experiment.%ld.yaml", (long)getpid());
    return 0;
}

static inline int end(void **state)
{
    (void)state;
    return unlink(path);
}

#endif
