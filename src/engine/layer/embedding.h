/*
 * embedding.h - rows of a table by token number: the task's word vectors, kept
 * as they are or trained from there on, or vectors of the model's own, trained
 * or kept random.
 *
 * A trained table of the task's has a row a token number, of words that share a
 * vector or have none as well: those begin alike and are trained apart.
 *
 * Threads: read-only once added.
 */
#ifndef ENGINE_LAYER_EMBEDDING_H
#define ENGINE_LAYER_EMBEDDING_H

#include "base/core/error.h"
#include "engine/data/batch.h"
#include "engine/data/words.h"
#include "engine/layer/params.h"

/* What a model says of the task's word vectors, and of its own where the task
 * has none; its configuration has the members that they are named after. */
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

/* How a model wants words, with and without vectors of the task's. */
struct embedding_how {
    int width;          /* without */
    bool random;        /* without: kept as it begins, the same for every seed;
                           else trained from there on */
    bool train_vectors; /* with; else they stay as they are */
    float scale; /* of what is looked up, 0: 1; the table's rows are about 1
                    long */
    struct start start; /* of a trained table without; INIT_ZERO: normal, rows
                           about 1 long */
    bool scores;        /* embedding_table() is used, too: not only looked up */
};

struct embedding {
    int rows, width;
    float scale;
    int param;          /* its number, or -1: the table is fixed */
    const float *fixed; /* [rows x width] of the task's or of the struct
                           params'; else NULL */
};

/*
 * One for each part; parts that share a vocabulary share a table.  A fixed
 * table counts in p->fixed, and so does one that a trained one begins as.
 * Returns the width of all parts side by side; -1 where vectors are to be
 * trained that no part has.
 */
int embeddings_add(struct embedding out[MAX_PARTS], struct params *p,
                   const struct words *const words[MAX_PARTS],
                   const struct embedding_how *how, struct error *e);

/* The vectors of a part's tokens, [rows x width]; the tokens are borrowed. */
struct node *embedding_apply(struct tape *t, const struct params *p,
                             const struct embedding *e,
                             const struct packed *in);

/* Each part's mean vector, side by side, after dropout on the vectors:
 * [n x width]. */
struct node *embeddings_mean(struct tape *t, const struct params *p,
                             const struct embedding e[MAX_PARTS],
                             const struct grain *g, float dropout);

/* The table itself, [rows x width]; trained ones with how->scores only. */
struct node *embedding_table(struct tape *t, const struct params *p,
                             const struct embedding *e);

#endif
