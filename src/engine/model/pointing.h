/*
 * pointing.h - the dynamic pointing decoder (Xiong et al. 2017, section 2.3):
 * guesses a span of the document, and from this guess a better one, in rounds.
 * For the document's rows u_t:
 *
 *     h <- LSTM(h, [u_s; u_e])
 *     alpha_t = HMN_start(u_t, [h; u_s; u_e]),  s = arg max alpha
 *     beta_t  = HMN_end(u_t, [h; u_s; u_e]),    e = arg max beta
 *
 * No gradient passes through s and e.  Each document has at least one row.
 */
#ifndef ENGINE_MODEL_POINTING_H
#define ENGINE_MODEL_POINTING_H

#include "engine/layer/maxout.h"
#include "engine/layer/recurrent.h"

#define POINTING_ROUNDS 16 /* at most */

/* The guess that the first round begins with. */
enum first_guess {
    GUESS_FIRST, /* the first token */
    GUESS_WHOLE, /* the whole document */
};

struct pointing_how {
    int in, width; /* of u_t; of h and inside the networks */
    int pool, rounds;
    enum first_guess first;
    bool new_start; /* beta uses this round's s, otherwise the last round's */
    bool stop; /* an example is done when a round does not change its guess */
    float dropout; /* inside the networks, as in hmn_apply() */
};

struct pointing {
    struct pointing_how how;
    struct recurrent state;
    struct hmn start, end;
};

struct pointing pointing_add(struct params *p, const struct pointing_how *how,
                             const char *name);

/* The scores of all rounds. */
struct pointed {
    int rounds;
    struct node *scores[POINTING_ROUNDS]; /* [rows x 2]: alpha, beta */
    int *taken; /* [documents] number of rounds that count for it, on the arena
                 */
};

/* u [rows x how.in]. */
struct pointed pointing_apply(struct tape *t, const struct params *p,
                              const struct pointing *d, struct node *u,
                              const struct segments *seg, const int *example);

/* Returns weight * sum over documents of the sum, or the mean, over the rounds
 * that count, of -log p(first) - log p(last); target [seg->n x 2] tokens,
 * borrowed. */
struct node *pointing_loss(struct tape *t, const struct pointed *said,
                           const struct segments *seg, const int32_t *target,
                           bool mean, float weight);

/* The scores of the last round that counts for each document, for answers:
 * [rows x 2], without a gradient. */
struct node *pointing_last(struct tape *t, const struct pointed *said,
                           const struct segments *seg);

#endif
