/*
 * mt.h - the task `mt`, translation: what its files share.
 */
#ifndef TASKS_TRANSLATION_MT_H
#define TASKS_TRANSLATION_MT_H

#include "engine/head/kinds/decode.h"
#include "tasks/common/fresh.h"
#include "text/language/subwords.h"

enum { MT_SOURCE, MT_TARGET, MT_PARTS };

enum mt_vocabulary { VOCABULARY_JOINT, VOCABULARY_SEPARATE };
extern const char *const mt_vocabulary_names[]; /* NULL-terminated */

struct mt {
    struct texts files[SPLITS];
    double share;
    long subwords;
    struct texts subwords_file;
    int vocabulary;
    bool lower;
    int unicode;
    long max_tokens;
    int bleu_tokens;
    long chrf_words;
    long beam, n_best, beyond;
    double length_penalty;
};

/* What the task keeps beside examples. */
struct mt_own {
    struct column right[SPLITS]; /* references as in the file; train has none */
};

/* The number of vocabularies, one or two; and the subwords of a part. */
static inline int mt_vocabularies(const struct task *t)
{
    const struct mt *c = t->conf;

    return c->vocabulary == VOCABULARY_SEPARATE ? MT_PARTS : 1;
}

static inline struct subwords *mt_subwords(const struct task *t, int part)
{
    return t->words[mt_vocabularies(t) > 1 ? part : 0]->subwords;
}

extern const struct fresh_kind mt_fresh; /* sources */

/* task_kind's load(). */
int mt_load(struct task *t, const char *beside, struct error *e);

#endif
