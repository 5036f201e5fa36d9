/*
 * experiment.h - an experiment file: task, model, train, run, sweep and the
 * published numbers beside it.
 *
 *     sweep:
 *       method: random                  # grid: every combination; or another
 *                                       # of those in sampler/
 *       trials: 20                      # of what draws them, as is
 *       seed: 1                         # ... this
 *       goal: {maximize: valid.map}     # the task's first metric if absent
 *       parameters:
 *         model.attention.kind: [softmax, coda]
 *         train.learning_rate: {min: 1e-4, max: 1e-2, scale: log}
 *         model.hidden: {min: 50, max: 300}
 *
 * In a grid the first parameter changes slowest.  A value may be any YAML, a
 * mapping too: `model.attention: [{kind: softmax}, {kind: coda, beta: 2}]`.
 *
 *     sweep:
 *       variants:                       # rows that differ in several fields
 *         baseline: {}
 *         DCN: {model: {kind: dcn, hidden: 100}, train.batch: 64}
 *
 * Variants are laid over the file's fields one at a time, before the swept
 * fields: a parameter named `variant`, which changes slowest.  A field in
 * mappings is the same as one with a dotted name, so what a mapping does not
 * give stays as it is in the file.  A trial's text has what its variant gives,
 * and not the variant's name: of equal variants the first stands.
 *
 * When a sweep or a variant names another kind than the file, fields in the
 * file which only the file's kind has are left out; a swept field that a
 * trial's kind does not have is an error.
 *
 * In a random search each parameter is drawn from a stream named after it at
 * the trial's number, so neither another parameter nor more trials change
 * what was drawn, but of a trial that would equal one before it; reals have six
 * digits, from narrow ranges more.  A field of whole numbers draws those, and
 * so does any with `whole: true`.
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

/* The section `run:`.  Nothing here changes a number. */
struct run_config {
    long ranks_per_trial;
    long threads; /* a rank; 0: its share of the cores */
    int keep;
    double checkpoint_seconds;
    double memory_gb; /* budget a rank; 0: its share of the machine */
    long retries;     /* attempts after one that was lost, alone or with
                         the job */
    double silence;   /* seconds without a sign of life: a rank is lost */
    double hours;     /* of one start, after which it stops; 0: any */
    double cache_gb;  /* of data kept for other ranks and runs; 0: none */
    int results;      /* enum results_place */
    char *hook;       /* shell command for the end (run/hook.h); "": none;
                         owned */
};
/* What the section sweep may say. */
struct sweep_key {
    const char *name, *takes, *help;
};
extern const struct sweep_key sweep_keys[]; /* NULL name behind the last */

/* Where results stand: experiment_small(). */
enum results_place { RESULTS_AUTO, RESULTS_FILE, RESULTS_JOURNAL };
extern const struct field run_fields[];

/*
 * The number of the meaning of an experiment file.  A trial's canonical text
 * begins with it and leaves out fields at their default, so that a field added
 * later changes no text of before.  Raise it when a default changes, and give
 * `then` in schema.c the default of before.
 *
 * Schema 1 had no such line, and wrote every field.  Folders of an earlier
 * schema are read, and not gone on with.
 */
#define EXPERIMENT_SCHEMA 3

/* The parameter whose values are the names of variants. */
#define VARIANT "variant"

/* A row of a table of ablations: fields laid over the file's. */
struct variant {
    char *name, *where; /* owned; where: "file: line L, column C" */
    int n, room;
    struct variant_field {
        char *name, *value, *where; /* dotted; YAML text; owned; value NULL:
                                       --set gives it one */
        bool yields; /* within a kind that --set gives, which may lack it */
    } * field;       /* [n], the outer first; owned */
};

/* One trial's configuration, bound and checked. */
struct trial_config {
    const struct variant *variant; /* the experiment's; NULL: it has none */
    struct chosen task, model;
    struct train_config train;
    char *text;           /* canonical, run: left out; behind it a line
                             "from: DIGEST at SHARE" of one that begins from
                             another's state; owned */
    char *whole;          /* with every field, for look-ups; owned */
    struct digest digest; /* of text: the trial's name in folders */
};
void trial_config_release(struct trial_config *c);

/* What tables look fields up in by config_value(): the whole text, behind the
 * line "variant: NAME" where there is one.  The caller's to free(). */
char *trial_config_row(const struct trial_config *c);

/* A published number, beside the trials its `where` fits. */
struct published {
    int n;
    char **name, **value; /* where: dotted field or VARIANT, and its value
                             as in a row's text; owned */
    int unset;
    char **unset_kind; /* "model.cross_attention.kind": those of fields that
                          must be unset where a trial has them; owned */
    int metrics;
    char **metric; /* "test.map"; owned */
    double *number;
    char *source; /* owned */
};

