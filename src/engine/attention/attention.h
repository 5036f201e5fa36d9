/*
 * attention.h - attention kinds, and the recipe for adding one.
 *
 * To add a kind:
 *   1. copy attention/kinds/sparsemax.c to attention/kinds/NAME.c and rename in
 *      it;
 *   2. describe its hyperparameters in the table of fields;
 *   3. write `e_scale`, the factor of E, and `weigh`, which composes the
 *      matrix M from that E with tape ops.  If each row of M is a function of a
 *      row of E, weigh_lines() makes both forms.  Take exp() and similar
 *      functions from kernel/vector.h: they give the same bits on every
 *      machine.  For inspection, return the parts of M (enum attention_part);
 *      weigh_lines() needs nothing more;
 *   4. add `src/engine/attention/kinds/NAME.c` to attention_kinds in
 *      src/local.mk, and there to simd_sources if it has loops by BY_LEVEL
 *      (kernel/levels.h);
 *   5. for tests, write the formula a second time, in double precision: in
 *      KINDS of tests/peers/attention_kinds.py, which writes
 *      tests/unit/engine/attention/attention_values.def, and in
 *      tests/peers/export_attention.py; and fix its bits by a case in
 *      tests/unit/engine/train/golden/attention/NAME.def
 *      (engine/train/test_golden.c).
 * That is all: field checks, `codarun data kinds NAME`, the finite-difference
 * test, the sweep and the benchmark come with the registration.  `fused` may
 * stay NULL; if it is written (attention/fused.h helps), a test checks that it
 * equals `weigh`.
 *
 * Every kind computes, for each segment and head:
 *     M = weigh(E, N),  a_out = M B,  b_out = M^T A           (Eq. 7)
 * from features q = F_E(a), k = F_E(b) [and qn, kn = F_N of them].  With
 * `by_rows` a row of M depends only on the allowed pairs of that row.  A
 * decoder needs this to keep keys and values of earlier tokens; a test checks
 * it for every kind.
 */
#ifndef ENGINE_ATTENTION_ATTENTION_H
#define ENGINE_ATTENTION_ATTENTION_H

#include <stdbool.h>

#include "config/field/field.h"
#include "engine/tape/ops.h"

/*
 * Numbers of a kind that a model has as parameters (attention/site.h).  `reach`
 * says what shares one number: all attentions of a layer, one attention, or one
 * head of it.
 */
enum reach { REACH_NONE, REACH_LAYER, REACH_SITE, REACH_HEAD };
#define OWN_NUMBERS 2
struct own_number {
    const char *name; /* NULL if there is none */
    double first;     /* value before training */
    bool held;        /* not trained */
    bool chosen; /* the first batch chooses `first` (attention/calibration.h);
                    at most one number of a kind */
};
struct own_numbers {
    enum reach reach;
    struct own_number number[OWN_NUMBERS];
};

/* The input of an attention. */
struct attend {
    struct node *q, *k;   /* [rows x heads*dk], [cols x heads*dk] */
    struct node *qn, *kn; /* features for N; NULL: q and k */
    struct node *b;       /* [cols x heads*dv]: pooled into a_out */
    struct node *a;       /* [rows x heads*dv]: pooled into b_out, or NULL */
    struct node *q_bias, *k_bias; /* [rows x heads], [cols x heads]: added to
                                     the affinities of a row or of a column
                                     before scaling; NULL if there is none */
    struct segments rows, cols;
    int heads;
    struct pair_mask mask; /* the allowed pairs */
    bool by_rows;   /* for a decoder, whose later rows do not exist yet: what is
                       otherwise computed over all pairs is computed over the
                       pairs of each row */
    bool zero_self; /* E_ii = 0: a token with itself (Hu et al. 2017) */
    bool chain;     /* `chain` is wanted, too; needs `a` */
    bool scaled; /* this model divides by the root of a head's width, unless the
                    kind's field `scale` says otherwise */
    const char *site;   /* name of its place in the model, borrowed */
    int layer;          /* number of its layer in the stack, from 0 */
    int first_head;     /* number of its first head within the site */
    const int *example; /* [segments] example numbers, the addresses
                           of dropout */
    float dropout;      /* on M */
    struct node *own[OWN_NUMBERS]; /* [1 x 1] or [1 x heads], set by
                                      site_apply(); NULL: the field's value */
};

/* A kind's field `scale`, an int in its struct, and the factor that it gives: E
 * [and N] are multiplied by it and by factors of the kind itself. */
#define FIELD_SCALE(type)                                                    \
    FIELD_CHOICE(type, scale, 0, attend_scales,                              \
                 "divide affinities by the root of a head's width (Vaswani " \
                 "et al., Eq. 1); model: as the model does: a transformer "  \
                 "and DecaProp do, decatt does not")
extern const char *const attend_scales[];
float attend_scale(const struct attend *in, int scale);

struct attended {
    struct node *a_out; /* M B   [rows x heads*dv] */
    struct node *b_out; /* M^T A [cols x heads*dv]; NULL if `a` is NULL */
    struct node *chain; /* M b_out [rows x heads*dv]: M (M^T A), the second
                           direction of Seo et al. 2017 and of Xiong et al.
                           2017; NULL unless wanted */
};

