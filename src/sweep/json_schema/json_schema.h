/*
 * json_schema.h - the form of an experiment file as a JSON Schema, by which
 * editors complete its fields and mark what is wrong.
 *
 * It is made of the tables that the file is read by, so a kind or a field is in
 * it as soon as it is registered.  It takes every file that codarun takes, but
 * that a value which no trial has must be right, too.  What depends on several
 * fields, and the data, is left to `codarun run --dry-run`.
 *
 * Threads: pure functions over the caller's memory.
 */
#ifndef SWEEP_JSON_SCHEMA_JSON_SCHEMA_H
#define SWEEP_JSON_SCHEMA_JSON_SCHEMA_H

#include "base/core/str.h"

/* Append it, draft 7, as JSON over many lines. */
void experiment_json_schema(struct str *out);

#endif
