/*
 * cloze.h - what the files of the task `cloze` share: its fields, and what it
 * keeps of a split beside the examples.
 */
#ifndef TASKS_CLOZE_CLOZE_H
#define TASKS_CLOZE_CLOZE_H

#include "engine/head/kinds/cloze.h"
#include "tasks/common/corpus.h"

enum cloze_options { OPTIONS_SUM, OPTIONS_MEAN };
enum cloze_entities { ENTITIES_KEPT, ENTITIES_EPOCH, ENTITIES_BATCH };

struct cloze {
    struct corpus_config corpus;
    int layout, spelling, options, entities;
    bool renormalise, enclosed, numbers;
    long characters, least_count, max_document;
    struct texts features;
};

/* The word for the blank in a query, and the prefix of entity names, which a
 * number follows, as in CNN and Daily Mail. */
#define CLOZE_WORD "@placeholder"
#define ENTITY_WORD "@entity"

/* What is known of a question beside its example. */
struct cloze_question_known {
    size_t text; /* offset in the split's texts: its id, then each candidate,
                    each ends with NUL */
    int32_t frequent;   /* 1: the right candidate is in the part of the
                           document that is read, and no candidate is more
                           frequent there */
    int32_t word_class; /* of the answer, a value of the trait */
};

struct cloze_split {
    struct str text;
    struct cloze_question_known *question; /* owned, one per example */
    int questions, question_room;
};

struct cloze_own {
    struct cloze_split split[SPLITS];
};

static inline const struct cloze_split *cloze_split(const struct task *t,
                                                    enum split split)
{
    const struct cloze_own *own = t->own;

    return &own->split[split];
}

/* The id of a question in the data set, or its number there if it has none; and
 * the text of one of its candidates. */
const char *cloze_id(const struct task *t, enum split split, int i);
const char *cloze_candidate(const struct task *t, enum split split, int i,
                            int candidate);

/* The likeliest candidate of an answer, the first of equal ones; -1 if there is
 * none.  *p is its probability. */
int cloze_said(const struct answer_sheet *a, int i, float *p);

/* As above, among candidates of at most `most` tokens; length[candidates] is
 * the number of tokens of each. */
int cloze_said_short(const struct answer_sheet *a, int i, const int32_t *length,
                     int most, float *p);

/* --- cloze_traits.c ------------------------------------------------------- */

extern const struct trait_kind cloze_traits[];
int32_t cloze_word_class(const char *name);
void cloze_describe(const struct task *t, enum split split,
                    int32_t *const to[MAX_TRAITS]);

/* --- cloze_fresh.c: questions that are in no split ------------------------ */

extern const struct fresh_kind cloze_fresh;

/* --- cloze_load.c: from files to examples --------------------------------- */

int cloze_features(const void *conf, struct feature out[MAX_FEATURES]);
/* Begin a task's corpus, and set up what the fields alone determine. */
void cloze_begin(struct task *t, struct corpus *c, const char *beside);
int cloze_load(struct task *t, const char *beside, struct error *e);
void cloze_keep(struct task *t, const int *which, int n);
void cloze_release(struct task *t);
void cloze_split_clear(struct cloze_split *s); /* keeps the memory */
void cloze_split_release(struct cloze_split *s);
void cloze_split_image(struct cloze_split *s, struct image *m);
void cloze_image(struct task *t, struct image *m);

#endif
