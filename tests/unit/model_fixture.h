/*
 * model_fixture.h - a small model on a small random data set, for the tests
 * of models.
 */
#ifndef MODEL_FIXTURE_H
#define MODEL_FIXTURE_H

#include "tests/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/attention/part_stats.h"
#include "engine/data/batch.h"
#include "engine/kernel/vector.h"
#include "engine/model/model.h"
#include "tests/unit/heads.h"

#define WORDS 40
#define EXAMPLES 24

static struct characters fixture_characters = {.n = 9, .most = 4};
static const struct words fixture_words = {.n = WORDS,
                                           .characters = &fixture_characters};

/* The same with vectors of the task's. */
#define KNOWN_WIDTH 12
static float fixture_vectors[WORDS * KNOWN_WIDTH];
static const struct words fixture_known_words = {.n = WORDS,
                                                 .characters =
                                                     &fixture_characters,
                                                 .vectors = fixture_vectors,
                                                 .width = KNOWN_WIDTH};

/* Words of 1 to 4 letters, and their vectors. */
static inline void fixture_spell(void)
{
    static const struct column_kind kind = {"characters", COLUMN_INT,
                                            COLUMN_RAGGED, OF_EXAMPLE};

    if (fixture_characters.of.n)
        return;
    random_normal(random_key(5, "vectors"), (struct address){0},
                  WORDS * KNOWN_WIDTH, 0.3f, fixture_vectors);
    column_init(&fixture_characters.of, &kind);
    for (int32_t w = 0; w < WORDS; w++)
        column_add(&fixture_characters.of,
                   (struct values){
                       (int32_t[]){1 + w % 8, 1 + w % 5, 1 + w % 3, 1 + w % 7},
                       1 + w % 4});
}

/* What is known of a document and a query, where a spec has features: a number
 * of the tokens of both, a class of those of the one, a class of the whole. */
static const struct feature fixture_features[] = {
    {"share", 0, {true, true}},
    {"tag", 3, {true, false}},
    {"type", 2, {false, false}},
};
#define FIXTURE_FEATURES 3
#define FIXTURE_KNOWN 4 /* their columns */

struct fixture {
    struct chosen kind;
    struct model *model;
    struct examples x;
    int order[EXAMPLES];
    int batch; /* of its first examples: all, unless a test says less */
    float *params, *grads;
    float *part; /* gradient of one grain */
    struct arena arena;
    struct tape tape;
};

/* A member of a kind's configuration, by the name of its field. */
static inline void *conf_member(const struct chosen *c, const char *name)
{
    for (const struct field *f = c->kind->fields; f->type; f++)
        if (!strcmp(f->name, name))
            return (char *)c->conf + f->offset;
    fail_msg("no field %s", name);
    return NULL;
}

/* What a reader of documents and queries is made for. */
static const struct model_spec fixture_reads = {
    .task = "test",
    .shape = SHAPE_DOCUMENT_QUERY,
    .head = SPAN_HEAD,
    .words = {&fixture_words, &fixture_words},
};

/* Of words that suit the kind: with vectors, where it is to train them. */
static inline const struct words *words_for(const struct chosen *c)
{
    const struct field *f = field_find(c->kind->fields, "train_vectors");
    const struct field *v = field_find(c->kind->fields, "vectors");
    const char *conf = c->conf;
    const bool known =
        (f && *(const bool *)(conf + f->offset)) ||
        (v && !strcmp(v->choices[*(const int *)(conf + v->offset)], "updated"));

    return known ? &fixture_known_words : &fixture_words;
}

static inline void set_long(struct fixture *f, const char *name, long v)
{
    *(long *)conf_member(&f->kind, name) = v;
}

static inline void set_real(struct fixture *f, const char *name, double v)
{
    *(double *)conf_member(&f->kind, name) = v;
}

/* A choice, by its name. */
static inline void set_choice(struct fixture *f, const char *name,
                              const char *value)
{
    const struct field *field = field_find(f->kind.kind->fields, name);
    int *at = conf_member(&f->kind, name);
    for (*at = 0; strcmp(field->choices[*at], value) != 0; ++*at)
        assert_non_null(field->choices[*at + 1]);
}

/* Of a kind that has the field. */
static inline void set_real_if(struct fixture *f, const char *name, double v)
{
    if (field_find(f->kind.kind->fields, name))
        set_real(f, name, v);
}

