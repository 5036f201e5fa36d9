#include "tasks/open/open_example.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "text/language/python.h"

struct cloze open_as_cloze(const struct open *conf)
{
    const struct span *s = &conf->span;

    return (struct cloze){.corpus = s->corpus,
                          .spelling = s->spelling,
                          .options = OPTIONS_SUM,
                          .entities = ENTITIES_KEPT,
                          .renormalise = true,
                          .enclosed = true,
                          .characters = s->characters,
                          .least_count = 1,
                          .max_document = s->max_document_scored,
                          .features = s->features};
}

void open_begin(struct task *t, struct corpus *c, const char *beside)
{
    const struct open *conf = t->conf;

    if (!open_picks(conf)) {
        span_begin(t, c, beside);
        return;
    }
    *(struct cloze_answers *)t->settings =
        (struct cloze_answers){.renormalise = true};
    task_name_feature(t, "match", (const char *const[]){"no", "yes"}, 2);
    corpus_begin(c, t, &conf->span.corpus, beside);
    c->spelling = (enum vector_spelling)conf->span.spelling;
    c->characters = (int)conf->span.characters;
    c->offsets[0] = true;
}

void open_reader_init(struct open_reader *r, struct corpus *c,
                      enum split split, struct span_features *features)
{
    struct open_own *own = c->task->own;

    *r = (struct open_reader){.corpus = c,
                              .conf = c->task->conf,
                              .split = split,
                              .own = &own->open[split]};
    r->picks = open_picks(r->conf);
    if (r->picks) {
        r->cloze_conf = open_as_cloze(r->conf);
        if (split == SPLIT_TRAIN)
            r->cloze_conf.max_document = 0;
        cloze_reader_init(&r->cloze, c, split, &own->cloze.split[split]);
        r->cloze.conf = &r->cloze_conf;
        return;
    }
    r->span = (struct span_reader){.corpus = c,
                                   .conf = &r->conf->span,
                                   .split = split,
                                   .features = features,
                                   .own = &own->span.split[split]};
    span_reader_find_columns(&r->span);
}

void open_reader_release(struct open_reader *r)
{
    joined_release(&r->joined);
    name_spans_release(&r->runs);
    right_answers_release(&r->right);
    looked_up_release(&r->looked);
    str_release(&r->quoted);
    if (r->picks)
        cloze_reader_release(&r->cloze);
    else
        span_reader_release(&r->span);
}

/* --- what is read --------------------------------------------------------- */

/* The document that is read, and the place of the answer in it for training. */
struct retrieved_document {
    const char *text;
    size_t len;
    bool matched;
    struct squad_answer match; /* bytes of `text`; empty if not there */
};

/* One word more than the limit of tokens, so that a cut is noticed. */
static long words_scored(const struct open_reader *r)
{
    const long most = r->conf->span.max_document_scored;

    return most ? most + 1 : 0;
}

static struct retrieved_document find_document(const struct open_reader *r)
{
    const char *text = str_text(&r->joined.text);
    const size_t len = r->joined.text.len;
    const bool train = r->split == SPLIT_TRAIN;
    struct text_range match = {0, 0}, cut;
    bool matched = passages_find(text, len, &r->right, &match);

    cut = passages_window(text, len, train && matched ? &match : NULL,
                          train ? r->conf->window : words_scored(r));
    matched = matched && match.from >= cut.from && match.end <= cut.end;
    return (struct retrieved_document){
        .text = text + cut.from,
        .len = cut.end - cut.from,
        .matched = matched,
        .match = matched ? (struct squad_answer){(int)(match.from - cut.from),
                                                 (int)(match.end - cut.from)}
                         : (struct squad_answer){0, 0},
    };
}

/* --- the example ---------------------------------------------------------- */

static int take_span(struct open_reader *r, const struct open_question *q,
                     const struct retrieved_document *d, struct error *e)
{
    struct squad_answer answer = d->match;
    const struct squad_question question = {.id = q->id,
                                            .text = q->text.text,
                                            .answers = !r->fresh,
                                            .answer = &answer};
    const struct squad_paragraph paragraph = {.context = d->text,
                                              .len = d->len,
                                              .questions = 1,
                                              .question = &question};

    if (!d->matched && r->split == SPLIT_TRAIN) {
        if (r->conf->unmatched == UNMATCHED_OUT || !d->len) {
            r->span.out[OUT_ABSENT]++;
            return 0;
        }
        answer = (struct squad_answer){0, 1}; /* the first token */
    }
    r->span.encoded = r->span.kept = false;
    r->span.fresh = r->fresh;
    return span_take_question(&r->span, &paragraph, &question, e);
}

static enum cloze_fit fit(void *of, const struct cell *text)
{
    return right_answers_fit(of, text);
}

/* Find the runs of each passage, as far as it is read. */
static int find_runs(struct open_reader *r, const struct retrieved_document *d,
                     struct error *e)
{
    const struct joined *j = &r->joined;
    const size_t from = (size_t)(d->text - str_text(&j->text));

