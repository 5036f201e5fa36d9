/*
 * embedding.h - word vectors, rows of a table by token number: the task's
 * vectors, fixed or trained further, or the model's own, trained or fixed at
 * random values.
 *
 * A trained table that starts from the task's vectors has one row per token
 * number; words that share a vector, or have none, start equal and are trained
 * separately.
 *
 * Threads: read-only once added.
 */
#ifndef ENGINE_LAYER_EMBEDDING_H
#define ENGINE_LAYER_EMBEDDING_H

#include "base/core/error.h"
#include "engine/data/batch.h"
#include "engine/data/words.h"
#include "engine/layer/params.h"

/* Settings of a model for the task's word vectors, and for its own if the task
 * has none; its configuration has members of the same names. */
#define FIELD_TRAIN_VECTORS(type)                                           \
    FIELD_BOOL(type, train_vectors, false,                                  \
               "train the task's word vectors, from what they are, rather " \
               "than keep them")
#define OWN_EMBEDDING_FIELDS(type)                              \
    FIELD_INT(type, embedding, 100, 1, 1 << 14,                 \
              "width of word vectors where the task has none"), \
        FIELD_BOOL(type, train_embedding, true,                 \
                   "train them, rather than keep random ones")
#define EMBEDDING_FIELDS(type) \
    OWN_EMBEDDING_FIELDS(type), FIELD_TRAIN_VECTORS(type)

/* How a model wants word vectors, with and without vectors of the task. */
struct embedding_how {
    int width;          /* without the task's: width of the vectors */
    bool random;        /* without: fixed at random values, the same for every
                           seed; else trained */
    bool train_vectors; /* with the task's: train them; else they are fixed */
    float scale; /* factor on vectors that are looked up, 0: 1; the table's rows
                    have a length of about 1 */
    struct start start; /* initial values of a trained table without the task's
                           vectors; INIT_ZERO: normal, rows about 1 long */
    bool scores;        /* embedding_table() is used too, not only lookups */
};

struct embedding {
    int rows, width;
    float scale;
    int param;          /* parameter number, or -1: the table is fixed */
    const float *fixed; /* [rows x width] borrowed from the task or the struct
                           params; NULL if trained */
};

/*
 * Add an embedding for each part; parts that share a vocabulary share a table.
 * p->fixed counts fixed tables and those that a trained one starts from.
 * Returns the summed width of all parts; -1 if vectors are to be trained but no
 * part has any.
 */
int embeddings_add(struct embedding out[MAX_PARTS], struct params *p,
                   const struct words *const words[MAX_PARTS],
                   const struct embedding_how *how, struct error *e);

/* The vectors of a part's tokens, [rows x width]; the tokens are borrowed. */
struct node *embedding_apply(struct tape *t, const struct params *p,
                             const struct embedding *e,
                             const struct packed *in);

/* The mean vectors of all parts, side by side, after dropout on the vectors: [n
 * x width]. */
struct node *embeddings_mean(struct tape *t, const struct params *p,
                             const struct embedding e[MAX_PARTS],
                             const struct grain *g, float dropout);

/* The table itself, [rows x width]; for a trained table only with
 * how->scores. */
struct node *embedding_table(struct tape *t, const struct params *p,
                             const struct embedding *e);

#endif
