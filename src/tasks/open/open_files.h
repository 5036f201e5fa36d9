/*
 * open_files.h - questions with passages that a search found, in the file
 * layouts of the published data sets.
 *
 *   searchqa  SearchQA (Dunn et al. 2017): a question per line,
 *                 <s> passage </s>  <s> passage </s> ||| question ||| answer
 *   quasar    Quasar-T (Dhingra et al. 2017): JSON lines, the same question in
 *             the same line of each file:
 *                 questions   {"uid", "question", "answer", ...}
 *                 contexts    {"uid", "contexts": [[score, text], ...]}
 *                 candidates  {"uid", "nps": [text, ...]}, if there is such a
 *                             file; an element may be an array whose first
 *                             member is the text
 *             The answer is a text, or an array of all right texts.
 *             No two questions have the same uid.
 *
 * Files may be compressed (files/unpack.h).  A question without a text or an
 * answer is skipped and counted: published files have some.
 *
 * Threads: one struct open_files belongs to one thread at a time.
 * Errors:  each names file and line, what was found and expected.
 */
#ifndef TASKS_OPEN_OPEN_FILES_H
#define TASKS_OPEN_OPEN_FILES_H

#include "base/core/error.h"
#include "base/core/str.h"
#include "base/numbers/digest.h"
#include "tasks/cloze/layouts.h"
#include "text/language/vocabulary.h"

struct lines;

/* The largest number of right answers of a question. */
#define OPEN_MOST_ANSWERS 1000

enum open_layout { OPEN_SEARCHQA, OPEN_QUASAR };
extern const char *const open_layout_names[]; /* NULL-terminated */

/* The files of a split; the last may be NULL. */
enum open_file {
    OPEN_QUESTIONS,
    OPEN_CONTEXTS,
    OPEN_CANDIDATES,
    OPEN_FILES
};

struct open_passage {
    struct cell text;
    double score;
};

/* Everything is borrowed until the next question.  White space within texts is
 * single blanks, there is none around them, and each ends with NUL: so an
 * answer is found in passages that are joined by blanks. */
struct open_question {
    const char *id; /* the line number, if the layout has no ids */
    struct cell text;
    const struct cell *answer; /* [answers], one or more, none of them empty */
    int answers;
    const struct open_passage *passage; /* [passages] in the file's order */
    int passages;
    const struct cell *candidate; /* [candidates], none of them empty */
    int candidates;
};

/* A text among those of the current question. */
struct open_text {
    struct layout_text text;
    double score;
};

/* A growing list of them. */
struct open_texts {
    struct open_text *at; /* owned */
    int n, room;
};

struct open_files {
    enum open_layout layout;
    struct lines *file[OPEN_FILES]; /* owned */
    int skipped;                    /* without a text or an answer */
    struct vocabulary ids;          /* for quasar: of all questions so far */
    struct str text;                /* owned: of the current question */
    struct str scratch;
    struct layout_text id, question;
    struct open_texts answers, passages, candidates;
    struct open_passage *passage; /* owned: the passages as the question
                                     shows them */
    struct cell *cell;
    int passage_room, cell_room;
};

/* For searchqa path[OPEN_QUESTIONS] is the only file. */
struct open_files *open_files_open(enum open_layout layout,
                                   const char *const path[OPEN_FILES],
                                   struct error *e);
void open_files_close(struct open_files *f); /* NULL is fine */

/* Read the next question.  Return 1, 0 at the end, or -1. */
int open_files_next(struct open_files *f, struct open_question *q,
                    struct error *e);

/* The digest of a file's bytes on disk; valid at the end. */
struct digest open_files_digest(const struct open_files *f, enum open_file i);

/* Make an error about the current question, which names its file and line.
 * Return -1. */
int open_files_error(const struct open_files *f, struct error *e,
                     const char *text);

/* --- what layouts call ---------------------------------------------------- */

/* Add a text of the current question, its white space changed as described
 * above; open_files_add() leaves empty texts out of the list. */
struct layout_text open_files_keep(struct open_files *f, const char *text,
                                   size_t len);
void open_files_add(struct open_files *f, struct open_texts *to,
                    const char *text, size_t len, double score);

/* An error if the texts that file i gave, from byte `from` of `text` on, have a
 * word that is too long.  Return 0 or -1. */
int open_files_check(const struct open_files *f, enum open_file i, size_t from,
                     struct error *e);

/* Read the next line of the files.  Return 1, 0 at the end, or -1. */
int open_searchqa_next(struct open_files *f, struct error *e);
int open_quasar_next(struct open_files *f, struct error *e);

#endif