    name_spans_clear(&r->runs);
    for (int i = 0; i < j->n; i++) {
        size_t begin = j->begin[i];
        size_t end = i + 1 < j->n ? j->begin[i + 1] : j->text.len;

        begin = begin > from ? begin : from;
        end = end < from + d->len ? end : from + d->len;
        if (begin < end && !name_spans_add(&r->runs, j->text.s + begin,
                                           end - begin, LAYOUT_MOST_CANDIDATES))
            return error_set(e,
                             "found a document of more than %d runs of "
                             "capitalised words and numbers, which are all "
                             "candidates, expected no more",
                             LAYOUT_MOST_CANDIDATES);
    }
    return 0;
}

/* If there are none, words of the document are candidates. */
static int take_candidates(struct open_reader *r, const struct open_question *q,
                           const struct retrieved_document *d, struct error *e)
{
    const bool listed = q->candidates > 0;

    if (!listed && find_runs(r, d, e))
        return -1;
    const int n = listed ? q->candidates : r->runs.n;
    const int bad = cloze_take(
        &r->cloze,
        &(struct cloze_question){
            .id = q->id,
            .document = {d->text, d->len},
            .before = q->text,
            .after = {"", 0},
            .candidate = listed ? q->candidate : r->runs.run,
            .candidates = n,
            .answer = q->answers ? q->answer[0] : (struct cell){"", 0},
            .word_class = "",
            .fit = fit,
            .of = &r->right},
        e);

    r->by_runs += !listed && n;
    r->by_words += !n && r->cloze.candidates;
    return bad;
}

/* --- what is known of it -------------------------------------------------- */

/* True if the part of the document that was read has an answer. */
static bool is_found(struct open_reader *r, const struct retrieved_document *d)
{
    const struct examples *x = &r->corpus->task->split[r->split];
    const int read = example_len(x, 0, x->n - 1);
    const size_t end = (size_t)r->corpus->offset[0][2 * read - 1];

    return passages_have(
        (struct squad_text){d->text, end < d->len ? end : d->len}, &r->right);
}

/* Set *is to whether the first answer is one token, cut as the document is. */
static int find_token(struct open_reader *r, const struct open_question *q,
                      bool *is, struct error *e)
{
    const struct cell *answer = q->answer;

    *is = false;
    if (!q->answers)
        return 0;
    if (r->picks) {
        str_clear(&r->quoted);
        str_add(&r->quoted, answer->text, answer->len);
    } else {
        span_set_quotes(r->span.conf, answer->text, answer->len, &r->quoted);
    }
    looked_up_clear(&r->looked);
    if (corpus_look_up(r->corpus, str_text(&r->quoted), answer->len, &r->looked,
                       e))
        return -1;
    *is = r->looked.n == 1;
    return 0;
}

static int keep(struct open_reader *r, const struct open_question *q,
                const struct retrieved_document *d, struct error *e)
{
    struct open_split *s = r->own;
    const bool found = is_found(r, d);
    bool token;

    if (find_token(r, q, &token, e))
        return -1;

    r->not_found += !found;
    r->wordless += right_answers_may_be_empty(&r->right);
    GROW(s->question, s->questions, s->question_room);
    s->question[s->questions++] = (struct open_known){
        .gold = s->text.len,
        .golds = q->answers,
        .words =
            q->answers
                ? python_count_words(q->answer[0].text, q->answer[0].len)
                : 0,
        .rank = passages_rank(&r->joined, &r->right),
        .found = found,
        .token = token,
    };
    for (int i = 0; i < q->answers; i++) {
        str_add(&s->text, q->answer[i].text, q->answer[i].len);
        str_add(&s->text, "", 1);
    }
    return 0;
}

/* True if it is left out of valid and test because no passage of the file has
 * an answer. */
static bool is_unanswerable(struct open_reader *r,
                            const struct open_question *q)
{
    if (r->conf->scored == OPEN_ALL || r->split == SPLIT_TRAIN || r->fresh)
        return false;
    for (int i = 0; i < q->passages; i++) {
        const struct cell *text = &q->passage[i].text;

        if (passages_have((struct squad_text){text->text, text->len},
                          &r->right))
            return false;
    }
    return true;
}

int open_take(struct open_reader *r, const struct open_question *q,
              struct error *e)
{
    const struct joining how = {r->conf->passages,
                                r->conf->order == ORDER_SCORE,
                                (enum passages_between)r->conf->between};
    const struct examples *x = &r->corpus->task->split[r->split];
    const int before = x->n;

    r->questions++;
    right_answers_set(&r->right, q->answer, q->answers);
    if (is_unanswerable(r, q)) {
        r->unanswerable++;
        return 0;
    }
    passages_join(&r->joined, q, &how);
    r->empty += !r->joined.text.len;
    const struct retrieved_document d = find_document(r);

    if (r->picks ? take_candidates(r, q, &d, e) : take_span(r, q, &d, e))
        return -1;
    if (x->n == before)
        return 0;
    r->first += !r->picks && !d.matched && r->split == SPLIT_TRAIN;
    return keep(r, q, &d, e);
}
