/*
 * span.h - what the files of the task `span` share: its fields
 * (span/span_config.h), and what it keeps of a split beside the examples, to
 * turn spans into texts.
 */
#ifndef TASKS_SPAN_SPAN_H
#define TASKS_SPAN_SPAN_H

#include "engine/head/kinds/span.h"
#include "tasks/common/corpus.h"
#include "tasks/span/question_type.h"
#include "tasks/span/span_config.h"
#include "tasks/span/squad.h"
#include "tasks/span/squad_score.h"

/* Fields that other tasks whose answers are spans have, too. */
extern const char *const span_lemma_names[], *const span_of_names[];

#define SPAN_TEXTS                                                           \
    CORPUS_TOKENS(TOKENS_ENGLISH),                                           \
        FIELD_BOOL(struct span, quotes, true,                                \
                   "two apostrophes or backquotes are one double quote"),    \
        CORPUS_NORMAL(false, NORMAL_NONE), CORPUS_VOCABULARY,                \
        CORPUS_VECTORS, CORPUS_SPELLING(struct span),                        \
        CORPUS_UNKNOWN_VECTORS(UNKNOWN_ZERO, false),                         \
        FIELD_INT(struct span, characters, 16, 0, 1000,                      \
                  "characters kept of a word; 0: models see none")

#define SPAN_ANSWERS                                                         \
    FIELD_INT(struct span, longest_span, 15, 0, 1e6,                         \
              "tokens of an answer that is given; 0: any number"),           \
        FIELD_BOOL(struct span, within_sentence, false,                      \
                   "an answer that is given does not go beyond a sentence, " \
                   "which ends behind . ! ? and the quotation marks and "    \
                   "closing brackets that follow"),                          \
        FIELD_BOOL(struct span, ends, true,                                  \
                   "keep what each token has to be first and last, which "   \
                   "averages of trials need: 8 bytes a token of what is "    \
                   "scored")

#define SPAN_FEATURES_OF                                          \
    FIELD_CHOICE(struct span, features_of, FEATURES_OF_BOTH,      \
                 span_of_names, "whose tokens have features")

/* A context: offsets of its bytes in the split's texts, and of its tokens'
 * offsets. */
struct span_paragraph {
    size_t text, len;
    size_t token; /* index in the split's offsets */
    int tokens;   /* includes the added one, and those that are cut off */
    int zero;     /* explicit padding, so that the image has no undefined
                     bytes */
};

/* Question i belongs to example i. */
struct span_question {
    size_t id; /* offset in the split's texts */
    int paragraph;
    int gold, golds; /* index in the split's `gold` */
    enum question_type type;
};

struct span_split {
    struct str text;                  /* each ends with NUL */
    struct span_paragraph *paragraph; /* owned, as the others are */
    int paragraphs, paragraph_room;
    int32_t *offset; /* two per token */
    size_t offsets, offset_room;
    struct span_question *question;
    int questions, question_room;
    struct squad_answer *gold;
    int golds, gold_room;
};

struct span_own {
    struct span_split split[SPLITS];
};

static inline const struct span_answers *span_answers(const struct task *t)
{
    return t->settings;
}

static inline const struct span_split *span_split(const struct task *t,
                                                  enum split split)
{
    const struct span_own *own = t->own;

    return &own->split[split];
}

/* A right answer to a question, as written in the context. */
struct squad_text span_gold(const struct span_split *s, int question, int gold);

/* The context of example i; and the answer that `a` gives to it, a part of the
 * context, or empty if there is no answer or no such span. */
const char *span_passage(const struct task *t, enum split split, int i);
struct squad_text span_said(const struct task *t, enum split split,
                            const struct answer_sheet *a, int i);

/* The part of the context from token said[0] to token said[1], or empty in the
 * same cases. */
struct squad_text span_stretch(const struct task *t, enum split split, int i,
                               const int32_t said[2]);

/* Find the first and the last of tokens [from, n) that overlap a part of the
 * text; token i is bytes offset[2 i] to offset[2 i + 1] of it.  False if none
 * does. */
bool span_of_tokens(const int32_t *offset, int from, int n,
                    const struct squad_answer *a, int32_t span[2]);

/* --- span_traits.c: what is known of a question --------------------------- */

extern const struct trait_kind span_traits[];
void span_describe(const struct task *t, enum split split,
                   int32_t *const to[MAX_TRAITS]);

/* --- span_fresh.c: passages with a question that are in no split ---------- */

/* What a fresh question consists of: columns of rows, or members of JSON. */
enum span_role { ROLE_PASSAGE, ROLE_QUESTION };
extern const struct role span_roles[MAX_ROLES];

extern const struct fresh_kind span_fresh;

/* --- span_read.c: from files to examples ---------------------------------- */

/* Begin the corpus of a task whose fields begin with a struct span, and set up
 * what these fields alone determine. */
void span_begin(struct task *t, struct corpus *c, const char *beside);
int span_load(struct task *t, const char *beside, struct error *e);
void span_release(struct task *t);
void span_keep(struct task *t, const int *which, int n);
void span_split_clear(struct span_split *s); /* keeps the memory */
void span_split_release(struct span_split *s);
void span_split_image(struct span_split *s, struct image *m);
void span_image(struct task *t, struct image *m);

#endif