struct experiment {
    char *path, *name, *beside; /* owned; beside: the file's folder */
    long checked; /* so many trials are bound when it is read, the others when
                     they run */
    int schema; /* whose defaults it has: EXPERIMENT_SCHEMA, or its folder's */
    char *text; /* owned: the file as read, and behind it a
                   line "#!set NAME=VALUE" for each --set;
                   read back as such */
    struct document *document; /* owned */
    struct run_config run;
    struct search search; /* its parameters: VARIANT first, if there are any */
    struct proposal_cache *cache; /* what it draws before it learns; owned */
    struct chosen scheduler;      /* owned */
    int goal;                     /* metric of the task */
    int variants;
    struct variant *variant;         /* owned; in the file's order */
    struct digest_map variant_names; /* their places, by the digests of names */
    int given, given_room;
    char **given_name; /* [given] fields of variants to which --set gives one
                          value; owned, each too */
    int published_n;
    struct published *published; /* owned */
};

/* The field of task, model or train with a dotted name, of whichever kind has
 * it; NULL: there is none. */
const struct field *field_named(const char *name);

/*
 * Read and check a whole experiment file: the sections, the sweep's names and
 * every value they can take.  `set` holds n "field=value" texts.
 */
int experiment_read(struct experiment *x, const char *path,
                    const char *const *set, int n, struct error *e);

/* The same of an experiment as it stands in its results folder, which may be
 * of an earlier schema: what is left out has the defaults of then.  What
 * only a fresh one is refused for passes. */
int experiment_read_stored(struct experiment *x, const char *path, int schema,
                           struct error *e);
void experiment_release(struct experiment *x);

/* Put n "NAME=VALUE" texts of the option --set into a document, X.kind before
 * fields of X. */
int experiment_set(struct document *d, const char *const *set, int n,
                   struct error *e);

/* The schema of a text that experiment_text() made; 0: of no known one. */
int experiment_text_schema(const char *text);

/* Was the sweep begun under conduct 2 or before (study/conduct.h)?  Not, until
 * this is called: then its trials are others, where more than one have the same
 * values, and where six digits are few. */
void experiment_conduct(struct experiment *x, bool conduct_2);

/* How many trials the sweep has (1 without a sweep). */
long experiment_trials(const struct experiment *x);

/* Of how many of them does it say what they are?  Of all, unless the search
 * learns: then of those in its first round.  Of others the journal tells
 * (experiment/proposed.h). */
long experiment_known(const struct experiment *x);

/* Is trial i, which is known, one at all?  It is not when it does not keep the
 * sweep's rules. */
bool experiment_has(const struct experiment *x, long i);

/* Does any of its variants set a field, or the section it is in? */
bool experiment_variants_set(const struct experiment *x, const char *field);

/* The first that is; 0 when none is. */
long experiment_first(const struct experiment *x);

/* What trial i, which is known, is; to be released with the space. */
struct assignment experiment_assignment(const struct experiment *x, long i);

/* The document with what an assignment gives, whose entries say so in errors;
 * to be freed.  NULL where it cannot be. */
struct document *experiment_document(const struct experiment *x,
                                     const struct assignment *a,
                                     struct error *e);

/* The configuration that an assignment gives. */
int experiment_bind(const struct experiment *x, const struct assignment *a,
                    struct trial_config *c, struct error *e);

/* The same of trial i. */
int experiment_trial(const struct experiment *x, long i, struct trial_config *c,
                     struct error *e);

/* Does a trial keep no state and train one step, so that there is little to
 * say of it? */
bool experiment_brief(const struct experiment *x, const struct trial_config *c);

/* The share of a run between two evaluations of the first trial; 0: unknown. */
double experiment_evaluates(const struct experiment *x);

/* Has a trial a small result, which stands in the journal without answers and
 * units?  With run.results: auto a brief one; none that looks into attentions.
 */
bool experiment_small(const struct experiment *x, const struct trial_config *c);

/* Call `visit` with configurations among which every value of every parameter
 * is.  Stops at the first that returns nonzero. */
void experiment_each(const struct experiment *x,
                     int (*visit)(void *, const struct trial_config *),
                     void *context);

/* Is the field with this name, of n characters, swept? */
bool experiment_sweeps(const struct experiment *x, const char *name, size_t n);

/* Do the published numbers stand beside a trial with this row's text? */
struct row_text; /* experiment/rows.h */
bool published_fits(const struct published *p, const struct row_text *row);

/* The canonical text of everything but run: and published:, for the check
 * that a folder's experiment has not changed; its first line is the schema's.
 */
void experiment_text(const struct experiment *x, struct str *out);

/* Is a text what experiment_text() gives, or gave while it left out what trials
 * have where a swept field has no value? */
bool experiment_has_text(const struct experiment *x, const char *text);

/* A hash of what gives trials their numbers: of the same in that text, but for
 * how many there are. */
uint64_t experiment_plan(const struct experiment *x);

/* Name the first few lines in which two such texts differ, as "field: was X,
 * is Y"; one at its default is "not given".  Returns how many differ. */
int experiment_difference(const char *old, const char *new, struct str *out);

#endif
