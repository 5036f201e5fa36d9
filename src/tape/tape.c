#include "tape/tape.h"

#include <assert.h>
#include <string.h>

void tape_begin(struct tape *t, uint32_t step)
{
    t->step = step;
    t->site = 0;
    t->last = NULL;
}

static struct node *new_node(struct tape *t, int rows, int cols)
{
    struct node *x = arena_alloc(t->arena, sizeof(*x));

    assert(rows >= 0 && cols >= 0);
    *x = (struct node){.rows = rows, .cols = cols};
    return x;
}

struct node *tape_constant(struct tape *t, int rows, int cols)
{
    struct node *x = new_node(t, rows, cols);

    x->val = arena_floats(t->arena, node_len(x));
    return x;
}

struct node *tape_borrow(struct tape *t, float *val, int rows, int cols)
{
    struct node *x = new_node(t, rows, cols);

    x->val = val;
    return x;
}

struct node *tape_leaf(struct tape *t, int rows, int cols)
{
    struct node *x = tape_constant(t, rows, cols);

    if (tape_records(t)) {
        x->grad = arena_floats(t->arena, node_len(x));
        x->begun = true;
    }
    return x;
}

struct node *tape_param(struct tape *t, size_t offset, int rows, int cols)
{
    struct node *x = new_node(t, rows, cols);

    x->val = (float *)t->params + offset; /* ops only read their inputs */
    if (tape_records(t)) {
        x->grad = t->grads + offset;
        x->begun = true;
    }
    return x;
}

struct node *tape_node(struct tape *t, const struct op *op, int rows, int cols,
                       struct node *const *in, int n)
{
    struct node *y = new_node(t, rows, cols);
    bool wanted = false;

    assert(n <= NODE_INPUTS);
    y->op = op;
    y->val = arena_floats_raw(t->arena, node_len(y));
    for (int i = 0; i < n; i++) {
        y->in[i] = in[i];
        wanted |= in[i] && in[i]->grad;
    }
    if (wanted && tape_records(t)) {
        y->grad = arena_floats_raw(t->arena, node_len(y));
        y->before = t->last;
        t->last = y;
    }
    return y;
}

static void begin_zeroed(struct node *x)
{
    if (x && x->grad && node_begin(x))
        memset(x->grad, 0, node_len(x) * sizeof(float));
}

void tape_backward(struct tape *t, struct node *loss)
{
    const float one = 1.0f;

    assert(node_len(loss) == 1);
    tape_backward_from(t, loss, &one);
}

void tape_backward_from(struct tape *t, struct node *top, const float *dtop)
{
    if (!top->grad)
        return;
    node_begin(top);
    memcpy(top->grad, dtop, node_len(top) * sizeof(float));
    for (struct node *y = t->last; y; y = y->before) {
        begin_zeroed(y); /* nothing may have depended on it */
        if (!y->op->backward)
            continue;
        for (int i = 0; !y->op->begins && i < NODE_INPUTS; i++)
            begin_zeroed(y->in[i]);
        struct arena_mark m = arena_mark(t->arena);
        y->op->backward(t, y);
        arena_rewind(t->arena, m);
    }
}
