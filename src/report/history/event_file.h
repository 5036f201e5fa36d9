/*
 * event_file.h - a file of events as TensorBoard reads it.
 *
 * A record is the length of its data as 8 bytes, a checksum of these, the data,
 * and a checksum of them, all numbers with the lowest byte first.  The data are
 * a message `Event` of Protocol Buffers (tensorboard/compat/proto/event.proto);
 * the first says the version of the form.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_HISTORY_EVENT_FILE_H
#define REPORT_HISTORY_EVENT_FILE_H

#include <stdbool.h>

#include "base/core/str.h"

/* Append the first event.  wall: seconds since 1970, as below. */
void event_begin(struct str *out, double wall);

/* A number that was measured; tag: its name. */
void event_scalar(struct str *out, double wall, long step, const char *tag,
                  float value);

/* What the page HPARAMS has of a run: a value, as a number or a text, ... */
void event_add_number(struct str *params, const char *name, double value);
void event_add_text(struct str *params, const char *name, const char *value);

/* ... all of them, which are released, ... */
void event_params(struct str *out, double wall, struct str *params);

/* ... and how it ended. */
void event_end(struct str *out, double wall, bool failed);

#endif
