/*
 * split_ids.h - lists of ids that cut a file into splits.
 *
 * A line is an id alone, or an id, a tab and the name of the part it belongs to
 * (Stanford's CS224N project cuts SQuAD 2.0's dev set so).  An id that occurs
 * twice, in one part or in two, is an error, so that no question both chooses
 * the checkpoint and is scored on test.
 *
 * Threads: one struct split_ids belongs to one thread.
 */
#ifndef TASKS_COMMON_SPLIT_IDS_H
#define TASKS_COMMON_SPLIT_IDS_H

#include <stdbool.h>

#include "base/core/error.h"
#include "base/numbers/digest.h"
#include "text/language/vocabulary.h"

struct split_ids {
    struct vocabulary id;
    bool *taken; /* owned [id.n] */
    int found;
};

/* Read a list: all of it, or, if a part's name is given, the ids of that
 * part. */
int split_ids_read(struct split_ids *l, const char *path, const char *part,
                   struct digest *d, struct error *e);
void split_ids_release(struct split_ids *l);

/* True if the id is in the list.  Ask once for each id. */
bool split_ids_take(struct split_ids *l, const char *id);

/* The first id that was not taken, borrowed; NULL if all were. */
const char *split_ids_left(const struct split_ids *l);

#endif
