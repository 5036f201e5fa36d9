/*
 * experiment.h - an experiment file: task, model, train, run, sweep and
 * published numbers.
 *
 *     sweep:
 *       method: random                  # grid: every combination; or another
 *                                       # of those in sampler/
 *       trials: 20                      # for methods that draw trials
 *       seed: 1                         # ... as above
 *       goal: {maximize: valid.map}     # the task's first metric if absent
 *       parameters:
 *         model.attention.kind: [softmax, coda]
 *         train.learning_rate: {min: 1e-4, max: 1e-2, scale: log}
 *         model.hidden: {min: 50, max: 300}
 *
 * In a grid the first parameter changes slowest.  A value can be any YAML, also
 * a mapping: `model.attention: [{kind: softmax}, {kind: coda, beta: 2}]`.
 *
 *     sweep:
 *       variants:                       # rows that differ in several fields
 *         baseline: {}
 *         DCN: {model: {kind: dcn, hidden: 100}, train.batch: 64}
 *
 * Variants replace the file's fields, one variant at a time, before the swept
 * fields are set.  They are the values of a parameter named `variant`, which
 * changes slowest.  A field within mappings is the same as one with a dotted
 * name, so fields that a mapping does not give keep the file's values.  A
 * trial's text contains the fields of its variant but not the variant's name;
 * of equal variants the first is used.
 *
 * If a sweep or a variant names another kind than the file, the file's fields
 * that only the file's kind has are left out.  A swept field that a trial's
 * kind does not have is an error.
 *
 * In a random search each parameter is drawn from a stream named after it at
 * the trial's number.  So other parameters and more trials do not change what
 * is drawn, except for a trial that would equal an earlier one.  Reals have six
 * digits, more if the range is narrow.  A field of whole numbers is drawn as
 * whole numbers, and so is any field with `whole: true`.
 *
 * Threads: one at a time while reading; read-only afterwards.
 */
#ifndef SWEEP_EXPERIMENT_EXPERIMENT_H
#define SWEEP_EXPERIMENT_EXPERIMENT_H

#include "base/numbers/digest_map.h"
#include "config/field/field_lines.h" /* of a trial's texts */
#include "config/yaml/document.h"
#include "engine/train/train.h"
#include "sweep/sampler/assignments.h"
#include "sweep/sampler/sampler.h"
#include "sweep/scheduler/scheduler.h"

/* The section `run:`.  Nothing in it changes a number. */
struct run_config {
    long ranks_per_trial;
    long threads; /* per rank; 0 for its share of the cores */
    int keep;
    double checkpoint_seconds;
    double memory_gb; /* budget per rank; 0 for its share of the machine */
    long retries;     /* further attempts after one that was lost, alone or with
                         the job */
    double silence;   /* seconds without a heartbeat after which a rank is
                         lost */
    double hours;     /* time limit of a job; 0 for none */
    double cache_gb;  /* for data kept for other ranks and runs; 0 for none */
    int results;      /* enum results_place */
    char *hook;       /* shell command run at the end (run/hook.h); "" for none;
                         owned */
};
/* A key of the section sweep. */
struct sweep_key {
    const char *name, *takes, *help;
};
extern const struct sweep_key sweep_keys[]; /* ends with a NULL name */

/* Where results are stored: experiment_small(). */
enum results_place { RESULTS_AUTO, RESULTS_FILE, RESULTS_JOURNAL };
extern const struct field run_fields[];

/*
 * The version of the meaning of experiment files.  A trial's canonical text
 * begins with it and omits fields that have their default, so that a field
 * added later changes no earlier text.  Increase it when a default changes, and
 * add the old default as `then` in schema.c.
 *
 * Schema 1 had no such line, and wrote every field.  Folders of an earlier
 * schema can be read but not resumed.
 */
#define EXPERIMENT_SCHEMA 3

/* The parameter whose values are the names of variants. */
#define VARIANT "variant"

/* A variant, one row of a table of ablations: fields that replace the
 * file's. */
struct variant {
    char *name, *where; /* owned; where: "file: line L, column C" */
    int n, room;
    struct variant_field {
        char *name, *value, *where; /* dotted; YAML text; owned; value is NULL
                                       if --set gives one */
        bool yields; /* it is within a kind given by --set, which may not have
                        it */
    } * field;       /* [n], outer fields first; owned */
};

/* The configuration of one trial, bound and checked. */
struct trial_config {
    const struct variant *variant; /* owned by the experiment; NULL if there are
                                      no variants */
    struct chosen task, model;
    struct train_config train;
    char *text;           /* canonical, without run:; for a trial that starts
                             from another's state followed by a line "from:
                             DIGEST at SHARE"; owned */
    char *whole;          /* with every field, for look-ups; owned */
    struct digest digest; /* of text: the trial's name in folders */
};
void trial_config_release(struct trial_config *c);

/* Return the text in which tables look up fields by config_value(): the whole
 * text, preceded by the line "variant: NAME" if there is one.  The caller frees
 * it. */
char *trial_config_row(const struct trial_config *c);

/* Published numbers, shown with the trials that match `where`. */
struct published {
    int n;
    char **name, **value; /* where: dotted field or VARIANT, and its value as in
                             a row's text; owned */
    int unset;
    char **unset_kind; /* "model.cross_attention.kind": kinds that must be unset
                          in trials that have these fields; owned */
    int metrics;
    char **metric; /* "test.map"; owned */
    double *number;
    char *source; /* owned */
};

