/*
 * rank_load.c - makes examples of files of candidates: which belong to one
 * question, which questions are trained on and scored.
 */
#include "tasks/rank/rank.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/task/data_path.h"
#include "tasks/rank/questions.h"

enum { ROLE_QUESTION, ROLE_ANSWER, ROLE_LABEL, ROLE_ID };
static const struct role roles[] = {
    [ROLE_QUESTION] = {.name = "question", .member = "question"},
    [ROLE_ANSWER] = {.name = "answer", .member = "answer"},
    [ROLE_LABEL] = {.name = "label", .member = "label"},
    [ROLE_ID] = {.name = "id", .member = "id", .optional = true},
};
_Static_assert(sizeof(roles) / sizeof(*roles) == MAX_ROLES,
               "no row is needed behind the last role");

const struct fresh_kind rank_fresh = CORPUS_FRESH(roles, 2, corpus_fresh_begin);

/* Some programs write the number as a real (in the Ubuntu corpus). */
static bool is_label(const char *text)
{
    return (*text == '0' || *text == '1') &&
           (!text[1] || strcmp(text + 1, ".0") == 0);
}

/* How the rows of a split are grouped and labelled. */
struct rank_columns {
    struct questions questions;
    int label, group; /* the columns' places */
};

static int read_row(struct corpus *c, enum split split, struct rank_columns *r,
                    struct rows *t, const struct cell *cell, struct error *e)
{
    struct values columns[MAX_COLUMNS] = {{0}};
    const char *label = cell[ROLE_LABEL].text;
    const int32_t right = *label == '1';
    int32_t group;

    if (!is_label(label))
        return rows_error(t, e, "label: found '%.60s', expected 0 or 1%s",
                          label, rows_header_hint(t));
    if (questions_next(&r->questions, t, &cell[ROLE_ID], &cell[ROLE_QUESTION],
                       &group, e))
        return -1;
    if (corpus_encode(c, split, 0, t, &cell[ROLE_QUESTION], e) ||
        corpus_encode(c, split, 1, t, &cell[ROLE_ANSWER], e))
        return -1;
    columns[r->label] = (struct values){&right, 1};
    columns[r->group] = (struct values){&group, 1};
    corpus_add(c, split, columns);
    return 0;
}

static const char *ids_file(const struct rank *r, enum split split)
{
    return split == SPLIT_TRAIN   ? r->ids_train
           : split == SPLIT_VALID ? r->ids_valid
                                  : r->ids_test;
}

static int read_rows(struct corpus *c, enum split split, struct rows *t,
                     struct rank_columns *r, struct error *e)
{
    struct questions *q = &r->questions;
    struct cell cell[MAX_ROLES];
    struct digest ids;
    int more;

    while ((more = rows_next(t, cell, e)) > 0)
        if (read_row(c, split, r, t, cell, e))
            return -1;
    if (more < 0 || corpus_close(c, split, t, e))
        return -1;
    if (questions_end(q, &ids, e))
        return error_in(e, "task.%s", split_names[split]);
    if (q->ids)
        task_add_file(c->task, ids_file(c->task->conf, split), ids, split);
    return 0;
}

static int read_split(struct corpus *c, enum split split, struct error *e)
{
    const struct rank *r = c->task->conf;
    const struct examples *x = &c->task->split[split];
    struct rank_own *own = c->task->own;
    struct rank_columns q = {.label = examples_place(x, &label_column),
                             .group = examples_place(x, &group_column)};
    struct rows *t;
    char *ids = NULL;
    int bad = -1;

    if (corpus_open(c, split, roles,
                    r->wide && split != SPLIT_TRAIN ? &rows_wide : NULL, &t, e))
        return -1;
    if (!t)
        return 0;
    if (*ids_file(r, split) &&
        data_path(ids_file(r, split), c->beside, &ids, e))
        error_in(e, "task.ids_%s", split_names[split]);
    else if (!questions_begin(&q.questions, ids, r->candidates,
                              rows_has(t, ROLE_ID), e))
        bad = read_rows(c, split, t, &q, e);
    own->again[split] = q.questions.again;
    free(ids);
    questions_release(&q.questions);
    rows_close(t);
    return bad;
}

