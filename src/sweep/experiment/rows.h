/*
 * rows.h - the texts in which tables look up fields, for very many trials.
 *
 * Binding a trial is slow, and its text is large.  The texts of trials that
 * differ only in plain numbers differ only in the lines of these numbers.  So
 * only few trials are bound, and their texts are shared.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_EXPERIMENT_ROWS_H
#define SWEEP_EXPERIMENT_ROWS_H

#include "sweep/experiment/experiment.h"

/* The trial_config_row() of a trial, as lines "FIELD: VALUE". */
struct row_text {
    const char *shared; /* borrowed text shared with others; NULL if there is
                           none */
    char *own;          /* lines that replace some of those; owned; NULL if
                           there are none */
};
void row_text_release(struct row_text *t);

/* Append the value of a field, as config_value() does. */
bool row_value(const struct row_text *t, const char *field, struct str *out);

/* True for a field of texts. */
bool field_has_texts(const char *field);

/* True if no value is a number, even if it looks like one: those of a field of
 * texts, and the names of variants. */
bool field_lacks_numbers(const char *field);

/* Append a value for programs: a text without YAML's quotes. */
void plain_value(const char *field, const char *value, struct str *out);

/* Append a value for programs (`data`), or for people. */
void shown_value(const char *field, const char *value, bool data,
                 struct str *out);

/* Return the value of a field that has a line of its own, borrowed; NULL if
 * there is none. */
const char *row_line(const struct row_text *t, const char *field, size_t *len);

/* Return the kind that a field such as "model.kind" names, and the kind of the
 * task; NULL if it is unknown. */
const struct kind *row_kind(const struct row_text *t, const char *field,
                            const struct kinds *kinds);
const struct task_kind *row_task(const struct row_text *t);

/* Return the whole text.  The caller frees it. */
char *row_whole(const struct row_text *t);

struct row_texts;

/* The experiment is borrowed. */
struct row_texts *row_texts_new(const struct experiment *x);
void row_texts_free(struct row_texts *r);

/* Get the text for an assignment; release it before the rows.  Error: -1 if it
 * cannot be bound. */
int row_texts_get(struct row_texts *r, const struct assignment *a,
                  struct row_text *out, struct error *e);

#endif