struct experiment {
    char *path, *name, *beside; /* owned; beside: the file's folder */
    long checked; /* the number of trials bound while reading; others are bound
                     when they run */
    int schema;   /* the schema of its defaults: EXPERIMENT_SCHEMA, or its
                     folder's */
    char *text;   /* owned: the file as read, followed by a line "#!set
                     NAME=VALUE" for each --set, which is read back */
    struct document *document; /* owned */
    struct run_config run;
    struct search search; /* its parameters: VARIANT first, if there are any */
    struct proposal_cache *cache; /* what it draws before it learns; owned */
    struct chosen scheduler;      /* owned */
    int goal;                     /* metric of the task */
    int variants;
    struct variant *variant;         /* owned; in the order of the file */
    struct digest_map variant_names; /* their indices, by the digests of
                                        names */
    int given, given_room;
    char **given_name; /* [given] fields of variants for which --set gives one
                          value; owned, each too */
    int published_n;
    struct published *published; /* owned */
};

/* Return the field of task, model or train with a dotted name, from any kind
 * that has it; NULL if there is none. */
const struct field *field_named(const char *name);

/*
 * Read and check a whole experiment file: its sections, the names in its sweep
 * and every value they can have.  `set` has n texts "field=value".
 */
int experiment_read(struct experiment *x, const char *path,
                    const char *const *set, int n, struct error *e);

/* The same for an experiment in a results folder, which can have an earlier
 * schema: fields that are left out get the defaults of that schema.  Errors
 * that concern only new sweeps are not reported. */
int experiment_read_stored(struct experiment *x, const char *path, int schema,
                           struct error *e);
void experiment_release(struct experiment *x);

/* Apply n texts "NAME=VALUE" of the option --set to a document, X.kind before
 * fields of X. */
int experiment_set(struct document *d, const char *const *set, int n,
                   struct error *e);

/* Return the schema of a text made by experiment_text(); 0 if it is unknown. */
int experiment_text_schema(const char *text);

/* Set whether the sweep was begun under conduct 2 or earlier (study/conduct.h);
 * the default is no.  Such a sweep has other trials if several have the same
 * values, or if six digits are too few. */
void experiment_conduct(struct experiment *x, bool conduct_2);

/* Return the number of trials (1 without a sweep). */
long experiment_trials(const struct experiment *x);

/* Of how many of them does it say what they are?  Of all, unless the search
 * learns: then of those in its first round.  Of others the journal tells
 * (experiment/proposed.h). */
long experiment_known(const struct experiment *x);

/* True if trial i, which is known, exists.  It does not if it breaks the
 * sweep's rules. */
bool experiment_has(const struct experiment *x, long i);

/* True if any variant sets a field, or the section that it is in. */
bool experiment_variants_set(const struct experiment *x, const char *field);

/* Return the first trial that exists; 0 if none does. */
long experiment_first(const struct experiment *x);

/* Return the values of trial i, which is known; release them with the space. */
struct assignment experiment_assignment(const struct experiment *x, long i);

/* The document with what an assignment gives, whose entries say so in errors;
 * to be freed.  NULL where it cannot be. */
struct document *experiment_document(const struct experiment *x,
                                     const struct assignment *a,
                                     struct error *e);

/* Bind the configuration of an assignment. */
int experiment_bind(const struct experiment *x, const struct assignment *a,
                    struct trial_config *c, struct error *e);

/* The same for trial i. */
int experiment_trial(const struct experiment *x, long i, struct trial_config *c,
                     struct error *e);

/* True if a trial keeps no state and trains one step, so that its record can be
 * short. */
bool experiment_brief(const struct experiment *x, const struct trial_config *c);

/* Return the fraction of a run between two evaluations of the first trial; 0 if
 * it is unknown. */
double experiment_evaluates(const struct experiment *x);

/* True if a trial has a small result, which is stored in the journal without
 * answers and units.  With run.results: auto these are brief trials; never
 * those that inspect attentions. */
bool experiment_small(const struct experiment *x, const struct trial_config *c);

/* Call `visit` with configurations that together contain every value of every
 * parameter.  Stops at the first call that returns nonzero. */
void experiment_each(const struct experiment *x,
                     int (*visit)(void *, const struct trial_config *),
                     void *context);

/* True if the field whose name has n characters is swept. */
bool experiment_sweeps(const struct experiment *x, const char *name, size_t n);

/* True if published numbers belong to a trial with this row's text. */
struct row_text; /* experiment/rows.h */
bool published_fits(const struct published *p, const struct row_text *row);

/* Append the canonical text of everything except run: and published:, by which
 * a folder's experiment is compared; its first line is the schema's. */
void experiment_text(const struct experiment *x, struct str *out);

/* True if a text is what experiment_text() gives, or gave in versions that left
 * out the values of trials in which a swept field has none. */
bool experiment_has_text(const struct experiment *x, const char *text);

/* Return a hash of everything that determines the numbers of trials: that text
 * without the number of trials. */
uint64_t experiment_plan(const struct experiment *x);

/* Append the first few lines in which two such texts differ, as "field: was X,
 * is Y"; a default is "not given".  Returns how many differ. */
int experiment_difference(const char *old, const char *new, struct str *out);

#endif
