#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "task/ids.h"
#include "task/span_features.h"
#include "text/data_path.h"

/* Why a question is no example. */
enum left_out {
    OUT_DOCUMENT,
    OUT_QUERY,
    OUT_ANSWER,
    OUT_EDGE,
    OUT_UNANSWERABLE,
    OUT_REASONS,
    KEPT = OUT_REASONS
};
static const char *const reason[OUT_REASONS] = {
    [OUT_DOCUMENT] = "document longer than max_document",
    [OUT_QUERY] = "query longer than max_query",
    [OUT_ANSWER] = "answer longer than max_answer",
    [OUT_EDGE] = "answer that is no whole tokens",
    [OUT_UNANSWERABLE] = "without an answer",
};

/* A split on its way. */
struct reading {
    struct corpus *corpus;
    const struct span *conf;
    enum split split;
    struct span_features *features;
    struct span_split *own;
    struct ids ids; /* of `listed` */
    bool listed;
    struct str context; /* as it is cut: quotes replaced */
    struct str query;
    bool encoded, kept; /* the paragraph */
    int asked, cut_documents, cut_queries;
    int out[OUT_REASONS];
};

/* --- one question -------------------------------------------------------- */

/* Two apostrophes or backquotes become a double quote and a space. */
static void set_quotes(const struct span *conf, const char *text, size_t len,
                       struct str *out)
{
    str_clear(out);
    str_add(out, text, len);
    for (size_t i = 0; conf->quotes && i + 1 < len; i++)
        if ((out->s[i] == '\'' || out->s[i] == '`') &&
            out->s[i + 1] == out->s[i])
            memcpy(out->s + i++, "\" ", 2);
}

static int encode(struct reading *r, int part, const char *text, size_t len,
                  struct str *as_cut, struct error *e)
{
    struct corpus *c = r->corpus;
    const struct squad_text original = {text, len};

    set_quotes(r->conf, text, len, as_cut);
    if (corpus_encode_text(c, r->split, part, str_text(as_cut), len, e))
        return -1;
    if (!c->len[part]) /* something a model can read: an unknown word */
        c->len[part] = 1;
    span_features_take(r->features, part, str_text(as_cut), &original,
                       c->offset[part], c->len[part], c->added);
    return 0;
}

/* The tokens an answer has a part of; false: it has none of any. */
static bool find_span(const struct corpus *c, const struct squad_answer *a,
                      int32_t span[2])
{
    const int32_t *offset = c->offset[0];

    span[0] = -1;
    for (int i = c->added; i < c->len[0]; i++)
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

/* Is a question to be trained on?  The span says where; (0, 0): nowhere. */
static enum left_out judge(const struct reading *r,
                           const struct squad_question *q, int32_t span[2])
{
    const struct span *conf = r->conf;
    const struct corpus *c = r->corpus;
    const bool train = r->split == SPLIT_TRAIN;
    const bool limits = train || conf->scored == SCORED_FITTING;
    const struct squad_answer *a =
        q->answer +
        (conf->target == TARGET_LAST && q->answers ? q->answers - 1 : 0);
    const bool found = q->answers && find_span(c, a, span);

    if (!found)
        span[0] = span[1] = 0;
    if (limits && beyond(c->len[0] - c->added, conf->max_document))
        return OUT_DOCUMENT;
    if (limits && beyond(c->len[1] - c->added, conf->max_query))
        return OUT_QUERY;
    if (limits && found && beyond(span[1] - span[0] + 1, conf->max_answer))
        return OUT_ANSWER;
    if (!train)
        return KEPT;
    if (!q->answers)
        return conf->no_answer ? KEPT : OUT_UNANSWERABLE;
    if (!found || (conf->align == ALIGN_EXACT && !meets_edges(c, a, span)))
        return OUT_EDGE;
    return KEPT;
}

/* Scored parts longer than a model is to read are cut. */
static void cut(struct reading *r, int n[MAX_PARTS], int32_t span[2])
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
    if (span[1] >= n[0])
        span[0] = span[1] = 0;
}

