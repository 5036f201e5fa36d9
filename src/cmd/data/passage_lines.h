/* passage_lines.h - files of questions, each with the sentences that BM25 ranks
 * first. */
#ifndef CMD_DATA_PASSAGE_LINES_H
#define CMD_DATA_PASSAGE_LINES_H

#include "base/core/error.h"
#include "base/core/str.h"
#include "text/language/bm25.h"
#include "text/language/tokens.h"

/* Members are offsets in the collection's text. */
struct passage_question {
    size_t id, text;
    int answer, answers; /* first index, and number, in the collection's
                            answers */
};

struct passage_collection {
    int most;         /* sentences per question */
    struct str text;  /* texts, each with a NUL; except in ids, blanks are
                         single */
    size_t *sentence; /* owned [sentences], like the others */
    int sentences, sentence_room;
    struct passage_question *question;
    int questions, question_room;
    size_t *answer;
    int answers, answer_room;
    int unanswered; /* questions without an answer, which are left out */
    struct token_list tokens; /* scratch, like `marks` */
    struct str marks;
    struct bm25 index; /* over the sentences */
};

static inline const char *passage_text(const struct passage_collection *c,
                                       size_t at)
{
    return c->text.s + at;
}

enum passage_lines {
    LINES_SEARCHQA,  /* one file for all */
    LINES_QUESTIONS, /* Quasar-T's files */
    LINES_CONTEXTS,
};

/* Append a file's text.  It is computed by the cores that the process has, up
 * to 16; the text does not depend on their number. */
int passage_lines(const struct passage_collection *c, enum passage_lines which,
                  struct str *out, struct error *e);

#endif
