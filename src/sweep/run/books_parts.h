/*
 * books_parts.h - what books.c, recall.c, downs.c, checking.c and conduct.c
 * have between them: what a folder remembers of its trials.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_RUN_BOOKS_PARTS_H
#define SWEEP_RUN_BOOKS_PARTS_H

#include "sweep/run/books.h"

/* What the journal says of a trial's end by its number. */
struct filed {
    long bytes; /* of its file; -1: unknown */
    int job;    /* in which an attempt began that has no end; 0: none */
    int blames; /* FAILED: for so many (run/downs.h) */
    enum event_word verdict : 8; /* on that, unless NAMED: SAVED, DOWN, BLAMED,
                                    FAILED */
    bool over : 1;
    bool again : 1; /* it failed, and is tried again: the journal has to know */
};

_Static_assert(sizeof(struct filed) <= 24, "there may be very many");

/* Is the experiment in the folder, whose text stands there, the one at hand, or
 * with --extend one with fewer trials?  Where only values are written in
 * another way x takes the folder's. */
int books_same_experiment(struct books *b, const char *path, struct error *e);

/* Tell the study what the journal remembers, and then what the result files
 * do. */
int recall_entry(void *books, const struct journal_entry *entry,
                 struct error *e);
int recall_results(struct books *b, struct error *e);

struct filed recall_said(const struct books *b, long trial);

/* The same to be changed; of a trial that the journal has not told of there is
 * none before. */
struct filed *recall_filed(struct books *b, long trial);

/* Name a proposal without looking for its result; one of a search that learns
 * may be dropped instead, with a warning. */
int recall_name(struct books *b, const struct assignment *a, struct error *e);

/* -1: the next proposal was cancelled, as this process is interrupted(). */
int recall_cancelled(const struct books *b, struct error *e);

/* Look for the result of one trial: the one rule of what counts as such. */
int recall_result(struct books *b, long trial, struct error *e);

/* What a finished trial has read, for books_check_data(): as its result says;
 * as the journal does, false where it does not; or as that does, unless it does
 * not know the file that is there, and so that has to say.  Trial -1: nobody
 * knows its number. */
void recall_note_result(struct books *b, long trial, const struct result *r);
bool recall_note_line(struct books *b, long trial, const struct indexed *said);
int recall_note_known(struct books *b, long trial, enum whereabouts at,
                      const struct indexed *said, const char *path,
                      struct error *e);

/* How a trial ended that the journal does not know as over, and its result in
 * short, to be released, where its file can be read. */
int recall_ending(struct books *b, long trial, struct ending *end,
                  struct str *shared, struct str *own, struct error *e);

/* The number that the sweep is conducted under from here on: what was decided
 * under another keeps it, while its rules are known. */
int books_conduct(const struct books *b);

/* What follows is proposed and decided on under this number; 0: nobody said. */
void books_rule(struct books *b, int conduct);

#endif
