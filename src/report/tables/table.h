/*
 * table.h - the answer of a sweep: measured beside published.
 *
 * A row a group: the trials that agree in every swept field but the seeds
 * (fields whose last word is `seed`), with mean and standard deviation over
 * them, and why trials of it failed; of a search, for people, with the numbers
 * of its trials.
 *
 * Below the table stand what was scored (which checkpoint, which questions),
 * how many trials are missing, which means are over fewer than have finished,
 * and, of groups that are set against each other (group_pairs.h: they differ in
 * one field alone, of two values or of words) and share seeds, the paired
 * difference and whether it is more than luck: that of the seeds and that of
 * the test's questions.
 * Metrics that are affine in one another over the trials get one test, what is
 * the same in all none, and where there are several hypotheses, each p stands
 * beside it corrected (Holm).
 *
 * By a trait of the units (data/units.h) - how long, of which type - each group
 * is as many rows as the trait has values, or bins of them: how many units have
 * it, and every metric over those alone.  Values that no unit has are left out.
 * In text a row with all of them closes the group.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_TABLES_TABLE_H
#define REPORT_TABLES_TABLE_H

#include "report/format/format.h"
#include "report/tables/folders.h"
#include "report/tables/selection.h"

/* What of a table is wanted. */
struct table_view {
    const struct format_kind *format; /* borrowed; NULL: text */
    bool trials;                      /* a row a trial instead of a group */
    bool tests;                       /* a row a test of a difference instead */
    const char *against; /* the value that others of its field are set against,
                            such as a variant's name; NULL: the first row's */
    int most;       /* rows, 0: all; how many more there are is said below */
    bool part;      /* one of several on a page, which leaves failed trials and
                       what differs to others: below groups stands what was
                       scored, below tests how it was tested */
    bool max;       /* the highest of a group's runs, too; CSV always has it */
    const char *by; /* a trait: each row becomes one a value; NULL: none */
    long width;     /* of its values in a row; 0: chosen */
    bool spreadsheet; /* csv: what that would take for a formula is a text */
    int line;         /* text: as in struct sheet */
    /* Of groups and trials: columns, with commas between, and the one by which
     * rows are sorted; NULL: as they are.  Metrics stand best first, others
     * lowest first, or the other way round; what has no value is last. */
    const char *columns, *sort;
    bool reverse;
    int top; /* so many rows, the best by the goal unless sorted; 0: all */
    const struct selection *selection; /* borrowed; NULL: all trials */
    enum split split; /* whose units it is a trait of; SPLIT_NONE: test's, or
                         valid's where there is no test */
};

/*
 * Append the table of n results folders, of one unless it is by a trait: then
 * trials that differ in nothing but their seeds are one group whichever folder
 * they are in, and groups stand in the order of the first folder's.  Formats
 * for programs have numbers in columns of their own.
 *
 * What is damaged is left out, and trials that have read other data than those
 * beside them are named (results/other_data.h), as the last lines say: 1; 0
 * where nothing is.
 * Errors: folders that folders_check() refuses.
 */
int report_table(char *const *dir, int n, const struct table_view *view,
                 struct str *out, struct error *e);

/* The same of folders already read; `dir` is where the first is said to be. */
int report_folders(const struct folder *folder, int n, const char *dir,
                   const struct table_view *view, struct str *out,
                   struct error *e);

/* What differs in a folder, as it stands below the table, a line a hypothesis,
 * appended: "test.map: coda minus softmax is +2.38 (p = 0.031, 6 seeds)". */
int report_differences(const struct folder *folder, struct str *out,
                       struct error *e);

/* And of one. */
int report_results(const struct experiment *x, const struct results *s,
                   const char *dir, const struct table_view *view,
                   struct str *out, struct error *e);

#endif
