#include "cmd/bench_subject.h"

#include <stdlib.h>
#include <string.h>

#include "base/functions.h"
#include "base/memory.h"
#include "sweep/experiment.h"

#define FIXED "embedding: 300, train_embedding: false"
#define ALIGNED                                                               \
    "embedding: 100, train_embedding: false, characters: 16, filters: 100, "  \
    "character_width: 5, hidden: 128, pointer_fusion: product, state: ends, " \
    "project_state: true, pointer_dropout: 0"

/*
 * Sizes of common PyTorch versions of the same models; what such versions lack
 * (dropout on attention and inside the ReLU sublayer) is off.
 */
static const struct {
    const char *name, *text;
    bool usual; /* trained where no model is asked for */
} presets[] = {
    {"decatt",
     "model: {kind: decatt, hidden: 200, dropout: 0.2, embedding: 300, "
     "train_embedding: false}\n",
     true},
    {"tiny",
     "model: {kind: transformer, preset: tiny, attention_dropout: 0.0, "
     "relu_dropout: 0.0}\n",
     true},
    /* Published sizes, word vectors of 300 that are not trained. */
    {"bidaf", "model: {kind: bidaf, " FIXED "}\n", false},
    {"dcn", "model: {kind: dcn, " FIXED "}\n", false},
    /* The same, and dropout where such versions have it. */
    {"qanet",
     "model: {kind: qanet, " FIXED ", filters: 100, character_width: 3, "
     "output_matrix: true, flow_bias: true, character_dropout: 0.0, "
     "layer_dropout: 0.0, input_dropout: 0.0, attention_dropout: 0.0, "
     "run_dropout: 0.0}\n",
     false},
    /* Published sizes, word vectors of 100 that are not trained. */
    {"phasecond", "model: {kind: phasecond, " ALIGNED "}\n", false},
    {"aligner", "model: {kind: aligner, " ALIGNED "}\n", false},
    {"base",
     "model: {kind: transformer, preset: base, attention_dropout: 0.0, "
     "relu_dropout: 0.0}\n",
     false},
};
#define PRESETS ((int)(sizeof(presets) / sizeof(presets[0])))

/* What is made up of a shape. */
static const struct workload {
    int vocabulary, batch, batches;
    int least[MAX_PARTS], most[MAX_PARTS]; /* tokens, at most LONGEST */
} workloads[] = {
    [SHAPE_SEQUENCE] = {20000, 32, 16, {6}, {32}},
    [SHAPE_PAIR] = {20000, 32, 16, {6, 5}, {32, 20}},
    /* the PyTorch twin predicts all but the first of 8 to 40 */
    [SHAPE_SOURCE_TARGET] = {8000, 64, 8, {8, 7}, {40, 39}},
    [SHAPE_DOCUMENT_QUERY] = {50000, 32, 8, {60, 6}, {300, 20}},
};
_Static_assert(sizeof(workloads) / sizeof(workloads[0]) == SHAPES,
               "every shape has a workload");
#define LONGEST 300
#define CLASSES 2
#define MOST 65536 /* examples in a batch */

/* --- which model --------------------------------------------------------- */

static const char *preset_text(const char *name)
{
    for (int i = 0; i < PRESETS; i++)
        if (!strcmp(name, presets[i].name))
            return presets[i].text;
    return NULL;
}

