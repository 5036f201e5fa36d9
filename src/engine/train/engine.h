/*
 * engine.h - the engine that takes training steps (engine_step.h): the
 * parameters, what is kept beside them, and the memory of each thread of each
 * rank.
 *
 * Threads: one engine belongs to one thread, which leads a team of its own.
 */
#ifndef ENGINE_TRAIN_ENGINE_H
#define ENGINE_TRAIN_ENGINE_H

#include "engine/train/gradient.h"
#include "engine/train/train.h"

/* What a thread owns. */
struct engine_thread {
    struct arena arena;
    struct tape tape;
    struct table_grads tables; /* of the grain that is computed */
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
    float *average;               /* of the slice; NULL if none is kept */
    float *whole;                 /* [len] working space: the averages of all
                                     ranks */
    struct engine_thread *worker; /* [threads] */
    struct sums mine;     /* this rank's, merged over threads: borrowed */
    struct sums all;      /* all ranks', of the slice: borrowed */
    struct sum *received; /* [receives] from other ranks, of the slice */
    int receives;
    struct packed_rows *sent;   /* [TREE_MAX_PARTIALS] rows of mine */
    struct param_tables tables; /* tables whose rows may be zero */
    size_t dense;               /* parameters that are in no table */
    struct packed_rows rows;    /* numbers of the rows that are nonzero in any
                                   grain of the group */
    struct nonzero nonzero;     /* their places, and those of all other
                                   parameters */
    struct nonzero_place first; /* where the slice begins among these */
    int32_t *ids;               /* working space: the rows of all ranks */
    size_t ids_room;            /* bytes */
    float *held; /* owned: parameters that are held, one after the other, while
                    a step is taken; NULL if none is */
    /* Numbers that all ranks exchange: the loss of each grain of a rank, the
     * sum of squares of each block of its slice, its flags. */
    double *numbers;
    size_t *bytes;       /* [members] of each member's numbers */
    size_t *slice_bytes; /* [members] of each member's parameters */
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

/* Where a member's numbers are, and how many they are. */
double *engine_numbers_at(const struct engine *g, int member);
size_t engine_numbers_of(const struct engine *g, int member);

/* The sums of squares of this rank's blocks, among its numbers. */
double *engine_squares(const struct engine *g);

/* Compute g->nonzero from g->rows. */
void engine_place_nonzero(struct engine *g);

/* Check that a model can be trained so.  A group of more ranks than grains is
 * an error whose message says what to change. */
int engine_check(const struct model *m, const struct train_config *c, int ranks,
                 struct error *e);

/* Errors as those of engine_check(). */
int engine_init(struct engine *g, const struct model *m,
                const struct train_config *c, struct group *group, int threads,
                struct error *e);
void engine_release(struct engine *g);

/* Initialise an engine that only evaluates parameters given to evaluate(): it
 * holds nothing of their size. */
void engine_init_answers(struct engine *g, const struct model *m,
                         const struct train_config *c, struct group *group,
                         int threads);

/* The parameters to evaluate: their average if one is kept, else themselves.
 * Valid until the engine's next step.  NULL with an error.  Collective over the
 * group. */
const float *engine_evaluated(struct engine *g, struct error *e);

#endif
