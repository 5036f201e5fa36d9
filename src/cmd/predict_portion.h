/*
 * predict_portion.h - a portion of the texts that predict answers at once: read
 * by the thread that has the file, encoded and written by whichever.
 *
 * Threads: a portion belongs to one thread at a time.
 */
#ifndef CMD_PREDICT_PORTION_H
#define CMD_PREDICT_PORTION_H

#include "report/answers/prediction.h"

struct portion {
    struct fresh *fresh;     /* the texts that could be encoded; owned, as all
                                below */
    struct str text;         /* cells of its rows, a NUL behind each */
    struct portion_row *row; /* [n] */
    int n, room;
    struct answer_sheet sheet; /* to the texts, while it is written */
    struct str out;            /* what is to be printed */
    struct error error;        /* of the row behind those; "": there is none */
};

/* A zeroed portion of a loaded task's fresh texts; to be released either way.
 */
int portion_begin(struct portion *p, const struct task *of, const char *beside,
                  struct error *e);
void portion_release(struct portion *p);

/* Forget its texts; and read others, `most` of them: 1, or 0 at the end, or -1
 * with those that came before. */
void portion_clear(struct portion *p);
int portion_read(struct portion *p, struct rows *rows, int most,
                 struct error *e);

/* Is the first of them what columns are called, rather than a text? */
bool portion_is_headed(const struct portion *p);

/* Encode them, to the first that cannot be, or whose cells are longer than so
 * many bytes: then p->error says where in `rows` it is, and why. */
void portion_encode(struct portion *p, const struct rows *rows, long longest);

/* Those that were encoded. */
const struct examples *portion_examples(const struct portion *p);

/* Write the answers of p->sheet, and release it. */
void portion_write(struct portion *p, enum prediction_form form);

#endif
