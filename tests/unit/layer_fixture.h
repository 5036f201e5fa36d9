/*
 * layer_fixture.h - parameters with random values, a tape over them, and what a
 * linear layer gives in double.
 */
#ifndef LAYER_FIXTURE_H
#define LAYER_FIXTURE_H

#include "tests/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/layer/layers.h"
#include "tests/unit/tape_fixture.h"

/* Parameters with their gradients, and a tape over them. */
struct layer_fixture {
    struct params p;
    float *val, *grads;
    struct tape t;
};

static inline void begin(struct layer_fixture *s, void **state)
{
    s->val = memory_floats(s->p.len);
    s->grads = memory_floats(s->p.len);
    random_normal(random_key(7, "parameters"), (struct address){0}, s->p.len,
                  0.5f, s->val);
    s->t = new_tape(state);
    s->t.params = s->val;
    s->t.grads = s->grads;
    memset(s->grads, 0, s->p.len * sizeof(float));
    tape_begin(&s->t, 3);
}

/* Every parameter takes part in y; then all is given back. */
static inline void end(struct layer_fixture *s, struct node *y)
{
    struct node *dy = filled(&s->t, y->rows, y->cols, 99);

    tape_backward_from(&s->t, y, dy->val);
    for (int i = 0; i < s->p.n; i++) {
        const struct param *x = &s->p.param[i];
        float size = 0.0f;

        for (int k = 0; k < x->rows * x->cols; k++)
            size += fabsf(s->grads[x->offset + (size_t)k]);
        assert_true(isfinite(size) && size > 0.0f);
    }
    free(s->val);
    free(s->grads);
    params_release(&s->p);
}

/* Output j of a linear layer; `turned`: its weight has a row an output. */
static inline double linear_of(const struct layer_fixture *s, struct linear l,
                               bool turned, const double *x, int j)
{
    const struct param *w = &s->p.param[l.weight];
    const int in = turned ? w->cols : w->rows;
    double y = l.bias < 0 ? 0.0 : s->val[s->p.param[l.bias].offset + (size_t)j];

    for (int k = 0; k < in; k++)
        y +=
            x[k] *
            s->val[w->offset + (size_t)(turned ? j * in + k : k * w->cols + j)];
    return y;
}

#endif
