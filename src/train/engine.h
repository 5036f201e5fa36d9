/*
 * engine.h - one training step: grains over threads, sums over ranks, update.
 *
 * A step is one parallel region.  Each thread takes a contiguous run of this
 * rank's grains through forward and backward; one without grains, or done with
 * them, helps the others (team.h).  Threads then merge the sums of
 * all threads, each a share of the blocks; each rank sends every other the
 * part of its sums that lies in the other's slice, merges what it gets for its
 * own, updates that, and the slices are exchanged.  Loss and norm are put
 * together from the same numbers in the same order on every rank, so all come
 * to the same decision.
 *
 * Threads: one engine belongs to one thread, which leads its own.
 */
#ifndef TRAIN_ENGINE_H
#define TRAIN_ENGINE_H

#include "train/gradient.h"
#include "train/train.h"

/* What a thread owns. */
struct worker {
    struct arena arena;
    struct tape tape;
    struct partials partials;
    struct sums sums; /* working space for merging */
};

struct engine {
    const struct model *model; /* borrowed, like conf and group */
    const struct train_config *conf;
    struct group *group;
    int threads;                /* of this rank */
    size_t len;                 /* parameters */
    struct run grains;          /* of this rank */
    struct span slice;          /* of the parameters, updated by this rank */
    float *params;              /* [len]; owned, like all below */
    float *moment[MAX_MOMENTS]; /* the optimiser's, of the slice */
    int moments;
    float *average;        /* of the slice, or NULL when none is kept */
    float *whole;          /* [len] working space: everyone's average */
    struct worker *worker; /* [threads] */
    struct sums mine;      /* this rank's sums, merged over threads */
    struct sums all;       /* every rank's, of the slice */
    float **received;      /* vectors of the slice from other ranks, packed */
    int receives;
    size_t packed_room;
    float **packed;     /* [TREE_MAX_PARTIALS] working space: mine, packed */
    struct live live;   /* what a step touches, of all grains of the group */
    struct live room;   /* working space */
    struct span *spans; /* working space: everyone's */
    size_t spans_room;  /* bytes */
    bool tables;        /* are there rows that it may not touch? */
    float *held;        /* owned: parameters that are held, behind each other,
                           while a step is taken; NULL: none is */
    /* Numbers every rank learns of every other: the loss of each of its
     * grains, the squares of each block of its slice, its flags. */
    double *numbers;
    size_t *bytes;       /* [members] of numbers, of each member */
    size_t *slice_bytes; /* [members] of the parameters */
    double *loss;        /* [grains] working space */
};

/* A group of more ranks than grains is an error that names the way out. */
int engine_init(struct engine *g, const struct model *m,
                const struct train_config *c, struct group *group, int threads,
                struct error *e);
void engine_release(struct engine *g);

/* Of parameters that are trained already, which evaluate() is given: nothing of
 * their size is there. */
void engine_init_answers(struct engine *g, const struct model *m,
                         const struct train_config *c, struct group *group,
                         int threads);

/* The examples of a step and their cut. */
struct batch {
    const struct examples *x;
    const int *order;
    const int *cut; /* [grains + 1] places in order */
    double count;   /* see batch_count() */
    long step;      /* steps done before this one */
    long epoch;     /* passes done before this one */
    double rate;    /* of learning */
};

enum step_end { STEP_DONE, STEP_NAN, STEP_BROKEN };

/* What a step tells every rank alike. */
struct step {
    double loss, norm;
    unsigned flags; /* of any rank */
};

/*
 * Take one step.  `ask` (may be NULL) is called once, while the step is on
 * its way, for this rank's flags.  Nothing is updated when loss or norm is
 * not finite (STEP_NAN).  Collective over the group.
 */
enum step_end engine_step(struct engine *g, const struct batch *b,
                          unsigned (*ask)(void *), void *context,
                          struct step *out, struct error *e);

/* The parameters to evaluate, the engine's until its next step: their average
 * where one is kept, else as they are.  NULL with an error.  Collective over
 * the group. */
const float *engine_evaluated(struct engine *g, struct error *e);

#endif
