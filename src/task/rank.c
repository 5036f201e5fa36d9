/*
 * rank.c - answer selection: order a question's candidates, right ones first
 * (WikiQA, TrecQA; the Ubuntu corpus with `candidates: 10` and top1).
 *
 * Each candidate is an example of its own, a pair of question and answer
 * with label 0 or 1 (pointwise ranking, as in the CoDA paper).
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "task/corpus.h"
#include "task/questions.h"
#include "task/ranking.h"
#include "text/data_path.h"

struct rank {
    struct corpus_config corpus;
    char *ids_train, *ids_valid, *ids_test;
    long candidates;
    int scored, train_questions;
};

static const struct field fields[] = {
    CORPUS_FIELDS,
    FIELD_TEXT(struct rank, ids_train, "",
               "file whose first column is the question id, row for row"),
    FIELD_TEXT(struct rank, ids_valid, "", "the same for valid"),
    FIELD_TEXT(struct rank, ids_test, "", "the same for test"),
    FIELD_INT(struct rank, candidates, 0, 0, 1e6,
              "rows a question has; 0: by id, or by equal questions in a row"),
    FIELD_CHOICE(struct rank, scored, QUESTIONS_MIXED, question_set_names,
                 "questions the metrics average over: all, with a right "
                 "candidate, with a right and a wrong one"),
    FIELD_CHOICE(struct rank, train_questions, QUESTIONS_ALL,
                 question_set_names, "questions that are trained on"),
    FIELD_END,
};

enum { ROLE_QUESTION, ROLE_ANSWER, ROLE_LABEL, ROLE_ID };
static const struct role roles[] = {
    [ROLE_QUESTION] = {.name = "question", .member = "question"},
    [ROLE_ANSWER] = {.name = "answer", .member = "answer"},
    [ROLE_LABEL] = {.name = "label", .member = "label"},
    [ROLE_ID] = {.name = "id", .member = "id", .optional = true},
};
_Static_assert(sizeof(roles) / sizeof(*roles) == MAX_ROLES,
               "no row is needed behind the last role");

/* A question: examples [first, end) of a split. */
struct question {
    int first, end, right;
};

struct own {
    struct question *question[SPLITS]; /* owned */
    int n[SPLITS];
};

static int read_row(struct corpus *c, enum split split, struct questions *q,
                    struct rows *t, const struct cell *cell, struct error *e)
{
    const char *label = cell[ROLE_LABEL].text;
    const int32_t right = *label == '1';
    int32_t group;

    if (strcmp(label, "0") != 0 && strcmp(label, "1") != 0)
        return rows_error(t, e, "label: found '%.60s', expected 0 or 1", label);
    if (questions_next(q, t, &cell[ROLE_ID], &cell[ROLE_QUESTION], &group, e))
        return -1;
    if (corpus_encode(c, split, 0, t, &cell[ROLE_QUESTION], e) ||
        corpus_encode(c, split, 1, t, &cell[ROLE_ANSWER], e))
        return -1;
    corpus_add(c, split, (struct values[]){{&right, 1}, {&group, 1}});
    return 0;
}

enum { COLUMN_LABEL, COLUMN_GROUP };
static const struct column_kind columns[] = {
    [COLUMN_LABEL] = {"label", COLUMN_INT, 1, OF_EXAMPLE},
    [COLUMN_GROUP] = {"group", COLUMN_INT, 1, OF_EXAMPLE}, /* rising from 0 */
    COLUMNS_END,
};

static const int32_t *labels(const struct examples *x)
{
    return x->column[COLUMN_LABEL].ints;
}

static const int32_t *groups(const struct examples *x)
{
    return x->column[COLUMN_GROUP].ints;
}

static const char *ids_file(const struct rank *r, enum split split)
{
    return split == SPLIT_TRAIN   ? r->ids_train
           : split == SPLIT_VALID ? r->ids_valid
                                  : r->ids_test;
}

static int read_rows(struct corpus *c, enum split split, struct rows *t,
                     struct questions *q, struct error *e)
{
    struct cell cell[MAX_ROLES];
    struct digest ids;
    int more;

