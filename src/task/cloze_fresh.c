/* cloze_fresh.c - cloze questions that are in no split. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "task/cloze_example.h"

enum { ROLE_DOCUMENT, ROLE_QUERY, ROLE_CANDIDATES };
static const struct role roles[MAX_ROLES] = {
    [ROLE_DOCUMENT] = {.name = "document", .member = "document"},
    [ROLE_QUERY] = {.name = "query", .member = "query"},
    [ROLE_CANDIDATES] = {.name = "candidates", .member = "candidates"},
};

/* Words that the model does not know are remembered, so many at least. */
#define MOST_WORDS (1 << 16)

struct way {
    struct corpus corpus;
    struct cloze_reader reader;
    struct cloze_own own;
    const char *beside;     /* borrowed */
    struct cell *candidate; /* owned */
    int candidates, candidate_room;
};

/* A state says the words; fields the rest. */
static int recall(struct task *t, const struct fresh_known *k,
                  const char *beside, struct error *e)
{
    struct corpus c;

    if (!k->words || !k->sources)
        return 0;
    cloze_begin(t, &c, beside);
    return corpus_recall_words(&c, k, e);
}

static void begin_words(struct fresh *f)
{
    const struct cloze *conf = f->task.conf;
    struct way *w = f->way;

    corpus_resume(&w->corpus, &f->task, &conf->corpus, w->beside);
    w->corpus.complete = false;
    w->corpus.gathers = true;
    w->reader.known = w->corpus.words.n;
}

static int begin(struct fresh *f, const char *beside, struct error *e)
{
    struct way *w = f->way;

    (void)e;
    f->task.own = &w->own;
    w->beside = beside;
    w->corpus.task = &f->task;
    cloze_reader_init(&w->reader, &w->corpus, SPLIT_TEST,
                      &w->own.split[SPLIT_TEST]);
    begin_words(f);
    return 0;
}

/* Cut what stands between bars, without the blanks around it. */
static void cut_candidates(struct way *w, const struct cell *text)
{
    const char *p = text->text, *end = p + text->len;

    w->candidates = 0;
    while (p < end) {
        const char *bar = memchr(p, '|', (size_t)(end - p));
        const char *to = bar ? bar : end, *next = to + 1;

        while (p < to && *p == ' ')
            p++;
        while (to > p && to[-1] == ' ')
            to--;
        GROW(w->candidate, w->candidates, w->candidate_room);
        w->candidate[w->candidates] = (struct cell){p, (size_t)(to - p)};
        w->candidates += to > p;
        p = next;
    }
}

/* The word that stands for the cloze, by either name; it must be there once. */
static int find_cloze(const struct cell *query, struct cloze_question *q,
                      struct error *e)
{
    static const char *const names[] = {CLOZE_WORD, "XXXXX"};

    for (int i = 0; i < 2; i++) {
        const char *at = strstr(query->text, names[i]);

        if (!at)
            continue;
        const char *behind = at + strlen(names[i]);

        if (strstr(behind, names[i]))
            return error_set(e,
                             "found '%s' twice in the query, expected it "
                             "once",
                             names[i]);
        q->before = (struct cell){query->text, (size_t)(at - query->text)};
        q->after =
            (struct cell){behind, query->len - (size_t)(behind - query->text)};
        return 0;
    }
    return error_set(e, "found no " CLOZE_WORD " or XXXXX in the query, "
                        "expected one");
}

static int add(struct fresh *f, const struct cell *cell, struct error *e)
{
    struct way *w = f->way;
    struct cloze_question q = {
        .id = "", .word_class = "", .document = cell[ROLE_DOCUMENT]};

    if (find_cloze(&cell[ROLE_QUERY], &q, e))
        return -1;
    cut_candidates(w, &cell[ROLE_CANDIDATES]);
    q.candidate = w->candidate;
    q.candidates = w->candidates;
    q.answer = (struct cell){"", 0};
    return cloze_take(&w->reader, &q, e);
}

static void clear(struct fresh *f)
{
    struct way *w = f->way;

    str_clear(&w->own.split[SPLIT_TEST].text);
    w->own.split[SPLIT_TEST].questions = 0;
    if (w->corpus.words.n > w->reader.known + MOST_WORDS) {
        corpus_release(&w->corpus);
        begin_words(f);
    }
}

static void end(struct fresh *f)
{
    struct way *w = f->way;

    corpus_release(&w->corpus);
    cloze_reader_release(&w->reader);
    cloze_split_release(&w->own.split[SPLIT_TEST]);
    free(w->candidate);
}

const struct fresh_kind cloze_fresh = {
    .role = roles,
    .texts = 3,
    .size = sizeof(struct way),
    .large = true, /* the vocabulary */
    .recall = recall,
    .begin = begin,
    .add = add,
    .clear = clear,
    .end = end,
};
