/*
 * name_spans.h - runs of words that look like names or numbers in a text:
 * candidates for an answer if a data set lists none.
 *
 * A word consists of letters, with their combining marks, and digits.  Between
 * two of them may be one of ' - . , & or / (O'Brien, 46.5, 10,000, U.S., St.),
 * between two digits also an en dash.  A genitive's 's does not belong to the
 * word.  A word looks like a name if it begins with a capital letter or a
 * digit.  A run is a longest sequence of such words with a single blank between
 * them.  Articles, pronouns, question words and similar words cannot begin a
 * run, and end one after a period, because they are capitalised where a
 * sentence begins.  The same holds for their short forms with a verb (I'm,
 * They'll) and for verbs with n't (Don't).  Written in capitals all of these
 * are names.
 *
 * Threads: one struct name_spans belongs to one thread.
 */
#ifndef TASKS_OPEN_NAME_SPANS_H
#define TASKS_OPEN_NAME_SPANS_H

#include "tasks/common/rows.h"
#include "text/language/vocabulary.h"

struct name_spans {
    struct cell *run; /* owned [n]: different texts, in the order in which
                         they first occur; pointers into the text, not
                         NUL-terminated */
    int n, room;
    struct vocabulary seen;
    bool begun;
};

/* Remove all runs. */
void name_spans_clear(struct name_spans *r);

/* Add the runs of a text, which is borrowed.  False if there are more than
 * `most` in all. */
bool name_spans_add(struct name_spans *r, const char *text, size_t len,
                    int most);
void name_spans_release(struct name_spans *r);

#endif
