/*
 * digest.h - 128-bit fingerprints of bytes (XXH3).
 *
 * For identity and damage, not against an adversary.
 */
#ifndef BASE_NUMBERS_DIGEST_H
#define BASE_NUMBERS_DIGEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct digest {
    uint64_t hi, lo;
};

#define DIGEST_HEX 33 /* 32 lower-case hex digits and the NUL */

struct digest digest_of(const void *bytes, size_t n);
bool digest_equal(struct digest a, struct digest b);
void digest_hex(struct digest d, char hex[DIGEST_HEX]);

/* first[i] = the smallest j with d[j] equal to d[i]; n digests. */
void digest_firsts(const struct digest *d, long n, long *first);

/* Read 32 hex digits.  Returns -1 if they are not. */
int digest_parse(const char *hex, struct digest *d);

/* A digest of bytes that come piece by piece. */
struct hasher; /* owned by the caller of hasher_new() */
struct hasher *hasher_new(void);
void hasher_add(struct hasher *h, const void *bytes, size_t n);
struct digest hasher_digest(const struct hasher *h);
void hasher_free(struct hasher *h);

/* A 64-bit hash for tables and seeds; the same on every machine. */
uint64_t hash64(const void *bytes, size_t n);

/* 16 hex digits, not NUL-terminated. */
void hex64(uint64_t value, char hex[16]);

#endif
