/*
 * export.h - a trained model as arrays and a document, to compute the same
 * without codarun.
 *
 * The arrays are all that layers read: the parameters as evaluations take them,
 * and tables that nothing trains (`about`: tables).  A weight [in x out] is
 * applied to rows from the right: x W + b.  The document is one JSON object:
 *
 *     format, version   "codarun export" and 1
 *     codarun, commit   what wrote it
 *     trial, step       the trial's digest; steps the parameters have had
 *     identity          the arithmetic they were trained under
 *     task, model, head kinds
 *     config            the trial's fields, each as text by its dotted name:
 *                       task.tokens, task.lower, model.hidden, ...
 *     sizes             sizes that a preset sets: layers, heads, ...
 *     sources           the data: of (train, valid, test, all), xxh3, path
 *     parts             parts that are read, in order: text, premise, ...
 *     words             a list for each vocabulary, of its tokens by number;
 *                       all parts share one list, or have one each
 *     special           numbers of null, unknown, begin, end, between
 *     null_token        for each part: does the model put `null` before it?
 *     subwords          null for each vocabulary, or its merges in order, as
 *                       pairs of token numbers; bytes have the tokens before
 *     characters        null as above, or most, kept of a word, and characters
 *                       by number
 *     classes           labels by number
 *     features          name of each, and names of classes or null
 *     decoding          beam, length_penalty, beyond, longest_target
 *     longest_span, may_be_none   of spans
 *     tables            names of the arrays that are not parameters
 *
 * Conventions that names do not express are in codarun(1); tests/peers/
 * export_same.py computes every model from all of this.
 *
 * Threads: pure function.
 */
#ifndef SWEEP_RESULTS_EXPORT_H
#define SWEEP_RESULTS_EXPORT_H

#include "engine/store/arrays_file.h"
#include "sweep/results/trained.h"

/* Replace *image by a file of the model. */
int export_trained(const struct trained *t, enum arrays_format format,
                   struct str *image, struct error *e);

#endif
