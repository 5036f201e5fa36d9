/*
 * predict_portion.h - a portion of the texts that predict answers at a time.
 * It is read by the thread that has the file, and encoded and written by any
 * thread.
 *
 * Threads: a portion belongs to one thread at a time.
 */
#ifndef CMD_PREDICT_PORTION_H
#define CMD_PREDICT_PORTION_H

#include "report/answers/prediction.h"

struct portion {
    struct fresh *fresh;     /* the texts that could be encoded; owned, like all
                                below */
    struct str text;         /* cells of its rows, each with a NUL */
    struct portion_row *row; /* [n] */
    int n, room;
    struct answer_sheet sheet; /* answers to the texts, until they are
                                  written */
    struct str out;            /* text to be printed */
    struct error error;        /* about the row after those; "" if there is
                                  none */
};

/* Begin an empty portion for new texts of a loaded task, in zeroed memory;
 * release it in any case. */
int portion_begin(struct portion *p, const struct task *of, const char *beside,
                  struct error *e);
void portion_release(struct portion *p);

/* Remove its texts; and read up to `most` others: returns 1, 0 at the end, or
 * -1 on error, after the texts before the error. */
void portion_clear(struct portion *p);
int portion_read(struct portion *p, struct rows *rows, int most,
                 struct error *e);

/* True if the first text is a row of column names. */
bool portion_is_headed(const struct portion *p);

/* Encode the texts, up to the first that cannot be encoded, or whose cells are
 * longer than `longest` bytes: p->error then gives its place in `rows` and the
 * reason. */
void portion_encode(struct portion *p, const struct rows *rows, long longest);

/* Return the examples that were encoded. */
const struct examples *portion_examples(const struct portion *p);

/* Write the answers in p->sheet to p->out, and release the sheet. */
void portion_write(struct portion *p, enum prediction_form form);

#endif
