/*
 * alignment.h - what the iterative aligner and the phase conductor share:
 * encoders of document and question, layers in which the document attends to
 * the question or to itself, and the pointer.
 *
 * The document's words are represented by the question's, H = M(H U) V, and by
 * each other, B = M(H H) H (PhaseCond, Eq. 4, 5, 9, 10).  V comes from a
 * separate encoder of the question (QPAtt+), or is U.
 *
 * A model's struct begins with a struct alignment_conf, its field table with
 * ALIGNMENT_FIELDS.
 */
#ifndef ENGINE_MODEL_ALIGNMENT_H
#define ENGINE_MODEL_ALIGNMENT_H

#include "engine/layer/recurrent.h"
#include "engine/model/distance_features.h"
#include "engine/model/input_layer.h"
#include "engine/model/pointer.h"

struct alignment_conf {
    struct input_layer_conf reading;
    long hidden, encoder_layers, input_fusion, pointer_hidden, pointer_hops;
    bool own_question, zero_self, project_state;
    int inner_fusion, pointer_fusion, state, trained_hops;
    double input_dropout, fusion_dropout, attention_dropout, pointer_dropout;
    struct chosen attention, self_attention;
};

extern const char *const alignment_states[], *const alignment_trained[];

#define ALIGNMENT_FIELDS                                                       \
    INPUT_LAYER_FIELDS_AS(64, 100, 5, 0.2, 0.0, true),                         \
        RECURRENT_DROPOUT_FIELD,                                               \
        FIELD_INT(struct alignment_conf, input_fusion, 2, 0, HIGHWAY_LAYERS,   \
                  "highway layers over vectors and features"),                 \
        FIELD_INT(struct alignment_conf, hidden, 128, 1, 1 << 14,              \
                  "width of each direction of recurrent layers"),              \
        FIELD_INT(struct alignment_conf, encoder_layers, 1, 1,                 \
                  RECURRENT_LAYERS, "recurrent layers of an encoder"),         \
        FIELD_BOOL(struct alignment_conf, own_question, true,                  \
                   "QPAtt+: what is pooled comes from an encoder of the "      \
                   "question's own, not from the shared one"),                 \
        FIELD_KIND(struct alignment_conf, attention, &attention_kinds,         \
                   "softmax", "how the document attends to the question"),     \
        FIELD_KIND(struct alignment_conf, self_attention, &attention_kinds,    \
                   "softmax", "how the document attends to itself"),           \
        FIELD_BOOL(struct alignment_conf, zero_self, false,                    \
                   "a token's score of itself is 0"),                          \
        FIELD_CHOICE(struct alignment_conf, inner_fusion, FUSED_PRODUCT,       \
                     fused_names,                                              \
                     "what an inner fusion reads: [old; new], and old*new, "   \
                     "and old-new"),                                           \
        FIELD_INT(struct alignment_conf, pointer_hops, 2, 1, POINTER_HOPS,     \
                  "how often the pointer asks for both ends"),                 \
        FIELD_INT(struct alignment_conf, pointer_hidden, 0, 0, 1 << 14,        \
                  "width of what it asks with; 0: as `hidden`"),               \
        FIELD_CHOICE(struct alignment_conf, pointer_fusion, FUSED_PAIR,        \
                     fused_names, "the same of the pointer's state"),          \
        FIELD_CHOICE(struct alignment_conf, state, 0, alignment_states,        \
                     "what it begins with: the question's last token, or "     \
                     "the last state of either direction"),                    \
        FIELD_BOOL(struct alignment_conf, project_state, false,                \
                   "through a linear layer, even where its width is the "      \
                   "document's when the pointer sees it"),                     \
        FIELD_CHOICE(struct alignment_conf, trained_hops, 0,                   \
                     alignment_trained,                                        \
                     "hops that the loss is of, where there are several"),     \
        FIELD_RATE(struct alignment_conf, input_dropout, 0.0, 0.0, 0.95,       \
                   "on what recurrent layers read"),                           \
        FIELD_RATE(struct alignment_conf, fusion_dropout, 0.2, 0.0, 0.95,      \
                   "on what attention gives to inner fusions, and what outer " \
                   "fusions give"),                                            \
        FIELD_RATE(struct alignment_conf, attention_dropout, 0.0, 0.0, 0.95,   \
                   "on weights of attention"),                                 \
        FIELD_RATE(struct alignment_conf, pointer_dropout, 0.2, 0.0, 0.95,     \
                   "on what the pointer asks with")

/* The encoders, and the pointer. */
struct alignment {
    struct input_layer reading;
    struct highway fuse;
    struct recurrent shared, own;
    struct linear state;
    bool projects;
    struct pointer pointer;
};

/* `width`: the document's width as input of the pointer. */
int alignment_add(struct alignment *a, struct params *p,
                  const struct model_spec *s, const struct alignment_conf *c,
                  int width, struct error *e);

/* A recurrent stack of both directions, as wide as a question. */
struct recurrent alignment_recurrent(struct params *p,
                                     const struct alignment_conf *c, int in,
                                     const char *name);
struct node *alignment_recur(struct tape *t, const struct model *m,
                             const struct grain *g, const struct recurrent *r,
                             struct node *x, int part);

/* Encoded documents and questions: [rows x 2 hidden] each. */
struct aligned {
    struct node *h, *u, *v;
};
struct aligned alignment_encode(struct tape *t, const struct model *m,
                                const struct alignment *a,
                                const struct grain *g);

/* H = M(h, u) v, and B = M(h, h) h. */
struct node *align_question(struct tape *t, const struct model *m,
                            const struct grain *g,
                            const struct distance_features *l,
                            const struct aligned *x);
struct node *align_self(struct tape *t, const struct model *m,
                        const struct grain *g,
                        const struct distance_features *l, struct node *h);

/* One of these two attentions and the inner fusion after it, in the current
 * scope. */
struct inner {
    struct distance_features to;
    struct fusion fuse;
};
struct inner inner_add(struct params *p, const struct alignment_conf *c,
                       const struct chosen *kind, int width);
struct node *inner_question(struct tape *t, const struct model *m,
                            const struct grain *g, const struct inner *l,
                            const struct aligned *x);
struct node *inner_self(struct tape *t, const struct model *m,
                        const struct grain *g, const struct inner *l,
                        struct node *h);

/* Compute the pointer's scores from an aligned document and U; out[i] is hop i,
 * c->pointer_hops in all. */
void alignment_point(struct tape *t, const struct model *m,
                     const struct alignment *a, const struct grain *g,
                     struct node *h, struct node *u,
                     struct node *out[POINTER_HOPS]);

/* The loss of the trained hops. */
struct node *alignment_loss(struct tape *t, const struct model *m,
                            const struct grain *g,
                            struct node *const out[POINTER_HOPS],
                            float label_smoothing);

#endif
