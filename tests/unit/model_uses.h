/*
 * model_uses.h - every registered model on every shape it reads with every head
 * it answers, small.
 */
#ifndef MODEL_USES_H
#define MODEL_USES_H

#include "tests/unit/model_fixture.h"
#include "tests/unit/variants.h"

#define LONGEST 9

/* One model on one shape with one head. */
struct use {
    const char *what; /* "transformer: pair, rank" */
    struct model_spec spec;
    const struct chosen *kind;
};
typedef void use_test(const struct use *u);

/* Does a text ask for two layers?  They are few enough to stay. */
static inline bool are_asked_for(const struct fixture *f, const char *name)
{
    const struct field *field = field_find(f->kind.kind->fields, name);

    return !strcmp(name, "layers") && (long)field->preset != 2 &&
           *(long *)conf_member(&f->kind, name) == 2;
}

/* Small, where the kind has such fields. */
static inline void make_small(struct fixture *f)
{
    static const struct {
        const char *field;
        long value;
    } sizes[] = {{"hidden", 16}, {"filter", 24}, {"layers", 1},
                 {"heads", 2},   {"blocks", 1},  {"pool", 4}};

    for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++)
        if (field_find(f->kind.kind->fields, sizes[i].field) &&
            !are_asked_for(f, sizes[i].field))
            set_long(f, sizes[i].field, sizes[i].value);
}

static inline void build(struct fixture *f, const struct use *u)
{
    *f = (struct fixture){.kind = *u->kind};
    make_small(f);
    fixture_build(f, &u->spec, LONGEST - 1);
}

/* The kind is the caller's. */
static inline void release(struct fixture *f)
{
    f->kind = (struct chosen){0};
    fixture_release(f);
}

/* A score or two of each token. */
static inline bool reads_tokens(const struct use *u)
{
    const enum head_reads reads = u->spec.head.kind->reads;

    return reads == READS_TOKENS || reads == READS_ENDS;
}

static inline void answer_only(struct fixture *f)
{
    f->tape.grads = NULL;
    f->tape.training = false;
}

/* A target is generated, and nothing else is. */
static inline bool is_use(const struct model_kind *k, int shape,
                          const struct head_kind *head)
{
    return (k->shapes & 1u << shape) && model_answers(k, head) &&
           (head->reads == READS_SEQUENCE) == (shape == SHAPE_SOURCE_TARGET);
}

/* Two classes; every column of answers. */
static inline const void *use_settings(const struct head_kind *h)
{
    static const struct class_names two = {.n = 2};
    static const struct decoding beam = {.beam = 3,
                                         .n_best = 2,
                                         .length_penalty = 0.6,
                                         .longest_target = LONGEST};
    static const struct span_answers span = {.ends = true};

    return h == &head_class    ? (const void *)&two
           : h == &head_decode ? &beam
           : h == &head_span   ? &span
                               : h->sample;
}

static inline bool has_use(const struct model_kind *k, int shape)
{
    bool has = false;

    for (int h = 0; head_kinds.list[h]; h++)
        has |= is_use(k, shape, (const struct head_kind *)head_kinds.list[h]);
    return has;
}

static inline void each_use_of(const struct chosen *kind, const char *what,
                               void *context)
{
    use_test *const *test = context;
    const struct model_kind *k = (const struct model_kind *)kind->kind;
    const struct words *words = words_for(kind);

    for (int s = 0; s < SHAPES; s++)
        for (int h = 0; head_kinds.list[h]; h++) {
            const struct head_kind *head =
                (const struct head_kind *)head_kinds.list[h];
            char text[160];
            struct use u = {
                .what = text,
                .kind = kind,
                .spec =
                    {
                        .shape = (enum shape)s,
                        .head = {head, use_settings(head)},
                        .task = "random",
                        .words = {words, shapes[s].parts > 1 ? words : NULL},
                    },
            };

            if (s == SHAPE_DOCUMENT_QUERY) {
                u.spec.features = FIXTURE_FEATURES;
                memcpy(u.spec.feature, fixture_features,
                       sizeof(fixture_features));
            }
            if (!is_use(k, s, head))
                continue;
            snprintf(text, sizeof(text), "%s: %s, %s", what, shapes[s].name,
                     head->is.name);
            print_message("# %s\n", text);
            (*test)(&u);
        }
}

/* Transformers with kinds of attention by site and by head: with features and
 * numbers of their own. */
static inline void each_mixed(variant_use *use, void *context)
{
    with_text(&model_kinds,
              "{kind: transformer, pooling: token, layers: 2, attention: "
              "{kind: coda, learned: head}, encoder_attention: "
              "{kind: softmax, heads: 1}, "
              "decoder_attention: {kind: coda, share: false, heads: 1}, "
              "cross_attention: {kind: softmax, layers: '0'}}",
              use, context);
    with_text(&model_kinds,
              "{kind: universal, steps: 2, pooling: token, "
              "encoder_attention: {kind: coda, mean: both, heads: 1}, "
              "cross_attention: {kind: coda, share: false, learned: layer, "
              "beta: 0.5, heads: 1}}",
              use, context);
}

/* DecaProp with connectors between layers that differ, which one layer has
 * not. */
static inline void each_deep(variant_use *use, void *context)
{
    with_text(&model_kinds,
              "{kind: decaprop, layers: 2, characters: 0, connector_attention: "
              "{kind: coda, learned: layer, mean: both}}",
              use, context);
    with_text(&model_kinds,
              "{kind: decaprop, layers: 2, characters: 0, feed: none, upper: "
              "replace, gate: pair, gate_shared: true, gate_width: 3, factors: "
              "1, cell: lstm, own_question: true, shared_factors: false, "
              "connector_layers: 1, connector_bias: true, attention: "
              "{kind: coda, share: false, learned: site}, self_attention: "
              "{kind: coda, share: false, learned: head, beta: 0.5}}",
              use, context);
    with_text(&model_kinds,
              "{kind: decaprop, layers: 2, characters: 0, gate: squared, "
              "gate_width: -1, self_gate: pair, factors: 5, "
              "dropout_once: false, "
              "shared_factors: false, "
              "connector_attention: {kind: coda, share: false}, attention: "
              "entmax, self_attention: {kind: coda, mean: columns}}",
              use, context);
}

static inline void each_use(use_test *test)
{
    each_default(&model_kinds, each_use_of, &test);
}

static inline void each_use_varied(use_test *test)
{
    each_variant(&model_kinds, each_use_of, &test);
    each_deep(each_use_of, &test);
}

/* But for numbers. */
static inline void each_use_formed(use_test *test)
{
    each_form(&model_kinds, each_use_of, &test);
    each_deep(each_use_of, &test);
}

#endif
