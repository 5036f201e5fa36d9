/*
 * result.h - the result file of a trial.
 *
 * One HDF5 file a trial, written once or replaced whole, never changed in
 * place: configuration, metric history, answers to every scored example,
 * provenance.  Trial files are authoritative for results; sweep.h5 and tables
 * are made from them.
 *
 * On disk an HDF5 file follows a 512-byte block of text that names the format
 * and has length and XXH3 digest of the rest (store/checked_file.h); HDF5
 * readers skip it.  It contains:
 *
 *     /                attributes format, version, trial, number, attempt,
 *                      status, reason, steps, epochs, best_step, train_loss,
 *                      params, seconds: as in struct result
 *     /config          text: the canonical configuration; with every default
 *                      it is the fact `configuration`
 *     /metrics         table: name, valid, test
 *     /history         table: step, epoch, train_loss, learning_rate and
 *                      valid_METRIC for each metric; with train.inspect also
 *                      mean, spread and share of negative values (e_mean,
 *                      e_spread, e_negative) of f_e(E), and the same of `gate`
 *                      and `m`; NaN for a quantity that a kind does not have
 *                      (attention/part_stats.h)
 *     /histograms      with train.inspect: histograms; e, gate and m, counts
 *                      [evaluations x 64]; attributes low and high, the
 *                      outermost edges
 *     /answers/SPLIT   an array for each column of the head's answers: `score`
 *                      [n x width], floats or ints; a column that varies, as
 *                      `token` of sequences, is token [values] and
 *                      token_start [n + 1]; so are p_first and p_last of
 *                      spans, a value a token of the document, which
 *                      task.ends keeps; absent if a split has none
 *     /said/SPLIT      the answers as text, where they have one: the column
 *                      `text` of bytes, and `id` where examples have names,
 *                      stored as `token` is
 *     /units/SPLIT     table: a row for each unit that the metrics are means
 *                      over, with METRIC and METRIC_of for each (data/units.h):
 *                      the metric is 100 times the sum of the first over the
 *                      sum of the second; then a column for each trait of the
 *                      unit, as the attribute `traits` lists them
 *                      (task/task.h; from version 4 on); then the n-grams of
 *                      metrics that are formulas of them
 *                      (store/units_table.h); absent if a split has none, and
 *                      before version 3
 *     /provenance      the facts, a text attribute each
 *
 * Threads: any; HDF5 is behind one lock (store/hdf5.h).
 */
#ifndef ENGINE_STORE_RESULT_H
#define ENGINE_STORE_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/core/error.h"
#include "base/core/str.h"
#include "base/numbers/digest.h"
#include "engine/attention/part_stats.h"
#include "engine/data/columns.h"
#include "engine/data/units.h"

enum trial_status { TRIAL_FINISHED, TRIAL_FAILED };
extern const char *const trial_status_names[]; /* NULL-terminated */

/* Set *s to the status of this name; false if it is none. */
bool trial_status_named(const char *name, enum trial_status *s);

/* One line of the history: an evaluation. */
struct history_row {
    long step;
    double epoch;
    double train_loss; /* mean over the steps since the last evaluation */
    double learning_rate;
    double valid[MAX_METRICS];
    struct part_stats_summary inspected[STATS_PARTS]; /* zero if
                                                         history->inspected is
                                                         false */
};

/* The histogram of one quantity at one evaluation. */
struct histogram {
    int64_t bin[STATS_BINS];
};

struct history {
    int n, room;
    struct history_row *row; /* owned */
    bool inspected;
    struct histogram *histogram[STATS_PARTS]; /* [n] owned; NULL if there are
                                                 none */
};
void history_add(struct history *h, const struct history_row *row);

/* Add what was inspected to the row added last; either all rows of a history
 * have this, or none. */
void history_inspect(struct history *h, const struct part_stats *seen,
                     bool histograms);
void history_release(struct history *h);

/* A named fact of the provenance; its value is text. */
struct fact {
    char *name, *value; /* owned */
};
struct facts {
    int n, room;
    struct fact *fact;          /* owned */
    const struct facts *shared; /* more facts, borrowed; NULL if none */
};
/* Add a fact, or change its value. */
void facts_add(struct facts *f, const char *name, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Add a fact whose name is not there yet. */
void facts_append(struct facts *f, const char *name, const char *value);
/* The value of its own fact or of a shared one; NULL if there is none. */
const char *facts_get(const struct facts *f, const char *name);
void facts_release(struct facts *f);

/* The version of files written now; files of version 1 had answers of other
 * names (answers_table.h), those of 2 no units, those of 3 no traits of
 * units. */
#define RESULT_VERSION 4
#define RESULT_VERSION_TRAITS 4

struct result {
    struct digest trial; /* its name: digest of the canonical text */
    int version;         /* of the file it was read from; not written */
    bool small;          /* from a journal: no answers, no units */
    char *config;        /* owned: the canonical text */
    int number;          /* place in the sweep, from 0 */
    int attempt;
    enum trial_status status;
    char *reason; /* owned; why it failed, or NULL */
    long steps;
    double epochs;
    long best_step;
    int metrics;
    char metric[MAX_METRICS][32];
    double valid[MAX_METRICS], test[MAX_METRICS]; /* of the best checkpoint; NaN
                                                     if there is no such split
                                                     */
    double train_loss;
    struct digest params; /* of the scored parameters */
    struct history history;
    struct answer_sheet answers[SPLITS]; /* n = 0 if there are none */
    struct answer_sheet said[SPLITS];    /* as predictions_said() returns them
                                          */
    struct units units[SPLITS];          /* n = 0 if there are none */
    struct facts facts; /* build, host, BLAS, data digests, ... */
    double seconds;
};

void result_release(struct result *r);

/* Drop answers and units. */
void result_lighten(struct result *r);

/* Return an error for a small result, which has neither. */
int result_refuse_small(const struct result *r, struct error *e);

int result_write(const char *path, const struct result *r, struct error *e);
/* Check the digest first: for a damaged file the error names it. */
int result_read(const char *path, struct result *r, struct error *e);

/*
 * The digest of what must be equal if a trial is run again anywhere:
 * configuration, status, metrics, history, answers, parameters.  Not in it are
 * host, time and attempt, nor units and texts, which follow from answers and
 * data.
 */
struct digest result_digest(const struct result *r);

/* True if two results differ in what result_digest() covers.  `what` then names
 * the first difference: "steps", "test.map", "answers (valid)". */
bool result_differs(const struct result *one, const struct result *other,
                    char what[48]);

#endif
