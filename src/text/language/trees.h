/*
 * trees.h - phrases of a tree in brackets, one a line, as the Stanford
 * Sentiment Treebank has them: a label from 0 to 4 at each node, and in it
 * either a word or nodes.
 *
 *     (3 (2 It) (4 (3 really) (4 works)))
 *
 * A node's phrase is the words below it, one blank between, as the file has
 * them (-LRB-, `\/`).
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
    size_t at, len; /* of the tree's words */
    int parent;     /* -1: none */
    char label;     /* '0' to '4' */
    char holds;     /* while it is read: nothing yet, a word, nodes */
};

/* A zeroed struct is one without a node. */
struct tree {
    struct str words;      /* all of them, one blank between */
    struct phrase *phrase; /* owned; the first is the whole, any other stands
                              behind its parent, in the order of the line */
    int n, room;
};

/* Replace the tree by that of a line, which has no NUL.  Errors begin with
 * "column N: ", in bytes from 1. */
int tree_read(struct tree *t, const char *line, size_t len, struct error *e);
void tree_release(struct tree *t);

/* --- the phrases of a file ------------------------------------------------ */

struct phrases {
    struct tree tree; /* the rest is owned, too */
    int next;         /* of its phrases */
    struct vocabulary seen;
    long repeats;    /* phrases that were left out, as they came before */
    struct str text; /* of the phrase that is next, and its label */
    char label[2];
};
void phrases_init(struct phrases *p);
void phrases_release(struct phrases *p);

/* The next phrase that has not come before, letter by letter as the file has
 * them, or without `all` the next whole tree, into text and label.  Returns 1,
 * 0 at the file's end, or -1. */
int phrases_next(struct phrases *p, struct lines *l, bool all, struct error *e);

#endif
