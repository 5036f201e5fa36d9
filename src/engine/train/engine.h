/*
 * engine.h - what takes training steps (engine_step.h): the parameters, what
 * is kept beside them, and the memory of each thread of each rank.
 *
 * Threads: one engine belongs to one thread, which leads its own.
 */
#ifndef ENGINE_TRAIN_ENGINE_H
#define ENGINE_TRAIN_ENGINE_H

#include "engine/train/gradient.h"
#include "engine/train/train.h"

/* What a thread owns. */
struct engine_thread {
    struct arena arena;
    struct tape tape;
    struct table_grads tables; /* of the grain on its way */
    struct sums own;           /* of its grains */
    struct sums sums;          /* working space for merging: borrowed */
};

struct engine {
    const struct model *model; /* borrowed, like conf and group */
    const struct train_config *conf;
    struct group *group;
    int threads;                /* of this rank */
    size_t len;                 /* parameters */
    struct run grains;          /* of this rank */
    struct element_range slice; /* of the parameters, updated by this rank */
    float *params;              /* [len]; owned, like all below */
    float *moment[MAX_MOMENTS]; /* the optimiser's, of the slice */
    int moments;
    float *average;               /* of the slice, or NULL when none is kept */
    float *whole;                 /* [len] working space: everyone's average */
    struct engine_thread *worker; /* [threads] */
    struct sums mine;     /* this rank's, merged over threads: borrowed */
    struct sums all;      /* every rank's, of the slice: borrowed */
    struct sum *received; /* [receives] from other ranks, of the slice */
    int receives;
    struct packed_rows *sent;   /* [TREE_MAX_PARTIALS] rows of mine */
    struct param_tables tables; /* whose rows may not all be nonzero */
    size_t dense;               /* parameters of none of them */
    struct packed_rows rows;    /* those that are nonzero, of all grains of the
                                   group: their numbers */
    struct nonzero nonzero;     /* where these stand, and all else */
    struct nonzero_place first; /* where the slice begins among them */
    int32_t *ids;               /* working space: everyone's rows */
    size_t ids_room;            /* bytes */
    float *held; /* owned: parameters that are held, behind each other,
                    while a step is taken; NULL: none is */
    /* Numbers every rank learns of every other: the loss of each of its
     * grains, the squares of each block of its slice, its flags. */
    double *numbers;
    size_t *bytes;       /* [members] of numbers, of each member */
    size_t *slice_bytes; /* [members] of the parameters */
    double *loss;        /* [grains] working space */
};

static inline int engine_members(const struct engine *g)
{
    return g->group->n;
}

/* The grains of a member. */
static inline struct run engine_grains_of(const struct engine *g, int member)
{
    return tree_run((int)train_grains(g->conf), engine_members(g), member);
}

/* Where a member's numbers stand, and how many they are. */
double *engine_numbers_at(const struct engine *g, int member);
size_t engine_numbers_of(const struct engine *g, int member);

/* The sums of squares of this rank's blocks, among its numbers. */
double *engine_squares(const struct engine *g);

/* Find g->nonzero of g->rows. */
void engine_place_nonzero(struct engine *g);

/* Can a model be trained so?  A group of more ranks than grains is an error
 * that names the way out. */
int engine_check(const struct model *m, const struct train_config *c, int ranks,
                 struct error *e);

/* The same errors. */
int engine_init(struct engine *g, const struct model *m,
                const struct train_config *c, struct group *group, int threads,
                struct error *e);
void engine_release(struct engine *g);

/* Of parameters that are trained already, which evaluate() is given: nothing of
 * their size is there. */
void engine_init_answers(struct engine *g, const struct model *m,
                         const struct train_config *c, struct group *group,
                         int threads);

/* The parameters to evaluate, the engine's until its next step: their average
 * where one is kept, else as they are.  NULL with an error.  Collective over
 * the group. */
const float *engine_evaluated(struct engine *g, struct error *e);

#endif
