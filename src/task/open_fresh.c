/* open_fresh.c - passages with a question that are in no split: one text of
 * passages, joined as whoever asks has it. */
#include <stdlib.h>
#include <string.h>

#include "task/open_example.h"

/* Different words that are remembered, between two clearings at least. */
#define MOST_WORDS (1 << 16)

struct way {
    struct corpus corpus;
    struct span_features features;
    struct open_reader reader;
    struct open_own own;
    const char *beside; /* borrowed */
};

static void begin_words(struct fresh *f)
{
    const struct open *conf = f->task.conf;
    struct way *w = f->way;
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
    struct way *w = f->way;

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

static int check_words(const struct cell *cell, int role, struct error *e)
{
    if (!layout_has_long_word(cell[role].text, cell[role].len))
        return 0;
    return error_set(e, "%s: found a word of more than %d bytes, expected none",
                     span_roles[role].name, LAYOUT_LONGEST_WORD);
}

static int add(struct fresh *f, const struct cell *cell, struct error *e)
{
    struct way *w = f->way;
    const struct open_passage passage = {cell[ROLE_PASSAGE], 0};

    if (check_words(cell, ROLE_PASSAGE, e) ||
        check_words(cell, ROLE_QUESTION, e))
        return -1;
    return open_take(&w->reader,
                     &(struct open_question){.id = "",
                                             .text = cell[ROLE_QUESTION],
                                             .passage = &passage,
                                             .passages = 1},
                     e);
}

static void clear_open(struct open_split *s)
{
    str_clear(&s->text);
    s->questions = 0;
}

static void clear(struct fresh *f)
{
    struct way *w = f->way;

    clear_open(&w->own.open[SPLIT_TEST]);
    if (open_picks(f->task.conf)) {
        struct cloze_split *s = &w->own.cloze.split[SPLIT_TEST];

        str_clear(&s->text);
        s->questions = 0;
        if (w->corpus.words.n > w->reader.cloze.known + MOST_WORDS) {
            corpus_release(&w->corpus);
            begin_words(f);
        }
        return;
    }
    struct span_split *s = &w->own.span.split[SPLIT_TEST];

    str_clear(&s->text);
    s->paragraphs = s->questions = s->golds = 0;
    s->offsets = 0;
    if (w->features.cased.n > MOST_WORDS)
        span_features_forget(&w->features);
}

static void end(struct fresh *f)
{
    struct way *w = f->way;
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
}

const struct fresh_kind open_fresh = {
    .role = span_roles,
    .texts = 2,
    .size = sizeof(struct way),
    .large = true, /* the vocabulary */
    .begin = begin,
    .add = add,
    .clear = clear,
    .end = end,
};
