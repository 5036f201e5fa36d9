/*
 * open_files.h - questions with passages that a search found, as the published
 * data sets are laid out in files.
 *
 *   searchqa  SearchQA (Dunn et al. 2017): a question a line,
 *                 <s> passage </s>  <s> passage </s> ||| question ||| answer
 *   quasar    Quasar-T (Dhingra et al. 2017): JSON lines, the same question in
 *             the same line of each file:
 *                 questions   {"uid", "question", "answer", ...}
 *                 contexts    {"uid", "contexts": [[score, text], ...]}
 *                 candidates  {"uid", "nps": [text, ...]}, if there is such a
 *                             file; an element may be an array, of whose
 *                             members the first is the text
 *             The answer is a text, or an array of those that are right.
 *             No two questions have one uid.
 *
 * Files may be compressed (files/unpack.h).  A question without a text or an
 * answer is stepped over and counted: published files have some.
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

/* The right answers that a question may have. */
#define OPEN_MOST_ANSWERS 1000

enum open_layout { OPEN_SEARCHQA, OPEN_QUASAR };
extern const char *const open_layout_names[]; /* NULL behind the last */

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

/* All of it is borrowed until the next question.  Texts have single blanks
 * where there was white space within them, none around them, and a NUL behind
 * them: an answer is found in passages that are joined so. */
struct open_question {
    const char *id; /* where the layout has none, the number of the line */
    struct cell text;
    const struct cell *answer; /* [answers], one or more, none of them empty */
    int answers;
    const struct open_passage *passage; /* [passages] in the file's order */
    int passages;
    const struct cell *candidate; /* [candidates], none of them empty */
    int candidates;
};

/* A text among those of the question of the moment. */
struct open_text {
    struct layout_text text;
    double score;
};

/* A list of them that grows. */
struct open_texts {
    struct open_text *at; /* owned */
    int n, room;
};

struct open_files {
    enum open_layout layout;
    struct lines *file[OPEN_FILES]; /* owned */
    int skipped;                    /* without a text or an answer */
    struct vocabulary ids;          /* of quasar: of all questions so far */
    struct str text;                /* owned: of the question of the moment */
    struct str scratch;
    struct layout_text id, question;
    struct open_texts answers, passages, candidates;
    struct open_passage *passage; /* owned: the same, for the question */
    struct cell *cell;
    int passage_room, cell_room;
};

/* path[OPEN_QUESTIONS] is the one file of searchqa. */
struct open_files *open_files_open(enum open_layout layout,
                                   const char *const path[OPEN_FILES],
                                   struct error *e);
void open_files_close(struct open_files *f); /* NULL is fine */

/* The next question.  Returns 1, 0 at the end, or -1. */
int open_files_next(struct open_files *f, struct open_question *q,
                    struct error *e);

/* Of a file's bytes on disk, at the end. */
struct digest open_files_digest(const struct open_files *f, enum open_file i);

/* An error of the question of the moment: names its file, and line.  -1. */
int open_files_error(const struct open_files *f, struct error *e,
                     const char *text);

/* --- what layouts call ---------------------------------------------------- */

/* Add a text of the question of the moment, its white space as told above; one
 * of a list that is empty is left out. */
struct layout_text open_files_keep(struct open_files *f, const char *text,
                                   size_t len);
void open_files_add(struct open_files *f, struct open_texts *to,
                    const char *text, size_t len, double score);

/* Is there a word that is too long in what a file gave, from a byte of `text`
 * on?  0 or -1. */
int open_files_check(const struct open_files *f, enum open_file i, size_t from,
                     struct error *e);

/* Take the next line of the files.  Returns 1, 0 at the end, or -1. */
int open_searchqa_next(struct open_files *f, struct error *e);
int open_quasar_next(struct open_files *f, struct error *e);

#endif
