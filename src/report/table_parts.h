/* table_parts.h - what the files around report_table() share. */
#ifndef REPORT_TABLE_PARTS_H
#define REPORT_TABLE_PARTS_H

#include "report/groups.h"
#include "report/table.h"

#define MAX_MEASURES (RESULT_METRICS + 1)

/* Everything a table is made from. */
struct table {
    const struct experiment *x;
    const struct results *s;
    struct groups groups;
    struct measure measure[MAX_MEASURES];
    int measures;
    enum table_format format;
};

/* The published numbers that fit a group, for a measure and their sources;
 * several are joined.  Nothing is added when there is none. */
void published_number(const struct table *t, const struct trial_group *g,
                      const struct measure *m, struct str *out);
void published_source(const struct table *t, const struct trial_group *g,
                      struct str *out);

/* A row a group, and a row a failed trial. */
void table_of_groups(const struct table *t, struct grid *grid);

/* A row a trial. */
void table_of_trials(const struct table *t, struct grid *grid);

/* What a line below the table begins with. */
const char *table_bullet(const struct table *t);

/* The lines below: what was scored, what is missing. */
void table_notes(const struct table *t, struct str *out);

/* And what differs: reads the units of the trials again, one by one. */
int table_differences(const struct table *t, struct str *out, struct error *e);

#endif
