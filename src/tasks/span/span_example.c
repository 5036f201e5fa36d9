#include "tasks/span/span_example.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/data/sentences.h"

void span_reader_find_columns(struct span_reader *r)
{
    const struct examples *x = &r->corpus->task->split[r->split];

    r->right = examples_place(x, &span_column);
    r->marked = examples_place(x, &sentence_marks);
}

void span_reader_release(struct span_reader *r)
{
    if (r->listed)
        split_ids_release(&r->ids);
    free(r->span);
    str_release(&r->context);
    str_release(&r->query);
    str_release(&r->marks);
}

void span_set_quotes(const struct span *conf, const char *text, size_t len,
                     struct str *out)
{
    str_clear(out);
    str_add(out, text, len);
    for (size_t i = 0; conf->quotes && i + 1 < len; i++)
        if ((out->s[i] == '\'' || out->s[i] == '`') &&
            out->s[i + 1] == out->s[i])
            memcpy(out->s + i++, "\" ", 2);
}

/* Set the sentence mark of each token of the context; MARK_NONE for a token
 * that is added or has no text. */
static void mark_sentences(struct span_reader *r)
{
    const struct corpus *c = r->corpus;
    const struct token_list *l = &c->tokens;

    str_clear(&r->marks);
    for (int i = 0; i < c->len[0]; i++) {
        const int at = i - c->added;
        char mark = MARK_NONE;

        if (at >= 0 && (size_t)at < l->n)
            mark = (char)sentence_mark(str_text(&c->normal) + l->span[at].at,
                                       l->span[at].len);
        str_add(&r->marks, &mark, 1);
    }
}

static int encode(struct span_reader *r, int part, const char *text, size_t len,
                  struct str *as_cut, struct error *e)
{
    struct corpus *c = r->corpus;
    const struct squad_text original = {text, len};

    span_set_quotes(r->conf, text, len, as_cut);
    if (corpus_encode_text(c, r->split, part, str_text(as_cut), len, e))
        return -1;
    if (!c->len[part]) /* a model must read something: an unknown word */
        c->len[part] = 1;
    if (!part && r->conf->within_sentence)
        mark_sentences(r);
    return span_features_take(r->features, part, str_text(as_cut), &original,
                              c->offset[part], c->len[part], c->added, e);
}

bool span_of_tokens(const int32_t *offset, int from, int n,
                    const struct squad_answer *a, int32_t span[2])
{
    span[0] = -1;
    for (int i = from; i < n; i++)
        if (offset[2 * i] < a->end && offset[2 * i + 1] > a->from) {
            if (span[0] < 0)
                span[0] = i;
            span[1] = i;
        }
    return span[0] >= 0;
}

static bool meets_edges(const struct corpus *c, const struct squad_answer *a,
                        const int32_t span[2])
{
    return c->offset[0][2 * span[0]] == a->from &&
           c->offset[0][2 * span[1] + 1] == a->end;
}

static bool beyond(long n, long most)
{
    return most && n > most;
}

/* Decide whether an answer, or no answer (NULL), may be the training target.
 * `span` is its place; (0, 0) if it has none. */
static enum left_out judge_answer(const struct span_reader *r,
                                  const struct squad_answer *a, int32_t span[2])
{
    const struct span *conf = r->conf;
    const bool train = r->split == SPLIT_TRAIN;
    const bool found =
        a && span_of_tokens(r->corpus->offset[0], r->corpus->added,
                            r->corpus->len[0], a, span);

    if (!found)
        span[0] = span[1] = 0;
    if ((train || conf->scored == SCORED_FITTING) &&
        beyond(span[1] - span[0] + 1, conf->max_answer))
        return OUT_ANSWER;
    if (!train)
        return KEPT;
    if (!a)
        return conf->no_answer ? KEPT : OUT_UNANSWERABLE;
    if (!found ||
        (conf->align == ALIGN_EXACT && !meets_edges(r->corpus, a, span)))
        return OUT_EDGE;
    return KEPT;
}

/* Keep an answer's span if it may be the training target. */
static enum left_out take_answer(struct span_reader *r,
                                 const struct squad_answer *a)
{
    int32_t span[2];
    const enum left_out why = judge_answer(r, a, span);

    if (why != KEPT)
        return why;
    for (int i = 0; i < 2; i++) {
        GROW(r->span, r->spans, r->span_room);
        r->span[r->spans++] = span[i];
    }
    return KEPT;
}

/* Keep the spans that may be the training target of a question.  Return KEPT if
 * there are any, else why the last one is none. */
