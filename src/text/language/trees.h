/*
 * trees.h - read phrases of bracketed trees, one tree per line, in the format
 * of the Stanford Sentiment Treebank: each node has a label from 0 to 4 and
 * either a word or nodes.
 *
 *     (3 (2 It) (4 (3 really) (4 works)))
 *
 * A node's phrase is the words below it, separated by one blank, as the file
 * has them (-LRB-, `\/`).
 *
 * Threads: a struct tree belongs to one thread.
 */
#ifndef TEXT_LANGUAGE_TREES_H
#define TEXT_LANGUAGE_TREES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/core/error.h"
#include "base/core/str.h"
#include "text/files/lines.h"
#include "text/language/vocabulary.h"

struct phrase {
    size_t at, len; /* bytes of the tree's words */
    int parent;     /* -1: none */
    char label;     /* '0' to '4' */
    char holds;     /* while parsing: nothing yet, a word, or nodes */
};

/* A zeroed struct has no nodes. */
struct tree {
    struct str words;      /* all of them, separated by one blank */
    struct phrase *phrase; /* owned; the first is the whole tree, any other
                              comes after its parent, in the order of the
                              line */
    int n, room;
};

/* Replace the tree by that of a line, which has no NUL.  Errors begin with
 * "column N: ", in bytes from 1. */
int tree_read(struct tree *t, const char *line, size_t len, struct error *e);
void tree_release(struct tree *t);

/* --- the phrases of a file ------------------------------------------------ */

struct phrases {
    struct tree tree; /* the rest is owned, too */
    int next;         /* index of its next phrase */
    struct vocabulary seen;
    long repeats;    /* phrases left out because they came before */
    struct str text; /* the current phrase, and its label */
    char label[2];
};
void phrases_init(struct phrases *p);
void phrases_release(struct phrases *p);

/* Read the next phrase that has not come before (compared byte by byte), or
 * without `all` the next whole tree, into text and label.  Returns 1, 0 at the
 * file's end, or -1. */
int phrases_next(struct phrases *p, struct lines *l, bool all, struct error *e);

#endif
