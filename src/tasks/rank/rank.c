/*
 * rank.c - answer selection: order a question's candidates, right ones first
 * (WikiQA, TrecQA; the Ubuntu corpus with `wide` or `candidates: 10`, and
 * top1).
 *
 * Each candidate is an example of its own, a pair of question and answer with
 * label 0 or 1 (pointwise ranking, as in the CoDA paper).
 */
#include "tasks/rank/rank.h"

#include <math.h>
#include <stdlib.h>

static const struct field fields[] = {
    CORPUS_FIELDS,
    FIELD_TEXT(struct rank, ids_train, "",
               "file whose first column is the question id, row for row"),
    FIELD_TEXT(struct rank, ids_valid, "", "the same for valid"),
    FIELD_TEXT(struct rank, ids_test, "", "the same for test"),
    FIELD_INT(struct rank, candidates, 0, 0, 1e6,
              "rows a question has; 0: by id, or by equal questions in a row"),
    FIELD_BOOL(struct rank, wide, false,
               "valid and test have a row a question: it, its right answer, "
               "wrong ones (the Ubuntu corpus 2.0)"),
    FIELD_CHOICE(struct rank, scored, QUESTIONS_MIXED, question_set_names,
                 "questions the metrics average over: all, with a right "
                 "candidate, with a right and a wrong one"),
    FIELD_CHOICE(struct rank, train_questions, QUESTIONS_ALL,
                 question_set_names, "questions that are trained on"),
    FIELD_END,
};

static int check(const void *conf, struct error *e)
{
    const struct rank *r = conf;
    const int format = r->corpus.format;

    if (r->wide && !row_format_has_cells(row_formats[format]))
        return error_set(e,
                         "wide: found true with format: %s, which has no "
                         "columns",
                         row_format_names[format]);
    return 0;
}

static const struct column_kind *const columns[] = {&label_column,
                                                    &group_column, NULL};

static void release(struct task *t)
{
    struct rank_own *own = t->own;

    for (int s = 0; own && s < SPLITS; s++)
        free(own->question[s]);
    free(own);
}

static void image(struct task *t, struct image *m)
{
    struct rank_own *own = t->own = image_room(m, t->own, sizeof(*own));

    IMAGE_VALUE(m, own->n);
    IMAGE_VALUE(m, own->again);
    for (int s = 0; s < SPLITS; s++)
        IMAGE_ARRAY(m, own->question[s], own->n[s]);
}

/* Papers differ in the questions they average over, so both usual sets are
 * scored: `scored` chooses one; the last two metrics are over all questions
 * with a right candidate. */
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

/* Add a question's candidates, by their scores and labels, to the metrics. */
static void tally_question(enum question_set scored, const struct question *q,
                           const float *score, const int32_t *label,
                           struct tally *to)
{
    const int n = q->end - q->first;
    const struct ranking_metrics k = ranking_metrics_of(score, label, n);

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
    const struct rank_own *own = t->own;
    const int32_t *label = rank_labels(&t->split[split]);
    const float *score = a->column[CLASS_SCORE].floats;

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
    const struct rank_own *own = t->own;

    for (int i = 0; i < own->n[split]; i++) {
        const struct question *q = &own->question[split][i];

        to[0][i] = example_len(&t->split[split], 0, q->first);
        to[1][i] = q->end - q->first;
    }
}

/* A data set may contain some questions twice, but not a tenth of them. */
static void warn_of_order(const struct task *t, struct str *out)
{
    const struct rank_own *own = t->own;

    for (enum split s = 0; s < SPLITS; s++)
        if (own->again[s] > 1 && own->again[s] > 0.1 * own->n[s])
            str_addf(out,
                     "%s: %d questions come again behind other ones: rows of "
                     "one question have to follow one another, or have ids\n",
                     split_names[s], own->again[s]);
}

static void warnings(const struct task *t, struct str *out)
{
    const struct rank_own *own = t->own;
    int right = 0;

    for (int i = 0; i < own->n[SPLIT_TRAIN]; i++)
        right += own->question[SPLIT_TRAIN][i].right;
    if (!right)
        str_adds(out, "train: no question has a right answer\n");
    warn_of_order(t, out);
}

/* The number of a question's candidates that are ranked before example i;
 * ranking.h gives the order of equal ones. */
static int rank_of(const struct question *q, const float *score, int i)
{
    int before = 0;

    for (int k = q->first; k < q->end; k++)
        before += score[k] > score[i] || (score[k] == score[i] && k > i);
    return before;
}

/* Lines for trec_eval: QUESTION Q0 CANDIDATE RANK SCORE RUN, or for qrels
 * QUESTION 0 CANDIDATE LABEL.  Among equal scores it puts the greater name
 * first, so names have leading zeros. */
static void line(const struct task *t, enum split split,
                 const struct answer_sheet *a, int i, struct str *out)
{
    const struct rank *r = t->conf;
    const struct rank_own *own = t->own;
    const struct examples *x = &t->split[split];
    const int group = rank_questions(x)[i];
    const struct question *q = &own->question[split][group];

    if (!question_in((enum question_set)r->scored, q->right, q->end - q->first))
        return;
    if (!a) {
        str_addf(out, "%d 0 %08d %d\n", group + 1, i + 1,
                 (int)rank_labels(x)[i]);
        return;
    }
    const float *score = a->column[CLASS_SCORE].floats;

    str_addf(out, "%d Q0 %08d %d %.9g codarun\n", group + 1, i + 1,
             rank_of(q, score, i) + 1, (double)score[i]);
}

static void show(const struct task *t, enum split split, int i, struct str *out)
{
    const struct examples *x = &t->split[split];

    str_addf(out, "question %d: ", (int)rank_questions(x)[i]);
    corpus_show(t, split, 0, i, out);
    str_adds(out, "\nanswer: ");
    corpus_show(t, split, 1, i, out);
    str_addf(out, "\nlabel: %d\n", (int)rank_labels(x)[i]);
}

const struct task_kind task_rank = {
    .is = {.name = "rank",
           .summary = "order a question's candidate answers",
           .source = "Yang et al. 2015 (WikiQA); Wang et al. 2007 (TrecQA)",
           .fields = fields,
           .size = sizeof(struct rank),
           .check = check},
    .shape = SHAPE_PAIR,
    .head = &head_rank,
    .columns = columns,
    .sample = "Who eats ?\tA man eats .\t1\n"
              "Who eats ?\tIt rains .\t0\n",
    .metrics = metrics,
    .apart = corpus_apart,
    .load = rank_load,
    .keep = rank_keep,
    .release = release,
    .image = image,
    .tally = tally,
    .traits = traits,
    .describe = describe,
    .warnings = warnings,
    .line = line,
    .fresh = &rank_fresh,
    .show = show,
};
