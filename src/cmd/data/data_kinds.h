/*
 * data_kinds.h - the names that experiments can use, as `codarun data kinds`
 * lists them.
 *
 * Threads: pure functions.
 */
#ifndef CMD_DATA_DATA_KINDS_H
#define CMD_DATA_DATA_KINDS_H

#include "base/core/str.h"
#include "config/field/field.h"

/* A registry, and functions that write its kinds' own properties. */
struct kinds_listed {
    const struct kinds *kinds;
    void (*add)(const struct kind *k, struct str *out); /* as text; or NULL */
    void (*put)(const struct kind *k, struct str *out); /* as members; or
                                                           NULL */
};
enum { KINDS_LISTED = 7 };
extern const struct kinds_listed kinds_listed[KINDS_LISTED];

/* A section of an experiment without kinds. */
struct section_listed {
    const char *name, *summary;
    const struct field *fields; /* NULL for sweep_keys */
};
enum { SECTIONS_LISTED = 3 };
extern const struct section_listed sections_listed[SECTIONS_LISTED];
#define SORT_SECTION "section" /* the sort of these entries */

/* True if `asked` is this name or this sort, or NULL, which asks for all. */
bool kind_asked(const char *asked, const char *name, const char *sort);

/* Write members into the JSON object that is open. */
void kind_put_task(const struct kind *k, struct str *out);
void kind_put_model(const struct kind *k, struct str *out);

/*
 * Write one object with `kinds` and `sections`, each with its fields, that have
 * this name or sort; all for NULL.  Returns how many.
 */
int data_kinds_put(const char *name, struct str *out);

/* The same in Markdown: a table of fields for each; nothing if there is
 * none. */
int data_kinds_page(const char *name, struct str *out, struct error *e);

#endif
