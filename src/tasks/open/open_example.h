/*
 * open_example.h - turns a question with passages into an example, or finds the
 * reason why it is none.
 *
 * Threads: one struct open_reader belongs to one thread.
 */
#ifndef TASKS_OPEN_OPEN_EXAMPLE_H
#define TASKS_OPEN_OPEN_EXAMPLE_H

#include "tasks/cloze/cloze_example.h"
#include "tasks/open/name_spans.h"
#include "tasks/open/open.h"
#include "tasks/open/passages.h"
#include "tasks/span/span_example.h"

/* The state of reading a split. */
struct open_reader {
    struct corpus *corpus;
    const struct open *conf;
    enum split split;
    bool picks; /* answers are candidates; else spans */
    bool fresh; /* questions are in no split: no answer is right */
    struct open_split *own;
    struct joined joined;
    struct name_spans runs;
    struct right_answers right; /* of the current question */
    /* For spans, and for candidates: */
    struct span_reader span;
    struct cloze_reader cloze;
    struct cloze cloze_conf;
    struct str quoted; /* scratch */
    struct looked_up looked;
    /* Counts of the split: */
    int questions, empty, first, not_found, unanswerable;
    int wordless; /* questions whose answer may be empty */
    int by_runs, by_words; /* questions whose candidates are not in a file */
};

/* The fields of a cloze task that correspond to these. */
struct cloze open_as_cloze(const struct open *conf);

/* Begin a task's corpus, and set up what the fields alone determine. */
void open_begin(struct task *t, struct corpus *c, const char *beside);

/* `features` of spans are borrowed; with candidates there are none. */
void open_reader_init(struct open_reader *r, struct corpus *c,
                      enum split split, struct span_features *features);
void open_reader_release(struct open_reader *r);

/* Take a question; an error does not name its place. */
int open_take(struct open_reader *r, const struct open_question *q,
              struct error *e);

#endif
