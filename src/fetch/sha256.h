/*
 * sha256.h - SHA-256 (FIPS 180-4): the checksums that data sets are published
 * with, against damage and against an adversary.  Only this file uses OpenSSL.
 *
 * Threads: any.
 */
#ifndef FETCH_SHA256_H
#define FETCH_SHA256_H

#include "base/core/error.h"

#define SHA256_HEX 65 /* 64 lower-case hex digits and the NUL */

/* The SHA-256 of a file's bytes. */
int sha256_file(const char *path, char hex[SHA256_HEX], struct error *e);

#endif
