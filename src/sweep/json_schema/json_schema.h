/*
 * json_schema.h - a JSON Schema of experiment files, by which editors complete
 * fields and mark errors.
 *
 * It is made from the tables by which the file is read, so a new kind or field
 * is in it as soon as it is registered.  It accepts every file that codarun
 * accepts, except that values that no trial uses must be valid, too.
 * Conditions on several fields, and the data, are only checked by `codarun run
 * --dry-run`.
 *
 * Threads: pure functions over the caller's memory.
 */
#ifndef SWEEP_JSON_SCHEMA_JSON_SCHEMA_H
#define SWEEP_JSON_SCHEMA_JSON_SCHEMA_H

#include "base/core/str.h"

/* Append the schema, draft 7, as JSON on many lines. */
void experiment_json_schema(struct str *out);

#endif
