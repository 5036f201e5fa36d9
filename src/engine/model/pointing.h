/*
 * pointing.h - the dynamic pointing decoder (Xiong et al. 2017, section 2.3):
 * guesses a span of the document, and from its guess a better one, round by
 * round.  Of the document's rows u_t:
 *
 *     h <- LSTM(h, [u_s; u_e])
 *     alpha_t = HMN_start(u_t, [h; u_s; u_e]),  s = arg max alpha
 *     beta_t  = HMN_end(u_t, [h; u_s; u_e]),    e = arg max beta
 *
 * No gradient passes through s and e.  Each document has a row at least.
 */
#ifndef ENGINE_MODEL_POINTING_H
#define ENGINE_MODEL_POINTING_H

#include "engine/layer/maxout.h"
#include "engine/layer/recurrent.h"

#define POINTING_ROUNDS 16 /* at most */

/* What the first round is given as the guess before it. */
enum first_guess {
    GUESS_FIRST, /* the first token */
    GUESS_WHOLE, /* the whole document */
};

struct pointing_how {
    int in, width; /* of u_t, of h and of what the networks have inside */
    int pool, rounds;
    enum first_guess first;
    bool new_start; /* is the s that beta sees alpha's, else that before? */
    bool stop;      /* is an example done when a round leaves its guess? */
    float dropout;  /* inside the networks, as hmn_apply() has it */
};

struct pointing {
    struct pointing_how how;
    struct recurrent state;
    struct hmn start, end;
};

struct pointing pointing_add(struct params *p, const struct pointing_how *how,
                             const char *name);

/* What the rounds said of documents. */
struct pointed {
    int rounds;
    struct node *scores[POINTING_ROUNDS]; /* [rows x 2]: alpha, beta */
    int *taken; /* [documents] how many of the rounds it took, on the arena */
};

/* u [rows x how.in]. */
struct pointed pointing_apply(struct tape *t, const struct params *p,
                              const struct pointing *d, struct node *u,
                              const struct segments *seg, const int *example);

/* weight * sum over documents of the sum, or the mean, over the rounds that it
 * took, of -log p(first) - log p(last); target [seg->n x 2] tokens, borrowed.
 */
struct node *pointing_loss(struct tape *t, const struct pointed *said,
                           const struct segments *seg, const int32_t *target,
                           bool mean, float weight);

/* The scores of the last round that each document took, for answers: [rows x
 * 2], without a gradient. */
struct node *pointing_last(struct tape *t, const struct pointed *said,
                           const struct segments *seg);

#endif
