/*
 * html_write.h - any text within a page of HTML, as text or in an attribute.
 *
 *     str_adds(&out, "<td title=\"");
 *     html_text(host, &out);
 *     str_adds(&out, "\">");
 *
 * Characters with a meaning in HTML become references; a control character or a
 * byte that is not UTF-8 becomes U+FFFD.  So names, values and reasons cannot
 * add markup, whoever wrote them.
 *
 * Threads: pure functions over the caller's memory.
 */
#ifndef TEXT_FORMATS_HTML_WRITE_H
#define TEXT_FORMATS_HTML_WRITE_H

#include <stddef.h>

#include "base/core/str.h"

/* Append a text; its line ends stay. */
void html_text(const char *text, struct str *out);

/* Append <NAME>text</NAME>; the name is a literal of the caller, and may be
 * followed by attributes. */
void html_element(const char *name, const char *text, struct str *out);

/* The same with formatted text. */
void html_elementf(struct str *out, const char *name, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* <ul class="notes"> of lines, each with its end; nothing if there are none. */
void html_lines(const char *lines, struct str *out);

#endif
