/*
 * table.h - the table of a sweep's results and published numbers.
 *
 * A row is a group: the trials that agree in every swept field except the seeds
 * (fields whose last word is `seed`).  It has mean and standard deviation over
 * them, and the reason why trials of it failed; for a search, tables for people
 * also list the numbers of its trials.
 *
 * The notes below the table say what was scored (which checkpoint, which
 * questions), how many trials are missing, and which means cover fewer trials
 * than have finished.  For groups that are compared and share seeds, they give
 * the paired difference and whether it is significant, both over the seeds and
 * over the test's questions.  Compared groups (group_pairs.h) differ in one
 * field only, with two values or values that are words.  Metrics that are
 * affine functions of one another over the trials get one test, metrics equal
 * in all trials none.  If there are several hypotheses, each p is followed by
 * its corrected value (Holm).
 *
 * By a trait of the units (data/units.h), such as a length or a type, each
 * group has one row for each value of the trait or bin of values: the number of
 * units with it, and every metric over these units only.  Values that no unit
 * has are left out.  In text a row over all units closes the group.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_TABLES_TABLE_H
#define REPORT_TABLES_TABLE_H

#include "report/format/format.h"
#include "report/tables/folders.h"
#include "report/tables/selection.h"

/* What the table is to show. */
struct table_view {
    const struct format_kind *format; /* borrowed; NULL means text */
    bool trials;                      /* a row for each trial instead of each
                                         group */
    bool tests;                       /* a row for each test of a difference
                                         instead */
    const char *against; /* the value with which other values of its field
                            are compared, such as a variant's name; NULL for
                            the first row's */
    int most;            /* rows shown, 0 for all; a note counts the others */
    bool part;        /* it is one of several tables on a page, and others show
                         failed trials and differences: notes below groups say
                         only what was scored, notes below tests only how */
    bool max;         /* adds the highest value of a group's runs; CSV always
                         has it */
    const char *by;   /* a trait by whose values each row is split; NULL for
                         none */
    long width;       /* values of the trait in a row; 0 to choose it */
    bool spreadsheet; /* csv: texts that a spreadsheet would read as a
                         formula are marked as text */
    int line;         /* text: as in struct sheet */
    /* For tables of groups and of trials: comma-separated columns, and the
     * column by which rows are sorted; NULL for the default.  Metrics are
     * sorted best first, other columns lowest first; `reverse` turns the order
     * round.  Rows without a value are last. */
    const char *columns, *sort;
    bool reverse;
    int top; /* show only so many rows, the best by the goal unless sorted
                otherwise; 0 for all */
    const struct selection *selection; /* borrowed; NULL for all trials */
    enum split split; /* the split whose units have the trait; SPLIT_NONE for
                         test, or valid if there is no test */
};

/*
 * Append the table of n results folders.  More than one is allowed only by a
 * trait; then trials that differ only in their seeds are one group whichever
 * folder they are in, and groups are in the order of the first folder.  Formats
 * for programs have each number in its own column.
 *
 * Returns 1 if damaged files are left out or trials have read other data than
 * the rest (results/other_data.h), which the last lines name; else 0.
 * Errors: folders that folders_check() refuses.
 */
int report_table(char *const *dir, int n, const struct table_view *view,
                 struct str *out, struct error *e);

/* The same for folders already read; `dir` is the path printed for the
 * first. */
int report_folders(const struct folder *folder, int n, const char *dir,
                   const struct table_view *view, struct str *out,
                   struct error *e);

/* Append the differences that the notes below a table list, one line for each
 * hypothesis: "test.map: coda minus softmax is +2.38 (p = 0.031, 6 seeds)". */
int report_differences(const struct folder *folder, struct str *out,
                       struct error *e);

/* The same as report_folders() for one folder. */
int report_results(const struct experiment *x, const struct results *s,
                   const char *dir, const struct table_view *view,
                   struct str *out, struct error *e);

#endif
