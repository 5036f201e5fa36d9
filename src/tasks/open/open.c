/*
 * open.c - open-domain questions: the answer is a text, and the document
 * consists of passages that a search found, which may lack the answer
 * (SearchQA, Quasar-T).
 *
 * Each question is an example whose document is its passages, joined.  A
 * model's answer is a span of it, or one of some candidates.  Both are scored
 * as texts, so readers of both kinds can be compared on the same questions.  A
 * question whose answer is not in the text that is read stays, and counts as an
 * error, unless `scored` leaves it out.
 *
 * SearchQA's published pair of metrics separates right answers of one token
 * from longer ones: for the former a model's answer has one token, for the
 * latter up to three, and the likeliest of these answers is scored.  Answer
 * sheets keep each token's scores for being first and last, so the likeliest is
 * found when they are scored; readers of candidates keep the probabilities of
 * all candidates.
 */
#include "tasks/open/open.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "tasks/open/passages.h"

static const char *const answer_names[] = {"span", "candidates", NULL};
static const char *const order_names[] = {"file", "score", NULL};
static const char *const between_names[] = {"none", "mark", NULL};
static const char *const unmatched_names[] = {"out", "first", NULL};
static const char *const lemma_names[] = {"s_stems", "porter", NULL};
static const char *const scored_names[] = {"all", "answerable", NULL};

static const struct field fields[] = {
    CORPUS_FILES("file of questions"),
    FIELD_CHOICE(struct open, layout, OPEN_SEARCHQA, open_layout_names,
                 "how questions stand in files: SearchQA's lines with their "
                 "passages, or Quasar-T's files of questions and contexts"),
    FIELD_TEXT(struct open, contexts_train, "",
               "quasar: file of the contexts of train, line for line"),
    FIELD_TEXT(struct open, contexts_valid, "", "the same for valid"),
    FIELD_TEXT(struct open, contexts_test, "", "the same for test"),
    FIELD_TEXT(struct open, candidates_train, "",
               "quasar, answers: candidates: file of the candidates of train, "
               "line for line; none: runs of capitalised words and numbers of "
               "the document"),
    FIELD_TEXT(struct open, candidates_valid, "", "the same for valid"),
    FIELD_TEXT(struct open, candidates_test, "", "the same for test"),
    FIELD_CHOICE(struct open, answers, ANSWERS_SPAN, answer_names,
                 "what a model answers: a span of the document, or one of "
                 "some candidates in it"),
    FIELD_INT(struct open, passages, 0, 0, 1e6,
              "passages of a question that are kept, the first in `order`; 0: "
              "all"),
    FIELD_CHOICE(struct open, order, ORDER_FILE, order_names,
                 "passages as the file has them, or those of greater scores "
                 "first"),
    FIELD_CHOICE(struct open, between, BETWEEN_NONE, between_names,
                 "mark: a token, " PASSAGE_MARK ", tells passages apart"),
    FIELD_INT(struct open, window, 400, 0, 1e9,
              "train: words of the document around the answer's first place, "
              "half on either side; 0: all"),
    FIELD_CHOICE(struct open, unmatched, UNMATCHED_OUT, unmatched_names,
                 "train, answers: span: a question whose answer is not in the "
                 "document is left out, or has the document's first token for "
                 "an answer"),
    FIELD_CHOICE(struct open, scored, OPEN_ALL, scored_names,
                 "questions of valid and test that are scored; all: every one, "
                 "also where the answer is not in what is read; answerable: "
                 "those whose answer is in a passage of the file"),
    SPAN_TEXTS,
    FIELD_INT(struct span, max_query, 50, 0, 1e6,
              "train, answers: span: questions of more tokens are left out; "
              "0: none"),
    FIELD_INT(struct span, max_answer, 31, 0, 1e6,
              "train, answers: span: the same by the answer's tokens"),
    FIELD_INT(struct span, max_document_scored, 1000, 0, 1e6,
              "valid and test: longer documents are cut to so many tokens; 0: "
              "never"),
    FIELD_INT(struct span, max_query_scored, 100, 0, 1e6,
              "valid and test, answers: span: the same of questions"),
    SPAN_ANSWERS,
    FIELD_TEXTS(struct span, features,
                "what models read of tokens: match, lower, lemma, frequency, "
                "frequency_both, type, type_decaprop; with answers: candidates "
                "match alone"),
    SPAN_FEATURES_OF,
    FIELD_CHOICE(struct span, lemmas, LEMMAS_S_STEMS, lemma_names,
                 "of small letters s_stems: without a plural's s (Harman "
                 "1991), porter: without endings (Porter 1980)"),
    FIELD_END,
};

static const char *const apart[] = {
    CORPUS_APART, "train",      "contexts_train", "candidates_train",
    "window",     "unmatched",  "spelling",       "characters",
    "max_query",  "max_answer", "ends",           "features",
    "features_of", "lemmas",    NULL};

