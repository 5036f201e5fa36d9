/*
 * open.h - what the files of the task `open` share: its fields, and what it
 * keeps of a split beside the examples.
 *
 * Answers are spans of a document, which consists of the joined passages of a
 * question, or one of some candidates in it.  The task's fields begin with
 * those of `span`, and what it keeps of a split begins with what `span` or
 * `cloze` keeps, so functions of those tasks work here, too.
 */
#ifndef TASKS_OPEN_OPEN_H
#define TASKS_OPEN_OPEN_H

#include "tasks/cloze/cloze.h"
#include "tasks/open/open_files.h"
#include "tasks/span/span.h"

enum open_answers { ANSWERS_SPAN, ANSWERS_CANDIDATES };
enum open_unmatched { UNMATCHED_OUT, UNMATCHED_FIRST };
enum open_scored { OPEN_ALL, OPEN_ANSWERABLE };
enum open_order { ORDER_FILE, ORDER_SCORE };

struct open {
    struct span span; /* first; only its members that are fields of this task
                         are used */
    int layout, answers;
    union {
        struct {
            char *contexts_train, *contexts_valid, *contexts_test;
        };
        char *contexts[SPLITS];
    };
    union {
        struct {
            char *candidates_train, *candidates_valid, *candidates_test;
        };
        char *candidates[SPLITS];
    };
    long passages;
    int order, between;
    long window;
    int unmatched, scored;
};

/* What is known of a question beside its example. */
struct open_known {
    size_t gold; /* offset in the split's texts: `golds` of them, each ends
                    with NUL */
    int32_t golds;
    int32_t words; /* in the first answer, separated by white space */
    int32_t rank;  /* of the first passage that contains an answer, from 1; 0
                      if none does */
    int16_t found; /* 1: the part of the document that is read contains an
                      answer */
    int16_t token; /* 1: the first answer is one token, as the task cuts them */
};

struct open_split {
    struct str text;
    struct open_known *question; /* owned, one per example */
    int questions, question_room;
};

struct open_own {
    union { /* first; the fields say which kind of answer is used */
        struct span_own span;
        struct cloze_own cloze;
    };
    struct open_split open[SPLITS];
};

static inline const struct open_split *open_split(const struct task *t,
                                                  enum split split)
{
    const struct open_own *own = t->own;

    return &own->open[split];
}

/* The metrics, in the order of the task kind's table. */
enum { OPEN_EM, OPEN_F1, OPEN_ONE_WORD, OPEN_SEVERAL, OPEN_METRICS };

bool open_picks(const void *conf); /* answers are candidates */

/* The right answers of a question, each ends with NUL. */
const char *open_golds(const struct open_split *s, int question);

/* --- open_traits.c -------------------------------------------------------- */

extern const struct trait_kind open_traits[];
void open_describe(const struct task *t, enum split split,
                   int32_t *const to[MAX_TRAITS]);

/* --- open_fresh.c: passages with a question that are in no split ---------- */

extern const struct fresh_kind open_fresh;

/* --- open_load.c: from files to examples ---------------------------------- */

int open_features(const void *conf, struct feature out[MAX_FEATURES]);

extern const struct task_kind task_open;

/* An error if candidates are answers and a field that only spans have is set.
 * Results of earlier codaruns may have such fields, which had no effect. */
int open_refuse_unread(const void *conf, struct error *e);
int open_load(struct task *t, const char *beside, struct error *e);
void open_release(struct task *t);
void open_keep(struct task *t, const int *which, int n);
void open_image(struct task *t, struct image *m);

#endif
