/*
 * by_trait.h - metrics of trials split by a trait of the units (data/units.h):
 * sums for each value of the trait, and bins of values.
 *
 * The files are read once, one by one.  For each trial the sums of every value
 * are kept, so any bins can be made of them.  If a file has no traits, or lacks
 * the n-grams of a metric that is a formula of them, its answers are scored
 * again with the data; without the data such a metric is left out.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_TABLES_BY_TRAIT_H
#define REPORT_TABLES_BY_TRAIT_H

#include "report/answers/trait_values.h"
#include "report/tables/folders.h"

/* What older result files lack; scoring again restores it. */
enum lack { LACKS_NOTHING, LACKS_TRAITS, LACKS_NGRAMS, LACKS };
extern const char
    *const lack_names[]; /* [LACKS] "traits", ...; NULL for LACKS_NOTHING */

struct by_trait {
    char name[24], unit[24];
    char *words; /* owned; as in struct trait */
    int metrics;
    char metric[MAX_METRICS][32];
    int32_t width;               /* values in a bin */
    const struct folder *folder; /* borrowed */
    long trials, again[LACKS];   /* all trials, and those that were scored
                                    again */
    long left; /* trials without n-grams that could not be scored again, as
                  their data are not available */
    struct trait_values *trial; /* owned [trials]: folder by folder, in the
                                   order of results->row */
};

/*
 * Read the units of a split of every finished trial of n folders.  A bin is
 * `width` values wide; with 0 the width is chosen from 1, 2, 5, 10, 20 and so
 * on such that there are at most BINS_MOST bins.
 *
 * Errors: a trait that the units lack; a file without traits whose data are
 * missing or have changed; a width for a trait of words; units with other
 * metrics or words than those of another trial; no finished trial.  If there
 * are several folders, the error names the one with the trial.
 */
#define BINS_MOST 12
int by_trait_read(struct by_trait *b, const struct folder *folder, int n,
                  const char *name, enum split split, long width,
                  struct error *e);
void by_trait_release(struct by_trait *b);

/* Step to the next bin that any trial has values in; with BIN_BEFORE, to the
 * bin of the lowest value.  False after the last one. */
#define BIN_BEFORE ((struct bin){INT32_MIN, INT32_MIN})
bool by_trait_next(const struct by_trait *b, struct bin *bin);

/* Return the index in b->trial of a row of one of the folders. */
long by_trait_place(const struct by_trait *b, const struct results *s,
                    const struct results_row *row);

/* Return the sums of a trial in a bin, or of all its values for BIN_ALL. */
#define BIN_ALL ((struct bin){INT32_MIN, INT32_MAX})
struct trait_sum by_trait_sum(const struct by_trait *b, long trial,
                              struct bin bin);

/* Return the metric of these sums in per cent; NaN if no unit counts. */
double by_trait_metric(const struct by_trait *b, const struct trait_sum *sum,
                       int metric);

/* Append the bin's name: "what", "7", "101-200". */
void by_trait_bin_name(const struct by_trait *b, struct bin bin,
                       struct str *out);

#endif
