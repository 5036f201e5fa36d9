/*
 * span_traits.c - traits of a question that do not depend on a model's answer,
 * by which a reader's errors are analysed.
 * Source: "Coattention, Dynamic Pointing Decoders & QANet for Question
 * Answering" (a CS224N report), figures 4 to 7.
 *
 * Lengths are in tokens, without the added one; a document or query that is cut
 * has the length that is read.  Several right answers may differ in the words
 * around the core ("the 1950s", "1950s"); the shortest is used, since it is
 * what had to be found.
 */
#include "tasks/span/span.h"

enum { DOCUMENT, QUERY, ANSWER, TYPE, ANSWERABLE };

static const char *const no_yes[] = {"no", "yes", NULL};

const struct trait_kind span_traits[] = {
    [DOCUMENT] = {"document", NULL, "tokens of the document that is read"},
    [QUERY] = {"query", NULL, "tokens of the query that is read"},
    [ANSWER] = {"answer", NULL,
                "tokens of the shortest right answer; 0: there is none"},
    [TYPE] = {"type", question_type_names,
              "what the query asks for, by the first such word in it"},
    [ANSWERABLE] = {"answerable", no_yes, "is there an answer"},
    {0},
};

static int32_t shortest_answer(const struct task *t, const struct span_split *s,
                               const struct span_question *q)
{
    const struct span_paragraph *p = &s->paragraph[q->paragraph];
    int32_t shortest = 0, span[2];

    for (int k = 0; k < q->golds; k++) {
        if (!span_of_tokens(s->offset + 2 * p->token,
                            span_answers(t)->may_be_none, p->tokens,
                            &s->gold[q->gold + k], span))
            continue;
        const int32_t len = span[1] - span[0] + 1;

        shortest = shortest && shortest < len ? shortest : len;
    }
    return shortest;
}

void span_describe(const struct task *t, enum split split,
                   int32_t *const to[MAX_TRAITS])
{
    const struct span_split *s = span_split(t, split);

    task_lengths(t, split, to);
    for (int i = 0; i < s->questions; i++) {
        const struct span_question *q = &s->question[i];

        to[DOCUMENT][i] -= span_answers(t)->may_be_none;
        to[QUERY][i] -= span_answers(t)->may_be_none;
        to[ANSWER][i] = shortest_answer(t, s, q);
        to[TYPE][i] = (int32_t)q->type;
        to[ANSWERABLE][i] = q->golds > 0;
    }
}
