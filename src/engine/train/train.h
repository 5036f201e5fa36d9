/*
 * train.h - trains one model on one task, by a group of ranks with threads.
 *
 * The same experiment gives the same bits on any processor and any number of
 * ranks and threads (numerics.h); tree.h says how gradients are summed.
 * Stopping (a signal, a full queue) happens between steps, agreed by the whole
 * group, with a checkpoint.
 *
 * Threads: one thread leads a training, and starts its own.
 */
#ifndef ENGINE_TRAIN_TRAIN_H
#define ENGINE_TRAIN_TRAIN_H

#include "base/core/error.h"
#include "config/field/field.h"
#include "engine/comm/comm.h"
#include "engine/data/loader.h"
#include "engine/model/model.h"
#include "engine/optimizer/optimizer.h"
#include "engine/store/result.h"
#include "engine/task/task.h"

/* What the history contains of attentions beside losses and metrics. */
enum inspect { INSPECT_NOTHING, INSPECT_SUMMARY, INSPECT_HISTOGRAMS };

enum schedule {
    SCHEDULE_CONSTANT,
    SCHEDULE_WARMUP_RSQRT,
    SCHEDULE_HALVE,
    SCHEDULE_WARMUP_LOG,
    SCHEDULE_HALVE_EPOCHS,
};

/* The section `train:` of an experiment.  All of it is part of a trial's
 * name. */
struct train_config {
    long epochs; /* 0: no limit; then steps must be given */
    long steps;  /* 0: no limit */
    long batch, batch_tokens;
    bool batch_by_length;
    long grains; /* 0: train_grains() chooses */
    double learning_rate;
    int schedule; /* enum schedule */
    long warmup, width, whole_epochs, halve_after;
    struct chosen optimizer, average;
    double clip_norm, clip_element; /* 0: no clipping */
    double l2;       /* times each parameter, added to its gradient */
    bool l2_in_loss; /* ... before it is clipped, else after */
    bool lazy_rows;  /* do not update rows that are not looked up */
    double label_smoothing;
    long evaluate_every;    /* steps; 0: at the end of each epoch */
    long evaluate_examples; /* or examples; 0: do not count them */
    long patience;          /* evaluations without a better one; 0: never stop
                               early */
    int inspect;            /* enum inspect */
    int products;           /* enum products */
    long seed;
};
extern const struct field train_fields[];

/* The share of a run between two evaluations; 0 if that depends on the data. */
double train_evaluates(const struct train_config *c);

/*
 * The number of pieces that a batch is cut into: `grains`, or if that is 0 a
 * number that suits the batch.  It depends on the experiment alone, never on
 * ranks, threads or the machine, since the order of sums depends on it.
 */
long train_grains(const struct train_config *c);

/* How batches of a set are made. */
struct loader_key train_loader_key(const struct train_config *c,
                                   const struct examples *x);

/* How batches are cut for a model. */
struct cutting train_cutting(const struct model *m, long grains);

/* Check what no single field's range can: epochs or steps are given, one of
 * batch and batch_tokens, grains a power of two, at most one kind of
 * clipping. */
int train_check(const struct train_config *c, struct error *e);

/* Further checks of an experiment that is to be run, which results of earlier
 * versions may fail and are still read: refuse an average that would not
 * begin. */
int train_check_fresh(const struct train_config *c, struct error *e);

/* Check the configuration against the examples of a task: some to train on,
 * some to halve the rate by, and no batches by length of examples that are made
 * as they are needed. */
int train_check_task(const struct train_config *c, const struct task *t,
                     struct error *e);

enum keep { KEEP_NONE, KEEP_BEST, KEEP_LAST, KEEP_ALL };
extern const char *const keep_names[];

struct run_estimate;

/* What a training run needs; everything borrowed. */
struct training {
    const struct task *task;
    const struct model *model;
    const struct train_config *conf;
    int goal; /* metric of the task whose valid value decides */
    bool maximize;
    struct group *group;
    int threads; /* of this rank */
    struct digest trial;
    const char *config; /* its text, for the state files; may be NULL */
    struct run_estimate *estimate; /* kept from the run before, for the next;
                                      NULL if none is */
    int attempt;
    /* State files, without ending: "DIR/abc" gives DIR/abc.last.h5,
     * DIR/abc.best.h5, DIR/abc.step-N.h5.  NULL: keep nothing.  With KEEP_NONE
     * they are written by checkpoints and stops, not by evaluations. */
    const char *state;
    enum keep keep;
    double checkpoint_seconds; /* between checkpoints */
    double memory;             /* this rank's budget in bytes; 0: unlimited */
    const char *memory_by;     /* what has set it; NULL: run.memory_gb */
    double memory_now; /* what the host had free as the rank started; 0 if
                          unknown */
    int *poor; /* gets the number of the member whose budget is too small, else
                  unchanged; may be NULL */
    bool other_identity; /* resume a state made under another identity */
    /* Pause at the first evaluation at or after this share of the run, or end
     * there as if that were the whole run; 0: at its end. */
    double until;
    bool ends_there;
    bool latest; /* at a pause the goal of the last evaluation counts, not the
                    best so far */
    /* The run whose state at its `until` this run begins from; it is trained
     * first if no state file has it.  It has the same task, parameters,
     * batches, limits, seed and `state`.  NULL: begin from nothing. */
    const struct training *from;
    /* Called between steps on every member; true leads to a checkpoint and
     * TRAIN_STOPPED on all.  May be NULL. */
    bool (*stop)(void *context);
    /* Called now and then on the leader.  May be NULL. */
    void (*progress)(void *context, long step, long steps_expected, double loss,
                     double best);
    /* Called after each evaluation on the leader.  May be NULL. */
    void (*evaluated)(void *context, const struct history_row *row);
    void *context;
    long *trained; /* counts the steps of this attempt; may be NULL */
    bool *saved; /* set when this attempt has saved a state of the trial; may be
                    NULL */
};

enum train_end {
    TRAIN_FINISHED, /* result is filled in on the leader */
    TRAIN_FAILED,   /* the trial's own fault: the error says why; a table row */
    TRAIN_STOPPED,  /* stopped on request; the last state file exists */
    TRAIN_PAUSED,   /* at `until`; the last state file exists */
    TRAIN_BROKEN,   /* fault of the environment (disk, a lost peer): stop the
                       sweep */
};

/*
 * Train, or go on from the last state file.  Collective over the group.  On the
 * leader `result` gets metrics, history, answers, params, steps and seconds,
 * the fact earlier_identities if the run went on under another identity, and
 * the fact average if the best so far was before that began.  At a pause valid
 * has only the value of the goal.  The caller fills in configuration and the
 * rest of the provenance.  State files are left as they are at the end;
 * train_tidy() applies `keep` once the result file is safe.
 */
enum train_end train_run(const struct training *t, struct result *result,
                         struct error *e);

/* Remove the state files that `keep` does not keep, and damaged ones that were
 * renamed; `state` as in struct training.  Called by the leader. */
void train_tidy(const char *state, enum keep keep);

/* The estimated bytes that a rank needs, from the largest grain of the first
 * epoch (of its beginning, if examples are made) and the largest chunk of an
 * evaluation; sets *params to the number of parameters. */
double train_memory(const struct training *t, size_t *params);

/* The example with most tokens, for users who need less memory; numbered from
 * 0, or -1 if the split is made, and none of it has more. */
struct longest {
    enum split split;
    int example, tokens;
};
struct longest train_longest(const struct task *t);

/* The number of steps, as far as known beforehand; approximate if examples are
 * made. */
long train_steps_expected(const struct training *t);

#endif