static enum left_out judge(struct span_reader *r,
                           const struct squad_question *q)
{
    const struct span *conf = r->conf;
    const struct corpus *c = r->corpus;
    const bool limits = !r->fresh && (r->split == SPLIT_TRAIN ||
                                      conf->scored == SCORED_FITTING);
    enum left_out why = KEPT;

    r->spans = 0;
    if (limits && beyond(c->len[0] - c->added, conf->max_document))
        return OUT_DOCUMENT;
    if (limits && beyond(c->len[1] - c->added, conf->max_query))
        return OUT_QUERY;
    if (!q->answers)
        return take_answer(r, NULL);
    for (int i = conf->target == TARGET_LAST ? q->answers - 1 : 0;
         i < (conf->target == TARGET_FIRST ? 1 : q->answers); i++)
        why = take_answer(r, &q->answer[i]);
    return r->spans ? KEPT : why;
}

/* Cut scored parts that are longer than a model may read. */
static void cut(struct span_reader *r, int n[MAX_PARTS])
{
    const struct corpus *c = r->corpus;
    const long most[MAX_PARTS] = {r->conf->max_document_scored,
                                  r->conf->max_query_scored};

    for (int p = 0; p < MAX_PARTS; p++) {
        n[p] = c->len[p];
        if (r->split != SPLIT_TRAIN && r->conf->scored == SCORED_ALL &&
            beyond(n[p] - c->added, most[p])) {
            n[p] = (int)most[p] + c->added;
            ++*(p ? &r->cut_queries : &r->cut_documents);
        }
    }
    for (int i = 0; i < r->spans; i += 2)
        if (r->span[i + 1] >= n[0])
            r->span[i] = r->span[i + 1] = 0;
}

static size_t keep_text(struct span_split *s, const char *text, size_t len)
{
    const size_t at = s->text.len;

    str_add(&s->text, text, len);
    str_add(&s->text, "", 1);
    return at;
}

static void keep_paragraph(struct span_reader *r,
                           const struct squad_paragraph *p)
{
    struct span_split *s = r->own;
    const int tokens = r->corpus->len[0];

    GROW(s->paragraph, s->paragraphs, s->paragraph_room);
    s->paragraph[s->paragraphs++] = (struct span_paragraph){
        .text = keep_text(s, p->context, p->len),
        .len = p->len,
        .token = s->offsets,
        .tokens = tokens,
    };
    while (s->offset_room < 2 * (s->offsets + (size_t)tokens))
        GROW(s->offset, s->offset_room, s->offset_room);
    memcpy(s->offset + 2 * s->offsets, r->corpus->offset[0],
           2 * (size_t)tokens * sizeof(*s->offset));
    s->offsets += (size_t)tokens;
    r->kept = true;
}

static void keep_question(struct span_reader *r, const struct squad_question *q)
{
    struct span_split *s = r->own;

    GROW(s->question, s->questions, s->question_room);
    s->question[s->questions++] = (struct span_question){
        .id = keep_text(s, q->id, strlen(q->id)),
        .paragraph = s->paragraphs - 1,
        .gold = s->golds,
        .golds = q->answers,
        .type = (enum question_type)r->features->type,
    };
    for (int i = 0; i < q->answers; i++) {
        GROW(s->gold, s->golds, s->gold_room);
        s->gold[s->golds++] = q->answer[i];
    }
}

static void add_example(struct span_reader *r, const struct squad_paragraph *p,
                        const struct squad_question *q)
{
    struct corpus *c = r->corpus;
    struct values columns[MAX_COLUMNS] = {{0}};
    const int whole = c->len[0];
    int n[MAX_PARTS];

    if (!r->kept)
        keep_paragraph(r, p);
    keep_question(r, q);
    r->several += r->spans > 2;
    cut(r, n);
    columns[r->right] = (struct values){r->span, r->spans};
    span_features_add(r->features, n, columns);
    if (r->marked >= 0)
        columns[r->marked] = (struct values){str_text(&r->marks), n[0]};
    c->len[0] = n[0];
    c->len[1] = n[1];
    corpus_add(c, r->split, columns);
    c->len[0] = whole;
}

/* By the rules of 1.1 each such question would count 0 for any answer. */
static int no_answer(const struct span_reader *r,
                     const struct squad_question *q, struct error *e)
{
    return error_set(e,
                     "task.no_answer: found false, and question '%.60s' of %s "
                     "without an answer, expected true",
                     q->id, split_names[r->split]);
}

int span_take_question(struct span_reader *r, const struct squad_paragraph *p,
                       const struct squad_question *q, struct error *e)
{
    enum left_out why;

    if (r->listed && !split_ids_take(&r->ids, q->id))
        return 0;
    if (!q->answers && r->split != SPLIT_TRAIN && !r->fresh &&
        !r->conf->no_answer)
        return no_answer(r, q, e);
    if (!r->encoded && encode(r, 0, p->context, p->len, &r->context, e))
        return -1;
    r->encoded = true;
    if (encode(r, 1, q->text, strlen(q->text), &r->query, e))
        return -1;
    r->asked++;
    why = judge(r, q);
    if (why == KEPT)
        add_example(r, p, q);
    else
        r->out[why]++;
    return 0;
}