static size_t keep_text(struct span_split *s, const char *text, size_t len)
{
    const size_t at = s->text.len;

    str_add(&s->text, text, len);
    str_add(&s->text, "", 1);
    return at;
}

static void keep_paragraph(struct reading *r, const struct squad_paragraph *p)
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

static void keep_question(struct span_split *s, const struct squad_question *q)
{
    GROW(s->question, s->questions, s->question_room);
    s->question[s->questions++] = (struct span_question){
        .id = keep_text(s, q->id, strlen(q->id)),
        .paragraph = s->paragraphs - 1,
        .gold = s->golds,
        .golds = q->answers,
    };
    for (int i = 0; i < q->answers; i++) {
        GROW(s->gold, s->golds, s->gold_room);
        s->gold[s->golds++] = q->answer[i];
    }
}

static void add_example(struct reading *r, const struct squad_paragraph *p,
                        const struct squad_question *q, int32_t span[2])
{
    struct corpus *c = r->corpus;
    struct values columns[MAX_COLUMNS] = {{span, 2}};
    const int whole = c->len[0];
    int n[MAX_PARTS];

    if (!r->kept)
        keep_paragraph(r, p);
    keep_question(r->own, q);
    cut(r, n, span);
    span_features_add(r->features, n, columns + 1);
    c->len[0] = n[0];
    c->len[1] = n[1];
    corpus_add(c, r->split, columns);
    c->len[0] = whole;
}

static int take_question(struct reading *r, const struct squad_paragraph *p,
                         const struct squad_question *q, struct error *e)
{
    enum left_out why;
    int32_t span[2];

    if (r->listed && !ids_take(&r->ids, q->id))
        return 0;
    if (!r->encoded && encode(r, 0, p->context, p->len, &r->context, e))
        return -1;
    r->encoded = true;
    if (encode(r, 1, q->text, strlen(q->text), &r->query, e))
        return -1;
    r->asked++;
    why = judge(r, q, span);
    if (why == KEPT)
        add_example(r, p, q, span);
    else
        r->out[why]++;
    return 0;
}

static int take(void *of, const struct squad_paragraph *p, struct error *e)
{
    struct reading *r = of;

    r->encoded = r->kept = false;
    for (int i = 0; i < p->questions; i++)
        if (take_question(r, p, &p->question[i], e))
            return -1;
    return 0;
}

/* --- a split ------------------------------------------------------------- */

static const char *ids_file(const struct span *conf, enum split split)
{
    return split == SPLIT_TRAIN   ? conf->ids_train
           : split == SPLIT_VALID ? conf->ids_valid
                                  : conf->ids_test;
}

static const char *ids_part(const struct span *conf, enum split split)
{
    return split == SPLIT_TRAIN   ? conf->part_train
           : split == SPLIT_VALID ? conf->part_valid
                                  : conf->part_test;
}

static int read_ids(struct reading *r, struct error *e)
{
    const char *name = ids_file(r->conf, r->split);
    struct digest d;
    char *path;
    int bad;

    r->listed = *name;
    if (!*name)
        return 0;
    if (data_path(name, r->corpus->beside, &path, e))
        return error_in(e, "task.ids_%s", split_names[r->split]);
    bad = ids_read(&r->ids, path, ids_part(r->conf, r->split), &d, e);
    free(path);
    if (bad)
        return error_in(e, "task.ids_%s", split_names[r->split]);
    task_add_file(r->corpus->task, name, d, r->split);
    return 0;
}

static void note(const struct reading *r)
{
    struct task *t = r->corpus->task;
    struct str *s = &t->notes;
    const int n = t->split[r->split].n;
    bool any = false;

    str_addf(s, "%s: %d questions", split_names[r->split], r->asked);
    for (int i = 0; i < OUT_REASONS; i++)
        if (r->out[i]) {
            str_addf(s, "%s %d %s", any ? "," : "; left out:", r->out[i],
                     reason[i]);
            any = true;
        }
    if (r->split == SPLIT_TRAIN)
        str_addf(s, "; trained on %d\n", n);
    else
        str_addf(s, "; scored over %d, by the rules of SQuAD %s%s\n", n,
                 t->may_be_none ? "2.0" : "1.1",
                 r->conf->scored == SCORED_ALL ? "" : " (scored: fitting)");
    if (r->cut_documents || r->cut_queries)
        str_addf(s,
                 "%s: %d questions whose document is cut to %ld tokens, %d cut "
                 "to %ld\n",
                 split_names[r->split], r->cut_documents,
                 r->conf->max_document_scored, r->cut_queries,
                 r->conf->max_query_scored);
}

