/*
 * rows.h - the texts that tables look fields up in, for very many trials.
 *
 * Binding a trial takes its time, and its text its room.  Of trials that differ
 * in plain numbers alone the text of one is that of another but for those
 * lines: so few are bound, and theirs are shared.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_EXPERIMENT_ROWS_H
#define SWEEP_EXPERIMENT_ROWS_H

#include "sweep/experiment/experiment.h"

/* trial_config_row() of a trial, as lines "FIELD: VALUE". */
struct row_text {
    const char *shared; /* with others; borrowed; NULL: all is its own */
    char *own;          /* lines in the place of those; owned; NULL: none */
};
void row_text_release(struct row_text *t);

/* The value of a field as config_value() has it. */
bool row_value(const struct row_text *t, const char *field, struct str *out);

/* Is it a field of texts?  And append one of its values as programs have it:
 * that of a text without YAML's quotes. */
bool field_has_texts(const char *field);
void plain_value(const char *field, const char *value, struct str *out);

/* Append it for programs (`data`), or as it is for people. */
void shown_value(const char *field, const char *value, bool data,
                 struct str *out);

/* That of a field with a line to itself, borrowed; NULL: it has none. */
const char *row_line(const struct row_text *t, const char *field, size_t *len);

/* The kind that a field such as "model.kind" names, and that of its task; NULL:
 * none that is known. */
const struct kind *row_kind(const struct row_text *t, const char *field,
                            const struct kinds *kinds);
const struct task_kind *row_task(const struct row_text *t);

/* All of it, the caller's to free(). */
char *row_whole(const struct row_text *t);

struct row_texts;

/* The experiment is borrowed. */
struct row_texts *row_texts_new(const struct experiment *x);
void row_texts_free(struct row_texts *r);

/* What an assignment gives, to be released before the rows; -1 where it cannot
 * be bound. */
int row_texts_get(struct row_texts *r, const struct assignment *a,
                  struct row_text *out, struct error *e);

#endif
