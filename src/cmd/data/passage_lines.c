#include "config.h"

#include "cmd/data/passage_lines.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/system/processors.h"
#include "base/system/thread_pool.h"
#include "text/formats/json_write.h"

/* The state of one thread that makes lines. */
struct maker {
    const struct passage_collection *of;
    struct bm25_search search;
    struct bm25_hit *hit; /* owned [of->most] */
    int failed;           /* index of a question that failed, with e;
                             of->questions if none has */
    struct error e;
};

static int rank(struct maker *m, const struct passage_question *q)
{
    const char *text = passage_text(m->of, q->text);

    return bm25_rank(&m->search, text, strlen(text), m->of->most, m->hit,
                     &m->e);
}

/* Check for separators of SearchQA's layout within a text. */
static int check_bars(struct maker *m, const struct passage_question *q,
                      const char *text)
{
    static const char *const no[] = {"|||", "<s>", "</s>"};

    for (int i = 0; i < 3; i++)
        if (strstr(text, no[i]))
            return error_set(&m->e,
                             "question '%.60s': found '%s' in '%.60s', which "
                             "SearchQA's layout has between texts, expected "
                             "none: give a file of contexts for Quasar-T's",
                             passage_text(m->of, q->id), no[i], text);
    return 0;
}

static int add_searchqa(struct maker *m, const struct passage_question *q,
                        struct str *out)
{
    const struct passage_collection *c = m->of;
    const int n = rank(m, q);
    const char *answer = passage_text(c, c->answer[q->answer]);

    for (int i = 0; i < n; i++) {
        const char *s = passage_text(c, c->sentence[m->hit[i].text]);

        if (check_bars(m, q, s))
            return -1;
        str_addf(out, "%s<s> %s </s>", i ? "  " : "", s);
    }
    if (n < 0 || check_bars(m, q, passage_text(c, q->text)) ||
        check_bars(m, q, answer))
        return -1;
    str_addf(out, " ||| %s ||| %s\n", passage_text(c, q->text), answer);
    return 0;
}

static int add_question_line(struct maker *m, const struct passage_question *q,
                             struct str *out)
{
    const struct passage_collection *c = m->of;

    if (!*passage_text(c, q->id))
        return error_set(&m->e,
                         "question '%.60s': found an empty id, expected a name "
                         "for it: Quasar-T's layout has one",
                         passage_text(c, q->text));
    json_begin(out, NULL, '{');
    json_put_text(out, "uid", passage_text(c, q->id));
    json_put_text(out, "question", passage_text(c, q->text));
    if (q->answers == 1) {
        json_put_text(out, "answer", passage_text(c, c->answer[q->answer]));
    } else {
        json_begin(out, "answer", '[');
        for (int i = 0; i < q->answers; i++)
            json_put_text(out, NULL, passage_text(c, c->answer[q->answer + i]));
        json_finish(out, ']');
    }
    json_finish(out, '}');
    str_adds(out, "\n");
    return 0;
}

static int add_contexts(struct maker *m, const struct passage_question *q,
                        struct str *out)
{
    const struct passage_collection *c = m->of;
    const int n = rank(m, q);

    if (n < 0)
        return -1;
    json_begin(out, NULL, '{');
    json_put_text(out, "uid", passage_text(c, q->id));
    json_begin(out, "contexts", '[');
    for (int i = 0; i < n; i++) {
        json_begin(out, NULL, '[');
        json_put_real(out, NULL, m->hit[i].score);
        json_put_text(out, NULL, passage_text(c, c->sentence[m->hit[i].text]));
        json_finish(out, ']');
    }
    json_finish(out, ']');
    json_finish(out, '}');
    str_adds(out, "\n");
    return 0;
}

typedef int make_line(struct maker *m, const struct passage_question *q,
                      struct str *out);
struct make {
    make_line *add;
    bool ranks; /* the file contains ranked sentences */
};
static const struct make makes[] = {
    [LINES_SEARCHQA] = {add_searchqa, true},
    [LINES_QUESTIONS] = {add_question_line, false},
    [LINES_CONTEXTS] = {add_contexts, true},
};

/* --- by all cores --------------------------------------------------------- */

struct making {
    struct maker *maker; /* [makers] */
    int makers;
    const struct make *how;
    struct str *line; /* [questions] */
};

/* Maker i makes the lines of questions i, i + makers ... until one fails. */
static void make_some(const void *of, int i)
{
    const struct making *g = of;
    struct maker *m = &g->maker[i];
    const int n = m->of->questions;

    for (int k = i; k < n && m->failed == n; k += g->makers)
        if (g->how->add(m, &m->of->question[k], &g->line[k]))
            m->failed = k;
}

static int count_makers(const struct passage_collection *c)
{
    struct processors *mine = processors_bound();
    int n = mine ? processors_cores(mine) : 1;

    processors_free(mine);
    n = n < THREAD_POOL_MOST ? n : THREAD_POOL_MOST;
    return n < c->questions ? n : c->questions;
}

static void make_all(const struct passage_collection *c, const struct making *g)
{
    struct thread_pool *w = thread_pool_start(g->makers);

    for (int i = 0; i < g->makers; i++) {
        struct maker *m = &g->maker[i];

        *m = (struct maker){.of = c, .failed = c->questions};
        m->hit = memory_new((size_t)c->most * sizeof(*m->hit));
        if (g->how->ranks)
            bm25_search_init(&m->search, &c->index);
    }
    thread_pool_run(w, g->makers, make_some, g);
    thread_pool_stop(w);
}

/* Report the error of the first question that failed. */
static int end_makers(const struct making *g, struct error *e)
{
    const struct maker *first = &g->maker[0];

    for (int i = 0; i < g->makers; i++) {
        struct maker *m = &g->maker[i];

        if (m->failed < first->failed)
            first = m;
        bm25_search_release(&m->search);
        free(m->hit);
    }
    if (first->failed == first->of->questions)
        return 0;
    *e = first->e;
    return -1;
}

int passage_lines(const struct passage_collection *c, enum passage_lines which,
                  struct str *out, struct error *e)
{
    struct making g = {.makers = count_makers(c), .how = &makes[which]};
    int bad;

    g.maker = memory_new((size_t)g.makers * sizeof(*g.maker));
    g.line = memory_zeroed((size_t)c->questions, sizeof(*g.line));
    make_all(c, &g);
    bad = end_makers(&g, e);
    for (int i = 0; i < c->questions; i++) {
        if (!bad)
            str_add(out, g.line[i].s, g.line[i].len);
        str_release(&g.line[i]);
    }
    free(g.line);
    free(g.maker);
    return bad;
}
