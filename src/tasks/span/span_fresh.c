/* span_fresh.c - passages with a question that are in no split. */
#include "tasks/span/span.h"

#include <stdlib.h>
#include <string.h>

#include "tasks/span/span_example.h"

const struct role span_roles[MAX_ROLES] = {
    [ROLE_PASSAGE] =
        {.name = "passage", .member = "passage", .also = "context"},
    [ROLE_QUESTION] = {.name = "question", .member = "question"},
};

struct span_fresh {
    struct corpus corpus;
    struct span_features features;
    struct span_reader reading;
    struct span_own own;
};

static int begin(struct fresh *f, const char *beside, struct error *e)
{
    const struct span *conf = f->task.conf;
    struct span_fresh *w = f->way;

    f->task.own = &w->own;
    corpus_resume(&w->corpus, &f->task, &conf->corpus, beside);
    w->corpus.added = conf->no_answer;
    w->corpus.offsets[0] = w->corpus.offsets[1] = true;
    w->reading = (struct span_reader){.corpus = &w->corpus,
                                      .conf = conf,
                                      .split = SPLIT_TEST,
                                      .features = &w->features,
                                      .own = &w->own.split[SPLIT_TEST],
                                      .fresh = true};
    span_reader_find_columns(&w->reading);
    return span_features_resume(&w->features, &f->task, beside, e);
}

/* True if it is the passage of the previous question, which is still there. */
static bool is_kept(const struct span_reader *r, const struct cell *passage)
{
    const struct span_split *s = r->own;

    if (!s->paragraphs)
        return false;
    const struct span_paragraph *p = &s->paragraph[s->paragraphs - 1];

    return p->len == passage->len &&
           !memcmp(s->text.s + p->text, passage->text, p->len);
}

static int add(struct fresh *f, const struct cell *cell, struct error *e)
{
    const struct cell *passage = &cell[ROLE_PASSAGE];
    struct span_fresh *w = f->way;
    struct span_reader *r = &w->reading;
    const struct squad_question question = {.id = "",
                                            .text = cell[ROLE_QUESTION].text};
    const struct squad_paragraph paragraph = {.context = passage->text,
                                              .len = passage->len,
                                              .questions = 1,
                                              .question = &question};

    if (!is_kept(r, passage))
        r->encoded = r->kept = false;
    return span_take_question(r, &paragraph, &question, e);
}

static void clear(struct fresh *f)
{
    struct span_fresh *w = f->way;

    span_split_clear(&w->own.split[SPLIT_TEST]);
    if (w->features.cased.n > FRESH_WORDS)
        span_features_forget(&w->features);
}

static void end(struct fresh *f)
{
    struct span_fresh *w = f->way;

    corpus_release(&w->corpus);
    span_features_release(&w->features);
    span_reader_release(&w->reading);
    span_split_release(&w->own.split[SPLIT_TEST]);
}

const struct fresh_kind span_fresh = {
    .role = span_roles,
    .texts = 2,
    .size = sizeof(struct span_fresh),
    .large = true, /* the tags of all texts are large */
    .begin = begin,
    .add = add,
    .clear = clear,
    .end = end,
};
