#include "bench/bench_subject.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "bench/bench_examples.h"
#include "engine/train/stepper.h"
#include "sweep/experiment/experiment.h"

#define FIXED "embedding: 300, train_embedding: false"
#define ALIGNED                                                               \
    "embedding: 100, train_embedding: false, characters: 16, filters: 100, "  \
    "character_width: 5, hidden: 128, pointer_fusion: product, state: ends, " \
    "project_state: true, pointer_dropout: 0"

/* Longer documents and queries, all lengths equally frequent. */
static const struct workload clozes = {50000,     32,        8,
                                       {150, 10}, {400, 40}, .even = true};

/*
 * The sizes of common PyTorch versions of the same models.  What these versions
 * lack (dropout on attention and inside the ReLU sublayer) is off.
 */
static const struct bench_preset {
    const char *name, *text;
    bool usual;                  /* trained if no model is asked for */
    const struct feature *match; /* tokens have a feature that says whether the
                                    other part has them; NULL for none */
    const struct workload *on;   /* NULL for the shape's default */
} presets[] = {
    {.name = "decatt",
     .text = "model: {kind: decatt, hidden: 200, dropout: 0.2, embedding: 300, "
             "train_embedding: false}\n",
     .usual = true},
    {.name = "tiny",
     .text = "model: {kind: transformer, preset: tiny, attention_dropout: 0.0, "
             "relu_dropout: 0.0}\n",
     .usual = true},
    /* Published sizes, untrained word vectors of width 300. */
    {.name = "bidaf", .text = "model: {kind: bidaf, " FIXED "}\n"},
    {.name = "dcn", .text = "model: {kind: dcn, " FIXED "}\n"},
    {.name = "decaprop",
     .text = "model: {kind: decaprop, " FIXED ", characters: 20, filters: 100, "
             "character_encoder: convolution, highway: 0, connector_layers: 1, "
             "connector_bias: true, gate: pair}\n"},
    /* Also dropout where these versions have it. */
    {.name = "qanet",
     .text =
         "model: {kind: qanet, " FIXED ", filters: 100, character_width: 3, "
         "output_matrix: true, flow_bias: true, character_dropout: 0.0, "
         "layer_dropout: 0.0, input_dropout: 0.0, attention_dropout: 0.0, "
         "run_dropout: 0.0}\n"},
    /* Published sizes, untrained word vectors of width 100. */
    {.name = "phasecond",
     .text = "model: {kind: phasecond, " ALIGNED "}\n",
     .match = &workload_match},
    {.name = "aligner",
     .text = "model: {kind: aligner, " ALIGNED "}\n",
     .match = &workload_match},
    {.name = "ga",
     .text = "model: {kind: ga, preset: wdw, train_embedding: false}\n"
             "train: {grains: 4}\n", /* since documents are long */
     .match = &workload_common,
     .on = &clozes},
    {.name = "as",
     .text = "model: {kind: as, embedding: 100, train_embedding: false}\n"
             "train: {grains: 4}\n",
     .on = &clozes},
    {.name = "base",
     .text = "model: {kind: transformer, preset: base, attention_dropout: 0.0, "
             "relu_dropout: 0.0}\n"},
};
#define PRESETS ((int)(sizeof(presets) / sizeof(presets[0])))

#define MOST 65536 /* examples in a batch */

/* --- the model ------------------------------------------------------------ */

/* Return a preset, NULL if the name is not one. */
static const struct bench_preset *preset_find(const char *name)
{
    for (int i = 0; i < PRESETS; i++)
        if (!strcmp(name, presets[i].name))
            return &presets[i];
    return NULL;
}

bool subject_is_usual(const char *name)
{
    const struct bench_preset *p = preset_find(name);

    return p && p->usual;
}

int subject_names(const char ***names)
{
    const char **kinds;
    const int n = kinds_list(&model_kinds, &kinds);
    int kept = 0;

    *names = memory_new((size_t)(PRESETS + n) * sizeof(**names));
    for (int i = 0; i < PRESETS; i++)
        (*names)[kept++] = presets[i].name;
    for (int i = 0; i < n; i++)
        if (!preset_find(kinds[i]))
            (*names)[kept++] = kinds[i];
    free(kinds);
    return kept;
}

