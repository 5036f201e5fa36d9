/*
 * by_trait.h - what the metrics of trials are over units of one sort: their
 * units' sums by the values of a trait (data/units.h), and bins of values.
 *
 * The files are read once, one by one; of each trial the sums of every value
 * that its units have are kept, so any bins can be made of them.  Where a file
 * has no traits, or no n-grams of a metric that is a formula of them, its
 * answers are scored again, with the data; without these such a metric is left
 * out.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_TABLES_BY_TRAIT_H
#define REPORT_TABLES_BY_TRAIT_H

#include "report/answers/trait_values.h"
#include "report/tables/folders.h"

/* What older result files lack, to be had by scoring again. */
enum lack { LACKS_NOTHING, LACKS_TRAITS, LACKS_NGRAMS, LACKS };
extern const char
    *const lack_names[]; /* [LACKS] "traits", ...; NULL: nothing */

struct by_trait {
    char name[24], unit[24];
    char *words; /* owned; as in struct trait */
    int metrics;
    char metric[MAX_METRICS][32];
    int32_t width;               /* of bins: values each */
    const struct folder *folder; /* borrowed */
    long trials, again[LACKS];   /* all, and those that were scored again */
    long left; /* that have no n-grams, and could not be: data are not there */
    struct trait_values *trial; /* owned [trials]: folder by folder, as
                                   results->row */
};

/*
 * Read the units of a split of every finished trial of n folders.  Bins are
 * `width` wide; 0: as wide as leaves BINS_MOST of them, 1, 2, 5, 10, 20 and so
 * on.
 *
 * Errors: a trait that the units lack; a file that has none, where the data are
 * not there or others; width for one that has words; units of other metrics or
 * words than another trial's; none finished.  Of several folders, the one
 * with the trial is named.
 */
#define BINS_MOST 12
int by_trait_read(struct by_trait *b, const struct folder *folder, int n,
                  const char *name, enum split split, long width,
                  struct error *e);
void by_trait_release(struct by_trait *b);

/* The first bin, of the lowest value any trial has, or the next that has any;
 * false behind the last.  At first `bin` is BIN_BEFORE. */
#define BIN_BEFORE ((struct bin){INT32_MIN, INT32_MIN})
bool by_trait_next(const struct by_trait *b, struct bin *bin);

/* The place among the trials of a row of one of the folders. */
long by_trait_place(const struct by_trait *b, const struct results *s,
                    const struct results_row *row);

/* The sums of a trial in a bin; BIN_ALL: in any. */
#define BIN_ALL ((struct bin){INT32_MIN, INT32_MAX})
struct trait_sum by_trait_sum(const struct by_trait *b, long trial,
                              struct bin bin);

/* The metric that sums come to, in per cent; NaN where nothing counts. */
double by_trait_metric(const struct by_trait *b, const struct trait_sum *sum,
                       int metric);

/* "what", "7", "101-200". */
void by_trait_bin_name(const struct by_trait *b, struct bin bin,
                       struct str *out);

#endif
