/* open_fresh.c - passages with a question that are in no split: one text of
 * passages, joined by the user. */
#include <stdlib.h>
#include <string.h>

#include "tasks/open/open_example.h"
#include "text/language/python.h"

struct open_fresh {
    struct corpus corpus;
    struct span_features features;
    struct open_reader reader;
    struct open_own own;
    struct str question; /* with single blanks between words; owned */
    const char *beside;  /* borrowed */
};

static void begin_words(struct fresh *f)
{
    const struct open *conf = f->task.conf;
    struct open_fresh *w = f->way;
    struct corpus *c = &w->corpus;

    corpus_resume(c, &f->task, &conf->span.corpus, w->beside);
    c->offsets[0] = true;
    if (!open_picks(conf)) {
        c->offsets[1] = true;
        return;
    }
    c->complete = false;
    c->gathers = true;
    w->reader.cloze.known = c->words.n;
}

static int begin(struct fresh *f, const char *beside, struct error *e)
{
    struct open_fresh *w = f->way;

    f->task.own = &w->own;
    w->beside = beside;
    w->corpus.task = &f->task;
    open_reader_init(&w->reader, &w->corpus, SPLIT_TEST, &w->features);
    w->reader.fresh = true;
    begin_words(f);
    return open_picks(f->task.conf)
               ? 0
               : span_features_resume(&w->features, &f->task, beside, e);
}

static int add(struct fresh *f, const struct cell *cell, struct error *e)
{
    struct open_fresh *w = f->way;
    const struct open_passage passage = {cell[ROLE_PASSAGE], 0};

    for (int i = 0; i <= ROLE_QUESTION; i++)
        if (fresh_check_words(&span_roles[i], &cell[i], e))
            return -1;
    str_clear(&w->question);
    python_join_words(cell[ROLE_QUESTION].text, cell[ROLE_QUESTION].len,
                      &w->question);
    return open_take(
        &w->reader,
        &(struct open_question){
            .id = "",
            .text = {str_text(&w->question), w->question.len},
            .passage = &passage,
            .passages = 1},
        e);
}

static void clear(struct fresh *f)
{
    struct open_fresh *w = f->way;

    str_clear(&w->own.open[SPLIT_TEST].text);
    w->own.open[SPLIT_TEST].questions = 0;
    if (!open_picks(f->task.conf)) {
        span_split_clear(&w->own.span.split[SPLIT_TEST]);
        if (w->features.cased.n > FRESH_WORDS)
            span_features_forget(&w->features);
        return;
    }
    cloze_split_clear(&w->own.cloze.split[SPLIT_TEST]);
    if (w->corpus.words.n > w->reader.cloze.known + FRESH_WORDS) {
        corpus_release(&w->corpus);
        begin_words(f);
    }
}

static void end(struct fresh *f)
{
    struct open_fresh *w = f->way;
    const bool picks = open_picks(f->task.conf);

    corpus_release(&w->corpus);
    open_reader_release(&w->reader);
    if (picks) {
        cloze_split_release(&w->own.cloze.split[SPLIT_TEST]);
    } else {
        span_features_release(&w->features);
        span_split_release(&w->own.span.split[SPLIT_TEST]);
    }
    str_release(&w->own.open[SPLIT_TEST].text);
    free(w->own.open[SPLIT_TEST].question);
    str_release(&w->question);
}

const struct fresh_kind open_fresh = {
    .role = span_roles,
    .texts = 2,
    .size = sizeof(struct open_fresh),
    .large = true, /* the vocabulary */
    .begin = begin,
    .add = add,
    .clear = clear,
    .end = end,
};