static inline struct chosen *set_attention(struct fixture *f, const char *name)
{
    struct chosen *a = conf_member(&f->kind, "attention");

    chosen_release(a);
    assert_int_equal(chosen_preset(a, &attention_kinds, name), 0);
    return a;
}

static inline void copy_attention(struct fixture *f,
                                  const struct chosen *attention)
{
    struct chosen *a = set_attention(f, attention->kind->name);

    memcpy(a->conf, attention->conf, attention->kind->size);
}

static inline void fixture_kind(struct fixture *f, const char *name)
{
    memset(f, 0, sizeof(*f));
    assert_int_equal(chosen_preset(&f->kind, &model_kinds, name), 0);
}

/* Of what the head needs, and of the spec's features. */
static inline void fixture_columns(struct fixture *f,
                                   const struct model_spec *s)
{
    struct column_kind of[MAX_PARTS];

    examples_init(&f->x, s->shape, s->head.kind->needs);
    for (int i = 0; i < s->features; i++)
        for (int c = 0, n = feature_columns(&s->feature[i], of); c < n; c++)
            examples_add_column(&f->x, &of[c]);
}

/* Random examples; a target copies its source.  Lengths 1 to `longest`. */
static inline void random_examples(struct fixture *f,
                                   const struct model_spec *s, int longest)
{
    const uint32_t words = (uint32_t)s->words[0]->n - TOKEN_FIRST;
    struct random_key k = random_key(5, "examples");
    int32_t a[64], b[64], tag[64];
    float share[64];

    fixture_columns(f, s);
    for (uint32_t i = 0; i < EXAMPLES; i++) {
        struct address at = {.example = i};
        int na = 1 + (int)random_below(k, at, 0, (uint32_t)longest);
        int nb = 1 + (int)random_below(k, at, 1, (uint32_t)longest);

        for (uint32_t j = 0; j < 60; j++) {
            a[j] = (int32_t)(TOKEN_FIRST + random_below(k, at, 2 + j, words));
            b[j] = (int32_t)(TOKEN_FIRST + random_below(k, at, 70 + j, words));
        }
        if (s->shape == SHAPE_SOURCE_TARGET) {
            memcpy(b, a, sizeof(b));
            nb = na + 1;
            b[na] = TOKEN_END;
        }
        const int32_t type = a[0] % 2;
        struct example e = {.part = {{a, na}, {b, nb}}};
        struct values *known =
            e.column + f->x.columns - (s->features ? FIXTURE_KNOWN : 0);

        for (int j = 0; j < 60; j++) {
            tag[j] = a[j] % 3;
            share[j] = (float)b[j] / WORDS;
        }
        arena_reset(&f->arena);
        if (s->head.kind->make)
            s->head.kind->make(s->head.settings, (int)i, e.part, &f->arena,
                               e.column);
        if (s->features)
            memcpy(known,
                   (struct values[FIXTURE_KNOWN]){
                       {share, na}, {share, nb}, {tag, na}, {&type, 1}},
                   FIXTURE_KNOWN * sizeof(*known));
        examples_add(&f->x, &e);
        f->order[i] = (int)i;
    }
}

static inline void fixture_build(struct fixture *f, const struct model_spec *s,
                                 int longest)
{
    struct model_spec spec = *s;
    struct error e = {0};

    fixture_spell();
    random_examples(f, s, longest);
    f->batch = EXAMPLES;
    spec_take_columns(&spec, &f->x);
    f->model = model_new(&f->kind, &spec, &e);
    if (!f->model)
        fail_msg("%s", e.text);
    f->params = memory_floats(f->model->params.len);
    f->grads = memory_floats(f->model->params.len);
    f->part = memory_floats(f->model->params.len);
    for (int i = 0; i < f->model->params.n; i++) /* a tape asks for no zeros */
        f->part[f->model->params.param[i].offset] = NAN;
    params_init(&f->model->params, 1, f->params);
    f->tape = (struct tape){
        .arena = &f->arena,
        .params = f->params,
        .grads = f->part,
        .training = true,
        .dropout = random_key(1, "dropout"),
    };
}

static inline void fixture_release(struct fixture *f)
{
    model_free(f->model);
    chosen_release(&f->kind);
    examples_release(&f->x);
    free(f->params);
    free(f->grads);
    free(f->part);
    arena_release(&f->arena);
}

