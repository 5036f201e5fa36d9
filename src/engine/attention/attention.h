/*
 * attention.h - attention kinds, and the recipe for adding one.
 *
 * To add a kind:
 *   1. copy attention/kinds/sparsemax.c to attention/kinds/NAME.c and rename in
 *      it;
 *   2. describe its hyperparameters in the table of fields;
 *   3. write `e_scale`, what E is multiplied by, and `weigh`: the matrix M from
 *      that E, composed of tape ops (of a function of each row, weigh_lines()
 *      makes both forms); exp() and its like are those of kernel/vector.h, the
 *      same digits everywhere.  For a look inside it says what M is made of
 *      (enum attention_part), which weigh_lines() does by itself;
 *   4. add `src/engine/attention/kinds/NAME.c` to attention_kinds in
 *      src/local.mk, and there to simd_sources if it has loops by BY_LEVEL
 *      (kernel/levels.h);
 *   5. for tests, write the formula again, in double: in KINDS of
 *      tests/peers/attention_kinds.py, which writes
 *      tests/unit/engine/attention/attention_values.def, and in
 *      tests/peers/export_attention.py; and pin its digits by a case in
 *      tests/unit/engine/train/golden/attention/NAME.def
 *      (engine/train/test_golden.c).
 * That is all: field checks, `codarun data kinds NAME`, the finite-difference
 * test, the sweep and the benchmark come with the registration.  `fused` may
 * stay NULL; once written (attention/fused.h helps), a test holds it equal to
 * `weigh`.
 *
 * What every kind computes, for each segment and head:
 *     M = weigh(E, N),  a_out = M B,  b_out = M^T A           (Eq. 7)
 * from features q = F_E(a), k = F_E(b) [and qn, kn = F_N of them].  With
 * `by_rows` a row of M is a function of its own allowed pairs: a decoder keeps
 * keys and values, and a test holds every kind to it.
 */
#ifndef ENGINE_ATTENTION_ATTENTION_H
#define ENGINE_ATTENTION_ATTENTION_H

#include <stdbool.h>

#include "config/field/field.h"
#include "engine/tape/ops.h"

/*
 * Numbers of a kind that a model has as parameters (attention/site.h), as far
 * as each reaches: all attentions of a layer, one, or one head of it.
 */
enum reach { REACH_NONE, REACH_LAYER, REACH_SITE, REACH_HEAD };
#define OWN_NUMBERS 2
struct own_number {
    const char *name; /* NULL: none */
    double first;     /* before training */
    bool held;        /* is not trained */
    bool chosen; /* the first batch chooses `first` (attention/calibration.h);
                    one of a kind's numbers at most */
};
struct own_numbers {
    enum reach reach;
    struct own_number number[OWN_NUMBERS];
};

/* What is to be attended. */
struct attend {
    struct node *q, *k;   /* [rows x heads*dk], [cols x heads*dk] */
    struct node *qn, *kn; /* features for N; NULL: the same as q and k */
    struct node *b;       /* [cols x heads*dv]: pooled into a_out */
    struct node *a;       /* [rows x heads*dv]: pooled into b_out, or NULL */
    struct node *q_bias, *k_bias; /* [rows x heads], [cols x heads]: added to
                                     the affinities of a row, of a column,
                                     before they are scaled; NULL: none */
    struct segments rows, cols;
    int heads;
    struct pair_mask mask; /* which pairs take part */
    bool by_rows;   /* a decoder's, whose later rows are not there yet: what is
                       taken over all pairs is taken over each row's own */
    bool zero_self; /* E_ii = 0: of a token with itself (Hu et al. 2017) */
    bool chain;     /* `chain` is wanted, too; `a` is there */
    bool scaled; /* this model divides by the root of a head's width, unless the
                    kind's field `scale` says otherwise */
    const char *site;              /* where in its model it is, borrowed */
    int layer;                     /* which of its stack's, from 0 */
    int first_head;                /* which of the site's the first one is */
    const int *example;            /* [segments] dropout's addresses */
    float dropout;                 /* on M */
    struct node *own[OWN_NUMBERS]; /* [1 x 1] or [1 x heads] as site_apply()
                                      has them; NULL: as the fields say */
};

/* A kind's field `scale`, an int in its struct, and what it comes to: what E
 * [and N] are multiplied by, beside factors of the kind's own. */
#define FIELD_SCALE(type)                                                    \
    FIELD_CHOICE(type, scale, 0, attend_scales,                              \
                 "divide affinities by the root of a head's width (Vaswani " \
                 "et al., Eq. 1); model: as the model does: a transformer "  \
                 "and DecaProp do, decatt does not")
extern const char *const attend_scales[];
float attend_scale(const struct attend *in, int scale);

struct attended {
    struct node *a_out; /* M B   [rows x heads*dv] */
    struct node *b_out; /* M^T A [cols x heads*dv]; NULL when a is */
    struct node *chain; /* M b_out [rows x heads*dv]: M (M^T A), the second
                           direction of Seo et al. 2017 and of Xiong et al.
                           2017; NULL unless wanted */
};

