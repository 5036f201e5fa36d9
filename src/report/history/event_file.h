/*
 * event_file.h - event files that TensorBoard reads.
 *
 * A record is the length of its data in 8 bytes, a checksum of these, the data,
 * and a checksum of the data, all in little-endian order.  The data are a
 * Protocol Buffers message `Event` (tensorboard/compat/proto/event.proto); the
 * first event contains the format's version.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_HISTORY_EVENT_FILE_H
#define REPORT_HISTORY_EVENT_FILE_H

#include <stdbool.h>

#include "base/core/str.h"

/* Append the first event. wall: seconds since 1970, as in all events. */
void event_begin(struct str *out, double wall);

/* Append a measured number; tag: its name. */
void event_scalar(struct str *out, double wall, long step, const char *tag,
                  float value);

/* Collect the values of a run for the page HPARAMS: numbers or texts. */
void event_add_number(struct str *params, const char *name, double value);
void event_add_text(struct str *params, const char *name, const char *value);

/* Append the event with all of them, and release them. */
void event_params(struct str *out, double wall, struct str *params);

/* Append the event for the end of the run. */
void event_end(struct str *out, double wall, bool failed);

#endif
