/*
 * cloze_traits.c - traits of a question that do not depend on a model's answer,
 * by which a reader's errors are analysed.
 */
#include <string.h>

#include "tasks/cloze/cloze.h"

enum { DOCUMENT, QUERY, CANDIDATES, FREQUENT, WORD_CLASS };

static const char *const no_yes[] = {"no", "yes", NULL};
static const char *const classes[] = {"unknown", "NE", "CN", "V", "P", NULL};

const struct trait_kind cloze_traits[] = {
    [DOCUMENT] = {"document", NULL, "tokens of the document that is read"},
    [QUERY] = {"query", NULL, "tokens of the query"},
    [CANDIDATES] = {"candidates", NULL, "different candidates"},
    [FREQUENT] = {"frequent", no_yes,
                  "is the right candidate in the document, and none more "
                  "frequent there"},
    [WORD_CLASS] = {"class", classes,
                    "what is left out, where the file's name says it: a named "
                    "entity, common noun, verb, preposition"},
    {0},
};

int32_t cloze_word_class(const char *name)
{
    for (int32_t i = 1; classes[i]; i++)
        if (!strcmp(classes[i], name))
            return i;
    return 0;
}

void cloze_describe(const struct task *t, enum split split,
                    int32_t *const to[MAX_TRAITS])
{
    const struct cloze_split *s = cloze_split(t, split);
    const struct column *counts =
        examples_find(&t->split[split], &cloze_counts);

    task_lengths(t, split, to);
    for (int i = 0; i < s->questions; i++) {
        to[CANDIDATES][i] = column_get(counts, i).n;
        to[FREQUENT][i] = s->question[i].frequent;
        to[WORD_CLASS][i] = s->question[i].word_class;
    }
}
