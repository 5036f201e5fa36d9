/*
 * groups.h - groups of trials: those that differ only in their seeds or, for
 * any list of fields, those that agree in these fields.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_TABLES_GROUPS_H
#define REPORT_TABLES_GROUPS_H

#include "base/numbers/digest_map.h"
#include "report/tables/measures.h"

struct group_member {
    const struct results_row *row; /* borrowed, like the next two */
    const struct results *of;      /* the results that the row is in */
    const struct experiment *x;
    char *seeds; /* values of the swept seeds; with any fields, those of all
                    seeds and of the other swept fields if `seeds` is set,
                    else NULL; owned */
};

/* The value of a field that the kind of a trial does not have. */
#define NO_FIELD "-"

struct trial_group {
    char **value; /* owned [fields]: values of the fields that define the
                     group */
    int n, room;
    struct group_member *member; /* owned; in trial order */
};

struct groups {
    int fields;
    const char **field; /* owned [fields]: their names, each borrowed */
    bool any_fields;    /* not only the swept ones */
    bool seeds;         /* members get their seeds */
    int n, room;
    struct trial_group *group; /* owned; in the order of their first trial */
    struct digest_map names;   /* index of each group, by the digest of its
                                  values */
    struct digest_map trials;  /* trials already added, each with its group */
    long again;                /* trials that were in their group already */
};

/* Make the groups by swept fields except seeds.  With `alone` seeds are like
 * other fields, so each trial is a group. */
void groups_init(struct groups *g, const struct experiment *x,
                 const struct results *s, bool alone);
void groups_release(struct groups *g);

/* Make groups by any fields, swept or not, over the trials of several folders,
 * which are added one by one and borrowed.  A trial that is in several folders
 * counts once in a group.  The field FIELD_FOLDER is the name of a trial's
 * folder.  `seeds`: members will be paired by their seeds. */
#define FIELD_FOLDER "results"
void groups_by(struct groups *g, const char *const *field, int fields,
               bool seeds);
void groups_add(struct groups *g, const struct experiment *x,
                const struct results *s);

/* True if a value is a number, which is stored in *number. */
bool value_is_number(const char *value, double *number);

/* True for a field that is a seed: "train.seed", "task.seed". */
bool field_is_seed(const char *name);

/* True if a member's result is there and finished. */
bool group_member_finished(const struct group_member *m);

/* Count the finished members. */
int group_finished(const struct trial_group *g);

/* Return the published value of a metric, NULL if there is none. */
const double *published_in(const struct published *p, const char *metric);

/* True if published_fits() holds for every trial of the group. */
bool published_fits_group(const struct published *p,
                          const struct trial_group *g);

/* Return a row's text without its seeds.  The caller frees it. */
char *row_without_seeds(const struct results_row *row);

/* Return the digest of n values, leaving out number `without` (-1: none). */
struct digest values_digest(char *const *value, int n, int without);

/* Store the values of the group's finished trials that have one; returns how
 * many. */
int measure_group(const struct measure *m, const struct trial_group *g,
                  double *value);

/* Return which values of a measure are better among rows made by the first
 * `fields` fields: 1 for higher, -1 for lower, 0 if rows differ in folder or
 * task and cannot be compared. */
int groups_better(const struct groups *g, int fields, const struct measure *m);

/* Append a line for each mean of n measures that covers fewer than all finished
 * trials of its group. */
void groups_say_without(const struct groups *g, const struct measure *m, int n,
                        struct str *out);

/* Sort the groups by their mean, the best first.  Groups without a mean come
 * last; equal ones keep their order. */
void groups_rank(struct groups *g, const struct measure *m, bool maximize);

#endif