static int read_file(struct reading *r, const char *path, struct error *e)
{
    struct digest d;

    if (read_ids(r, e) || squad_read(path, take, r, &d, e) ||
        corpus_done(r->corpus, r->split, d, e))
        return -1;
    if (r->listed && r->ids.found < r->ids.id.n)
        return error_set(e,
                         "task.ids_%s: found %d of %d ids in file '%s', "
                         "expected all",
                         split_names[r->split], r->ids.found, r->ids.id.n,
                         path);
    note(r);
    return 0;
}

static int read_split(struct corpus *c, enum split split,
                      struct span_features *f, struct error *e)
{
    struct span_own *own = c->task->own;
    struct reading r = {.corpus = c,
                        .conf = c->task->conf,
                        .split = split,
                        .features = f,
                        .own = &own->split[split]};
    char *path;
    int bad;

    if (corpus_find(c, split, &path, e))
        return -1;
    bad = path && read_file(&r, path, e);
    free(path);
    if (r.listed)
        ids_release(&r.ids);
    str_release(&r.context);
    str_release(&r.query);
    return bad ? -1 : 0;
}

/* Leave `most` of train's questions, evenly spaced. */
static void thin_out(struct task *t, long most)
{
    struct examples *x = &t->split[SPLIT_TRAIN], kept = *x;
    struct span_own *own = t->own;
    struct span_split *s = &own->split[SPLIT_TRAIN];
    struct column_kind columns[MAX_COLUMNS + 1] = {0};
    long n = 0;

    if (!most || most >= x->n)
        return;
    for (int c = 0; c < x->columns; c++)
        columns[c] = x->column[c].is;
    examples_init(&kept, x->shape, columns);
    for (long i = 0; i < x->n; i++) {
        const struct example e = examples_get(x, (int)i);

        if ((i + 1) * most / x->n == i * most / x->n)
            continue;
        examples_add(&kept, &e);
        s->question[n++] = s->question[i];
    }
    s->questions = (int)n;
    examples_release(x);
    *x = kept;
    str_addf(&t->notes, "train: %ld of them, evenly spaced\n", n);
}

static int load(struct corpus *c, struct span_features *f, struct error *e)
{
    const struct span *conf = c->task->conf;

    if (span_features_begin(f, c->task, c->beside, e))
        return -1;
    c->added = conf->no_answer;
    c->characters = (int)conf->characters;
    c->offsets[0] = c->offsets[1] = true;
    for (enum split s = 0; s < SPLITS; s++) {
        if (read_split(c, s, f, e))
            return -1;
        if (s == SPLIT_TRAIN) {
            thin_out(c->task, conf->train_questions);
            corpus_forget(c);
        }
    }
    return corpus_end(c, e);
}

int span_load(struct task *t, const char *beside, struct error *e)
{
    const struct span *conf = t->conf;
    struct span_features f = {0};
    struct corpus c;
    int bad;

    t->own = memory_zeroed(1, sizeof(struct span_own));
    t->may_be_none = conf->no_answer;
    t->longest_span = (int)conf->longest_span;
    corpus_begin(&c, t, &conf->corpus, beside);
    bad = load(&c, &f, e);
    corpus_release(&c);
    span_features_release(&f);
    return bad ? -1 : 0;
}

void span_release(struct task *t)
{
    struct span_own *own = t->own;

    for (int i = 0; i < SPLITS; i++) {
        struct span_split *s = &own->split[i];

        str_release(&s->text);
        free(s->paragraph);
        free(s->offset);
        free(s->question);
        free(s->gold);
    }
    free(own);
}