/* The fields that determine the questions of valid and test: their files are
 * enough, and right answers are texts. */
static const char *const asked[] = {
    "answers", "candidates_valid", "candidates_test", "passages", "order",
    "between", "tokens", "quotes", "lower", "unicode", "max_document_scored",
    "max_query_scored", "longest_span", "within_sentence", NULL};

static const struct column_kind *const span_columns[] = {&span_column, NULL};

static const struct metric metrics[] = {
    [OPEN_EM] = {"em", "questions whose answer is right to the letter, as "
                       "SQuAD's script has it"},
    [OPEN_F1] = {"f1", "mean F1 of the answer's words, likewise"},
    [OPEN_ONE_WORD] = {"one_word",
                       "em over questions whose answer is one token, of "
                       "answers of one token alone"},
    [OPEN_SEVERAL] = {"several", "f1 over the others, of answers of three "
                                 "tokens at most"},
    {0},
};
_Static_assert(sizeof(metrics) / sizeof(*metrics) == OPEN_METRICS + 1,
               "a name a metric");
enum { MOST_TOKENS = 3 };

bool open_picks(const void *conf)
{
    return ((const struct open *)conf)->answers == ANSWERS_CANDIDATES;
}

/* For spans the published pair needs each token's scores for being an end. */
static const char *wants(const void *conf, int metric)
{
    const struct open *c = conf;
    const bool of_pair = metric == OPEN_ONE_WORD || metric == OPEN_SEVERAL;

    return !of_pair || open_picks(c) || c->span.ends ? NULL : "ends: true";
}

const char *open_golds(const struct open_split *s, int question)
{
    return s->text.s + s->question[question].gold;
}

/* --- answers -------------------------------------------------------------- */

/* The largest number of tokens of an answer in the published pair. */
static int most_tokens(const struct open_split *s, int i)
{
    return s->question[i].token ? 1 : MOST_TOKENS;
}

static struct squad_text picked(const struct task *t, enum split split, int i,
                                int candidate)
{
    const char *text =
        candidate < 0 ? "" : cloze_candidate(t, split, i, candidate);

    return (struct squad_text){text, strlen(text)};
}

static struct squad_text pick_short(const struct task *t, enum split split,
                                    const struct answer_sheet *a, int i,
                                    int most)
{
    const struct column *length =
        examples_find(&t->split[split], &cloze_lengths);
    float p;

    return picked(t, split, i,
                  cloze_said_short(a, i, column_get(length, i).at, most, &p));
}

static struct squad_text span_short(const struct task *t, enum split split,
                                    const struct answer_sheet *a, int i,
                                    int most)
{
    const struct values first = column_get(&a->column[SPAN_FIRST], i);
    const struct column *marks =
        examples_find(&t->split[split], &sentence_marks);
    int32_t span[2];

    span_best(first.at, column_get(&a->column[SPAN_LAST], i).at,
              marks ? column_get(marks, i).at : NULL, first.n, most, span);
    return span_stretch(t, split, i, span);
}

static struct squad_text said(const struct task *t, enum split split,
                              const struct answer_sheet *a, int i)
{
    float p;

    return open_picks(t->conf) ? picked(t, split, i, cloze_said(a, i, &p))
                               : span_said(t, split, a, i);
}

static bool is_nan(const struct task *t, const struct answer_sheet *a, int i)
{
    float p;

    if (!open_picks(t->conf))
        return isnan(a->column[SPAN_SCORE].floats[i]);
    cloze_said(a, i, &p);
    return isnan(p);
}

/* --- the score ------------------------------------------------------------ */

/* The scoring of one split. */
struct open_scoring {
    const struct task *task;
    enum split split;
    const struct answer_sheet *a;
    struct squad_text *right; /* owned */
    int room;
    bool pair; /* compute the published pair */
};

static struct squad_score score_text(struct open_scoring *c, int i,
                                     struct squad_text text)
{
    const struct open_split *s = open_split(c->task, c->split);
    const int golds = s->question[i].golds;
    const char *gold = open_golds(s, i);

    while (c->room < golds)
        GROW(c->right, c->room, c->room);
    for (int k = 0; k < golds; k++) {
        c->right[k] = (struct squad_text){gold, strlen(gold)};
        gold += c->right[k].len + 1;
    }
    return squad_score(SQUAD_1_1, text, c->right, golds);
}

static void tally_pair(struct open_scoring *c, int i, struct tally *to)
{
    const struct open_split *s = open_split(c->task, c->split);
    const int most = most_tokens(s, i);
    const struct squad_score score = score_text(
        c, i,
        open_picks(c->task->conf)
            ? pick_short(c->task, c->split, c->a, i, most)
            : span_short(c->task, c->split, c->a, i, most));

    if (most == 1)
        to[OPEN_ONE_WORD] = (struct tally){score.exact, 1};
    else
        to[OPEN_SEVERAL] = (struct tally){score.f1, 1};
}