static inline struct grain fixture_grain(struct fixture *f, struct run r,
                                         double count)
{
    struct grain g;

    arena_reset(&f->arena);
    tape_begin(&f->tape, 3);
    grain_pack(&f->x, f->order, r, &f->model->kind->framing, NULL,
               (float)(1 / count), &f->arena, &g);
    return g;
}

/* Loss of the batch cut into grains; the gradient, where it is wanted, is
 * added up. */
static inline double fixture_passes(struct fixture *f, int grains, bool back)
{
    struct run all = {0, f->batch};
    double count = batch_count(&f->x, f->order, all);
    double loss = 0.0;
    int cut[EXAMPLES + 1];

    f->tape.grads = back ? f->part : NULL;
    f->tape.training = true;
    batch_cut(&f->x, f->order, all, &(struct cutting){.grains = grains}, cut);
    for (int i = 0; i < grains; i++) {
        struct grain g =
            fixture_grain(f, (struct run){cut[i], cut[i + 1]}, count);
        struct node *y = model_loss(&f->tape, f->model, &g, 0.0f);

        loss += y->val[0];
        if (!back)
            continue;
        tape_backward(&f->tape, y);
        params_clear_rest(&f->tape, &f->model->params);
        vector_add(f->model->params.len, f->part, f->grads);
    }
    return loss;
}

static inline double fixture_loss(struct fixture *f, int grains)
{
    memset(f->grads, 0, f->model->params.len * sizeof(float));
    return fixture_passes(f, grains, true);
}

/* The loss of a target that was answered to example i: it ends where END came,
 * which is unless it is as long as may be. */
static inline double fixture_loss_of(struct fixture *f, int i,
                                     const struct values *found)
{
    int32_t target[64];
    const struct values source = {example_tokens(&f->x, 0, i),
                                  example_len(&f->x, 0, i)};
    const struct decoding *how = f->model->spec.head.settings;
    const int longest = how->longest_target;
    const int n = found->n + (found->n < longest);
    struct fixture one = *f;
    struct grain g;

    assert_true(n <= 64);
    memcpy(target, found->at, (size_t)found->n * sizeof(*target));
    if (n > found->n)
        target[found->n] = TOKEN_END;
    examples_init(&one.x, SHAPE_SOURCE_TARGET, NULL);
    examples_add(&one.x, &(struct example){.part = {source, {target, n}}});
    grain_pack(&one.x, (int[]){0}, (struct run){0, 1}, &f->model->kind->framing,
               NULL, 1.0f, &f->arena, &g);
    const double loss = model_loss(&f->tape, f->model, &g, 0.0f)->val[0];

    examples_release(&one.x);
    return loss;
}

/* Cut differently, the same batch has the same loss and gradient. */
static inline void expect_grains_invisible(struct fixture *f)
{
    size_t n = f->model->params.len;
    float *whole = memory_floats(n);
    double one = fixture_loss(f, 1), norm = 0.0, off = 0.0;

    memcpy(whole, f->grads, n * sizeof(float));
    double many = fixture_loss(f, 8);

    assert_float_equal(one, many, 1e-5 * fabs(one));
    for (size_t i = 0; i < n; i++) {
        norm += (double)whole[i] * whole[i];
        off += pow((double)whole[i] - f->grads[i], 2);
    }
    assert_true(norm > 0.0);
    assert_true(sqrt(off) <= 1e-5 * sqrt(norm));
    free(whole);
}

/* All numbers of the parameters that are called so. */
static inline void fixture_fill(struct fixture *f, const char *name, float x)
{
    const struct params *p = &f->model->params;

    for (int i = 0; i < p->n; i++)
        for (int k = 0; strstr(p->param[i].name, name) &&
                        k < p->param[i].rows * p->param[i].cols;
             k++)
            f->params[p->param[i].offset + (size_t)k] = x;
}

/* Gradient descent in steps no longer than `rate`; returns the last loss over
 * the first. */
static inline double descend(struct fixture *f, int steps, float rate)
{
    const size_t n = f->model->params.len;
    double first = fixture_loss(f, 2), last = first;

    for (int i = 0; i < steps; i++) {
        const float norm = sqrtf(vector_dot(n, f->grads, f->grads));

        vector_axpy(n, -rate / fmaxf(norm, 1.0f), f->grads, f->params);
        last = fixture_loss(f, 2);
    }
    return last / first;
}

#endif
