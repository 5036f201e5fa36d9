/*
 * data_sets.h - the public data sets that are known: homes, licences, sizes,
 * checksums, and what becomes of their files.
 *
 * To add one:
 *   1. write an entry in data_sets_table.c: the files that its home gives out,
 *      the files under $CODARUN_DATA that are made of them, where experiments
 *      look for them.  A size or a checksum that nobody could verify stays out;
 *   2. where none of the recipes (fetch/recipes.h) makes a file, add one.
 * That is all: --list, --dry-run and the checks come of themselves.
 */
#ifndef FETCH_DATA_SETS_H
#define FETCH_DATA_SETS_H

#include "fetch/recipes.h"

/* A file as its home gives it out. */
struct given_file {
    const char *url;    /* NULL: no plain download, only a page */
    const char *file;   /* its name; NULL: what the URL ends in */
    long long bytes;    /* 0: not known */
    const char *sha256; /* NULL: not known */
};

/* A file made of one of them. */
struct made_file {
    const char *path; /* under $CODARUN_DATA; packed as its ending says */
    int of;           /* which of the set's given files */
    recipe *make;
    const char *member; /* in the archive; NULL: the file is none */
    long number;        /* for the recipe */
};

/* given ends with one of no name and no URL, made with one of no path. */
struct data_set {
    const char *name, *what, *page, *licence;
    const char *note; /* what else there is to know, such as how to have a file
                         without a URL; NULL: nothing */
    const struct given_file *given;
    const struct made_file *made;
    const char *task; /* the fields of a task that reads them, as experiments
                         have it; NULL: there is none, as of word vectors */
};

extern const struct data_set data_sets[]; /* name NULL behind the last */

/* NULL, with the nearest name in the error. */
const struct data_set *data_set_find(const char *name, struct error *e);

/* The name of the set that makes a file of this path; NULL: none does. */
const char *data_set_making(const char *path);

int data_set_given(const struct data_set *s); /* how many */
int data_set_made(const struct data_set *s);

/* The name of a file without its folders or a query; to be freed. */
char *given_name(const struct given_file *g);

/* What all its files come to; -1: not all are known. */
long long data_set_bytes(const struct data_set *s);

#endif
