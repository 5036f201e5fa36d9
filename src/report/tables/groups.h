/*
 * groups.h - trials that differ in nothing but their seeds; or, by any fields,
 * those that agree in these, whatever else they differ in.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_TABLES_GROUPS_H
#define REPORT_TABLES_GROUPS_H

#include "base/numbers/digest_map.h"
#include "report/tables/measures.h"

struct group_member {
    const struct results_row *row; /* borrowed, as the next two are */
    const struct results *of;      /* whose row it is */
    const struct experiment *x;
    char *seeds; /* values of the swept seeds; by any fields of all seeds and
                    of what else is swept, where they are wanted, or NULL;
                    owned */
};

/* In place of a value where the kind of a trial has no such field. */
#define NO_FIELD "-"

struct trial_group {
    char **value; /* [fields] of the swept fields; owned */
    int n, room;
    struct group_member *member; /* owned; in trial order */
};

struct groups {
    int fields;
    const char **field; /* [fields] their names; owned, each borrowed */
    bool any_fields;    /* not just the swept ones */
    bool seeds;         /* are members' wanted? */
    int n, room;
    struct trial_group *group; /* owned; in the order of their first trial */
    struct digest_map names;   /* their places, by the digests of values */
    struct digest_map trials;  /* of a group each */
    long again;                /* those that their group had already */
};

/* Those of the swept fields.  `alone`: seeds are fields as others are, so each
 * trial is a group. */
void groups_init(struct groups *g, const struct experiment *x,
                 const struct results *s, bool alone);
void groups_release(struct groups *g);

/* Those of any fields, swept or not, over the trials of several folders, which
 * are added one by one and borrowed; a trial of several counts once in a group.
 * The field FIELD_FOLDER is the name of a trial's folder.  `seeds`: members are
 * to be paired by them. */
#define FIELD_FOLDER "results"
void groups_by(struct groups *g, const char *const *field, int fields,
               bool seeds);
void groups_add(struct groups *g, const struct experiment *x,
                const struct results *s);

/* Is a value a number, and which? */
bool value_is_number(const char *value, double *number);

/* Is a field a seed: "train.seed", "task.seed"? */
bool field_is_seed(const char *name);

/* Does a member count: is it there and finished? */
bool group_member_finished(const struct group_member *m);

/* How many members do. */
int group_finished(const struct trial_group *g);

/* What is published in a metric; NULL: nothing is. */
const double *published_in(const struct published *p, const char *metric);

/* Is a published number one of all its trials: published_fits() each? */
bool published_fits_group(const struct published *p,
                          const struct trial_group *g);

/* A row's text but for its seeds; free() it. */
char *row_without_seeds(const struct results_row *row);

/* One digest of n values but for number `without` (-1: of all). */
struct digest values_digest(char *const *value, int n, int without);

/* Values of a group's finished trials that have one; returns how many. */
int measure_group(const struct measure *m, const struct trial_group *g,
                  double *value);

/* Which values of a measure are better, of rows that the first so many fields
 * make: 1, the higher; -1, the lower; 0: the rows differ in folder or task, and
 * are not compared. */
int groups_better(const struct groups *g, int fields, const struct measure *m);

/* A line for each mean of n measures that is over fewer than the finished
 * trials of its group. */
void groups_say_without(const struct groups *g, const struct measure *m, int n,
                        struct str *out);

/* Put the groups in order of their mean, the best first; those without one
 * last, and equals as they were. */
void groups_rank(struct groups *g, const struct measure *m, bool maximize);

#endif
