/* data_passages.h - `codarun data passages`: a file in SQuAD's layout as
 * open-domain questions, each with the sentences that BM25 ranks first. */
#ifndef CMD_DATA_PASSAGES_H
#define CMD_DATA_PASSAGES_H

#include <stdbool.h>

#include "base/error.h"

#define PASSAGES_MOST 1000 /* of a question */

struct passages_wanted {
    const char *from;      /* in SQuAD's layout */
    const char *questions; /* written: all, in SearchQA's layout, or */
    const char *contexts;  /* with this file in Quasar-T's; NULL: the former */
    long most;             /* passages of a question */
    double k1, b;          /* text/bm25.h */
    bool force;            /* replace files that are there */
};

/* Packed as their names end.  Each is whole under another name before the first
 * is put in its place. */
int data_passages(const struct passages_wanted *w, struct error *e);

#endif
