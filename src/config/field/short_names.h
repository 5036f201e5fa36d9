/*
 * short_names.h - dotted names of fields where there is little room.
 *
 * Threads: pure functions.
 */
#ifndef CONFIG_FIELD_SHORT_NAMES_H
#define CONFIG_FIELD_SHORT_NAMES_H

/* The last part of each of n names, without `.kind`, and as many parts before
 * it as tell it from the others: "attention" of model.attention.kind.  shorter
 * [n] gets them, each the caller's to free(). */
void names_shorten(const char *const *name, int n, char **shorter);

#endif
