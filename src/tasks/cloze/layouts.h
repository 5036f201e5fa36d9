/*
 * layouts.h - questions of cloze tests, in the file layouts of the published
 * data sets.
 *
 *   cbt      Children's Book Test: blocks of numbered sentences, the last with
 *            XXXXX, tab, the answer, two tabs, candidates separated by |
 *   cnn      CNN and Daily Mail: a .question file each
 *   wdw      Who-did-What, strict or relaxed: XML
 *   babi     bAbI: stories of numbered lines, questions among them
 *   lambada  LAMBADA: a passage per line, whose last word is the answer
 *
 * A question is a document, a query with one blank, candidates and an answer.
 * Files may be compressed, several in a folder, or in an archive
 * (files/file_set.h).  Each layout has a file: cloze/layouts_internal.h says
 * how to add one.
 *
 * It is not checked here whether the answer is among the candidates, or a
 * candidate in the document.
 *
 * Threads: one struct layout belongs to one thread at a time.
 * Errors:  each names file and line, what was found and expected.
 */
#ifndef TASKS_CLOZE_LAYOUTS_H
#define TASKS_CLOZE_LAYOUTS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/core/error.h"
#include "base/numbers/digest.h"
#include "tasks/common/rows.h"

struct layout_kind;
/* All layouts, and their names; NULL-terminated. */
extern const struct layout_kind *const layout_kinds[];
extern const char *const layout_names[];

/* The largest number of candidates of a question. */
#define LAYOUT_MOST_CANDIDATES 65536

/* A part of a larger text: offset and length. */
struct layout_text {
    size_t at, len;
};

/* Bytes [from, to) without the blanks around them. */
struct layout_text layout_trim(const char *s, size_t from, size_t to);

/* Check a candidate, the one after `before` others, and remove the blanks
 * around it.  An error is only about the candidate and names no place. */
int layout_check_candidate(const char *text, size_t len, int before,
                           struct layout_text *out, struct error *e);

/* How well a candidate answers: the greater, the better. */
enum cloze_fit { FITS_NOT, FITS_BY_WORDS, FITS_AS_SPELT };

/* Everything is borrowed until the next question. */
struct cloze_question {
    const char *id;               /* "" if the layout has none */
    struct cell document;         /* may be empty (lambada) */
    struct cell before, after;    /* the query before and after the blank */
    const struct cell *candidate; /* [candidates], none of them empty */
    int candidates;         /* 0: all words of the document are candidates */
    struct cell answer;     /* not empty */
    const char *word_class; /* of the answer, if the file's name gives it, or
                               "" */
    long line;              /* of the query, in its file */
    /* How well a text answers; several candidates may fit.  NULL: the candidate
     * with the answer's tokens is right.  The empty text is the answer given if
     * no candidate is in the part that is read. */
    enum cloze_fit (*fit)(void *of, const struct cell *text);
    void *of;
};

struct layout;

/* PATH is a file, a folder, an archive or ARCHIVE:PART. */
struct layout *layout_open(const struct layout_kind *kind, const char *path,
                           struct error *e);
void layout_close(struct layout *l); /* NULL is fine */

/* Keep the numbers of sentences as words, if the kind has any.  Call before the
 * first question. */
bool layout_has_numbers(const struct layout_kind *kind);
void layout_keep_numbers(struct layout *l, bool keep);

/* Read the next question.  Return 1, 0 at the end, or -1. */
int layout_next(struct layout *l, struct cloze_question *q, struct error *e);

/* The digest of the bytes on disk (files/file_set.h); valid at the end. */
struct digest layout_digest(const struct layout *l);

/* Make an error about the current question, which names its file and line.
 * Return -1. */
int layout_error(const struct layout *l, struct error *e, const char *fmt, ...)
    PRINTF_LIKE(3, 4);

#endif