    while ((more = rows_next(t, cell, e)) > 0)
        if (read_row(c, split, q, t, cell, e))
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
    struct questions q = {0};
    struct rows *t;
    char *ids = NULL;
    int bad = -1;

    if (corpus_open(c, split, roles, &t, e))
        return -1;
    if (!t)
        return 0;
    if (*ids_file(r, split) &&
        data_path(ids_file(r, split), c->beside, &ids, e))
        error_in(e, "task.ids_%s", split_names[split]);
    else if (!questions_begin(&q, ids, r->candidates, rows_has(t, ROLE_ID), e))
        bad = read_rows(c, split, t, &q, e);
    free(ids);
    questions_release(&q);
    rows_close(t);
    return bad;
}

/* List the questions of a split. */
static int list_questions(const struct examples *x, struct question **out)
{
    struct question *q = NULL;
    int n = 0, room = 0;

    for (int i = 0; i < x->n; i++) {
        if (!i || groups(x)[i] != groups(x)[i - 1]) {
            GROW(q, n, room);
            q[n++] = (struct question){.first = i};
        }
        q[n - 1].end = i + 1;
        q[n - 1].right += labels(x)[i];
    }
    *out = q;
    return n;
}

/* Leave in x only the questions of a set, numbered anew. */
static void keep_questions(const struct task_kind *k, struct examples *x,
                           enum question_set set, const struct question *q,
                           int n)
{
    struct examples kept;
    int32_t group = 0;

    examples_init(&kept, x->shape, k->columns);
    for (int i = 0; i < n; i++) {
        if (!question_in(set, q[i].right, q[i].end - q[i].first))
            continue;
        for (int j = q[i].first; j < q[i].end; j++) {
            struct example e = examples_get(x, j);

            e.column[COLUMN_GROUP].at = &group;
            examples_add(&kept, &e);
        }
        group++;
    }
    examples_release(x);
    *x = kept;
}

