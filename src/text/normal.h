/*
 * normal.h - one spelling for what Unicode lets one spell in several ways.
 *
 * Threads: pure functions.
 */
#ifndef TEXT_NORMAL_H
#define TEXT_NORMAL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/str.h"

enum normal_form {
    NORMAL_NFC,  /* canonical: e and an accent become one letter */
    NORMAL_NFKC, /* compatible: ligatures, full-width letters, too */
    NORMAL_NONE, /* as the file has it */
};
extern const char *const normal_names[]; /* NULL behind the last */

/*
 * Replace *out by the normal form of text (valid UTF-8), each letter made
 * lower-case first if asked for; one code point for one, whatever the
 * language.  -1 when the text is too long for utf8proc.
 */
int text_normal(const char *text, size_t len, enum normal_form form, bool lower,
                struct str *out, struct error *e);

#endif
