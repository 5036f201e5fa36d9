/* passage_lines.h - questions with the sentences that BM25 ranks first, as the
 * lines of files. */
#ifndef CMD_DATA_PASSAGE_LINES_H
#define CMD_DATA_PASSAGE_LINES_H

#include "base/core/error.h"
#include "base/core/str.h"
#include "text/language/bm25.h"
#include "text/language/tokens.h"

/* Places are of the collection's text. */
struct passage_question {
    size_t id, text;
    int answer, answers; /* of the collection's */
};

struct passage_collection {
    int most;         /* sentences of a question */
    struct str text;  /* a NUL behind each; but for ids, single blanks within */
    size_t *sentence; /* owned [sentences], as the others are */
    int sentences, sentence_room;
    struct passage_question *question;
    int questions, question_room;
    size_t *answer;
    int answers, answer_room;
    int unanswered; /* questions without an answer, which are left out */
    struct token_list tokens; /* scratch, as `marks` is */
    struct str marks;
    struct bm25 index; /* of the sentences */
};

static inline const char *passage_text(const struct passage_collection *c,
                                       size_t at)
{
    return c->text.s + at;
}

enum passage_lines {
    LINES_SEARCHQA,  /* all in one */
    LINES_QUESTIONS, /* Quasar-T's */
    LINES_CONTEXTS,
};

/* A file's text, made by the cores that the process has, up to 16; the same for
 * any number of them. */
int passage_lines(const struct passage_collection *c, enum passage_lines which,
                  struct str *out, struct error *e);

#endif
