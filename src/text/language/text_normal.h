/*
 * text_normal.h - Unicode normal forms, and the way back: which bytes of a text
 * a part of its normal form came from.
 *
 * Threads: pure functions over the caller's memory.
 */
#ifndef TEXT_LANGUAGE_TEXT_NORMAL_H
#define TEXT_LANGUAGE_TEXT_NORMAL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/core/error.h"
#include "base/core/str.h"

enum normal_form {
    NORMAL_NFC,  /* canonical: e and an accent become one letter */
    NORMAL_NFKC, /* compatible: ligatures, full-width letters, too */
    NORMAL_NONE, /* as the file has it */
};
extern const char *const normal_names[]; /* NULL-terminated */

/*
 * Replace *out by the normal form of text (valid UTF-8).  If `lower`, each
 * letter is first made lower-case, one code point for one, independent of
 * language.  With NORMAL_NFKC it is made lower-case again afterwards, and
 * normalised again: a double-struck R becomes r.  -1 if the text is too long
 * for utf8proc.
 */
int text_normal(const char *text, size_t len, enum normal_form form, bool lower,
                struct str *out, struct error *e);

/* Bytes [from, end) of a text. */
struct text_range {
    size_t from, end;
};

/* The version of the library whose tables are used. */
const char *text_normal_library(void);

/* The offset of a piece in the text, and that in its normal form. */
struct origin {
    size_t text, normal;
};

/*
 * A text cut into pieces whose normal forms, concatenated, are the normal form
 * of the whole: a code point with the marks after it, or the jamo of a
 * syllable.  With NORMAL_NONE each code point is one.
 */
struct origins {
    struct origin *piece; /* owned [n + 1], rising; the last has both ends */
    size_t n, room;
};

/* Replace *o by the pieces of a text for which text_normal() gave 0. */
void origins_find(struct origins *o, const char *text, size_t len,
                  enum normal_form form, bool lower);
void origins_release(struct origins *o);

/*
 * The bytes of the text from which `normal`, bytes of its normal form, came:
 * all pieces that overlap it, whole.  So each part of one letter of the text
 * has the same bytes (the ligature for f and i).
 */
struct text_range origins_of(const struct origins *o, struct text_range normal);

#endif
