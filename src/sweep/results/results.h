/*
 * results.h - the results of a folder in memory, in trial order.
 *
 * Read from the journal where it has them in short, else from the trial files.
 * A row holds what is its own, some hundred bytes; what trials have in common
 * stands once.
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
    bool present;           /* is there a result? */
    bool left_out;          /* there was, and it cannot be read */
    struct result result;   /* when present; in short, without configuration,
                               history, answers and units; owned */
};

/* Has its trial a result, and finished? */
bool results_row_finished(const struct results_row *row);

/* Trials whose configuration equals that of an earlier one are left out. */
struct results {
    long n, equal;           /* so many are there, and so many left out so */
    struct results_row *row; /* owned */
    char *dir;               /* owned: where they are from; NULL: nowhere */
    struct ledger ledger;    /* what its journal says; owned */
    struct row_texts *rows;  /* what the rows' texts share; owned */
    struct salvage *salvage; /* owned; NULL: damage is an error */
    char *chosen;            /* by what the rows were, results_select(); owned;
                                NULL: all are there */
    long chosen_of;          /* how many there were */
};

/* Of results that are read in spite of damage. */
struct salvage {
    bool cut;           /* what the journal had behind its damage is left out */
    bool doubt;         /* since then a file could not be read */
    long rows, without; /* results_each(): so many, and left out of them */
};

/* Tell an experiment by which rules its folder's trials have their numbers, as
 * far as its journal says (study/conduct.h). */
void results_conduct(const char *dir, struct experiment *x);

/* Read the experiment a folder belongs to, in the folder's schema. */
int results_experiment(const char *dir, struct experiment *x, struct error *e);

/* The trials, without reading what they left behind. */
int results_list(struct results *s, const struct experiment *x,
                 struct error *e);

/* The same of a folder, with what its journal says. */
int results_find(struct results *s, const char *dir, const struct experiment *x,
                 struct error *e);

/* A damaged or unreadable result file is an error. */
int results_read(struct results *s, const char *dir, const struct experiment *x,
                 struct error *e);
void results_release(struct results *s);

/* --- one after the other -------------------------------------------------- */

/* The same of very many trials, whose rows would take much memory: what the
 * journal says, and no row yet.  To be released by results_release(). */
int results_begin(struct results *s, const char *dir,
                  const struct experiment *x, struct error *e);

/* Tell each row, in their order; it is released behind the call.  May be called
 * again.  -1: a file cannot be read, or `tell` has failed. */
int results_each(struct results *s, const struct experiment *x,
                 int (*tell)(void *, const struct results_row *,
                             struct error *),
                 void *context, struct error *e);

/* The same, of the trial `only` alone where that is not negative, be it equal
 * to another.  results_each_without(): what the trials are, and no results;
 * results_each_whole(): all that there is of each result, its history too. */
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

/* The experiment, and the trials as results_find() has them, by what the
 * journal has before its first damage, which `damage` gets; it is empty before,
 * and stays so where there is none.  What the journal lacks of what status.json
 * tells of (liveness.h) is its damage, too. */
int results_open(struct results *s, struct experiment *x, const char *dir,
                 struct error *damage, struct error *e);

/*
 * The same with the results, but for those whose files are damaged or gone,
 * though the journal tells of them: these rows are left out.  Each file, and
 * the journal where it is damaged, is named in a line on standard error.
 *
 * Tables, pictures and reports over many trials begin with it:
 *
 *     if (results_salvage(&s, &x, dir, e))
 *         return -1;
 *     while ((failed = make(&s, e)) && results_salvage_more(&s))
 *         continue;
 *     say results_left_out(&s, out), and end with status 1 where it is true
 */
int results_salvage(struct results *s, struct experiment *x, const char *dir,
                    struct error *e);

/* The same of very many trials, for results_each(), which then leaves such rows
 * out and tells them without a result. */
int results_begin_salvage(struct results *s, struct experiment *x,
                          const char *dir, struct error *e);

/* What was made of salvaged results has failed.  True: since a file turned out
 * to be damaged only when it was read again, and it is to be made anew: all
 * files were read, and those that cannot be are left out, too. */
bool results_salvage_more(struct results *s);

/* The same before anything is made, for who reads all files in any case. */
void results_salvage_all(struct results *s);

/* Of how many trials is it known what they are, as proposed_known() has it? */
long results_known(const struct results *s);

/* Has the folder a trial `number`? */
int results_check_number(const struct results *s, long number, struct error *e);

/* Does the journal tell of a trial's result file, and it is not there?  Then
 * -1, with that. */
int results_gone(const struct results *s, const struct results_row *row,
                 struct error *e);

/* How many files are left out, or were by the last results_each().  Of some
 * `out`, unless NULL, gets lines that say so. */
long results_left_out(const struct results *s, struct str *out);

/* --- some of the rows ----------------------------------------------------- */

/* Keep the rows that keep() is true of, and say by what: "steps>10".  May be
 * called again. */
void results_select(struct results *s,
                    bool (*keep)(const void *, const struct results_row *),
                    const void *context, const char *by);

/* --- one trial ------------------------------------------------------------ */

/*
 * All that there is of the result of a trial, to be released: 1, or 0 when
 * there is none.  Of one that stands in the journal that is all but answers and
 * units.  `c` is the trial's configuration.
 */
int results_load(const struct index *ix, const char *dir,
                 const struct trial_config *c, struct result *r,
                 struct error *e);

/* All of the result file of a trial that is present, read again, to be
 * released; without one an error. */
int results_whole(const struct results *s, const struct results_row *row,
                  struct result *r, struct error *e);

/* What was measured while a trial that is present was trained, to be released.
 */
int results_history(const struct results *s, const struct results_row *row,
                    struct history *h, struct error *e);

/* The units of a split of a trial that is present, read again, to be released;
 * n = 0 when it has none, as small results do. */
int results_units(const struct results *s, const struct results_row *row,
                  enum split split, struct units *u, struct error *e);

#endif
