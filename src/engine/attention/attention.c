#include "engine/attention/attention.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "engine/attention/observer.h"

#define KIND(name) extern const struct attention_kind attention_##name;
#include "engine/attention/kinds.def"
#undef KIND

static const struct kind *const list[] = {
#define KIND(name) &attention_##name.is,
#include "engine/attention/kinds.def"
#undef KIND
    NULL,
};

const char *const attention_part_names[] = {[PART_E] = "e",
                                            [PART_E2] = "e2",
                                            [PART_F_E] = "f_e",
                                            [PART_N] = "n",
                                            [PART_GATE] = "gate",
                                            [PART_M] = "m",
                                            [PART_M_COLUMNS] = "m_columns",
                                            NULL};

static const char *lacks(const struct kind *kind)
{
    return ((const struct attention_kind *)kind)->weigh ? NULL : "weigh()";
}

static const struct field beside[] = {
    FIELD_TEXT(struct attention_place, layers, "",
               "layers of that kind: numbers and ranges from 0, \"0,2-3\"; "
               "\"\": all"),
    FIELD_INT(struct attention_place, heads, 0, 0, 256,
              "heads of that kind, the first ones; 0: all"),
    FIELD_END,
};

const struct kinds attention_kinds = {
    .sort = "attention", .list = list, .beside = beside, .lacks = lacks};

static const struct attention_kind *kind_of(const struct chosen *kind)
{
    return (const struct attention_kind *)kind->kind;
}

static void check(const struct attend *in)
{
    assert(in->rows.n == in->cols.n && in->heads > 0);
    assert(in->q->cols == in->k->cols && in->q->cols % in->heads == 0);
    assert(in->b->cols % in->heads == 0);
    assert(!in->a || in->a->cols % in->heads == 0);
    assert(!in->qn == !in->kn);
    assert(in->a || !in->chain);
    assert(!in->q_bias || in->q_bias->cols == in->heads);
    assert(!in->k_bias || in->k_bias->cols == in->heads);
}

enum { SCALE_MODEL, SCALE_FALSE };
const char *const attend_scales[] = {"model", "false", "true", NULL};

float attend_scale(const struct attend *in, int scale)
{
    const bool divides =
        scale == SCALE_MODEL ? in->scaled : scale != SCALE_FALSE;

    return divides ? 1.0f / sqrtf((float)(in->q->cols / in->heads)) : 1.0f;
}

struct node *attend_complete(struct tape *t, const struct attend *in,
                             const struct pairs *p, struct node *e, float scale)
{
    if (in->q_bias || in->k_bias)
        e = tape_pair_bias(t, p, e, in->q_bias, in->k_bias, scale);
    return in->zero_self ? tape_pair_zero_self(t, p, e) : e;
}

static struct attend prepared(struct tape *t, const struct chosen *kind,
                              const struct attend *in)
{
    const struct attention_kind *k = kind_of(kind);

    return k->prepare ? k->prepare(t, kind->conf, in) : *in;
}

static struct node *affinities(struct tape *t, const struct chosen *kind,
                               const struct attend *in, const struct pairs *p)
{
    const struct attention_kind *k = kind_of(kind);
    const float scale = k->e_scale ? k->e_scale(kind->conf, in) : 1.0f;
    struct node *e = tape_pair_dot(t, p, in->q, in->k, scale);

    return attend_complete(t, in, p, e, scale);
}

struct node *attend_affinities(struct tape *t, const struct chosen *kind,
                               const struct attend *in, const struct pairs *p)
{
    const struct attend ready = prepared(t, kind, in);

    return affinities(t, kind, &ready, p);
}

struct weights weigh_lines(struct tape *t, const struct attend *in,
                           const struct pairs *p, struct node *e,
                           const struct line_function *f)
{
    struct weights w = {0};

    w.rows = tape_pair_line(t, p, e, PAIR_ROWS, f);
    if (in->a)
        w.cols = tape_pair_line(t, p, e, PAIR_COLS, f);
    return w;
}

bool attend_fuses(const struct chosen *kind)
{
    const struct attention_kind *k = kind_of(kind);

    return k->fused && (!k->fuses || k->fuses(kind->conf));
}

