/*
 * squad.h - files in the layout of SQuAD 1.1 and 2.0 (Rajpurkar et al. 2016,
 * 2018), a paragraph at a time.
 *
 *     {"data": [{"paragraphs": [
 *         {"context": "...",
 *          "qas": [{"id": "...", "question": "...", "is_impossible": false,
 *                   "answers": [{"text": "...", "answer_start": 17}]}]}]}]}
 *
 * Members may have any order, and others are skipped.  A question without an
 * answer has "is_impossible": true, and no other question has.
 *
 * Errors, each with file, line and column: what is not JSON (formats/json.h), a
 * member that is missing or occurs twice, a value of the wrong type, an answer
 * that is not at its answer_start, an id that occurred before.
 *
 * Threads: pure functions of the file.
 */
#ifndef TASKS_SPAN_SQUAD_H
#define TASKS_SPAN_SQUAD_H

#include <stddef.h>

#include "base/core/error.h"
#include "base/numbers/digest.h"

/* An answer is the bytes [from, end) of the context. */
struct squad_answer {
    int from, end;
};

struct squad_question {
    const char *id, *text;
    int answers; /* 0: it cannot be answered */
    const struct squad_answer *answer;
};

struct squad_paragraph {
    const char *context;
    size_t len;
    int questions;
    const struct squad_question *question;
};

/* Called for each paragraph, which is borrowed.  The place where the paragraph
 * begins is added to its errors. */
typedef int squad_take(void *of, const struct squad_paragraph *p,
                       struct error *e);

/* Read a file, which may be compressed (files/unpack.h); the digest is of its
 * bytes on disk. */
int squad_read(const char *path, squad_take *take, void *of, struct digest *d,
               struct error *e);

#endif
