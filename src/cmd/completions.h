/*
 * completions.h - what may be typed next on a command line: words, each with a
 * line of help, that begin as what is typed so far does.
 *
 * Threads: one at a time.
 */
#ifndef CMD_COMPLETIONS_H
#define CMD_COMPLETIONS_H

#include "base/core/str.h"
#include "config/field/field.h"

struct completions {
    const char *head;  /* what stands before, of the same word: "mean," */
    const char *begun; /* what is typed behind it */
    const char *tail;  /* what follows each: "=" behind a field that is set */
    struct str out;    /* WORD<tab>HELP a line; owned, to be released */
};

/* Offer a word unless it begins otherwise or stands there; help may be NULL. */
void completions_add(struct completions *o, const char *word, const char *help);

/* NULL behind the last. */
void completions_add_names(struct completions *o, const char *const *names);
void completions_add_kinds(struct completions *o, const struct kinds *kinds);

void completions_add_fields(
    struct completions *o); /* of trials, by dotted names */
/* What the field of such a name may be, as far as that has a name. */
void completions_add_field_values(struct completions *o, const char *field);

/* Sweeps under results/, by their names.  Shells know them by their help, and
 * complete files, too. */
#define COMPLETIONS_SWEEP "results"
void completions_add_sweeps(struct completions *o);

void completions_add_metrics(
    struct completions *o); /* of all tasks: "test.map" */
void completions_add_curves(
    struct completions *o); /* what has a curve: loss, metrics */
void completions_add_traits(struct completions *o);     /* of all tasks */
void completions_add_tests(struct completions *o);      /* of differences */
void completions_add_aggregates(struct completions *o); /* of a group: "mean" */
void completions_add_attentions(struct completions *o); /* kinds of attention */
void completions_add_models(struct completions *o);     /* kinds of model */
void completions_add_sites(
    struct completions *o); /* attentions of models: "align" */

void completions_add_columns(
    struct completions *o); /* of tables: fields, metrics, others */

/* FIELD=VALUE with any of those columns. */
void completions_add_where(struct completions *o);

/* FIELD=VALUE, of which a shell may have both in one word. */
void completions_add_set(struct completions *o);

#endif
