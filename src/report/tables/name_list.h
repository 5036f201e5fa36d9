/*
 * name_list.h - lists of names, such as comma-separated ones on a command line.
 *
 * Threads: one list belongs to one thread at a time.
 */
#ifndef REPORT_TABLES_NAME_LIST_H
#define REPORT_TABLES_NAME_LIST_H

#include <stdbool.h>

/* A zeroed list is empty. */
struct name_list {
    int n, room;
    char **name; /* owned, each too */
};
/* Add a name, unless it is there. */
void name_list_add(struct name_list *l, const char *name);
bool name_list_has(const struct name_list *l, const char *name);
/* Add the names between commas. */
void name_list_split(struct name_list *l, const char *text);
void name_list_release(struct name_list *l);

#endif