/* Returns how many questions are scored. */
static int note(struct task *t, enum split split)
{
    const struct rank *r = t->conf;
    const struct own *own = t->own;
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

/* Which questions are trained on and scored. */
static int settle(struct corpus *c, enum split split, struct error *e)
{
    struct task *t = c->task;
    const struct rank *r = t->conf;
    struct examples *x = &t->split[split];
    struct own *own = t->own;

    own->n[split] = list_questions(x, &own->question[split]);
    if (split == SPLIT_TRAIN && r->train_questions != QUESTIONS_ALL) {
        keep_questions(t->kind, x, (enum question_set)r->train_questions,
                       own->question[split], own->n[split]);
        free(own->question[split]);
        own->n[split] = list_questions(x, &own->question[split]);
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

static int load(struct task *t, const char *beside, struct error *e)
{
    const struct rank *r = t->conf;
    struct corpus c;
    int bad = 0;

    t->own = memory_zeroed(1, sizeof(struct own));
    corpus_begin(&c, t, &r->corpus, beside);
    for (enum split s = 0; s < SPLITS && !bad; s++)
        bad = read_split(&c, s, e) || settle(&c, s, e);
    if (!bad)
        bad = corpus_end(&c, e);
    corpus_release(&c);
    t->classes = 2;
    t->class_name = memory_new(2 * sizeof(*t->class_name));
    t->class_name[0] = memory_string("0");
    t->class_name[1] = memory_string("1");
    return bad ? -1 : 0;
}

static void release(struct task *t)
{
    struct own *own = t->own;

    for (int s = 0; s < SPLITS; s++)
        free(own->question[s]);
    free(own);
}

static void image(struct task *t, struct image *m)
{
    struct own *own = t->own = image_room(m, t->own, sizeof(*own));

    IMAGE_VALUE(m, own->n);
    for (int s = 0; s < SPLITS; s++)
        IMAGE_ARRAY(m, own->question[s], own->n[s]);
}

/* Papers differ in the questions they average over, so both usual sets are
 * scored: `scored` chooses one, the last two are of all with a right one. */
static const struct metric metrics[] = {
    {"map", "mean average precision over the scored questions; ties: the "
            "later line first, as trec_eval has it"},
    {"mrr", "mean reciprocal rank of the first right candidate"},
    {"top1", "questions whose first candidate is right"},
    {"accuracy", "candidates of the scored questions labelled right at 0.5"},
    {"map_positive", "map over all questions with a right candidate"},
    {"mrr_positive", "mrr over all questions with a right candidate"},
    {0},
};

enum { MAP, MRR, TOP1, ACCURACY, MAP_POSITIVE, MRR_POSITIVE, METRICS };
_Static_assert(sizeof(metrics) / sizeof(*metrics) == METRICS + 1,
               "a name a metric");

/* What a question's candidates, by their scores and labels, add to metrics. */
static void tally_question(enum question_set scored, const struct question *q,
                           const float *score, const int32_t *label,
                           struct tally *to)
{
    const int n = q->end - q->first;
    const struct ranking k = ranking_of(score, label, n);

    if (question_in(QUESTIONS_POSITIVE, q->right, n)) {
        to[MAP_POSITIVE] = (struct tally){k.average_precision, 1};
        to[MRR_POSITIVE] = (struct tally){k.reciprocal_rank, 1};
    }
    if (!question_in(scored, q->right, n))
        return;
    to[MAP] = (struct tally){k.average_precision, 1};
    to[MRR] = (struct tally){k.reciprocal_rank, 1};
    to[TOP1] = (struct tally){k.top1, 1};
    for (int i = 0; i < n; i++)
        to[ACCURACY].sum += isnan(score[i])
                                ? (double)NAN
                                : (score[i] > 0.5f) == (label[i] != 0);
    to[ACCURACY].of = n;
}

static void tally(const struct task *t, enum split split,
                  const struct answer_sheet *a, struct units *u)
{
    const struct rank *r = t->conf;
    const struct own *own = t->own;
    const int32_t *label = labels(&t->split[split]);
    const float *score = a->column[0].floats;

    units_init(u, "question", own->n[split], METRICS);
    for (int i = 0; i < u->n; i++) {
        const struct question *q = &own->question[split][i];

        tally_question((enum question_set)r->scored, q, score + q->first,
                       label + q->first, units_at(u, i, 0));
    }
}

static const struct trait_kind traits[] = {
    {"question", NULL, "tokens of the question"},
    {"candidates", NULL, "candidates of the question"},
    {0},
};

static void describe(const struct task *t, enum split split,
                     int32_t *const to[MAX_TRAITS])
{
    const struct own *own = t->own;

    for (int i = 0; i < own->n[split]; i++) {
        const struct question *q = &own->question[split][i];

        to[0][i] = example_len(&t->split[split], 0, q->first);
        to[1][i] = q->end - q->first;
    }
}

static void show(const struct task *t, enum split split, int i, struct str *out)
{
    const struct examples *x = &t->split[split];

    str_addf(out, "question %d: ", (int)groups(x)[i]);
    corpus_show(t, split, 0, i, out);
    str_adds(out, "\nanswer: ");
    corpus_show(t, split, 1, i, out);
    str_addf(out, "\nlabel: %d\n", (int)labels(x)[i]);
}

const struct task_kind task_rank = {
    .is = {.name = "rank",
           .summary = "order a question's candidate answers",
           .source = "Yang et al. 2015 (WikiQA); Wang et al. 2007 (TrecQA)",
           .fields = fields,
           .size = sizeof(struct rank)},
    .shape = SHAPE_PAIR,
    .head = &head_rank,
    .columns = columns,
    .sample = "Who eats ?\tA man eats .\t1\n"
              "Who eats ?\tIt rains .\t0\n",
    .metrics = metrics,
    .apart = corpus_apart,
    .load = load,
    .release = release,
    .image = image,
    .tally = tally,
    .traits = traits,
    .describe = describe,
    .show = show,
};
