/*
 * training_fixture.h - a task of random sequences and a small transformer, for
 * tests of estimates of a run.
 */
#ifndef TESTS_SCENE_FIXTURE_H
#define TESTS_SCENE_FIXTURE_H

#include <stdio.h>

#include "tests/test.h"

#include "base/numbers/random.h"
#include "config/yaml/document.h"
#include "engine/model/model.h"
#include "engine/train/train.h"
#include "tasks/labelled/classes.h"
#include "tests/unit/heads.h"

#define WORDS 40
#define BATCH 32
#define LONGEST 20

/* A task of random sequences; a target is its source. */
struct training_fixture {
    struct task task;
    struct words words;
    struct chosen kind;
    struct decoding how;
    struct model *model;
};

static const struct task_kind a_task = {.is = {.name = "a test's"}};

static inline void fill_words(struct examples *x, enum shape shape, int n,
                              int longest, int words)
{
    const struct random_key key = random_key(3, "memory");
    int32_t token[LONGEST + 1], label = 0;

    examples_init(x, shape, shape == SHAPE_PAIR ? classes_columns : NULL);
    for (int i = 0; i < n; i++) {
        const struct address at = {.example = (uint32_t)i};
        const int len = 1 + (int)random_below(key, at, 0, (uint32_t)longest);

        for (int k = 0; k < len; k++)
            token[k] =
                TOKEN_FIRST + (int)random_below(key, at, 1 + (uint32_t)k,
                                                (uint32_t)words - TOKEN_FIRST);
        token[len] = TOKEN_END;
        examples_add(
            x, &(struct example){
                   .part = {{token, len}, {token, len + (shape != SHAPE_PAIR)}},
                   .column = {{&label, 1}}});
    }
}

static inline void fill(struct examples *x, enum shape shape, int n,
                        int longest)
{
    fill_words(x, shape, n, longest, WORDS);
}

/* Make a scene with a model as an experiment has it. */
static inline void training_fixture_of(struct training_fixture *s,
                                       enum shape shape, int words,
                                       const char *text)
{
    const struct head two = CLASS_HEAD(2), decode = {&head_decode, &s->how};
    struct model_spec spec = {.shape = shape,
                              .head = shape == SHAPE_PAIR ? two : decode,
                              .words = {&s->words, &s->words},
                              .columns = 1,
                              .column = {label_column}};
    struct document *d;
    struct error e;

    *s = (struct training_fixture){.task.kind = &a_task,
                                   .how.longest_target = LONGEST};
    s->words.n = words;
    d = document_parse(text, "test", &e);
    assert_int_equal(document_bind_kind(d, "model", &model_kinds, &s->kind, &e),
                     0);
    document_free(d);
    s->model = model_new(&s->kind, &spec, &e);
    assert_non_null(s->model);
}

static inline void training_fixture_init(struct training_fixture *s,
                                         enum shape shape,
                                         const char *attention)
{
    char text[200];

    snprintf(text, sizeof(text),
             "model: {kind: transformer, hidden: 32, filter: 32, heads: 2, "
             "layers: 1, attention: %s}",
             attention);
    training_fixture_of(s, shape, WORDS, text);
}

static inline void training_fixture_release(struct training_fixture *s)
{
    for (int i = 0; i < SPLITS; i++)
        examples_release(&s->task.split[i]);
    model_free(s->model);
    chosen_release(&s->kind);
}

static inline struct train_config config(void)
{
    struct train_config c = {0};

    fields_preset(train_fields, &c);
    c.epochs = 1;
    c.batch = BATCH;
    return c;
}

#endif
