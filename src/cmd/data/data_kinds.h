/*
 * data_kinds.h - what an experiment can name, as `codarun data kinds` lists it.
 *
 * Threads: pure functions.
 */
#ifndef CMD_DATA_DATA_KINDS_H
#define CMD_DATA_DATA_KINDS_H

#include "base/core/str.h"
#include "config/field/field.h"

/* A registry, and what its kinds say of themselves beside their fields. */
struct kinds_listed {
    const struct kinds *kinds;
    void (*add)(const struct kind *k, struct str *out); /* as text; NULL */
    void (*put)(const struct kind *k, struct str *out); /* members; NULL */
};
enum { KINDS_LISTED = 7 };
extern const struct kinds_listed kinds_listed[KINDS_LISTED];

/* A section of an experiment that has no kinds. */
struct section_listed {
    const char *name, *summary;
    const struct field *fields; /* NULL: sweep_keys */
};
enum { SECTIONS_LISTED = 3 };
extern const struct section_listed sections_listed[SECTIONS_LISTED];
#define SORT_SECTION "section" /* the sort that they are of */

/* Is one of this name and sort asked for by either?  NULL asks for all. */
bool kind_asked(const char *asked, const char *name, const char *sort);

/* Members of an object that is open. */
void kind_put_task(const struct kind *k, struct str *out);
void kind_put_model(const struct kind *k, struct str *out);

/*
 * One object: `kinds` and `sections`, each with its fields, that have this name
 * or are of this sort; NULL: all.  Returns how many.
 */
int data_kinds_put(const char *name, struct str *out);

/* The same as Markdown: a table of fields for each; nothing where there is
 * none. */
int data_kinds_page(const char *name, struct str *out, struct error *e);

#endif
