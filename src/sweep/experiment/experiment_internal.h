/*
 * experiment_internal.h - the pieces of reading an experiment; private to this
 * folder.
 */
#ifndef SWEEP_EXPERIMENT_EXPERIMENT_INTERNAL_H
#define SWEEP_EXPERIMENT_EXPERIMENT_INTERNAL_H

#include "sweep/experiment/experiment.h"

/* The name that a field has in texts, the caller's to free(): today's of its
 * schema's, and X.kind of a kind X whose values are names alone. */
char *field_name(const struct experiment *x, const char *key, bool scalar);

/* Does it say which kind something is: X.kind, or X itself? */
bool names_kind(const char *name);

/* The sections that a trial's configuration is bound from. */
extern const char *const trial_sections[];

/* What a sweep goes by unless it says. */
#define USUAL_METHOD "grid"
#define USUAL_SCHEDULER "none"

/* The section sweep:, without the goal. */
int space_read(struct experiment *x, struct error *e);

/* Has the section sweep no key but those of sweep_keys? */
int sweep_check_keys(const struct document *d, struct error *e);

/* An entry of sweep.parameters. */
int parameter_read(const struct experiment *x, struct parameter *p,
                   const struct entry *at, struct error *e);

/* The `when` of an entry, a mapping, for lists that were read before. */
int conditions_read(const struct experiment *x, struct parameter *p,
                    const struct entry *range, struct error *e);

/* The parameter with a name, or of a kind with that name; NULL: there is none,
 * of those that have been read. */
struct parameter *parameter_named(const struct experiment *x, const char *key);

/* Bind every trial, or as many as is sensible, and every value. */
int space_check(const struct experiment *x, struct error *e);

/* Put a variant (NULL: none) and the other values of a trial into a document;
 * `title` names the trial in errors. */
int space_set(const struct experiment *x, const struct variant *v,
              const struct assignment *a, const char *title, struct document *d,
              struct error *e);

/* What is wrong with an entry: what was found, and what is expected. */
int space_fail(const struct experiment *x, const struct entry *at,
               const char *name, const char *expected, struct error *e);

/* The same of one that is none of n names: these are expected. */
int space_fail_name(const struct experiment *x, const struct entry *at,
                    const char *name, const char *const *names, int n,
                    struct error *e);

/* Where a field, or a mapping of its fields, names a kind: is there one of that
 * name?  This is asked before any trial is looked at, which may lack a field of
 * the kind that was meant. */
int space_check_kind(const struct experiment *x, const char *name,
                     const struct entry *at, struct error *e);

/* An entry's place and its YAML text, the caller's to free(). */
char *space_place(const struct experiment *x, const struct entry *at);
char *space_yaml(const struct entry *at);

/* Has --set given the field a value? */
bool space_is_set(const struct experiment *x, const char *name);

/* Is it a field that trials may differ in?  `title` begins the error. */
int space_check_name(const struct experiment *x, const struct entry *at,
                     const char *title, const char *name, struct error *e);

/* The section sweep.variants: and the parameter that chooses of them, x's
 * first. */
int variants_read(struct experiment *x, struct error *e);
void variants_release(struct experiment *x);

/* An error where a variant sets what the parameter at an entry does. */
int variants_leave(const struct experiment *x, const struct parameter *p,
                   const struct entry *at, struct error *e);

/* Those that are chosen as lines of the experiment's text. */
void variants_text(const struct experiment *x, struct str *out);

/* The variant that an entry names; NULL with an error that begins with `title`
 * when there is none. */
const struct variant *variant_named(const struct experiment *x,
                                    const struct entry *at, const char *title,
                                    struct error *e);

/* The variant of a trial; NULL: the experiment has none. */
const struct variant *variant_of(const struct experiment *x,
                                 const struct assignment *a);

/* Put its kinds, or its other fields, into a document. */
int variant_set(const struct variant *v, bool kinds, const char *title,
                struct document *d, struct error *e);

/* Does it set the field with this name, of n characters? */
bool variant_sets(const struct variant *v, const char *name, size_t n);

/* Of a variant's document: what --set gives a field that others set alone may
 * be left out. */
void variants_yield(const struct experiment *x, const struct variant *v,
                    struct document *d);

/* Task, model and train of a document, a copy of x's own with a trial's values
 * in it: bound, checked against each other. */
int trial_config_bind(struct trial_config *c, const struct experiment *x,
                      struct document *d, struct error *e);

/* Is the width of the schedule, if that has one, the model's?  Another one has
 * to be given. */
bool trial_config_width_fits(const struct trial_config *c);

/* It begins from the state of another, which is part of its name. */
void trial_config_begin(struct trial_config *c, struct digest from,
                        double share);

/* Its fields as lines, the schema's left out. */
void trial_config_text(const struct trial_config *c, enum text_form form,
                       struct str *out);

/* Put the defaults of an earlier schema into a document where it has none. */
int schema_set(int schema, struct document *d, struct error *e);

/* Today's name of a field that a file of a schema names. */
const char *schema_name(int schema, const char *name);

/* The canonical text of a configuration, in a schema's form; from its whole
 * text, which must be there. */
void schema_text(int schema, const struct trial_config *c, struct str *out);

/* Who has these values, "WHO (model.attention.kind=softmax, ...)", and the same
 * of the trial itself, "trial 3 (...)"; the caller's to free(). */
char *space_title(const struct experiment *x, const struct assignment *a,
                  const char *who);
char *space_trial(const struct experiment *x, const struct assignment *a);

/* The configuration of an assignment, a trial's own or not; `title` names it in
 * errors. */
int space_bind(const struct experiment *x, const struct assignment *a,
               const char *title, struct trial_config *c, struct error *e);

/* A value of every parameter, of the first trial's those that it has. */
struct assignment space_first(const struct experiment *x);

/* How many values of a parameter are looked at: of a range its ends. */
int space_values(const struct parameter *p);

/* One with value v of parameter p, the others as in `first`, or as it takes for
 * that one to have a value. */
struct assignment space_with(const struct space *s,
                             const struct assignment *first, int p, int v);

/* The goal of the sweep: the task's first metric, maximised, unless given. */
int goal_read(struct experiment *x, struct error *e);

/* The section published:. */
int published_read(struct experiment *x, struct error *e);
void published_release(struct experiment *x);

/* The metrics of a task kind, "valid.map" and so on; metric_names_free() the
 * array.  Returns how many. */
int metric_names(const struct task_kind *k, bool only_valid, char ***names);
void metric_names_free(char **names, int n);

#endif
