/* cloze_fresh.c - cloze questions that are in no split. */
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "tasks/cloze/cloze_example.h"
#include "tasks/cloze/layouts.h"

enum fresh_role { ROLE_DOCUMENT, ROLE_QUERY, ROLE_CANDIDATES };
static const struct role roles[MAX_ROLES] = {
    [ROLE_DOCUMENT] = {.name = "document", .member = "document"},
    [ROLE_QUERY] = {.name = "query", .member = "query"},
    [ROLE_CANDIDATES] = {.name = "candidates", .member = "candidates"},
};

struct cloze_fresh {
    struct corpus corpus;
    struct cloze_reader reader;
    struct cloze_own own;
    const char *beside;     /* borrowed */
    struct cell *candidate; /* owned */
    int candidates, candidate_room;
};

/* The state contains the words; the fields determine the rest. */
static int restore(struct task *t, const struct fresh_known *k,
                   const char *beside, struct error *e)
{
    struct corpus c;

    if (!k->words || !k->sources)
        return 0;
    cloze_begin(t, &c, beside);
    return corpus_restore_words(&c, k, e);
}

static void begin_words(struct fresh *f)
{
    const struct cloze *conf = f->task.conf;
    struct cloze_fresh *w = f->way;

    corpus_resume(&w->corpus, &f->task, &conf->corpus, w->beside);
    w->corpus.complete = false;
    w->corpus.gathers = true;
    w->reader.known = w->corpus.words.n;
}

static int begin(struct fresh *f, const char *beside, struct error *e)
{
    struct cloze_fresh *w = f->way;

    (void)e;
    f->task.own = &w->own;
    w->beside = beside;
    w->corpus.task = &f->task;
    cloze_reader_init(&w->reader, &w->corpus, SPLIT_TEST,
                      &w->own.split[SPLIT_TEST]);
    w->reader.refuses_empty = true;
    begin_words(f);
    return 0;
}

/* Take one of the candidates, which bars separate, without the blanks around
 * it. */
static int take_candidate(struct cloze_fresh *w, const char *text, size_t len,
                          struct error *e)
{
    const struct cell all = {text, len};
    struct layout_text t;

    if (layout_check_candidate(text, len, w->candidates, &t, e) ||
        fresh_check_words(&roles[ROLE_CANDIDATES], &all, e))
        return -1;
    GROW(w->candidate, w->candidates, w->candidate_room);
    w->candidate[w->candidates++] = (struct cell){text + t.at, t.len};
    return 0;
}

/* An empty text has no candidates: then each word of the document is one. */
static int cut_candidates(struct cloze_fresh *w, const struct cell *text,
                          struct error *e)
{
    const char *p = text->text, *end = p + text->len;

    w->candidates = 0;
    if (!layout_trim(p, 0, text->len).len)
        return 0;
    for (const char *bar;; p = bar + 1) {
        bar = memchr(p, '|', (size_t)(end - p));
        if (take_candidate(w, p, (size_t)((bar ? bar : end) - p), e))
            return -1;
        if (!bar)
            return 0;
    }
}

/* Find the word for the blank, which has two names; it must occur exactly
 * once. */
static int find_cloze(const struct cell *query, struct cloze_question *q,
                      struct error *e)
{
    static const char *const names[] = {CLOZE_WORD, "XXXXX"};
    int n = 0;

    for (int i = 0; i < 2; i++)
        for (const char *p = query->text; (p = strstr(p, names[i])); n++) {
            q->before = (struct cell){query->text, (size_t)(p - query->text)};
            p += strlen(names[i]);
            q->after = (struct cell){p, query->len - (size_t)(p - query->text)};
        }
    if (n == 1)
        return 0;
    return error_set(e,
                     "found " CLOZE_WORD " or XXXXX %d times in the query, "
                     "expected one of them once",
                     n);
}

static int add(struct fresh *f, const struct cell *cell, struct error *e)
{
    struct cloze_fresh *w = f->way;
    struct cloze_question q = {
        .id = "", .word_class = "", .document = cell[ROLE_DOCUMENT]};

    for (int i = ROLE_DOCUMENT; i <= ROLE_QUERY; i++)
        if (fresh_check_words(&roles[i], &cell[i], e))
            return -1;
    if (find_cloze(&cell[ROLE_QUERY], &q, e) ||
        cut_candidates(w, &cell[ROLE_CANDIDATES], e))
        return -1;
    q.candidate = w->candidate;
    q.candidates = w->candidates;
    q.answer = (struct cell){"", 0};
    return cloze_take(&w->reader, &q, e);
}

static void clear(struct fresh *f)
{
    struct cloze_fresh *w = f->way;

    cloze_split_clear(&w->own.split[SPLIT_TEST]);
    if (w->corpus.words.n > w->reader.known + FRESH_WORDS) {
        corpus_release(&w->corpus);
        begin_words(f);
    }
}

static void end(struct fresh *f)
{
    struct cloze_fresh *w = f->way;

    corpus_release(&w->corpus);
    cloze_reader_release(&w->reader);
    cloze_split_release(&w->own.split[SPLIT_TEST]);
    free(w->candidate);
}

const struct fresh_kind cloze_fresh = {
    .role = roles,
    .texts = 3,
    .size = sizeof(struct cloze_fresh),
    .large = true, /* the vocabulary is large */
    .restore = restore,
    .begin = begin,
    .add = add,
    .clear = clear,
    .end = end,
};
