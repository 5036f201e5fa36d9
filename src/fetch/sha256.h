/*
 * sha256.h - SHA-256 (FIPS 180-4): the checksums that data sets are published
 * with, against damage and against an adversary.
 *
 *     struct sha256 s;
 *     sha256_init(&s);
 *     sha256_add(&s, bytes, n);
 *     sha256_hex(&s, hex);
 *
 * Threads: one struct sha256 belongs to one thread at a time.
 */
#ifndef FETCH_SHA256_H
#define FETCH_SHA256_H

#include <stddef.h>
#include <stdint.h>

#include "base/core/error.h"

#define SHA256_HEX 65 /* 64 lower-case hex digits and the NUL */

struct sha256 {
    uint32_t state[8];
    uint64_t bytes; /* added so far */
    unsigned char block[64];
};

void sha256_init(struct sha256 *s);
void sha256_add(struct sha256 *s, const void *bytes, size_t n);

/* What the bytes so far come to; nothing can be added behind it. */
void sha256_hex(struct sha256 *s, char hex[SHA256_HEX]);

/* The same of a file. */
int sha256_file(const char *path, char hex[SHA256_HEX], struct error *e);

#endif
