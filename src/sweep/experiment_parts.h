/*
 * experiment_parts.h - the pieces of reading an experiment; private to the
 * experiment*.c and space*.c files.
 */
#ifndef SWEEP_EXPERIMENT_PARTS_H
#define SWEEP_EXPERIMENT_PARTS_H

#include "sweep/experiment.h"

/* The field of task, model or train with a dotted name, of whichever kind has
 * it; NULL: there is none. */
const struct field *field_named(const char *name);

/* The name that a field has in texts, the caller's to free(): today's of its
 * schema's, and X.kind of a kind X whose values are names alone. */
char *field_name(const struct experiment *x, const char *key, bool scalar);

/* Does it say which kind something is: X.kind, or X itself? */
bool names_kind(const char *name);

/* The section sweep:, without the goal. */
int space_read(struct experiment *x, struct error *e);
void space_release(struct experiment *x);

/* Bind every trial, or as many as is sensible, and every value. */
int space_check(const struct experiment *x, struct error *e);

/* The value of parameter p in trial i; free() it. */
char *space_value(const struct experiment *x, int p, long i);

/* Put the values of trial i into a document; `title` names it in errors. */
int space_set(const struct experiment *x, long i, const char *title,
              struct document *d, struct error *e);

/* Task, model and train of a document, a copy of x's own with a trial's values
 * in it: bound, checked against each other. */
int trial_config_bind(struct trial_config *c, const struct experiment *x,
                      struct document *d, struct error *e);

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

/* Call `visit` with one configuration for each value of each parameter, the
 * others as in trial 0.  Stops at the first that returns nonzero. */
int space_each(const struct experiment *x,
               int (*visit)(void *, const struct trial_config *), void *context,
               struct error *e);

/* The goal of the sweep: the task's first metric, maximised, unless given. */
int goal_read(struct experiment *x, struct error *e);

/* The section published:. */
int published_read(struct experiment *x, struct error *e);
void published_release(struct experiment *x);

/* The metrics of a task kind, "valid.map" and so on; metric_names_free() the
 * array.  Returns how many. */
int metric_names(const struct task_kind *k, bool only_valid, char ***names);
void metric_names_free(char **names, int n);

/* The line "NAME: VALUE" of a text: its value, or NULL; *len is its
 * length.  Borrowed. */
const char *text_value(const char *text, const char *name, size_t *len);

#endif