bool subject_is_usual(const char *name)
{
    for (int i = 0; i < PRESETS; i++)
        if (!strcmp(name, presets[i].name))
            return presets[i].usual;
    return false;
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
        if (!preset_text(kinds[i]))
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

/* The document before anything is set. */
static struct document *begun(const char *name, struct error *e)
{
    const char *text = preset_text(name);
    char *plain = memory_format("model: {kind: %s}\n", name);
    struct document *d = NULL;

    if (text || kinds_find(&model_kinds, name))
        d = document_parse(text ? text : plain, "bench", e);
    else
        unknown(name, e);
    free(plain);
    return d;
}

/* --- its attention ------------------------------------------------------- */

static bool is_attention(const struct field *f)
{
    return f->type == FIELD_TYPE_KIND && f->kinds == &attention_kinds;
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

/* The kind that the document names, before it is bound. */
static const struct kind *named(const struct document *d)
{
    struct entry at;

    return document_find(d, "model.kind", &at) && at.value
               ? kinds_find(&model_kinds, at.value)
               : NULL;
}

/* The first, where a model has several: readers' own attention to itself stays
 * as it is. */
static int set_attention(struct document *d, const char *name, struct error *e)
{
    const struct kind *k = named(d);
    char *where = memory_format("--attention=%s", name);
    int set = 0, failed = 0;

    for (const struct field *f = k->fields; f->type && !set; f++)
        if (is_attention(f)) {
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

/* --- what it is trained on ----------------------------------------------- */

/* The columns that are made up, whoever needs them. */
enum { LABEL, SPAN };
static const struct column_kind made[] = {
    [LABEL] = {"label", COLUMN_INT, 1, OF_EXAMPLE},
    [SPAN] = {"span", COLUMN_INT, 2, OF_EXAMPLE},
    COLUMNS_END,
};

/* Are all the columns that a head needs made up? */
static bool made_up(const struct head_kind *h)
{
    for (const struct column_kind *c = h->needs; c && c->name[0]; c++)
        if (!column_is(c, &made[LABEL]) && !column_is(c, &made[SPAN]))
            return false;
    return true;
}

static bool fits(const struct model_kind *k, enum shape s,
                 const struct head_kind *h)
{
    const bool generates = h->reads == READS_SEQUENCE;

    return k->shapes & 1u << s && model_answers(k, h) && made_up(h) &&
           generates == (s == SHAPE_SOURCE_TARGET);
}

static int choose(const struct model_kind *k, struct model_spec *spec,
                  struct error *e)
{
    for (int s = SHAPES - 1; s >= 0; s--)
        for (int i = 0; head_kinds.list[i]; i++) {
            spec->shape = (enum shape)s;
            spec->head = (const struct head_kind *)head_kinds.list[i];
            if (fits(k, spec->shape, spec->head))
                return 0;
        }
    return error_set(e,
                     "model '%s' answers no head whose columns can be made "
                     "up",
                     k->is.name);
}

/* Words of 1 to 16 letters of 94, short ones more often. */
static void spell(struct words *w)
{
    const struct random_key key = random_key(1, "letters");

    w->text = memory_zeroed((size_t)w->n, sizeof(*w->text));
    for (int i = 0; i < w->n; i++) {
        const struct address at = {.example = (uint32_t)i};
        const uint32_t n =
            1 + random_below(key, at, 0, 1 + random_below(key, at, 1, 16));

        w->text[i] = memory_zeroed(n + 1, 1);
        for (uint32_t k = 0; k < n; k++)
            w->text[i][k] = (char)('!' + random_below(key, at, 2 + k, 94));
    }
    words_add_characters(w, 16);
}

/* As many tokens as a workload's part may have: of documents few are long, and
 * the mean is a third of the way. */
static int make_length(const struct workload *w, enum shape shape,
                       struct random_key key, struct address at, int part)
{
    const uint32_t spread = (uint32_t)(w->most[part] - w->least[part] + 1);
    const uint32_t one = random_below(key, at, (uint32_t)part, spread);
    const uint32_t two = random_below(key, at, 50 + (uint32_t)part, spread);
    const bool short_ones = shape == SHAPE_DOCUMENT_QUERY && part == 0;

    return w->least[part] + (int)(short_ones && two < one ? two : one);
}

/* A part's random tokens; returns how many.  In documents and queries a word
 * is as frequent as its number is low. */
static int make_part(const struct workload *w, enum shape shape, uint32_t words,
                     struct random_key key, uint32_t example, int part,
                     int32_t *token)
{
    const struct address at = {.example = example};
    const uint32_t from = 1000u * (uint32_t)(part + 1);
    const int n = make_length(w, shape, key, at, part);

    for (int k = 0; k < n; k++) {
        const uint32_t drawn = random_below(key, at, from + (uint32_t)k, words);
        const double share = (double)drawn / words;

        token[k] = TOKEN_FIRST +
                   (shape == SHAPE_DOCUMENT_QUERY
                        ? (int)exponential(share * natural_log(words)) - 1
                        : (int)drawn);
    }
    return n;
}

/* Two tokens of the document, the first of them first. */
static void make_span(struct random_key key, uint32_t example, int len,
                      int32_t span[2])
{
    const struct address at = {.example = example};
    const int32_t one = (int32_t)random_below(key, at, 10, (uint32_t)len);
    const int32_t two = (int32_t)random_below(key, at, 11, (uint32_t)len);

    span[0] = one < two ? one : two;
    span[1] = one < two ? two : one;
}

static void fill(struct subject *s, const struct model_spec *spec)
{
    const struct workload *w = &workloads[spec->shape];
    const struct random_key key = random_key(1, "bench");
    int32_t token[MAX_PARTS][LONGEST], label, span[2];
    const int n = (int)s->conf.batch * w->batches;

    examples_init(&s->x, spec->shape, spec->head->needs ? made : NULL);
    for (int i = 0; i < n; i++) {
        struct example e = {.column = {{&label, 1}, {span, 2}}};

        for (int p = 0; p < s->x.parts; p++) {
            const int len =
                make_part(w, spec->shape, (uint32_t)(s->words.n - TOKEN_FIRST),
                          key, (uint32_t)i, p, token[p]);

            e.part[p] = (struct values){token[p], len};
            s->tokens += (double)len / n;
        }
        if (spec->shape == SHAPE_SOURCE_TARGET)
            token[1][e.part[1].n - 1] = TOKEN_END;
        label = (int32_t)random_below(
            key, (struct address){.example = (uint32_t)i}, 9, CLASSES);
        make_span(key, (uint32_t)i, e.part[0].n, span);
        examples_add(&s->x, &e);
    }
}

/* The section train, with a workload's batch and a usual rate. */
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

/* --- all of it ----------------------------------------------------------- */

static int configure(struct subject *s, const struct request *r,
                     struct error *e)
{
    static const char *const sections[] = {"model", "train", NULL};

    s->document = begun(r->model, e);
    if (!s->document)
        return -1;
    if (r->attention && set_attention(s->document, r->attention, e))
        return -1;
    return experiment_set(s->document, r->set, r->sets, e) ||
                   document_check_keys(s->document, "", sections, e) ||
                   document_bind_kind(s->document, "model", &model_kinds,
                                      &s->kind, e)
               ? -1
               : 0;
}

int subject_init(struct subject *s, const struct request *r, struct error *e)
{
    struct model_spec spec = {.task = "bench", .classes = CLASSES};

    *s = (struct subject){0};
    if (configure(s, r, e) ||
        choose((const struct model_kind *)s->kind.kind, &spec, e))
        goto fail;
    const struct workload *w = &workloads[spec.shape];

    s->words.n = r->words ? TOKEN_FIRST + r->words : w->vocabulary;
    for (int p = 0; p < shapes[spec.shape].parts; p++)
        spec.words[p] = &s->words;
    if (spec.shape == SHAPE_DOCUMENT_QUERY)
        spell(&s->words);
    spec.longest_target = w->most[1];
    if (bind_train(s, w, e))
        goto fail;
    fill(s, &spec);
    s->model = model_new(&s->kind, &spec, e);
    if (s->model)
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
    *s = (struct subject){0};
}