static int unknown(const char *name, struct error *e)
{
    const char **names;
    const int n = subject_names(&names);
    struct str list = {0};

    names_list(names, n, &list);
    nearest_hint(name, names, n, &list);
    error_set(e, "--model: found '%s', expected one of %s", name,
              str_text(&list));
    str_release(&list);
    free(names);
    return -1;
}

/* Return the document before any field is set. */
static struct document *begun(const char *name, struct error *e)
{
    const struct bench_preset *p = preset_find(name);
    char *plain = memory_format("model: {kind: %s}\n", name);
    struct document *d = NULL;

    if (p || kinds_find(&model_kinds, name))
        d = document_parse(p ? p->text : plain, "bench", e);
    else
        unknown(name, e);
    free(plain);
    return d;
}

/* --- its attention ------------------------------------------------------- */

static bool is_attention(const struct field *f)
{
    return f->type == FIELD_TYPE_KIND && f->kinds == &attention_kinds &&
           !field_is_unset(f);
}

const char *subject_attention(const struct subject *s)
{
    for (const struct field *f = s->kind.kind->fields; f->type; f++)
        if (is_attention(f)) {
            const void *at = (const char *)s->kind.conf + f->offset;

            return ((const struct chosen *)at)->kind->name;
        }
    return NULL;
}

static bool is_given(const struct document *d, const struct field *f)
{
    char *path = memory_format("model.%s", f->name);
    const bool given = document_has(d, path);

    free(path);
    return given;
}

bool subject_leaves_open(const struct subject *s)
{
    for (const struct field *f = s->kind.kind->fields; f->type; f++)
        if (is_attention(f) && is_given(s->document, f))
            return false;
    return subject_attention(s) != NULL;
}

/* Return the kind that the document names, before it is bound. */
static const struct kind *named(const struct document *d)
{
    struct entry at;

    return document_find(d, "model.kind", &at) && at.value
               ? kinds_find(&model_kinds, at.value)
               : NULL;
}

/* The readers' self-attention stays as it is. */
static bool is_asked_for(const struct field *f)
{
    return is_attention(f) && strcmp(f->name, "self_attention") != 0;
}

static int set_attention(struct document *d, const char *name, struct error *e)
{
    const struct kind *k = named(d);
    char *where = memory_format("--attention=%s", name);
    int set = 0, failed = 0;

    for (const struct field *f = k->fields; f->type && !failed; f++)
        if (is_asked_for(f)) {
            char *path = memory_format("model.%s.kind", f->name);

            failed = document_set(d, path, name, where, e);
            free(path);
            set++;
        }
    if (!failed && !set)
        failed =
            error_set(e, "%s: model '%s' has no attention", where, k->name);
    free(where);
    return failed;
}

/* --- the examples --------------------------------------------------------- */

static bool fits(const struct model_kind *k, enum shape s,
                 const struct head_kind *h)
{
    const bool generates = h->reads == READS_SEQUENCE;

    return k->shapes & 1u << s && model_answers(k, h) &&
           generates == (s == SHAPE_SOURCE_TARGET);
}

/* Return the first registered head that fits; NULL if there is none. */
static const struct head_kind *head_for(const struct model_kind *k,
                                        enum shape s)
{
    for (int i = 0; head_kinds.list[i]; i++) {
        const struct head_kind *h =
            (const struct head_kind *)head_kinds.list[i];

        if (fits(k, s, h))
            return h;
    }
    return NULL;
}

static int no_shape(const struct model_kind *k, const char *name,
                    struct error *e)
{
    const char *names[SHAPES];
    struct str list = {0};
    int n = 0;

    for (int s = 0; s < SHAPES; s++)
        if (head_for(k, (enum shape)s))
            names[n++] = shapes[s].name;
    names_list(names, n, &list);
    error_set(e, "--shape: found '%s', expected one of %s, which '%s' reads",
              name, str_text(&list), k->is.name);
    str_release(&list);
    return -1;
}