struct attended attend(struct tape *t, const struct chosen *kind,
                       const struct attend *in)
{
    if (t->observer)
        t->observer->on_attention(t->observer, t, kind, in);
    if (!attend_fuses(kind))
        return attend_composed(t, kind, in);
    check(in);
    const struct attend ready = prepared(t, kind, in);

    return kind_of(kind)->fused(t, kind->conf, &ready);
}

/* The rows as they pool, after dropout. */
static struct node *mean_rows(struct tape *t, const struct pairs *p,
                              const struct weights *w, struct node *rows)
{
    return w->means == MEANS_BOTH
               ? tape_pair_line(t, p, rows, PAIR_ROWS, &line_mean)
               : rows;
}

static struct node *mean_cols(struct tape *t, const struct pairs *p,
                              const struct weights *w, struct node *cols)
{
    return w->means != MEANS_NONE
               ? tape_pair_line(t, p, cols, PAIR_COLS, &line_mean)
               : cols;
}

/* Compute the weights.  PART_E is E unless the kind returns that part. */
static struct weights weigh(struct tape *t, const struct chosen *kind,
                            const struct attend *in, const struct pairs *p)
{
    const struct attention_kind *k = kind_of(kind);
    struct node *e = k->by_features ? NULL : affinities(t, kind, in, p);
    struct weights w = k->weigh(t, kind->conf, in, p, e);

    if (!w.part[PART_E])
        w.part[PART_E] = e;
    return w;
}

struct attended attend_composed(struct tape *t, const struct chosen *kind,
                                const struct attend *given)
{
    const struct attend ready = prepared(t, kind, given), *in = &ready;
    struct attended out = {0};
    struct weights w;
    struct pairs p;
    struct node *dropped, *rows, *cols;

    check(in);
    pairs_init(&p, t->arena, in->rows, in->cols, in->heads, in->mask);
    w = weigh(t, kind, in, &p);
    dropped = tape_pair_dropout(t, &p, w.rows, in->dropout, in->example);
    rows = mean_rows(t, &p, &w, dropped);
    out.a_out = tape_pair_pool(t, &p, rows, in->b);
    if (!in->a)
        return out;
    cols = w.cols == w.rows
               ? dropped
               : tape_pair_dropout(t, &p, w.cols, in->dropout, in->example);
    cols = mean_cols(t, &p, &w, cols);
    out.b_out = tape_pair_pool_transposed(t, &p, cols, in->a);
    if (in->chain)
        out.chain = tape_pair_pool(t, &p, rows, out.b_out);
    return out;
}

struct own_numbers attention_own_numbers(const struct chosen *kind, int layer)
{
    const struct attention_kind *k = kind_of(kind);

    return k->own_numbers ? k->own_numbers(kind->conf, layer)
                          : (struct own_numbers){0};
}

struct node *attention_measure(struct tape *t, const struct chosen *kind,
                               const struct attend *in, const struct pairs *p)
{
    return kind_of(kind)->measure(t, kind->conf, in, p);
}

double attention_choose(const struct chosen *kind, size_t n,
                        const float *measured)
{
    return kind_of(kind)->choose(kind->conf, n, measured);
}

bool attention_distance_features(const struct chosen *kind)
{
    const struct attention_kind *k = kind_of(kind);

    return k->distance_features && k->distance_features(kind->conf);
}

struct attention_parts attention_inspect(struct tape *t,
                                         const struct chosen *kind,
                                         const struct attend *given)
{
    const struct attend ready = prepared(t, kind, given), *in = &ready;
    struct attention_parts parts;
    struct weights w;
    struct node *cols;

    check(in);
    pairs_init(&parts.pairs, t->arena, in->rows, in->cols, in->heads, in->mask);
    w = weigh(t, kind, in, &parts.pairs);
    memcpy(parts.part, w.part, sizeof(parts.part));
    parts.part[PART_M] = mean_rows(t, &parts.pairs, &w, w.rows);
    cols = in->a ? mean_cols(t, &parts.pairs, &w, w.cols) : NULL;
    if (cols != parts.part[PART_M])
        parts.part[PART_M_COLUMNS] = cols;
    return parts;
}
