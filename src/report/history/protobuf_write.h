/*
 * protobuf_write.h - messages of Protocol Buffers (proto2 and proto3), written
 * field by field in the order of the calls.
 *
 *     struct str inner = {0}, out = {0};
 *     protobuf_put_text(&inner, 1, "loss");
 *     protobuf_put_float(&inner, 2, 0.5f);
 *     protobuf_put_message(&out, 5, &inner);
 *
 * Threads: pure functions over the caller's memory.
 */
#ifndef REPORT_HISTORY_PROTOBUF_WRITE_H
#define REPORT_HISTORY_PROTOBUF_WRITE_H

#include <stdint.h>

#include "base/core/str.h"

/* Append a field with a number; put_whole() is for int32, int64, enum, bool. */
void protobuf_put_whole(struct str *out, int field, int64_t value);
void protobuf_put_double(struct str *out, int field, double value);
void protobuf_put_float(struct str *out, int field, float value);

/* Append a string field.  Bytes that are not UTF-8 become U+FFFD. */
void protobuf_put_text(struct str *out, int field, const char *text);

/* Append a field with a message, or bytes, and empty `message`. */
void protobuf_put_message(struct str *out, int field, struct str *message);

/* Append the n low bytes of a whole number in little-endian order, as in the
 * files that contain messages. */
void protobuf_add_bytes(struct str *out, uint64_t value, int n);

#endif
