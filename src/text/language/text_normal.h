/*
 * text_normal.h - one spelling for what Unicode lets one spell in several ways,
 * and the way back: which bytes of a text a stretch of its normal form came
 * from.
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
extern const char *const normal_names[]; /* NULL behind the last */

/*
 * Replace *out by the normal form of text (valid UTF-8), each letter made
 * lower-case first if asked for; one code point for one, whatever the
 * language.  With NORMAL_NFKC letters are made so behind it, too, and the form
 * is taken again: a double-struck R becomes r.  -1 when the text is too long
 * for utf8proc.
 */
int text_normal(const char *text, size_t len, enum normal_form form, bool lower,
                struct str *out, struct error *e);

/* Bytes [from, end) of a text. */
struct text_range {
    size_t from, end;
};

/* The library whose tables say so, by its version. */
const char *text_normal_library(void);

/* Where a piece of a text begins, and where its normal form does. */
struct origin {
    size_t text, normal;
};

/*
 * A text cut into pieces whose normal forms, one behind the other, are the
 * normal form of the whole: a code point with the marks behind it, the jamo of
 * a syllable.  With NORMAL_NONE each code point is one.
 */
struct origins {
    struct origin *piece; /* owned [n + 1], rising; the last is the ends */
    size_t n, room;
};

/* Replace *o by the pieces of a text for which text_normal() gave 0. */
void origins_find(struct origins *o, const char *text, size_t len,
                  enum normal_form form, bool lower);
void origins_release(struct origins *o);

/*
 * The bytes of the text that `normal`, bytes of its normal form, came from:
 * every piece it has a part of, whole.  So what is one letter in the text has
 * the same bytes for each part of it (the ligature for f and i).
 */
struct text_range origins_of(const struct origins *o, struct text_range normal);

#endif
