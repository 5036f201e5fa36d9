/*
 * name_spans.h - runs of words that look like names or numbers in a text:
 * candidates for an answer where a data set lists none.
 *
 * A word is letters, with the marks that combine with them, and digits, with
 * one of ' - . , & or / between two of them (O'Brien, 46.5, 10,000, U.S., St.)
 * or an en dash between two digits, less a genitive's 's.  It looks like
 * a name when it begins with a capital letter or a digit.  A run is as many
 * such words as stand one behind the other with a single blank between.
 * Articles, pronouns, question words and the like begin no run, and end one
 * behind a period: they are capitalised where a sentence begins.  So do their
 * short forms with a verb (I'm, They'll) and verbs with n't (Don't).  In
 * capitals all of these are names.
 *
 * Threads: one struct name_spans belongs to one thread.
 */
#ifndef TASKS_OPEN_NAME_SPANS_H
#define TASKS_OPEN_NAME_SPANS_H

#include "tasks/common/rows.h"
#include "text/language/vocabulary.h"

struct name_spans {
    struct cell *run; /* owned [n]: different texts, in the order of their
                         first places; the text's bytes, not NUL-terminated */
    int n, room;
    struct vocabulary seen;
    bool begun;
};

/* Forget them. */
void name_spans_clear(struct name_spans *r);

/* Add the runs of a text, which is borrowed.  False: there are more than `most`
 * in all. */
bool name_spans_add(struct name_spans *r, const char *text, size_t len,
                    int most);
void name_spans_release(struct name_spans *r);

#endif
