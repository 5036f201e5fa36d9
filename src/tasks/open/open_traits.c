/* open_traits.c - traits of a question that do not depend on its answers' kind,
 * by which a reader's errors are analysed. */
#include "tasks/open/open.h"

enum { DOCUMENT, QUERY, ANSWER, RANK, FOUND };

static const char *const no_yes[] = {"no", "yes", NULL};

const struct trait_kind open_traits[] = {
    [DOCUMENT] = {"document", NULL, "tokens of the document that is read"},
    [QUERY] = {"query", NULL, "tokens of the query that is read"},
    [ANSWER] = {"answer", NULL, "words of the first right answer"},
    [RANK] = {"rank", NULL,
              "the first passage that has an answer, from 1; 0: none has"},
    [FOUND] = {"found", no_yes, "does what is read have an answer"},
    {0},
};

void open_describe(const struct task *t, enum split split,
                   int32_t *const to[MAX_TRAITS])
{
    const struct open_split *s = open_split(t, split);

    task_lengths(t, split, to);
    for (int i = 0; i < s->questions; i++) {
        to[ANSWER][i] = s->question[i].words;
        to[RANK][i] = s->question[i].rank;
        to[FOUND][i] = s->question[i].found;
    }
}
