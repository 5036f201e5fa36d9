/*
 * unpack.h - the bytes of a file, unpacked on the way when it is .gz or .xz.
 *
 * Several .gz members or .xz streams one behind the other read as one, as
 * their tools have it.  Reading fails where it is interrupted()
 * (base/interrupt.h), and of an .xz that takes more than 256 MiB to unpack.
 */
#ifndef TEXT_UNPACK_H
#define TEXT_UNPACK_H

#include <stddef.h>

#include "base/digest.h"
#include "base/error.h"

struct unpack;

/* The name that standard input has, which is read on from where it is. */
#define UNPACK_STDIN "/dev/stdin"

struct unpack *unpack_open(const char *path, struct error *e);
void unpack_close(struct unpack *u); /* NULL is fine */

/* Up to n bytes; fewer only at the end; -1 when the file is damaged.  Errors
 * do not name the file: the caller does. */
long unpack_read(struct unpack *u, void *out, size_t n, struct error *e);

/* The same as soon as there are any, so that who writes a pipe need not fill
 * it; 0 at the end. */
long unpack_some(struct unpack *u, void *out, size_t n, struct error *e);

/* Of the bytes on disk read so far: the whole file once at the end. */
struct digest unpack_digest(const struct unpack *u);

#endif
