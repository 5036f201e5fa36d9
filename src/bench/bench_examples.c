#include "bench/bench_examples.h"

#include <assert.h>
#include <stdlib.h>

#include "base/core/memory.h"
#include "base/numbers/math_functions.h"
#include "base/numbers/random.h"

const struct workload workloads[SHAPES] = {
    [SHAPE_SEQUENCE] = {20000, 32, 16, {6}, {32}},
    [SHAPE_PAIR] = {20000, 32, 16, {6, 5}, {32, 20}},
    /* the PyTorch counterpart predicts all but the first of 8 to 40 tokens */
    [SHAPE_SOURCE_TARGET] = {8000, 64, 8, {8, 7}, {40, 39}},
    [SHAPE_DOCUMENT_QUERY] = {50000, 32, 8, {60, 6}, {300, 20}},
};

const struct feature workload_match = {.name = "match", .of = {true, true}};
const struct feature workload_common = {
    .name = "match", .classes = 2, .of = {true, false}};

void workload_spell(struct words *w)
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

/* Return a random length within the workload's range.  Of documents few are
 * long, and the mean is at a third of the range. */
static int make_length(const struct workload *w, enum shape shape,
                       struct random_key key, struct address at, int part)
{
    const uint32_t spread = (uint32_t)(w->most[part] - w->least[part] + 1);
    const uint32_t one = random_below(key, at, (uint32_t)part, spread);
    const uint32_t two = random_below(key, at, 50 + (uint32_t)part, spread);
    const bool short_ones =
        shape == SHAPE_DOCUMENT_QUERY && part == 0 && !w->even;

    return w->least[part] + (int)(short_ones && two < one ? two : one);
}

/* Draw a part's tokens; returns how many.  In documents and queries a word's
 * frequency is inversely proportional to its number. */
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

/* One value of a match feature, in either form. */
union match {
    float number;
    int32_t class;
};
_Static_assert(sizeof(union match) == sizeof(float), "side by side");

static void make_match(const struct feature *f, struct values part,
                       struct values other, union match *match)
{
    const int32_t *token = part.at, *among = other.at;

    for (int i = 0; i < part.n; i++) {
        bool is = false;

        for (int k = 0; k < other.n && !is; k++)
            is = token[i] == among[k];
        if (f->classes)
            match[i].class = is;
        else
            match[i].number = (float)is;
    }
}

/* Begin the examples with their columns: those that the head needs, then those
 * of the feature.  Returns the number of the head's columns. */
static int begin(struct examples *x, const struct model_spec *spec)
{
    const struct column_kind *const *needs = spec->head.kind->needs;
    struct column_kind of[MAX_PARTS];
    int n;

    examples_init(x, spec->shape, needs);
    n = x->columns;
    assert(spec->features <= 1);
    for (int i = 0; spec->features && i < feature_columns(spec->feature, of);
         i++)
        examples_add_column(x, &of[i]);
    return n;
}

/* Buffers for the parts of one example. */
struct example_buffers {
    int32_t *token[MAX_PARTS];
    union match *match[MAX_PARTS];
    struct arena arena; /* for the head's columns */
    int needed;         /* number of these, which come first */
};

static void example_buffers_init(struct example_buffers *d,
                                 const struct workload *w, int needed)
{
    *d = (struct example_buffers){.needed = needed};
    for (int p = 0; p < MAX_PARTS; p++) {
        d->token[p] = memory_new(((size_t)w->most[p] + 1) * sizeof(int32_t));
        d->match[p] =
            memory_new(((size_t)w->most[p] + 1) * sizeof(union match));
    }
}

static void example_buffers_release(struct example_buffers *d)
{
    for (int p = 0; p < MAX_PARTS; p++) {
        free(d->token[p]);
        free(d->match[p]);
    }
    arena_release(&d->arena);
}

/* Make the i-th example, borrowed from d. */
static struct example make_example(const struct examples *x,
                                   const struct model_spec *spec,
                                   const struct workload *w, int i,
                                   struct example_buffers *d)
{
    const struct random_key key = random_key(1, "bench");
    const struct head *head = &spec->head;
    const uint32_t words = (uint32_t)(spec->words[0]->n - TOKEN_FIRST);
    struct example e = {0};

    for (int p = 0; p < x->parts; p++)
        e.part[p] = (struct values){
            d->token[p],
            make_part(w, spec->shape, words, key, (uint32_t)i, p, d->token[p])};
    if (spec->shape == SHAPE_SOURCE_TARGET)
        d->token[1][e.part[1].n - 1] = TOKEN_END;
    arena_reset(&d->arena);
    if (head->kind->make)
        head->kind->make(head->settings, i, e.part, &d->arena, e.column);
    for (int p = 0; spec->features && p < x->parts; p++) {
        if (!spec->feature->of[p])
            continue;
        make_match(spec->feature, e.part[p], e.part[1 - p], d->match[p]);
        e.column[d->needed + p] = (struct values){d->match[p], e.part[p].n};
    }
    return e;
}

double workload_fill(struct examples *x, const struct model_spec *spec,
                     const struct workload *w, int n)
{
    struct example_buffers d;
    double tokens = 0.0;

    example_buffers_init(&d, w, begin(x, spec));
    for (int i = 0; i < n; i++) {
        const struct example e = make_example(x, spec, w, i, &d);

        for (int p = 0; p < x->parts; p++)
            tokens += (double)e.part[p].n / n;
        examples_add(x, &e);
    }
    example_buffers_release(&d);
    return tokens;
}
