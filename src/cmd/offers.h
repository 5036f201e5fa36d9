/*
 * offers.h - what may be typed next on a command line: words, each with a line
 * of help, that begin as what is typed so far does.
 *
 * Threads: one at a time.
 */
#ifndef CMD_OFFERS_H
#define CMD_OFFERS_H

#include "base/core/str.h"
#include "config/field/field.h"

struct offers {
    const char *head;  /* what stands before, of the same word: "mean," */
    const char *begun; /* what is typed behind it */
    const char *tail;  /* what follows each: "=" behind a field that is set */
    struct str out;    /* WORD<tab>HELP a line; owned, to be released */
};

/* Offer a word unless it begins otherwise or stands there; help may be NULL. */
void offer(struct offers *o, const char *word, const char *help);

/* NULL behind the last. */
void offer_names(struct offers *o, const char *const *names);
void offer_kinds(struct offers *o, const struct kinds *kinds);

void offer_fields(struct offers *o); /* of trials, by dotted names */
/* What the field of such a name may be, as far as that has a name. */
void offer_field_values(struct offers *o, const char *field);

/* Sweeps under results/, by their names.  Shells know them by their help, and
 * offer files, too. */
#define OFFER_SWEEP "results"
void offer_sweeps(struct offers *o);

void offer_metrics(struct offers *o);    /* of all tasks: "test.map" */
void offer_curves(struct offers *o);     /* what has a curve: loss, metrics */
void offer_traits(struct offers *o);     /* of all tasks */
void offer_tests(struct offers *o);      /* of differences */
void offer_aggregates(struct offers *o); /* of a group: "mean" */
void offer_attentions(struct offers *o); /* kinds of attention */
void offer_models(struct offers *o);     /* kinds of model */
void offer_sites(struct offers *o);      /* attentions of models: "align" */

void offer_columns(struct offers *o); /* of tables: fields, metrics, others */

/* FIELD=VALUE with any of those columns. */
void offer_where(struct offers *o);

/* FIELD=VALUE, of which a shell may have both in one word. */
void offer_set(struct offers *o);

#endif
