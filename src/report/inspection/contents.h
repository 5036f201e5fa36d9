/*
 * contents.h - the contents of a trial's result or state file, for people and
 * programs: its kind, the trial's facts, arrays with their shapes,
 * configuration and provenance.
 *
 * The text has a section for each group of facts, with lines "  name  value".
 * The JSON object has these members, as far as the file has them:
 *
 *     file, kind       path; "result" or "state"
 *     version          of the format (store/result.h, store/state.h)
 *     xxh3             digest of the file's content
 *     trial            facts: its name, number, status, steps or step,
 *                      digests of parameters and result, identity, ...
 *     metrics          for each metric: valid and test, null if missing
 *     history          evaluations, and the steps of the first and the last
 *     units            for each split: unit, units and traits
 *     answers          for each split the number
 *     parameters       of a state: the shape of each
 *     arrays           for each dataset: type and shape
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

/* Check the digest of a result or state file and append its contents. */
int contents_of_file(const char *path, bool json, struct str *out,
                     struct error *e);

/* The same for a result that is only in the journal at `path`. */
void contents_of_result(const struct result *r, const char *path, bool json,
                        struct str *out);

#endif
