/*
 * protobuf_write.h - messages of Protocol Buffers, written field by field: of
 * proto2 and proto3, in the order of the calls.
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

/* Append a field of a number: an int32, int64, enum or bool, ... */
void protobuf_put_whole(struct str *out, int field, int64_t value);
void protobuf_put_double(struct str *out, int field, double value);
void protobuf_put_float(struct str *out, int field, float value);

/* ... a string, in which a byte that is no UTF-8 becomes U+FFFD, ... */
void protobuf_put_text(struct str *out, int field, const char *text);

/* ... or a message, or bytes; they are emptied. */
void protobuf_put_message(struct str *out, int field, struct str *message);

/* Append n bytes of a whole number, the lowest first, as files around messages
 * have them. */
void protobuf_add_bytes(struct str *out, uint64_t value, int n);

#endif
