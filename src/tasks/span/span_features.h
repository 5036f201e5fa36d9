/*
 * span_features.h - features of a token of a document or a query, in addition
 * to the word.
 *
 *   match      1 if the other side has the token unchanged
 *   lower      1 if it has it in lower case
 *   lemma      1 if it has its lemma, by `lemmas`: the lemma of the tags, or
 *              the word in lower case shortened by Harman's rules for the
 *              plural or by Porter's for all endings
 *   frequency  how often its own side has it in lower case, divided by that
 *              side's length
 *   frequency_both  how often both sides have it, divided by the length of
 *              its own side
 *   pos, ner   part of speech, and type of entity, by the tags
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

/* Name and number of classes of each feature.  With tags the latter is 1 until
 * they are read; 0: the feature is a number. */
struct span_feature_known {
    const char *name;
    int classes;
};
extern const struct span_feature_known span_features_known[SPAN_FEATURES];

/* The keys by which tokens are compared: unchanged, in lower case, as
 * lemmas. */
enum span_key { KEY_CASED, KEY_LOWER, KEY_LEMMA, SPAN_KEYS };

/* The text in which each key was seen last. */
struct span_seen {
    int *when; /* owned [room] */
    size_t room;
};

/* The current text of a part. */
struct span_side {
    int n;
    size_t room;
    int32_t *key[SPAN_KEYS];        /* owned [n]; -1: equal to nothing */
    float *number[SPAN_OF_TOKENS];  /* owned [n], of features that are
                                       numbers */
    int32_t *class[SPAN_OF_TOKENS]; /* owned [n], of features that are
                                       classes */
    const struct tag **tag;         /* owned [n]; NULL if it has none */
};

struct span_features {
    const struct span *conf;
    bool wants[SPAN_FEATURES];
    int place[SPAN_FEATURES][MAX_PARTS];  /* their columns; -1: none; the
                                             first one for a feature of the
                                             whole example */
    bool keys;                            /* any of the first five is asked
                                             for */
    bool tagged;                          /* any that needs tags is asked for */
    struct tags tags;                     /* of all files */
    long tokens, untagged;                /* in texts that need tags */
    struct vocabulary cased, lower, stem; /* of all tokens so far */
    int32_t (*small)[2]; /* owned [cased.n]: indices in lower and stem */
    int small_room;
    struct span_side side[MAX_PARTS];
    struct span_seen seen[MAX_PARTS][SPAN_KEYS];
    struct span_seen count; /* counts, by KEY_LOWER */
    int32_t type, part;
    int now, seen_at[MAX_PARTS]; /* `now` grows with each text */
};

/* The features that a configuration asks for, in the order above; -1 if a name
 * is not a feature, for which span_features_begin() makes the error. */
int span_features_list(const void *conf, struct feature out[MAX_FEATURES]);

bool span_feature_is_asked(const struct span *conf, enum span_feature f);

/* Find the columns of a feature that is asked for; -1: there is none.  A
 * feature of the whole example has only the first. */
void span_feature_find(const struct span *conf, enum span_feature f,
                       const struct examples *x, int place[MAX_PARTS]);

/* An error if a named feature does not exist or is named twice. */
int span_features_check(const struct span *conf, struct error *e);

/* Read the tags, and set the classes and class names of the task's features. */
int span_features_begin(struct span_features *f, struct task *t,
                        const char *beside, struct error *e);
void span_features_release(struct span_features *f);

/* Begin for a task that was loaded with these features. */
int span_features_resume(struct span_features *f, struct task *t,
                         const char *beside, struct error *e);

/* Forget the words that were seen, and with them the texts that were taken. */
void span_features_forget(struct span_features *f);

/* Add to the notes the share of tokens that tags cover, if it is not all. */
void span_features_note(const struct span_features *f, struct str *notes);

/* Take a part's text; token i of n is bytes offset[2 i] to offset[2 i + 1], but
 * the first `added` ones are not in the text.  `original` is the text as in the
 * file, with the same byte offsets, by which its tags are found.  An error if
 * it has no tags, or those of another text. */
int span_features_take(struct span_features *f, int part, const char *text,
                       const struct squad_text *original, const int32_t *offset,
                       int n, int added, struct error *e);

/* Compare the parts and fill in the columns' values, for n[p] tokens of part
 * p. */
void span_features_add(struct span_features *f, const int n[MAX_PARTS],
                       struct values columns[MAX_COLUMNS]);

#endif