/* Choose the shape with this name, or any if it is NULL. */
static int choose(const struct model_kind *k, const char *name,
                  struct model_spec *spec, struct error *e)
{
    for (int s = SHAPES - 1; s >= 0; s--) {
        spec->shape = (enum shape)s;
        spec->head.kind = head_for(k, spec->shape);
        if (spec->head.kind && (!name || !strcmp(name, shapes[s].name)))
            return 0;
    }
    return name ? no_shape(k, name, e)
                : error_set(e, "model '%s' answers no head", k->is.name);
}

/* Return a shape's workload with the lengths asked for. */
static struct workload workload_of(const struct request *r,
                                   const struct bench_preset *p,
                                   enum shape shape)
{
    struct workload w = p && p->on ? *p->on : workloads[shape];

    if (r->most) {
        w.least[0] = r->least;
        w.most[0] = r->most;
    }
    return w;
}

/* Bind the section train, with the workload's batch and a common rate. */
static int bind_train(struct subject *s, const struct workload *w,
                      struct error *e)
{
    char batch[32];

    snprintf(batch, sizeof(batch), "%d", w->batch);
    if (document_preset(s->document, "train.batch", batch, "bench", e) ||
        document_preset(s->document, "train.learning_rate", "3e-4", "bench",
                        e) ||
        document_preset(s->document, "train.steps", "1", "bench", e) ||
        document_bind(s->document, "train", train_fields, &s->conf, e))
        return -1;
    if (s->conf.batch_tokens > 0 || s->conf.batch <= 0 || s->conf.batch > MOST)
        return error_set(e,
                         "train: found batch %ld and batch_tokens %ld, "
                         "expected a batch of 1 to %d examples, which are "
                         "counted here",
                         s->conf.batch, s->conf.batch_tokens, MOST);
    return train_check(&s->conf, e);
}

/* --- the subject ---------------------------------------------------------- */

static int configure(struct subject *s, const struct request *r,
                     struct error *e)
{
    static const char *const sections[] = {"model", "train", NULL};

    s->document = begun(r->model, e);
    if (!s->document)
        return -1;
    if (r->attention && set_attention(s->document, r->attention, e))
        return -1;
    return experiment_set(s->document, r->set.text, r->set.n, e) ||
                   document_check_keys(s->document, "", sections, e) ||
                   document_bind_kind(s->document, "model", &model_kinds,
                                      &s->kind, e)
               ? -1
               : 0;
}

/* Return a copy of the sample settings, to be completed from the examples. */
static void *sample_settings(const struct head_kind *h)
{
    void *settings = h->settings ? memory_new(h->settings) : NULL;

    if (settings)
        memcpy(settings, h->sample, h->settings);
    return settings;
}

int subject_init(struct subject *s, const struct request *r, struct error *e)
{
    struct model_spec spec = {.task = "bench"};
    const struct bench_preset *preset = preset_find(r->model);

    *s = (struct subject){0};
    if (configure(s, r, e) ||
        choose((const struct model_kind *)s->kind.kind, r->shape, &spec, e))
        goto fail;
    const struct workload w = workload_of(r, preset, spec.shape);

    s->words.n = r->words ? TOKEN_FIRST + r->words : w.vocabulary;
    for (int p = 0; p < shapes[spec.shape].parts; p++)
        spec.words[p] = &s->words;
    if (spec.shape == SHAPE_DOCUMENT_QUERY)
        workload_spell(&s->words);
    if (preset && preset->match)
        spec.feature[spec.features++] = *preset->match;
    if (bind_train(s, &w, e))
        goto fail;
    s->settings = sample_settings(spec.head.kind);
    spec.head.settings = s->settings;
    s->tokens = workload_fill(&s->x, &spec, &w, (int)s->conf.batch * w.batches);
    if (spec.head.kind->fit)
        spec.head.kind->fit(s->settings, &s->x);
    spec_take_columns(&spec, &s->x);
    s->model = model_new(&s->kind, &spec, e);
    if (s->model && !engine_check(s->model, &s->conf, 1, e))
        return 0;
fail:
    subject_release(s);
    return -1;
}

void subject_release(struct subject *s)
{
    model_free(s->model);
    words_release(&s->words);
    examples_release(&s->x);
    chosen_release(&s->kind);
    fields_release(train_fields, &s->conf);
    document_free(s->document);
    free(s->settings);
    *s = (struct subject){0};
}
