#include "engine/attention/calibration.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

/* The number that data choose, in->own[i], or NULL. */
static const struct node *number_of(const struct chosen *kind,
                                    const struct attend *in)
{
    const struct own_numbers own = attention_own_numbers(kind, in->layer);

    for (int i = 0; i < OWN_NUMBERS; i++)
        if (own.number[i].chosen)
            return in->own[i];
    return NULL;
}

static bool is_chosen(const struct calibration *s, size_t at)
{
    for (int i = 0; i < s->n; i++)
        if (s->chosen[i] == at)
            return true;
    return false;
}

static void add_row(void *calibration, int n, const float *x)
{
    struct calibration *s = calibration;

    if (s->len + (size_t)n > s->most) {
        s->most = 2 * (s->len + (size_t)n);
        s->measured = memory_resize(s->measured, s->most * sizeof(float));
    }
    memcpy(s->measured + s->len, x, (size_t)n * sizeof(float));
    s->len += (size_t)n;
}

static void on_attention(struct observer *l, struct tape *t,
                         const struct chosen *kind, const struct attend *in)
{
    struct calibration *s =
        (struct calibration *)l; /* `observer` comes first */
    const struct node *number = number_of(kind, in);
    const struct arena_mark mark = arena_mark(t->arena);
    struct pairs p;

    assert(!tape_records(t));
    if (!number || s->passed)
        return;
    const size_t at = (size_t)(number->val - t->params);

    if (is_chosen(s, at) || (s->found && at != s->at))
        return;
    s->found = s->passed = true;
    s->at = at;
    s->cols = number->cols;
    s->kind = *kind;
    pairs_init(&p, t->arena, in->rows, in->cols, in->heads, in->mask);
    observer_rows(&p, attention_measure(t, kind, in, &p)->val, add_row, s);
    arena_rewind(t->arena, mark);
}

void calibration_init(struct calibration *s)
{
    *s = (struct calibration){.observer.on_attention = on_attention};
}

void calibration_release(struct calibration *s)
{
    free(s->chosen);
    free(s->measured);
    *s = (struct calibration){0};
}

void calibration_tape(struct calibration *s)
{
    s->passed = false;
}

bool calibration_choose(struct calibration *s, float *params)
{
    if (!s->found)
        return false;
    const float value = (float)attention_choose(&s->kind, s->len, s->measured);

    for (int i = 0; i < s->cols; i++)
        params[s->at + (size_t)i] = value;
    GROW(s->chosen, s->n, s->room);
    s->chosen[s->n++] = s->at;
    s->found = false;
    s->len = 0;
    return true;
}
