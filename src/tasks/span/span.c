/*
 * span.c - the answer to a question as a span of its document (SQuAD 1.1 and
 * 2.0), scored as by the official scripts.
 *
 * Each question is an example; a model's answer is the first and the last
 * token.  The byte offsets of tokens in the document are known, so an answer is
 * the exact text between them, including spaces.
 *
 * With no_answer a token is added before both parts, and the span (0, 0) of it
 * means that the document has no answer, as in Stanford's CS224N project.
 */
#include "tasks/span/span.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "tasks/span/span_features.h"

static const char *const align_names[] = {"cover", "exact", NULL};
static const char *const target_names[] = {"last", "first", "random", NULL};
static const char *const scored_names[] = {"all", "fitting", NULL};
const char *const span_lemma_names[] = {"s_stems", "porter", "tags", NULL};
const char *const span_of_names[] = {"both", "document", NULL};

static const struct field fields[] = {
    CORPUS_FILES("file"),
    FIELD_TEXT(struct span, ids_train, "",
               "file of the ids to take, each in a line; a tab and a part's "
               "name may follow"),
    FIELD_TEXT(struct span, ids_valid, "", "the same for valid"),
    FIELD_TEXT(struct span, ids_test, "", "the same for test"),
    FIELD_TEXT(struct span, part_train, "",
               "the part whose ids are taken of ids_train; none: all"),
    FIELD_TEXT(struct span, part_valid, "", "the same for valid"),
    FIELD_TEXT(struct span, part_test, "", "the same for test"),
    FIELD_INT(struct span, held_paragraphs, 0, 0, 1e9,
              "valid is train's file: one of so many paragraphs of it is "
              "valid's, the others are train's; 2 or more, or 0: none"),
    FIELD_INT(struct span, train_questions, 0, 0, 1e9,
              "train on so many questions, evenly spaced; 0: all"),
    SPAN_TEXTS,
    FIELD_INT(struct span, max_document, 400, 0, 1e6,
              "train: questions on a document of more tokens are left out; "
              "0: none"),
    FIELD_INT(struct span, max_query, 50, 0, 1e6,
              "train: the same by the question's tokens"),
    FIELD_INT(struct span, max_answer, 31, 0, 1e6,
              "train: the same by the answer's tokens"),
    FIELD_CHOICE(struct span, scored, SCORED_ALL, scored_names,
                 "valid and test: all questions, or those that train would "
                 "not leave out for a length"),
    FIELD_INT(struct span, max_document_scored, 1000, 0, 1e6,
              "scored: all: longer documents are cut to so many tokens; 0: "
              "never"),
    FIELD_INT(struct span, max_query_scored, 100, 0, 1e6,
              "scored: all: the same of questions"),
    FIELD_CHOICE(struct span, align, ALIGN_COVER, align_names,
                 "train: the tokens that an answer has a part of, or only "
                 "answers whose ends are tokens'"),
    FIELD_CHOICE(struct span, target, TARGET_LAST, target_names,
                 "which of several right answers is trained on; random: one "
                 "drawn anew each epoch"),
    FIELD_BOOL(struct span, no_answer, false,
               "SQuAD 2.0: there may be no answer; else train leaves questions "
               "without one out, and valid and test must have none"),
    SPAN_ANSWERS,
    FIELD_TEXTS(struct span, features,
                "what models read of tokens: match, lower, lemma, frequency, "
                "frequency_both, pos, ner, type, type_decaprop"),
    SPAN_FEATURES_OF,
    FIELD_TEXTS(struct span, tags,
                "files of tags: lemma, pos and ner; they are not read where "
                "no feature is one of these"),
    FIELD_CHOICE(struct span, lemmas, LEMMAS_TAGS, span_lemma_names,
                 "tags: those of the tags; of small letters s_stems: without a "
                 "plural's s (Harman 1991), porter: without endings (Porter "
                 "1980)"),
    FIELD_END,
};

static const char *const apart[] = {
    CORPUS_APART, "train",       "ids_train", "part_train", "train_questions",
    "spelling",   "characters",  "align",     "target",     "ends",
    "features",   "features_of", "tags",      "lemmas",     NULL};

static const struct column_kind *const columns[] = {&span_column, NULL};

static const struct metric metrics[] = {
    {"em", "questions whose answer is right to the letter, as the official "
           "script has it"},
    {"f1", "mean F1 of the answer's words, likewise"},
    {"avna", "questions of which it is right whether there is an answer"},
    {0},
};
enum { EM, F1, AVNA, METRICS };
_Static_assert(sizeof(metrics) / sizeof(*metrics) == METRICS + 1,
               "a name a metric");

/* --- answers ------------------------------------------------------------- */

struct squad_text span_gold(const struct span_split *s, int question, int gold)
{
    const struct span_question *q = &s->question[question];
    const struct squad_answer *g = &s->gold[q->gold + gold];

    return (struct squad_text){s->text.s + s->paragraph[q->paragraph].text +
                                   g->from,
                               (size_t)(g->end - g->from)};
}

const char *span_passage(const struct task *t, enum split split, int i)
{
    const struct span_split *s = span_split(t, split);

    return s->text.s + s->paragraph[s->question[i].paragraph].text;
}

