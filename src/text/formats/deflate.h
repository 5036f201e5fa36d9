/*
 * deflate.h - bytes as a shorter text, and back: deflated by zlib, in base64.
 *
 * The text consists of letters, digits, '+', '/' and '=', so it can be part of
 * a line.  Python reads it by zlib.decompress(base64.b64decode(text)).
 *
 * Threads: any, on texts of their own.
 * Errors:  text that was not written so; memory exhaustion ends the program.
 */
#ifndef TEXT_FORMATS_DEFLATE_H
#define TEXT_FORMATS_DEFLATE_H

#include <stdint.h>

#include "base/core/error.h"
#include "base/core/str.h"

/* Append the text of n bytes. */
void deflate_text(const void *bytes, size_t n, struct str *out);

/* Replace *out by the n bytes that a text of `len` characters was made of; -1
 * if it is anything else. */
int inflate_text(const char *text, size_t len, size_t n, struct str *out,
                 struct error *e);

/* The CRC-32 of gzip and zip. */
uint32_t deflate_crc(const void *bytes, size_t n);

#endif
