/*
 * data_sets.h - the table of public data sets: homes, licences, sizes,
 * checksums, and the files made of them.
 *
 * To add one:
 *   1. write an entry in data_sets_table.c: the files that its home offers, and
 *      the files under $CODARUN_DATA that are made of them, where experiments
 *      look for them.  Leave out a size or a checksum that nobody could verify;
 *   2. if none of the recipes (fetch/recipes.h) makes a file, add one.
 * That is all: --list, --dry-run and the checks follow from the entry.
 */
#ifndef FETCH_DATA_SETS_H
#define FETCH_DATA_SETS_H

#include "fetch/recipes.h"

/* A file as its home offers it. */
struct given_file {
    const char *url;    /* NULL: no direct download, only a page */
    const char *file;   /* its name; NULL: the end of the URL */
    long long bytes;    /* 0: not known */
    const char *sha256; /* NULL: not known */
};

/* A file made of one of them. */
struct made_file {
    const char *path; /* under $CODARUN_DATA; packed according to its ending */
    int of;           /* index of the given file it is made of */
    recipe *make;
    const char *member; /* in the archive; NULL: the file is not an archive */
    long number;        /* an argument of the recipe */
};

/* `given` ends with an entry without name and URL, `made` with one without
 * path. */
struct data_set {
    const char *name, *what, *page, *licence;
    const char *note; /* other information, such as how to get a file without a
                         URL; NULL: none */
    const struct given_file *given;
    const struct made_file *made;
    const char *task; /* the task's fields for reading it, as in an experiment;
                         NULL: none, as for word vectors */
};

extern const struct data_set data_sets[]; /* ends with a NULL name */

/* NULL if there is none, with the nearest name in the error. */
const struct data_set *data_set_find(const char *name, struct error *e);

/* The name of the set that makes a file with this path; NULL if none does. */
const char *data_set_making(const char *path);

int data_set_given(const struct data_set *s); /* how many */
int data_set_made(const struct data_set *s);

/* The name of a file without folders and query; the caller frees it. */
char *given_name(const struct given_file *g);

/* The total size of its files; -1 if not all are known. */
long long data_set_bytes(const struct data_set *s);

#endif
