/*
 * html_write.h - any text within a page of HTML, as text or in an attribute.
 *
 *     str_adds(&out, "<td title=\"");
 *     html_text(host, &out);
 *     str_adds(&out, "\">");
 *
 * What means something to HTML is a reference, a control character or a byte
 * that is no UTF-8 is U+FFFD: names, values and reasons are what they say and
 * nothing more, whoever wrote them.
 *
 * Threads: pure functions over the caller's memory.
 */
#ifndef TEXT_FORMATS_HTML_WRITE_H
#define TEXT_FORMATS_HTML_WRITE_H

#include <stddef.h>

#include "base/core/str.h"

/* Append a text; its line ends stay. */
void html_text(const char *text, struct str *out);

/* Append <NAME>text</NAME>; the name is the caller's own word, and may have
 * attributes of his behind it. */
void html_element(const char *name, const char *text, struct str *out);

/* The same of a text that is formatted. */
void html_elementf(struct str *out, const char *name, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* <ul class="notes"> of lines, each with its end; nothing of none. */
void html_lines(const char *lines, struct str *out);

#endif
