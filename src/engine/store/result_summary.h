/*
 * result_summary.h - a result without answers and units as two lines of text.
 *
 * A line has pairs NAME=VALUE separated by tabs; backslash, tab and newline in
 * a value are written \\, \t and \n.  Reals have 17 digits, so that they are
 * read back to the bit.
 *
 *     shared  the metrics' names, and the provenance that many trials have in
 *             common: build, machine, data;
 *     own     version of the file, status, attempt, steps, epochs, best_step,
 *             train_loss, params, seconds, valid and test (a number a metric),
 *             reason, history, and the rest of the provenance.
 *
 * What the experiment gives is left out: number, configuration and seed.
 */
#ifndef ENGINE_STORE_RESULT_SUMMARY_H
#define ENGINE_STORE_RESULT_SUMMARY_H

#include "engine/store/result.h"

void result_summary_shared(const struct result *r, struct str *out);

/* `history`: include it, for results that have no file with it. */
void result_summary_own(const struct result *r, bool history, struct str *out);

/* The content of a shared line. */
struct result_summary_base {
    int metrics;
    char metric[MAX_METRICS][32];
    struct facts facts; /* owned */
};
int result_summary_read_shared(struct result_summary_base *b, const char *text,
                               struct error *e);
void result_summary_base_release(struct result_summary_base *b);

/* Read the result from both lines; `history`: with its history.  The result
 * borrows `base` until it is released. */
int result_summary_read(struct result *r,
                        const struct result_summary_base *base, const char *own,
                        bool history, struct error *e);

#endif