/* List the questions of a split. */
static int list_questions(const struct examples *x, struct question **out)
{
    const int32_t *group = rank_questions(x), *label = rank_labels(x);
    struct question *q = NULL;
    int n = 0, room = 0;

    for (int i = 0; i < x->n; i++) {
        if (!i || group[i] != group[i - 1]) {
            GROW(q, n, room);
            q[n++] = (struct question){.first = i};
        }
        q[n - 1].end = i + 1;
        q[n - 1].right += label[i];
    }
    *out = q;
    return n;
}

void rank_keep(struct task *t, const int *which, int n)
{
    struct rank_own *own = t->own;

    (void)which;
    (void)n;
    free(own->question[SPLIT_TRAIN]);
    own->n[SPLIT_TRAIN] =
        list_questions(&t->split[SPLIT_TRAIN], &own->question[SPLIT_TRAIN]);
}

/* Keep only questions of a set in train. */
static void keep_questions(struct task *t, enum question_set set)
{
    const struct rank_own *own = t->own;
    const size_t most = (size_t)t->split[SPLIT_TRAIN].n;
    int *which = memory_new((most + 1) * sizeof(*which)), n = 0;

    for (int i = 0; i < own->n[SPLIT_TRAIN]; i++) {
        const struct question *q = &own->question[SPLIT_TRAIN][i];

        for (int j = q->first;
             j < q->end && question_in(set, q->right, q->end - q->first); j++)
            which[n++] = j;
    }
    task_keep(t, which, n);
    free(which);
}

/* Write the notes.  Return how many questions are scored. */
static int note(struct task *t, enum split split)
{
    const struct rank *r = t->conf;
    const struct rank_own *own = t->own;
    int right = 0, scored = 0, positive = 0;

    for (int i = 0; i < own->n[split]; i++) {
        const struct question *q = &own->question[split][i];

        right += q->right;
        positive += q->right > 0;
        scored += question_in((enum question_set)r->scored, q->right,
                              q->end - q->first);
    }
    str_addf(&t->notes, "%s: %d questions, %d candidates, %d right",
             split_names[split], own->n[split], t->split[split].n, right);
    if (split == SPLIT_TRAIN)
        str_addf(&t->notes, "; train_questions: %s\n",
                 question_set_names[r->train_questions]);
    else
        str_addf(&t->notes,
                 "; %d questions scored (scored: %s), %d by *_positive\n",
                 scored, question_set_names[r->scored], positive);
    return scored;
}

static int none_scored(const struct task *t, enum split split, struct error *e)
{
    const struct rank *r = t->conf;

    return error_set(e,
                     "task.%s: found no question to score, expected some with "
                     "scored: %s",
                     split_names[split], question_set_names[r->scored]);
}

/* Select the questions that are trained on and scored. */
static int settle(struct corpus *c, enum split split, struct error *e)
{
    struct task *t = c->task;
    const struct rank *r = t->conf;
    struct examples *x = &t->split[split];
    struct rank_own *own = t->own;

    own->n[split] = list_questions(x, &own->question[split]);
    if (split == SPLIT_TRAIN && r->train_questions != QUESTIONS_ALL) {
        keep_questions(t, (enum question_set)r->train_questions);
        corpus_forget(c);
    }
    if (!x->n && split == SPLIT_TRAIN)
        return error_set(e,
                         "task.train: found no question with train_questions: "
                         "%s",
                         question_set_names[r->train_questions]);
    if (!x->n)
        return 0;
    return note(t, split) || split == SPLIT_TRAIN ? 0
                                                  : none_scored(t, split, e);
}

int rank_load(struct task *t, const char *beside, struct error *e)
{
    const struct rank *r = t->conf;
    struct corpus c;
    int bad = 0;

    t->own = memory_zeroed(1, sizeof(struct rank_own));
    corpus_begin(&c, t, &r->corpus, beside);
    for (enum split s = 0; s < SPLITS && !bad; s++)
        bad = read_split(&c, s, e) || settle(&c, s, e);
    if (!bad)
        bad = corpus_end(&c, e);
    corpus_release(&c);
    class_names_set(t->settings, (const char *const[]){"0", "1"}, 2);
    return bad ? -1 : 0;
}
