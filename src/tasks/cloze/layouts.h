/*
 * layouts.h - questions of cloze tests, as the published data sets are laid
 * out in files.
 *
 *   cbt      Children's Book Test: blocks of numbered sentences, the last with
 *            XXXXX, tab, the answer, two tabs, candidates with | between
 *   cnn      CNN and Daily Mail: a .question file each
 *   wdw      Who-did-What, strict or relaxed: XML
 *   babi     bAbI: stories of numbered lines, questions among them
 *   lambada  LAMBADA: a passage a line, whose last word is the answer
 *
 * A question is a document, a query with one blank, candidates and an answer.
 * Files may be compressed, several in a folder, or in an archive
 * (files/file_set.h).  A layout is a file: cloze/layouts_internal.h says how to
 * add one.
 *
 * What a question says is not judged here: whether the answer is among the
 * candidates, and a candidate in the document.
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
/* All, and their names; NULL behind the last. */
extern const struct layout_kind *const layout_kinds[];
extern const char *const layout_names[];

/* The candidates that a question may have. */
#define LAYOUT_MOST_CANDIDATES 65536

/* A text among others: where it begins, and how long it is. */
struct layout_text {
    size_t at, len;
};

/* Bytes [from, to) without the blanks around them. */
struct layout_text layout_trim(const char *s, size_t from, size_t to);

/* One more candidate behind `before` others, without the blanks around it; an
 * error is of it alone, and names no place. */
int layout_check_candidate(const char *text, size_t len, int before,
                           struct layout_text *out, struct error *e);

/* How a candidate answers: the greater, the better. */
enum cloze_fit { FITS_NOT, FITS_BY_WORDS, FITS_AS_SPELT };

/* All of it is borrowed until the next question. */
struct cloze_question {
    const char *id;               /* "" where the layout has none */
    struct cell document;         /* may be empty (lambada) */
    struct cell before, after;    /* the query: before the blank, behind it */
    const struct cell *candidate; /* [candidates], none of them empty */
    int candidates;         /* 0: all words of the document are candidates */
    struct cell answer;     /* not empty */
    const char *word_class; /* of the answer, where the file's name says it;
                               or "" */
    long line;              /* of the query, in its file */
    /* How well a text answers, which several candidates may do; NULL: the one
     * with the tokens of the answer does.  An empty text is said where no
     * candidate is in what is read. */
    enum cloze_fit (*fit)(void *of, const struct cell *text);
    void *of;
};

struct layout;

/* PATH is a file, a folder, an archive or ARCHIVE:PART. */
struct layout *layout_open(const struct layout_kind *kind, const char *path,
                           struct error *e);
void layout_close(struct layout *l); /* NULL is fine */

/* Keep the numbers of sentences as words, where the kind has any.  Before the
 * first question. */
bool layout_has_numbers(const struct layout_kind *kind);
void layout_keep_numbers(struct layout *l, bool keep);

/* The next question.  Returns 1, 0 at the end, or -1. */
int layout_next(struct layout *l, struct cloze_question *q, struct error *e);

/* Of the bytes on disk, at the end (files/file_set.h). */
struct digest layout_digest(const struct layout *l);

/* An error of the question of the moment: names its file, and line.  -1. */
int layout_error(const struct layout *l, struct error *e, const char *fmt, ...)
    PRINTF_LIKE(3, 4);

#endif
