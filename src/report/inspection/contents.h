/*
 * contents.h - what a trial's file holds, for people and programs: what it is,
 * how the trial went, its arrays with their shapes, its configuration and where
 * it is from.
 *
 * A text has a section a group of facts, lines "  name  value".  The JSON
 * object of a file has these members, as far as the file has them:
 *
 *     file, kind       path; "result" or "state"
 *     version          of the form (store/result.h, store/state.h)
 *     xxh3             digest of the file's content
 *     trial            facts: its name, number, status, steps or step,
 *                      digests of parameters and result, identity, ...
 *     metrics          of each metric: valid and test, null where there is none
 *     history          evaluations, and the steps of the first and the last
 *     units            of each split: unit, units and traits
 *     answers          of each split how many
 *     parameters       of a state: of each its shape
 *     arrays           of each dataset: type and shape
 *     config           the fields of the trial, as texts by dotted name
 *     provenance       of a result, and sources of a state: texts
 *
 * Threads: one at a time.
 */
#ifndef REPORT_INSPECTION_CONTENTS_H
#define REPORT_INSPECTION_CONTENTS_H

#include "base/core/error.h"
#include "base/core/str.h"
#include "engine/store/result.h"

/* Append what a result or state file holds, once its digest is checked. */
int contents_of_file(const char *path, bool json, struct str *out,
                     struct error *e);

/* The same of a result that stands in the journal at a path alone. */
void contents_of_result(const struct result *r, const char *path, bool json,
                        struct str *out);

#endif
