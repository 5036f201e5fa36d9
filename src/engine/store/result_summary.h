/*
 * result_summary.h - what a trial came to in two lines of text: its result
 * without answers and units.
 *
 * A line has pairs NAME=VALUE with tabs between; backslash, tab and newline in
 * a value are written \\, \t and \n.  Reals have 17 digits, so that they are
 * read back to the bit.
 *
 *     shared  the metrics' names, and what many trials have in common of their
 *             provenance: build, machine, data;
 *     own     version of its file, status, attempt, steps, epochs, best_step,
 * train_loss, params, seconds, valid and test (a number a metric), reason,
 * history, and the rest of the provenance.
 *
 * What the experiment gives is left out: number, configuration and seed.
 */
#ifndef ENGINE_STORE_RESULT_SUMMARY_H
#define ENGINE_STORE_RESULT_SUMMARY_H

#include "engine/store/result.h"

void result_summary_shared(const struct result *r, struct str *out);

/* `history`: with it, for who has no file of it. */
void result_summary_own(const struct result *r, bool history, struct str *out);

/* What a shared line says. */
struct result_summary_base {
    int metrics;
    char metric[MAX_METRICS][32];
    struct facts facts; /* owned */
};
int result_summary_read_shared(struct result_summary_base *b, const char *text,
                               struct error *e);
void result_summary_base_release(struct result_summary_base *b);

/* The result of both lines, `history`: with it; `base` is borrowed until it is
 * released. */
int result_summary_read(struct result *r,
                        const struct result_summary_base *base, const char *own,
                        bool history, struct error *e);

#endif
