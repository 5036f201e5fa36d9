/*
 * ids.h - lists of ids that cut a file into splits.
 *
 * A line is an id alone, or an id, a tab and the name of the part it belongs to
 * (Stanford's CS224N project cuts SQuAD 2.0's dev set so).  No id stands there
 * twice, nor in two parts: nothing is both chosen by and tested on.
 *
 * Threads: one struct ids belongs to one thread.
 */
#ifndef TASKS_COMMON_IDS_H
#define TASKS_COMMON_IDS_H

#include <stdbool.h>

#include "base/core/error.h"
#include "base/numbers/digest.h"
#include "text/language/vocabulary.h"

struct ids {
    struct vocabulary id;
    bool *taken; /* owned [id.n] */
    int found;
};

/* Read a list: all of it, or with a part's name the ids of that part. */
int ids_read(struct ids *l, const char *path, const char *part,
             struct digest *d, struct error *e);
void ids_release(struct ids *l);

/* Is the id, which is asked for once, in the list? */
bool ids_take(struct ids *l, const char *id);

/* The first that was not taken, borrowed; NULL: all were. */
const char *ids_left(const struct ids *l);

#endif
