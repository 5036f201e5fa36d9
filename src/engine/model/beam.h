/*
 * beam.h - beam search: the likeliest sequences that a decoder gives.
 *
 * Each source has up to `beam` live hypotheses: beginnings of a sequence, each
 * with the log-probability of its tokens, that all grow by one token a step.
 * Of all their continuations the 2 beam likeliest are looked at, as in
 * Tensor2Tensor (beam_search.py): those of them that are TOKEN_END have ended,
 * and the first `beam` of the others live on.  One y that has ended is ranked
 * by
 *
 *     log p(y) / ((5 + |y|) / 6)^length_penalty   (Wu et al. 2016, Eq. 14)
 *
 * |y| with END.  A source is done when no live one can come to stand before
 * the `n_best` that are wanted, or when it has as many tokens as may be: then
 * those that live count as they are where none has ended, and else not at all.
 * A beam of 1 looks at one continuation, and so is greedy search; one that
 * holds every sequence is exhaustive.
 *
 * What is equally likely comes in the order of the hypotheses it continues,
 * then of their scores, then of its tokens; what ranks equally in the order in
 * which it ended.  TOKEN_NULL, TOKEN_BEGIN and TOKEN_BETWEEN continue nothing,
 * nor does what has NaN for a score.
 *
 * Threads: one search, one thread.
 */
#ifndef ENGINE_MODEL_BEAM_H
#define ENGINE_MODEL_BEAM_H

#include "engine/head/kinds/decode.h"

/* The live hypotheses before a step, source after source, borrowed. */
struct beam_hypotheses {
    int n;                /* rows */
    int len;              /* tokens that each has, BEGIN included */
    struct segments of;   /* the rows of each source; those that are done have
                             none */
    const int *parent;    /* [n] row that it had in the step before, whose
                             continuation it is; at len 1 there was none */
    const int32_t *token; /* [n] newest */
};

/* What continues hypotheses; a model's own struct begins with it. */
struct decoder {
    int words;
    /* Take a step: of one after the other, but a dry tape's is the last alone.
     */
    void (*step)(struct decoder *d, struct tape *t,
                 const struct beam_hypotheses *h);
    /* Scores, not normalised, of all that may be next of the step's hypotheses
     * r.first to r.end: [run_size(r) x words].  Not of a dry tape. */
    void (*score)(const struct decoder *d, struct run r, float *out);
};

/*
 * Search for n sources at once, of which i has at most longest[i] tokens, 1 or
 * more, END included.  Fills in the columns of head_decode on the tape's arena:
 * the best of each source, or the empty sequence with NaN where all was NaN.
 */
void beam_search(struct tape *t, struct decoder *d, const struct decoding *how,
                 int n, const int *longest, struct answers *out);

#endif