struct squad_text span_stretch(const struct task *t, enum split split, int i,
                               const int32_t said[2])
{
    const struct span_split *s = span_split(t, split);
    const struct span_paragraph *p = &s->paragraph[s->question[i].paragraph];
    const int32_t *offset = s->offset + 2 * p->token;
    const int32_t first = said[0], last = said[1];

    if (first < span_answers(t)->may_be_none || last < first ||
        last >= example_len(&t->split[split], 0, i))
        return (struct squad_text){"", 0};
    return (struct squad_text){
        s->text.s + p->text + offset[2 * first],
        (size_t)(offset[2 * last + 1] - offset[2 * first])};
}

struct squad_text span_said(const struct task *t, enum split split,
                            const struct answer_sheet *a, int i)
{
    return span_stretch(t, split, i,
                        column_get(&a->column[SPAN_TOKENS], i).at);
}

/* Add a question's answer to the metrics; `right` is memory for all golds. */
static void tally_question(const struct task *t, const struct span_split *s,
                           int i, struct squad_text said,
                           struct squad_text *right, struct tally *to)
{
    const int golds = s->question[i].golds;
    struct squad_score score;

    for (int k = 0; k < golds; k++)
        right[k] = span_gold(s, i, k);
    score = squad_score(span_answers(t)->may_be_none ? SQUAD_2_0 : SQUAD_1_1,
                        said, right, golds);
    to[EM] = (struct tally){score.exact, 1};
    to[F1] = (struct tally){score.f1, 1};
    to[AVNA] = (struct tally){(said.len > 0) == (golds > 0), 1};
}

static void tally(const struct task *t, enum split split,
                  const struct answer_sheet *a, struct units *u)
{
    const struct span_split *s = span_split(t, split);
    const float *score = a->column[SPAN_SCORE].floats;
    struct squad_text *right =
        memory_new(((size_t)s->golds + 1) * sizeof(*right));

    units_init(u, "question", s->questions, METRICS);
    for (int i = 0; i < u->n; i++) {
        tally_question(t, s, i, span_said(t, split, a, i), right,
                       units_at(u, i, 0));
        if (isnan(score[i]))
            units_spoil(u, i);
    }
    free(right);
}

static const char *id(const struct task *t, enum split split, int i)
{
    const struct span_split *s = span_split(t, split);

    return s->text.s + s->question[i].id;
}

static void read_answer(const struct task *t, enum split split,
                        const struct answer_sheet *a, int i, struct str *out)
{
    const struct squad_text said = span_said(t, split, a, i);

    str_add(out, said.at, said.len);
}

/* True if the span (0, 0) is the place of an answer, or means that there is
 * none.  It is also the span of answers that overlap no token. */
static bool stands_first(const struct task *t, enum split split, int i)
{
    const struct span_split *s = span_split(t, split);
    const struct span_question *q = &s->question[i];
    const int32_t *offset = s->offset + 2 * s->paragraph[q->paragraph].token;
    int32_t span[2];

    for (int k = 0; k < q->golds; k++)
        if (span_of_tokens(offset, 0, 1, &s->gold[q->gold + k], span))
            return true;
    return !q->golds;
}

static void show_span(const struct task *t, enum split split, int i,
                      const int32_t span[2], struct str *out)
{
    if (span[0] || span[1] || stands_first(t, split, i))
        str_addf(out, "\ntokens: %d to %d", (int)span[0], (int)span[1]);
    else
        str_adds(out, "\nmeets no token");
}

static void show(const struct task *t, enum split split, int i, struct str *out)
{
    const struct span_split *s = span_split(t, split);
    const struct span_question *q = &s->question[i];
    const struct values span =
        column_get(examples_find(&t->split[split], &span_column), i);
    const int32_t *token = span.at;

    str_addf(out, "id: %s\ndocument: ", id(t, split, i));
    corpus_show(t, split, 0, i, out);
    str_adds(out, "\nquery: ");
    corpus_show(t, split, 1, i, out);
    for (int k = 0; k < q->golds; k++) {
        const struct squad_text gold = span_gold(s, i, k);

        str_addf(out, "\nanswer: %.*s", (int)gold.len, gold.at);
    }
    if (!q->golds)
        str_adds(out, "\nno answer");
    for (int k = 0; k < span.n; k += 2)
        show_span(t, split, i, token + k, out);
    str_adds(out, "\n");
}

const struct task_kind task_span = {
    .is = {.name = "span",
           .summary = "answer a question by a span of its document",
           .source = "Rajpurkar et al. 2016, 2018 (SQuAD 1.1, 2.0)",
           .fields = fields,
           .size = sizeof(struct span)},
    .shape = SHAPE_DOCUMENT_QUERY,
    .head = &head_span,
    .columns = columns,
    .features = span_features_list,
    .sample = "{\"data\": [{\"paragraphs\": [{\"context\": \"A man eats.\", "
              "\"qas\": [{\"id\": \"1\", \"question\": \"Who eats?\", "
              "\"answers\": [{\"text\": \"man\", \"answer_start\": 2}]},\n"
              "{\"id\": \"2\", \"question\": \"What does he do?\", "
              "\"answers\": [{\"text\": \"eats\", \"answer_start\": 6}]}]}]}]}"
              "\n",
    .metrics = metrics,
    .apart = apart,
    .load = span_load,
    .keep = span_keep,
    .release = span_release,
    .image = span_image,
    .tally = tally,
    .traits = span_traits,
    .describe = span_describe,
    .id = id,
    .read = read_answer,
    .fresh = &span_fresh,
    .show = show,
};
