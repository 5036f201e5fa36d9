/*
 * completions.h - completions of a command line: words that begin as the word
 * typed so far does, each with a line of help.
 *
 * Threads: one at a time.
 */
#ifndef CMD_COMPLETIONS_H
#define CMD_COMPLETIONS_H

#include "base/core/str.h"
#include "config/field/field.h"

struct completions {
    const char *head;  /* the part of the word that is complete: "mean," */
    const char *begun; /* the part to be completed */
    const char *tail;  /* appended to each word: "=" for a field to be set */
    struct str out;    /* lines WORD<tab>HELP; owned, the caller releases it */
};

/* Offer a word unless it begins differently or is in `head` already; help may
 * be NULL. */
void completions_add(struct completions *o, const char *word, const char *help);

/* Offer several words; the names end with NULL. */
void completions_add_names(struct completions *o, const char *const *names);
void completions_add_kinds(struct completions *o, const struct kinds *kinds);

void completions_add_fields(
    struct completions *o); /* fields of trials, by dotted names */
/* Offer the values of a field, as far as they have names. */
void completions_add_field_values(struct completions *o, const char *field);

/* Offer the names of sweeps under results/. Shells recognize these by their
 * help, and complete files as well. */
#define COMPLETIONS_SWEEP "results"
void completions_add_sweeps(struct completions *o);

void completions_add_metrics(
    struct completions *o); /* metrics of all tasks: "test.map" */
void completions_add_curves(
    struct completions *o); /* quantities with a curve: loss, metrics */
void completions_add_traits(struct completions *o);     /* of all tasks */
void completions_add_tests(struct completions *o);      /* of differences */
void completions_add_aggregates(struct completions *o); /* of a group: "mean" */
void completions_add_attentions(struct completions *o); /* kinds of attention */
void completions_add_models(struct completions *o);     /* kinds of model */
void completions_add_sites(
    struct completions *o); /* sites of models: "align" */

void completions_add_columns(
    struct completions *o); /* columns of tables: fields, metrics, others */

/* Offer FIELD=VALUE for all these columns. */
void completions_add_where(struct completions *o);

/* Offer FIELD=VALUE; a shell can pass both as one word. */
void completions_add_set(struct completions *o);

#endif
