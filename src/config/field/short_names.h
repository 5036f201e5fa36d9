/*
 * short_names.h - short forms of dotted field names, for narrow columns.
 *
 * Threads: pure functions.
 */
#ifndef CONFIG_FIELD_SHORT_NAMES_H
#define CONFIG_FIELD_SHORT_NAMES_H

/* Shorten n names: the last part of each, without `.kind`, and as many parts
 * before it as distinguish it from the others: "attention" for
 * model.attention.kind.  They are stored in shorter [n]; the caller frees
 * each. */
void names_shorten(const char *const *name, int n, char **shorter);

/* Return only the i-th of them; the caller frees it. */
char *name_shorten(const char *const *name, int n, int i);

#endif
