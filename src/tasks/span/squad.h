/*
 * squad.h - files in the layout of SQuAD 1.1 and 2.0 (Rajpurkar et al. 2016,
 * 2018), a paragraph at a time.
 *
 *     {"data": [{"paragraphs": [
 *         {"context": "...",
 *          "qas": [{"id": "...", "question": "...", "is_impossible": false,
 *                   "answers": [{"text": "...", "answer_start": 17}]}]}]}]}
 *
 * Members come in any order, and others are stepped over.  A question without
 * an answer says "is_impossible": true, as no other does.
 *
 * Errors, each with file, line and column: what is no JSON (formats/json.h), a
 * member that is missing or there twice, a value of another sort, an answer
 * that does not stand where it says, an id that came before.
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

/* What is done with a paragraph, which is borrowed; its errors get the place
 * where it begins. */
typedef int squad_take(void *of, const struct squad_paragraph *p,
                       struct error *e);

/* Read a file, which may be packed (files/unpack.h); the digest is of its bytes
 * on disk. */
int squad_read(const char *path, squad_take *take, void *of, struct digest *d,
               struct error *e);

#endif
