/*
 * folders.h - the results folders from which one table or picture is made.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_TABLES_FOLDERS_H
#define REPORT_TABLES_FOLDERS_H

#include "report/format/grid.h"
#include "report/tables/groups.h"

/* A folder that was read; its members are borrowed. */
struct folder {
    const struct experiment *x;
    const struct results *s;
};

/* Several folders, with what was read from them. */
struct folders {
    int n;
    struct folder *folder; /* owned [n]; it borrows from the next two, which
                              are owned, too */
    struct experiment *x;
    struct results *s;
};

/* Return the name for messages: its path or, if it has none, the experiment's
 * name. */
const char *folder_name(const struct folder *f);

/* Read n folders; release them unless it fails.  Damaged files are left out, as
 * in results_salvage(). */
int folders_read(struct folders *f, char *const *dir, int n, struct error *e);
void folders_release(struct folders *f);

/* results_salvage_more() and results_left_out() for all folders. */
bool folders_salvage_more(struct folders *f);
long folders_left_out(const struct folder *folder, int n, struct str *out);

/* other_data_among() for all folders; with NULL nothing is written. */
long folders_other_data(const struct folder *folder, int n, struct str *out);

/* True if no file is left out and all trials have read the same data; otherwise
 * a command that makes a table of them exits with 1.  If the table stands
 * alone, standard error gets the lines on other data; files left out were
 * warned of before. */
bool folders_whole(const struct folder *folder, int n, bool alone);

/* Append the line "selected: 2 of 6 trials: seed=1, finished"; nothing if the
 * selection left out nothing.  With `tested` a line adds that tests of
 * differences use these trials, too. */
void folders_say_selected(const struct folder *folder, int n, bool tested,
                          struct str *out);

/* For a format without notes: if files are left out, add a last column with
 * their number, and one for trials that have read other data. */
void folders_mark(const struct folder *folder, int n, struct grid *grid);
extern const char *const folders_marks[]; /* the names of these columns */

/* Join the experiments' names, each once, with `between`.  The caller frees
 * it. */
char *folders_title(const struct folder *folder, int n, const char *between);

/* The number of trials, in all and by how they ended. */
struct trial_counts {
    long all, finished, failed, early, left_out;
    long equal;            /* not counted above: trials equal to an earlier
                              one */
    const char *scheduler; /* the one that ended the first of the early
                              trials */
};
struct trial_counts folders_count(const struct folder *folder, int n);

/* Append the counts of trials that have not finished, ", 1 failed, 2 left out",
 * and of equal ones, " (54 more equal an earlier one)". */
void folders_say_others(const struct trial_counts *c, struct str *out);

/*
 * Check that n folders can be compared: they have the same goal, the trials of
 * each group differ only in their seeds, and each trial is in one folder only.
 * The error names the folder.
 */
int folders_check(const struct folder *folder, int n, const struct groups *g,
                  struct error *e);

#endif
