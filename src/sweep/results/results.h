/*
 * results.h - the results of a folder in memory, in trial order.
 *
 * They are read from the journal where it has them as a summary, else from the
 * trial files.  A row has what is its own, some hundred bytes; what trials have
 * in common is stored once.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_RESULTS_RESULTS_H
#define SWEEP_RESULTS_RESULTS_H

#include "engine/store/result.h"
#include "sweep/experiment/rows.h"
#include "sweep/ledger/ledger.h"

struct results_row {
    long number;
    struct digest trial;
    struct row_text config; /* every field; owned */
    bool present;           /* there is a result */
    bool left_out;          /* there was one that cannot be read */
    struct result result;   /* if present; without configuration, history,
                               answers and units; owned */
};

/* True if the row's trial has a result, and finished. */
bool results_row_finished(const struct results_row *row);

/* Trials whose configuration equals that of an earlier one are left out. */
struct results {
    long n, equal;           /* rows, and trials left out as equal */
    struct results_row *row; /* owned */
    char *dir;               /* owned: where they are from; NULL: nowhere */
    struct ledger ledger;    /* what its journal says; owned */
    struct row_texts *rows;  /* what the rows' texts share; owned */
    struct salvage *salvage; /* owned; NULL: damage is an error */
    char *chosen;            /* how results_select() chose the rows; owned;
                                NULL: all are there */
    long chosen_of;          /* how many there were before */
};

/* For results that are read in spite of damage. */
struct salvage {
    bool cut;           /* the journal's content after its damage is left out */
    bool unreadable;    /* a file could not be read since then */
    long rows, without; /* results_each(): rows, and those left out */
};

/* Set in an experiment the conduct under which its folder's trials were
 * proposed, as far as its journal says (study/conduct.h). */
void results_conduct(const char *dir, struct experiment *x);

/* Read the experiment a folder belongs to, in the folder's schema. */
int results_experiment(const char *dir, struct experiment *x, struct error *e);

/* List the trials, without reading their results. */
int results_list(struct results *s, const struct experiment *x,
                 struct error *e);

/* The same for a folder, with the index of its journal. */
int results_find(struct results *s, const char *dir, const struct experiment *x,
                 struct error *e);

/* Read the results; a damaged or unreadable result file is an error. */
int results_read(struct results *s, const char *dir, const struct experiment *x,
                 struct error *e);
void results_release(struct results *s);

/* --- one after the other -------------------------------------------------- */

/* Begin to read very many trials, whose rows would take much memory: the index
 * of the journal, and no row yet.  The caller calls results_release(). */
int results_begin(struct results *s, const char *dir,
                  const struct experiment *x, struct error *e);

/* Call tell() with each row, in order; the row is released after the call.  May
 * be called again.  -1 if a file cannot be read, or `tell` has failed. */
int results_each(struct results *s, const struct experiment *x,
                 int (*tell)(void *, const struct results_row *,
                             struct error *),
                 void *context, struct error *e);

/* The same; if `only` is not negative, for that trial alone, even if it equals
 * another.  results_each_without(): rows without results; results_each_whole():
 * rows with whole results, including the history. */
int results_each_without(struct results *s, const struct experiment *x,
                         long only,
                         int (*tell)(void *, const struct results_row *,
                                     struct error *),
                         void *context, struct error *e);
int results_each_whole(struct results *s, const struct experiment *x, long only,
                       int (*tell)(void *, const struct results_row *,
                                   struct error *),
                       void *context, struct error *e);

/* --- in spite of damage --------------------------------------------------- */

/* Read the experiment, and the trials as results_find() does, from the part of
 * the journal before its first damage.  `damage` must be empty before; it gets
 * the damage, or stays empty.  It is damage, too, if the journal lacks
 * something that status.json reports (liveness.h). */
int results_open(struct results *s, struct experiment *x, const char *dir,
                 struct error *damage, struct error *e);

/*
 * The same with the results; rows whose files are damaged, or missing though
 * the journal has them, are left out.  Each such file, and a damaged journal,
 * is named in a line on standard error.
 *
 * Tables, pictures and reports over many trials begin with it:
 *
 *     if (results_salvage(&s, &x, dir, e))
 *         return -1;
 *     while ((failed = make(&s, e)) && results_salvage_more(&s))
 *         continue;
 *     print results_left_out(&s, out), and exit with status 1 if not 0
 */
int results_salvage(struct results *s, struct experiment *x, const char *dir,
                    struct error *e);

/* The same for very many trials, for results_each(), which then leaves out the
 * results of such rows, and calls tell() without them. */
int results_begin_salvage(struct results *s, struct experiment *x,
                          const char *dir, struct error *e);

/* Called when output from salvaged results has failed.  True if a file turned
 * out to be damaged only when it was read again, and the output should be made
 * again: all files were read now, and those that cannot be read are left out,
 * too. */
bool results_salvage_more(struct results *s);

/* The same before any output is made, for callers that read all files
 * anyway. */
void results_salvage_all(struct results *s);

/* The number of trials that are known, as in proposed_known(). */
long results_known(const struct results *s);

/* Check that the folder has a trial `number`. */
int results_check_number(const struct results *s, long number, struct error *e);

/* -1 with an error if the journal has a trial's result file, and the file is
 * missing. */
int results_gone(const struct results *s, const struct results_row *row,
                 struct error *e);

/* The number of files that are left out, or were by the last results_each().
 * If there are some, `out` (may be NULL) gets lines that say so. */
long results_left_out(const struct results *s, struct str *out);

/* --- some of the rows ----------------------------------------------------- */

/* Keep the rows for which keep() is true; `by` is the condition as text:
 * "steps>10".  May be called again. */
void results_select(struct results *s,
                    bool (*keep)(const void *, const struct results_row *),
                    const void *context, const char *by);

/* --- one trial ------------------------------------------------------------ */

/*
 * Load the result of a trial with all that is stored, which the caller
 * releases: 1, or 0 if there is none.  A result in the journal has no answers
 * and units.  `c` is the trial's configuration.
 */
int results_load(const struct index *ix, const char *dir,
                 const struct trial_config *c, struct result *r,
                 struct error *e);

/* Read the whole result file of a trial that is present again; the caller
 * releases it.  Without a file it is an error. */
int results_whole(const struct results *s, const struct results_row *row,
                  struct result *r, struct error *e);

/* The history of a trial that is present; the caller releases it. */
int results_history(const struct results *s, const struct results_row *row,
                    struct history *h, struct error *e);

/* The units of a split of a trial that is present, read again, which the caller
 * releases; n = 0 if it has none, as small results. */
int results_units(const struct results *s, const struct results_row *row,
                  enum split split, struct units *u, struct error *e);

#endif
