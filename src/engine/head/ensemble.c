#include "engine/head/ensemble.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

const char *const ensemble_by_names[] = {"probability", "text", NULL};

void ensemble_mean(const struct ensemble *m, int column, int i, int n,
                   float *mean)
{
    for (int j = 0; j < n; j++) {
        double sum = 0;

        for (int k = 0; k < m->members; k++)
            sum += ((const float *)ensemble_get(m, k, column, i).at)[j];
        mean[j] = (float)(sum / m->members);
    }
}

int ensemble_average(const struct ensemble *m, struct answer_sheet *out,
                     struct error *e)
{
    struct column *c = &out->column[0];

    for (int i = 0; i < out->n; i++) {
        const int n = ensemble_get(m, 0, 0, i).n;

        for (int k = 1; k < m->members; k++)
            if (ensemble_get(m, k, 0, i).n != n)
                return error_set(e,
                                 "%s, example %d: found %d values of '%s', "
                                 "expected %d",
                                 m->name[k], i, ensemble_get(m, k, 0, i).n,
                                 c->is.name, n);
        column_add(c, ensemble_get(m, 0, 0, i));
        ensemble_mean(m, 0, i, n, c->floats + column_at(c, i));
    }
    return 0;
}

static bool same_text(const struct str *a, const struct str *b)
{
    return a->len == b->len && !memcmp(str_text(a), str_text(b), a->len);
}

struct best_answer ensemble_elect(int members, const struct str *text,
                                  const double *score)
{
    struct best_answer best = {-1, 0};

    for (int k = 0; k < members; k++) {
        struct best_answer x = {k, 0};
        bool earlier = false;

        for (int j = 0; j < k; j++)
            earlier |= same_text(&text[j], &text[k]);
        for (int j = k; j < members && !earlier; j++)
            if (same_text(&text[j], &text[k])) {
                x.sum += score[j];
                if (!(score[j] <= score[x.member]))
                    x.member = j;
            }
        if (!earlier && (best.member < 0 || !(x.sum <= best.sum)))
            best = x;
    }
    return best;
}

int ensemble_vote(const struct ensemble *m, struct answer_sheet *out,
                  void (*add)(const struct ensemble *m, int i,
                              const struct member_answers *b,
                              struct answer_sheet *out))
{
    const size_t members = (size_t)m->members;
    const struct member_answers b = {
        .text = memory_zeroed(members, sizeof(*b.text)),
        .score = memory_zeroed(members, sizeof(*b.score)),
    };

    for (int i = 0; i < out->n; i++) {
        for (int k = 0; k < m->members; k++)
            str_clear(&b.text[k]);
        add(m, i, &b, out);
    }
    for (int k = 0; k < m->members; k++)
        str_release(&b.text[k]);
    free(b.text);
    free(b.score);
    return 0;
}

static int check_column(const struct column *c, const struct column_kind *k,
                        struct error *e)
{
    const size_t n = column_at(c, c->n);

    if (strcmp(c->is.name, k->name) != 0)
        return error_set(e, "found a column '%s' of answers, expected '%s'",
                         c->is.name, k->name);
    if (!column_fits(c, k))
        return error_set(e, "its answers' '%s' is of another form than today",
                         k->name);
    for (size_t i = 0; i < n && k->type == COLUMN_FLOAT; i++)
        if (isnan(c->floats[i]))
            return error_set(e, "found NaN among its answers' '%s'", k->name);
    return 0;
}

static int check_sheet(const struct answer_sheet *a, int n,
                       const struct column_kind *kind, int columns,
                       struct error *e)
{
    if (a->n != n)
        return error_set(e, "found answers to %d examples, expected %d", a->n,
                         n);
    if (a->columns < columns)
        return error_set(e, "its answers were stored without '%s'",
                         kind[a->columns].name);
    for (int c = 0; c < columns; c++)
        if (check_column(&a->column[c], &kind[c], e))
            return -1;
    return 0;
}

/* Combine with the settings of the combined answers. */
static int combine(const struct ensemble *m, enum ensemble_by by,
                   struct answer_sheet *out, struct error *e)
{
    const struct head_kind *h = m->head.kind;
    struct column_kind kind[MAX_COLUMNS];
    const int columns = h->columns(m->head.settings, kind);

    for (int k = 0; k < m->members; k++)
        if (check_sheet(m->sheet[k], out->n, kind, columns, e))
            return error_in(e, "%s", m->name[k]);
    for (int c = 0; c < columns; c++)
        answer_sheet_add(out, &kind[c]);
    if (!(by == BY_TEXT ? h->by_text : h->by_probability)(m, out, e))
        return 0;
    answer_sheet_release(out);
    return -1;
}

int ensemble_combine(const struct ensemble *of, enum ensemble_by by,
                     struct answer_sheet *out, struct error *e)
{
    const struct head_kind *h = of->head.kind;
    struct ensemble m = *of;

    assert(m.members > 0);
    *out = (struct answer_sheet){.n = m.sheet[0]->n};
    if (!(by == BY_TEXT ? h->by_text : h->by_probability))
        return error_set(e, "answers of the kind '%s' combine by %s alone",
                         h->is.name, ensemble_by_names[by != BY_TEXT]);
    void *settings = memory_zeroed(1, h->settings ? h->settings : 1);

    if (h->settings)
        memcpy(settings, of->head.settings, h->settings);
    if (h->combined)
        h->combined(settings, by == BY_PROBABILITY);
    m.head.settings = settings;
    const int failed = combine(&m, by, out, e);

    free(settings);
    return failed;
}
