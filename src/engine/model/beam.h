/*
 * beam.h - beam search: the likeliest sequences of a decoder.
 *
 * Each source has up to `beam` live hypotheses: beginnings of a sequence with
 * the log-probability of their tokens.  All grow by one token a step.  Of all
 * their continuations the 2 beam likeliest are taken, as in Tensor2Tensor
 * (beam_search.py): those that end with TOKEN_END have ended, and the first
 * `beam` of the others stay live.  An ended sequence y has the rank
 *
 *     log p(y) / ((5 + |y|) / 6)^length_penalty   (Wu et al. 2016, Eq. 14)
 *
 * where |y| counts END.  A source is done when no live hypothesis can still
 * rank among the `n_best` that are wanted, or when it has its greatest number
 * of tokens: then the live hypotheses count as ended if no sequence has ended,
 * and otherwise they are dropped.  A beam of 1 takes one continuation, so it is
 * greedy search; a beam that holds every sequence is exhaustive search.
 *
 * Equally likely continuations are ordered by their hypotheses, then by their
 * scores, then by their tokens; sequences of equal rank by when they ended.
 * TOKEN_NULL, TOKEN_BEGIN, TOKEN_BETWEEN and tokens with the score NaN are
 * never taken.
 *
 * Threads: one search, one thread.
 */
#ifndef ENGINE_MODEL_BEAM_H
#define ENGINE_MODEL_BEAM_H

#include "engine/head/kinds/decode.h"

/* The live hypotheses before a step, ordered by source, borrowed. */
struct beam_hypotheses {
    int n;                /* rows */
    int len;              /* tokens of each, BEGIN included */
    struct segments of;   /* the rows of each source; none for a source that is
                             done */
    const int *parent;    /* [n] the row in the step before that it continues;
                             undefined at len 1 */
    const int32_t *token; /* [n] the newest token */
};

/* Computes what continues hypotheses; a model's own struct begins with it. */
struct decoder {
    int words;
    /* Take the next step.  On a dry tape the last step is the only one. */
    void (*step)(struct decoder *d, struct tape *t,
                 const struct beam_hypotheses *h);
    /* Write the scores, not normalised, of all next tokens for the step's
     * hypotheses r.first to r.end: [run_size(r) x words].  Not called on a dry
     * tape. */
    void (*score)(const struct decoder *d, struct run r, float *out);
};

/*
 * Search for n sources at once; source i has at most longest[i] tokens, 1 or
 * more, END included.  Fills in the columns of head_decode on the tape's arena:
 * the best sequences of each source, or the empty sequence with NaN if every
 * score was NaN.
 */
void beam_search(struct tape *t, struct decoder *d, const struct decoding *how,
                 int n, const int *longest, struct answers *out);

#endif
