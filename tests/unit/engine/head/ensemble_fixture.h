/*
 * ensemble_fixture.h - artificial answers of several members, for the tests of
 * ensembles.
 */
#ifndef ENSEMBLE_FIXTURE_H
#define ENSEMBLE_FIXTURE_H

#include "tests/test.h"

#include "engine/head/ensemble.h"
#include "tests/unit/heads.h"

#define MEMBERS 3

/* Token i of every document is word i, for i < WORDS. */
#define WORDS 16
static const int32_t made_tokens[WORDS] = {0, 1, 2,  3,  4,  5,  6,  7,
                                           8, 9, 10, 11, 12, 13, 14, 15};
static const struct words made_words = {.n = WORDS};

static char *const member_names[] = {"one", "two", "three"};

static struct decoding made_greedy;

struct made {
    struct span_answers span;
    struct class_names classes;
    struct answer_sheet sheet[MEMBERS];
    const struct answer_sheet *list[MEMBERS];
    struct ensemble of;
    const char *mark; /* marks of every document's tokens; NULL: none */
};

/* Members without an answer. */
static inline void made_init(struct made *m, const struct head_kind *h,
                             int members)
{
    *m = (struct made){.span.ends = true, .classes.n = 3};
    m->of =
        (struct ensemble){.head = {h, h == &head_span     ? (void *)&m->span
                                      : h == &head_decode ? (void *)&made_greedy
                                      : h->classes        ? &m->classes
                                                          : h->sample},
                          .members = members,
                          .sheet = m->list,
                          .name = member_names};
    for (int k = 0; k < members; k++) {
        struct column_kind kind[MAX_COLUMNS];
        struct answer_sheet *a = &m->sheet[k];

        m->list[k] = a;
        const int columns = h->columns(m->of.head.settings, kind);

        for (int c = 0; c < columns; c++)
            answer_sheet_add(a, &kind[c]);
    }
}

static inline void made_release(struct made *m)
{
    for (int k = 0; k < MEMBERS; k++)
        answer_sheet_release(&m->sheet[k]);
}

/* Combine answers about documents as long as the first member's answers. */
static inline int made_combine(const struct made *m, enum ensemble_by by,
                               struct answer_sheet *out, struct error *e)
{
    const struct answer_sheet *a = &m->sheet[0];
    struct ensemble of = m->of;
    struct examples x;

    examples_init(&x, SHAPE_DOCUMENT_QUERY, NULL);
    if (m->mark)
        examples_add_column(&x, &sentence_marks);
    for (int i = 0; i < a->n && a->columns > SPAN_FIRST; i++) {
        const int n = column_get(&a->column[SPAN_FIRST], i).n;

        examples_add(
            &x, &(struct example){.part = {{made_tokens, n}, {made_tokens, 1}},
                                  .column = {{m->mark, n}}});
    }
    of.examples = &x;
    const int bad = ensemble_combine(&of, by, out, e);

    examples_release(&x);
    return bad;
}

/* The combined answers; combining must succeed. */
static inline struct answer_sheet combined(const struct made *m,
                                           enum ensemble_by by)
{
    struct answer_sheet out;
    struct error e = {""};

    if (made_combine(m, by, &out, &e))
        fail_msg("%s", e.text);
    assert_int_equal(out.n, m->sheet[0].n);
    return out;
}

static inline void refuses(const struct made *m, enum ensemble_by by,
                           const char *says)
{
    struct answer_sheet out;
    struct error e = {""};

    assert_int_equal(made_combine(m, by, &out, &e), -1);
    assert_string_equal(e.text, says);
    assert_int_equal(out.columns, 0);
}

#endif