/*
 * What of the sums over allowed pairs is a mean instead, for weights that do
 * not sum to 1: nothing; M^T A, whose sums grow with the rows; M B, too, whose
 * grow with the columns.  Of an m x n block without forbidden pairs the chain
 * is
 *
 *     M (M^T A),  M (M^T A) / m,  M (M^T A) / (m n)
 */
enum attend_means { MEANS_NONE, MEANS_COLS, MEANS_BOTH };

/*
 * Matrices over pairs that weights are made of, and these themselves, for a
 * look inside; a kind has some of them, and M always.
 */
enum attention_part {
    PART_E,         /* affinities (Eq. 1), less their mean where that is taken
                       off: what f_e or a softmax takes */
    PART_E2,        /* those of the second half of the features, where the kind
                       compares halves by themselves */
    PART_F_E,       /* f_e of E, its tanh */
    PART_N,         /* -beta ||.||_1 (Eq. 2), likewise less its mean */
    PART_GATE,      /* f_n(N), with what it is scaled by */
    PART_M,         /* what a_out is pooled with, without dropout */
    PART_M_COLUMNS, /* and b_out, where that is another matrix */
    PARTS
};
extern const char *const attention_part_names[]; /* "e", ...; NULL behind the
                                                    last */

/* The weights a kind composes: by rows for a_out, by columns for b_out (the
 * same node unless the kind normalises). */
struct weights {
    struct node *rows, *cols; /* cols may be NULL when in->a is */
    enum attend_means means;
    struct node *part[PARTS]; /* for a look inside: what `rows` is made of,
                                 as far as the kind has it; not M */
};

/* For a kind whose weights are a function of each line of E: of its rows for
 * a_out, of its columns for b_out. */
struct weights weigh_lines(struct tape *t, const struct attend *in,
                           const struct pairs *p, struct node *e,
                           const struct line_function *f);

struct attention_kind {
    struct kind is;
    /* Does conf want features of its own for N (F_N not shared)? */
    bool (*distance_features)(const void *conf);
    /* What of it are parameters, in a layer.  NULL: nothing. */
    struct own_numbers (*own_numbers)(const void *conf, int layer);
    /* What a number that is `chosen` is chosen by, over pairs, and the number
     * that n of these give, from all allowed pairs; NaN: none will do. */
    struct node *(*measure)(struct tape *t, const void *conf,
                            const struct attend *in, const struct pairs *p);
    double (*choose)(const void *conf, size_t n, const float *measured);
    /* `in` with in->own applied to the features, so that all below knows
     * constants alone.  NULL: as it is. */
    struct attend (*prepare)(struct tape *t, const void *conf,
                             const struct attend *in);
    /* Is weigh() of the features themselves, rather than of E?  Its e is NULL
     * then, and attend_complete() adds what E would have. */
    bool by_features;
    /* What E is multiplied by before weigh() and a model take it.  NULL: 1. */
    float (*e_scale)(const void *conf, const struct attend *in);
    /* M of E = e_scale (q k^T + biases), its diagonal as in->zero_self says. */
    struct weights (*weigh)(struct tape *t, const void *conf,
                            const struct attend *in, const struct pairs *p,
                            struct node *e);
    /* Does `fused` know this conf?  NULL: any. */
    bool (*fuses)(const void *conf);
    struct attended (*fused)(struct tape *t, const void *conf,
                             const struct attend *in);
};

extern const struct kinds attention_kinds;

/* A kind in place of another at some attentions of a model, a FIELD_PLACED: in
 * these layers of theirs, and in so many of the heads, the first ones. */
struct attention_place {
    struct chosen is; /* comes first; unset: the place has no kind of its own */
    char *layers;     /* numbers and ranges from 0, "0,2-3"; "": all; owned */
    long heads;       /* 0: all */
};

/* Products e of features, completed by what else a model gives: biases times
 * scale, and nothing of a token with itself. */
struct node *attend_complete(struct tape *t, const struct attend *in,
                             const struct pairs *p, struct node *e,
                             float scale);

/* Has the chosen kind a fused form of these fields? */
bool attend_fuses(const struct chosen *kind);

/* Apply a chosen kind: its fused form if it has one. */
struct attended attend(struct tape *t, const struct chosen *kind,
                       const struct attend *in);

/* The composed form, always: the reference. */
struct attended attend_composed(struct tape *t, const struct chosen *kind,
                                const struct attend *in);

/* E as the kind scales it, for a model that makes more of it. */
struct node *attend_affinities(struct tape *t, const struct chosen *kind,
                               const struct attend *in, const struct pairs *p);

bool attention_distance_features(const struct chosen *kind);
struct node *attention_measure(struct tape *t, const struct chosen *kind,
                               const struct attend *in, const struct pairs *p);
double attention_choose(const struct chosen *kind, size_t n,
                        const float *measured);
struct own_numbers attention_own_numbers(const struct chosen *kind, int layer);

/* For a look inside a model: what attend() pools with, and what struct weights
 * has of it; forbidden pairs hold anything. */
struct attention_parts {
    struct node *part[PARTS]; /* over pairs; all but PART_M may be NULL */
    struct pairs pairs;
};
struct attention_parts attention_inspect(struct tape *t,
                                         const struct chosen *kind,
                                         const struct attend *in);

#endif
