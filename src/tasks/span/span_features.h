/*
 * span_features.h - what a token of a document or a query is known by, beside
 * the word.
 *
 *   match      1 where the other side has the token as it is
 *   lower      1 where it has it in small letters
 *   lemma      1 where it has its lemma, by `lemmas`: the one of the tags, or
 *              the word in small letters by Harman's rules for the plural or
 *              by Porter's for all endings
 *   frequency  how often its own side has it in small letters, over its length
 *   frequency_both  how often both sides have it, over its own side's length
 *   pos, ner   part of speech, and sort of entity, by the tags
 *   type, type_decaprop  of the query: span/question_type.h
 *
 * Features of the added token are 0.
 */
#ifndef TASKS_SPAN_SPAN_FEATURES_H
#define TASKS_SPAN_SPAN_FEATURES_H

#include "tasks/span/span_config.h"
#include "tasks/span/squad_score.h"
#include "tasks/span/tags.h"

enum span_feature {
    SPAN_MATCH,
    SPAN_LOWER,
    SPAN_LEMMA,
    SPAN_FREQUENCY,
    SPAN_FREQUENCY_BOTH,
    SPAN_POS,
    SPAN_NER,
    SPAN_TYPE,
    SPAN_PART, /* type_decaprop */
    SPAN_FEATURES
};
#define SPAN_OF_TOKENS SPAN_TYPE /* those before it are */
_Static_assert(SPAN_FEATURES <= MAX_FEATURES, "room for all");

/* What each is called, and how many classes it has, of tags 1 until they are
 * read; 0: it is a number. */
struct span_feature_known {
    const char *name;
    int classes;
};
extern const struct span_feature_known span_features_known[SPAN_FEATURES];

/* A sort of key by which tokens are equal: as they are, small, as lemmas. */
enum span_key { KEY_CASED, KEY_LOWER, KEY_LEMMA, SPAN_KEYS };

/* Where keys were seen last. */
struct span_seen {
    int *when; /* owned [room] */
    size_t room;
};

/* A part on its way. */
struct span_side {
    int n;
    size_t room;
    int32_t *key[SPAN_KEYS];        /* owned [n]; -1: equal to nothing */
    float *number[SPAN_OF_TOKENS];  /* owned [n], of the features that are */
    int32_t *class[SPAN_OF_TOKENS]; /* owned [n], likewise */
    const struct tag **tag;         /* owned [n]; NULL: it has none */
};

struct span_features {
    const struct span *conf;
    bool wants[SPAN_FEATURES];
    int place[SPAN_FEATURES][MAX_PARTS];  /* their columns; -1: none; of an
                                             example's the first */
    bool keys;                            /* any of the first five */
    bool tagged;                          /* any that tags say */
    struct tags tags;                     /* of all files */
    long tokens, untagged;                /* of the tagged texts */
    struct vocabulary cased, lower, stem; /* of all tokens so far */
    int32_t (*small)[2]; /* owned [cased.n]: numbers in lower and stem */
    int small_room;
    struct span_side side[MAX_PARTS];
    struct span_seen seen[MAX_PARTS][SPAN_KEYS];
    struct span_seen count; /* by KEY_LOWER */
    int32_t type, part;
    int now, seen_at[MAX_PARTS]; /* rises with each text */
};

/* The features a configuration asks for, in the order above; -1: a name is
 * none, which span_features_begin() says. */
int span_features_list(const void *conf, struct feature out[MAX_FEATURES]);

bool span_feature_is_asked(const struct span *conf, enum span_feature f);

/* Where the columns of a feature that is asked for are; -1: there is none; of
 * one of the whole example the first is it. */
void span_feature_find(const struct span *conf, enum span_feature f,
                       const struct examples *x, int place[MAX_PARTS]);

/* Is each that a configuration names one of them, and named once? */
int span_features_check(const struct span *conf, struct error *e);

/* Read the tags; the features of the task get their classes, and names of them.
 */
int span_features_begin(struct span_features *f, struct task *t,
                        const char *beside, struct error *e);
void span_features_release(struct span_features *f);

/* The same of a task that was loaded with them. */
int span_features_resume(struct span_features *f, struct task *t,
                         const char *beside, struct error *e);

/* Forget the words that were seen, and so the texts that were taken. */
void span_features_forget(struct span_features *f);

/* What share of the tokens tags cover, for the notes, if it is not all. */
void span_features_note(const struct span_features *f, struct str *notes);

/* Take a part's text; token i of n stands at offset[2 i] to offset[2 i + 1],
 * the first `added` ones nowhere.  `original` is the text as the file has it,
 * of the same bytes' places, for its tags; that it has none, or others than its
 * own, is an error. */
int span_features_take(struct span_features *f, int part, const char *text,
                       const struct squad_text *original, const int32_t *offset,
                       int n, int added, struct error *e);

/* Compare the parts; fill in the columns' values, of `n` tokens each part. */
void span_features_add(struct span_features *f, const int n[MAX_PARTS],
                       struct values columns[MAX_COLUMNS]);

#endif
