/*
 * folders.h - results folders that one table or picture is of.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_TABLES_FOLDERS_H
#define REPORT_TABLES_FOLDERS_H

#include "report/format/grid.h"
#include "report/tables/groups.h"

/* A folder that was read; borrowed. */
struct folder {
    const struct experiment *x;
    const struct results *s;
};

/* Several that were read here. */
struct folders {
    int n;
    struct folder *folder; /* owned [n], as the next two are: of these */
    struct experiment *x;
    struct results *s;
};

/* What a line calls one: where it is, or else its experiment's name. */
const char *folder_name(const struct folder *f);

/* To be released, unless it fails.  What is damaged is left out, as
 * results_salvage() has it. */
int folders_read(struct folders *f, char *const *dir, int n, struct error *e);
void folders_release(struct folders *f);

/* results_salvage_more() and results_left_out() of all. */
bool folders_salvage_more(struct folders *f);
long folders_left_out(const struct folder *folder, int n, struct str *out);

/* other_data_among() them; NULL: nothing is said. */
long folders_other_data(const struct folder *folder, int n, struct str *out);

/* Is nothing left out, and have their trials read the same data?  Else whoever
 * makes a table of them ends with status 1.  Standard error has the lines on
 * the latter where the table stands alone; files left out were warned of. */
bool folders_whole(const struct folder *folder, int n, bool alone);

/* "selected: 2 of 6 trials: seed=1, finished", appended as a line; nothing
 * where nothing was left out by a selection.  `tested`: there are tests of
 * differences, which a line says are of these trials, too. */
void folders_say_selected(const struct folder *folder, int n, bool tested,
                          struct str *out);

/* Where anything is left out, put a last column into a table whose format takes
 * no lines: how many files are; likewise where trials have read other data. */
void folders_mark(const struct folder *folder, int n, struct grid *grid);

/* Their experiments' names, each once, with a text between; free() it. */
char *folders_title(const struct folder *folder, int n, const char *between);

/* Trials that are there, by how they ended, and all. */
struct trial_counts {
    long all, finished, failed, early, left_out;
    long equal;            /* beside them: the same as an earlier one */
    const char *scheduler; /* that ended the first of the early ones */
};
struct trial_counts folders_count(const struct folder *folder, int n);

/* Of those that have not finished: ", 1 failed, 2 left out"; and how many more
 * were equal: " (54 more equal an earlier one)". */
void folders_say_others(const struct trial_counts *c, struct str *out);

/*
 * Are n folders of one sort: have they one goal, do the trials of each group
 * differ in nothing but their seeds, and is each in one folder alone?  Else an
 * error that names the folder.
 */
int folders_check(const struct folder *folder, int n, const struct groups *g,
                  struct error *e);

#endif
