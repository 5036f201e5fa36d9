/*
 * experiment_internal.h - the parts of reading an experiment; private to this
 * folder.
 */
#ifndef SWEEP_EXPERIMENT_EXPERIMENT_INTERNAL_H
#define SWEEP_EXPERIMENT_EXPERIMENT_INTERNAL_H

#include "sweep/experiment/experiment.h"

/* Return the name of a field in texts: today's name of one of its schema, and
 * X.kind for a kind X whose value is only a name.  The caller frees it. */
char *field_name(const struct experiment *x, const char *key, bool scalar);

/* True if it names a kind: X.kind, or X itself. */
bool names_kind(const char *name);

/* The sections from which a trial's configuration is bound. */
extern const char *const trial_sections[];

/* The defaults of a sweep. */
#define USUAL_METHOD "grid"
#define USUAL_SCHEDULER "none"

/* Read the section sweep:, without the goal. */
int space_read(struct experiment *x, struct error *e);

/* Check that the section sweep has only the keys of sweep_keys. */
int sweep_check_keys(const struct document *d, struct error *e);

/* Read an entry of sweep.parameters. */
int parameter_read(const struct experiment *x, struct parameter *p,
                   const struct entry *at, struct error *e);

/* Read the `when` of an entry, a mapping; it refers to lists read before. */
int conditions_read(const struct experiment *x, struct parameter *p,
                    const struct entry *range, struct error *e);

/* Return the parameter with a name, or with a kind of that name, among those
 * read so far; NULL if there is none. */
struct parameter *parameter_named(const struct experiment *x, const char *key);

/* Bind every trial, or as many as is feasible, and every value. */
int space_check(const struct experiment *x, struct error *e);

/* Put a variant (or NULL) and the other values of a trial into a document;
 * `title` names the trial in errors. */
int space_set(const struct experiment *x, const struct variant *v,
              const struct assignment *a, const char *title, struct document *d,
              struct error *e);

/* Set the error for an entry: what was found, and what is expected. */
int space_fail(const struct experiment *x, const struct entry *at,
               const char *name, const char *expected, struct error *e);

/* The same for a name that is not among n expected ones. */
int space_fail_name(const struct experiment *x, const struct entry *at,
                    const char *name, const char *const *names, int n,
                    struct error *e);

/* Check that a kind named by a field, or by a mapping of its fields, exists.
 * This is checked before any trial is bound, as trials may lack a field of the
 * intended kind. */
int space_check_kind(const struct experiment *x, const char *name,
                     const struct entry *at, struct error *e);

/* Return an entry's place, and its YAML text.  The caller frees them. */
char *space_place(const struct experiment *x, const struct entry *at);
char *space_yaml(const struct entry *at);

/* True if --set has given the field a value. */
bool space_is_set(const struct experiment *x, const char *name);

/* Check that trials may differ in this field.  `title` begins the error. */
int space_check_name(const struct experiment *x, const struct entry *at,
                     const char *title, const char *name, struct error *e);

/* Read the section sweep.variants: and add the parameter that selects a
 * variant, which is x's first. */
int variants_read(struct experiment *x, struct error *e);
void variants_release(struct experiment *x);

/* Fail if a variant sets what the parameter at an entry sets. */
int variants_leave(const struct experiment *x, const struct parameter *p,
                   const struct entry *at, struct error *e);

/* Append the selected variants as lines of the experiment's text. */
void variants_text(const struct experiment *x, struct str *out);

/* Return the variant that an entry names.  Error: NULL, with a message that
 * begins with `title`. */
const struct variant *variant_named(const struct experiment *x,
                                    const struct entry *at, const char *title,
                                    struct error *e);

/* Return the variant of a trial; NULL if the experiment has none. */
const struct variant *variant_of(const struct experiment *x,
                                 const struct assignment *a);

/* Put a variant's kinds, or its other fields, into a document. */
int variant_set(const struct variant *v, bool kinds, const char *title,
                struct document *d, struct error *e);

/* True if it sets the field whose name has n characters. */
bool variant_sets(const struct variant *v, const char *name, size_t n);

/* Mark fields of a variant's document that may be dropped: --set gives them a
 * value, and only other variants set them. */
void variants_yield(const struct experiment *x, const struct variant *v,
                    struct document *d);

/* Bind task, model and train from a document, a copy of x's with a trial's
 * values, and check them against each other. */
int trial_config_bind(struct trial_config *c, const struct experiment *x,
                      struct document *d, struct error *e);

/* True if the schedule's width, if it has one, is the model's.  Otherwise a
 * width has to be given. */
bool trial_config_width_fits(const struct trial_config *c);

/* Make the trial start from the state of another, which becomes part of its
 * name. */
void trial_config_begin(struct trial_config *c, struct digest from,
                        double share);

/* Append its fields as lines, without the schema's. */
void trial_config_text(const struct trial_config *c, enum text_form form,
                       struct str *out);

/* Put the defaults of an earlier schema into a document where it has no
 * value. */
int schema_set(int schema, struct document *d, struct error *e);

/* Return today's name of a field in a file of a schema. */
const char *schema_name(int schema, const char *name);

/* Append the canonical text of a configuration in a schema's form, made from
 * its whole text, which must exist. */
void schema_text(int schema, const struct trial_config *c, struct str *out);

/* Return "WHO (model.attention.kind=softmax, ...)" for these values, and for a
 * trial "trial 3 (...)".  The caller frees it. */
char *space_title(const struct experiment *x, const struct assignment *a,
                  const char *who);
char *space_trial(const struct experiment *x, const struct assignment *a);

/* Bind the configuration of an assignment, whether or not it is a trial's;
 * `title` names it in errors. */
int space_bind(const struct experiment *x, const struct assignment *a,
               const char *title, struct trial_config *c, struct error *e);

/* Return a value for every parameter; those of the first trial where it has
 * one. */
struct assignment space_first(const struct experiment *x);

/* Return how many values of a parameter are checked; for a range its two
 * ends. */
int space_values(const struct parameter *p);

/* Return an assignment with value v of parameter p.  The others are those of
 * `first`, unless p has a value only with others. */
struct assignment space_with(const struct space *s,
                             const struct assignment *first, int p, int v);

/* Read the goal of the sweep; by default the task's first metric, maximized. */
int goal_read(struct experiment *x, struct error *e);

/* Read the section published:. */
int published_read(struct experiment *x, struct error *e);
void published_release(struct experiment *x);

/* Return how many metrics a task kind has, and their names, "valid.map" and so
 * on; metric_names_free() frees them. */
int metric_names(const struct task_kind *k, bool only_valid, char ***names);
void metric_names_free(char **names, int n);

#endif