static void tally(const struct task *t, enum split split,
                  const struct answer_sheet *a, struct units *u)
{
    struct open_scoring c = {.task = t, .split = split, .a = a};

    c.pair = open_picks(t->conf) || a->columns > SPAN_LAST;
    units_init(u, "question", a->n, OPEN_METRICS);
    for (int i = 0; i < u->n; i++) {
        const struct squad_score score =
            score_text(&c, i, said(t, split, a, i));
        struct tally *to = units_at(u, i, 0);

        to[OPEN_EM] = (struct tally){score.exact, 1};
        to[OPEN_F1] = (struct tally){score.f1, 1};
        if (c.pair)
            tally_pair(&c, i, to);
        if (is_nan(t, a, i))
            units_spoil(u, i);
    }
    free(c.right);
}

/* --- for people ----------------------------------------------------------- */

static const char *id(const struct task *t, enum split split, int i)
{
    const struct span_split *s = span_split(t, split);

    return open_picks(t->conf) ? cloze_id(t, split, i)
                               : s->text.s + s->question[i].id;
}

static void read_answer(const struct task *t, enum split split,
                        const struct answer_sheet *a, int i, struct str *out)
{
    const struct squad_text text = said(t, split, a, i);

    str_add(out, text.at, text.len);
}

static void show_candidates(const struct task *t, enum split split, int i,
                            struct str *out)
{
    const struct examples *x = &t->split[split];
    const int n = column_get(examples_find(x, &cloze_counts), i).n;
    const int32_t right = examples_find(x, &cloze_right)->ints[i];

    str_addf(out, "\nright candidate: %s\ncandidates:",
             right < 0 ? "(none)" : cloze_candidate(t, split, i, right));
    for (int c = 0; c < n; c++)
        str_addf(out, "%s %s", c ? "," : "", cloze_candidate(t, split, i, c));
}

/* True if the text of a span is a right answer. */
static bool reads_right(const struct task *t, enum split split, int i,
                        const int32_t span[2])
{
    struct open_scoring c = {.task = t, .split = split};
    const struct squad_score score =
        score_text(&c, i, span_stretch(t, split, i, span));

    free(c.right);
    return score.exact > 0;
}

/* An answer without a place is marked at the first token, too. */
static void show_span(const struct task *t, enum split split, int i,
                      struct str *out)
{
    const int32_t *span =
        column_get(examples_find(&t->split[split], &span_column), i).at;

    if (split != SPLIT_TRAIN && !open_split(t, split)->question[i].found)
        str_adds(out, "\nnot in what is read");
    else if (split == SPLIT_TRAIN || span[1] > 0 ||
             reads_right(t, split, i, span))
        str_addf(out, "\ntokens: %d to %d", (int)span[0], (int)span[1]);
    else
        str_adds(out, "\nin what is read by its words, not as it is spelt");
}

static void show(const struct task *t, enum split split, int i, struct str *out)
{
    const struct open_split *s = open_split(t, split);
    const char *gold = open_golds(s, i);

    str_addf(out, "id: %s\ndocument: ", id(t, split, i));
    corpus_show(t, split, 0, i, out);
    str_adds(out, "\nquery: ");
    corpus_show(t, split, 1, i, out);
    for (int k = 0; k < s->question[i].golds; k++, gold += strlen(gold) + 1)
        str_addf(out, "\nanswer: %s", gold);
    (open_picks(t->conf) ? show_candidates : show_span)(t, split, i, out);
    str_adds(out, "\n");
}

const struct task_kind task_open = {
    .is = {.name = "open",
           .summary = "answer a question from passages that a search found",
           .source = "Dunn et al. 2017 (SearchQA); Dhingra et al. 2017 "
                     "(Quasar-T)",
           .fields = fields,
           .size = sizeof(struct open),
           .fresh = open_refuse_unread},
    .shape = SHAPE_DOCUMENT_QUERY,
    .head = &head_span,
    .columns = span_columns,
    .other = {&head_cloze, cloze_columns},
    .asks_other = open_picks,
    .features = open_features,
    .sample = "<s> A man eats. </s>  <s> Ann eats fish. </s> ||| Who eats "
              "fish? ||| Ann\n"
              "<s> The Nile is long. </s> ||| What is long? ||| The Nile\n",
    .metrics = metrics,
    .apart = apart,
    .asked = asked,
    .load = open_load,
    .keep = open_keep,
    .release = open_release,
    .image = open_image,
    .tally = tally,
    .traits = open_traits,
    .describe = open_describe,
    .id = id,
    .read = read_answer,
    .fresh = &open_fresh,
    .wants = wants,
    .show = show,
};