/*
 * Which sums over allowed pairs are divided to become means, for weights that
 * do not sum to 1: none; M^T A, whose sums grow with the rows; or also M B,
 * whose sums grow with the columns.  For an m x n block without forbidden pairs
 * the chain is
 *
 *     M (M^T A),  M (M^T A) / m,  M (M^T A) / (m n)
 */
enum attend_means { MEANS_NONE, MEANS_COLS, MEANS_BOTH };

/*
 * Matrices over pairs that can be inspected: those that weights are computed
 * from, and the weights.  A kind has some of them, and always M.
 */
enum attention_part {
    PART_E,         /* affinities (Eq. 1), less their mean if the kind centers
                       them: the argument of f_e or of a softmax */
    PART_E2,        /* affinities of the second half of the features, if the
                       kind compares the halves separately */
    PART_F_E,       /* f_e(E), for example its tanh */
    PART_N,         /* -beta ||.||_1 (Eq. 2), less its mean if centered */
    PART_GATE,      /* f_n(N), with the gate's scale applied */
    PART_M,         /* weights of a_out, without dropout */
    PART_M_COLUMNS, /* weights of b_out, if they are another matrix */
    PARTS
};
extern const char *const attention_part_names[]; /* "e", ...; ends with NULL */

/* The weights that a kind composes: by rows for a_out, by columns for b_out
 * (the same node unless the kind normalises). */
struct weights {
    struct node *rows, *cols; /* cols may be NULL if in->a is NULL */
    enum attend_means means;
    struct node *part[PARTS]; /* for inspection: the parts of `rows` that the
                                 kind has, without M */
};

/* Weights that are a function of each line of E: of each row for a_out, of each
 * column for b_out. */
struct weights weigh_lines(struct tape *t, const struct attend *in,
                           const struct pairs *p, struct node *e,
                           const struct line_function *f);

struct attention_kind {
    struct kind is;
    /* True if conf has separate features for N (F_N not shared).  NULL: no. */
    bool (*distance_features)(const void *conf);
    /* Which numbers are parameters in this layer.  NULL: none. */
    struct own_numbers (*own_numbers)(const void *conf, int layer);
    /* measure() returns what a `chosen` number is chosen from, over pairs;
     * choose() returns the number from the n values of all allowed pairs, NaN
     * if no number fits. */
    struct node *(*measure)(struct tape *t, const void *conf,
                            const struct attend *in, const struct pairs *p);
    double (*choose)(const void *conf, size_t n, const float *measured);
    /* Apply in->own to the features, so that later functions see constants
     * only.  NULL: nothing is applied. */
    struct attend (*prepare)(struct tape *t, const void *conf,
                             const struct attend *in);
    /* weigh() uses the features instead of E.  Its e is then NULL, and it calls
     * attend_complete() to add what E would contain. */
    bool by_features;
    /* Factor of E, for weigh() and for models that use E.  NULL: 1. */
    float (*e_scale)(const void *conf, const struct attend *in);
    /* M from E = e_scale (q k^T + biases), with the diagonal set to 0 if
     * in->zero_self. */
    struct weights (*weigh)(struct tape *t, const void *conf,
                            const struct attend *in, const struct pairs *p,
                            struct node *e);
    /* True if `fused` supports this conf.  NULL: it supports any. */
    bool (*fuses)(const void *conf);
    struct attended (*fused)(struct tape *t, const void *conf,
                             const struct attend *in);
};

extern const struct kinds attention_kinds;

/* A kind that replaces another at some attentions of a model, a FIELD_PLACED:
 * in the given layers, and in the given number of heads, counted from the
 * first. */
struct attention_place {
    struct chosen is; /* comes first; unset: no kind of its own here */
    char *layers;     /* numbers and ranges from 0, "0,2-3"; "": all; owned */
    long heads;       /* number of heads; 0: all */
};

/* Complete products e of features: add the biases times scale, and set the
 * pairs of a token with itself to 0 if in->zero_self. */
struct node *attend_complete(struct tape *t, const struct attend *in,
                             const struct pairs *p, struct node *e,
                             float scale);

/* True if the chosen kind has a fused form for its fields. */
bool attend_fuses(const struct chosen *kind);

/* Apply a chosen kind, by its fused form if it has one. */
struct attended attend(struct tape *t, const struct chosen *kind,
                       const struct attend *in);

/* Apply the composed form, always: the reference. */
struct attended attend_composed(struct tape *t, const struct chosen *kind,
                                const struct attend *in);

/* E as the kind scales it, for models that compute more from it. */
struct node *attend_affinities(struct tape *t, const struct chosen *kind,
                               const struct attend *in, const struct pairs *p);

bool attention_distance_features(const struct chosen *kind);
struct node *attention_measure(struct tape *t, const struct chosen *kind,
                               const struct attend *in, const struct pairs *p);
double attention_choose(const struct chosen *kind, size_t n,
                        const float *measured);
struct own_numbers attention_own_numbers(const struct chosen *kind, int layer);

/* For inspection: the weights that attend() uses, and the parts in struct
 * weights.  Values at forbidden pairs are undefined. */
struct attention_parts {
    struct node *part[PARTS]; /* over pairs; all but PART_M may be NULL */
    struct pairs pairs;
};
struct attention_parts attention_inspect(struct tape *t,
                                         const struct chosen *kind,
                                         const struct attend *in);

#endif
