#include "engine/tape/tape.h"

#include <assert.h>
#include <string.h>

#include "engine/kernel/team_vector.h"

/*
 * A gradient lives from the first op that adds to it to the op that uses it, so
 * few exist at a time.  Their memory is reused at once, while it is in the
 * cache.
 */
struct spare {
    struct spare *next;
    size_t len;
    float *floats; /* [len] */
};

/* The latest spare memory of n floats, or of up to twice as many. */
static struct spare *take_spare(struct tape *t, size_t n)
{
    for (struct spare **p = &t->spare; *p; p = &(*p)->next)
        if ((*p)->len >= n && (*p)->len / 2 <= n) {
            struct spare *s = *p;

            *p = s->next;
            return s;
        }
    return NULL;
}

/* Give the gradient of x memory, if it is wanted and has none. */
static void open_grad(struct tape *t, struct node *x)
{
    const size_t n = node_len(x);

    if (!x->wanted || x->grad || x->table)
        return;
    struct spare *s = take_spare(t, n);

    if (!s) {
        s = arena_alloc(t->arena, sizeof(*s));
        s->len = n;
        s->floats = arena_floats_raw(t->arena, n);
    }
    x->room = s;
    x->grad = s->floats;
}

/* The gradient of y has been used: make its memory spare. */
static void close_grad(struct tape *t, struct node *y)
{
    y->room->next = t->spare;
    t->spare = y->room;
    y->room = NULL;
    y->grad = NULL;
    y->begun = false;
}

void tape_begin(struct tape *t, uint32_t step)
{
    t->step = step;
    t->site = 0;
    t->last = NULL;
    t->param = NULL;
    t->param_room = 0;
    t->spare = NULL;
}

static struct node *new_node(struct tape *t, int rows, int cols)
{
    struct node *x = arena_alloc(t->arena, sizeof(*x));

    assert(rows >= 0 && cols >= 0);
    *x = (struct node){
        .rows = rows, .cols = cols, .products = (unsigned char)t->products};
    return x;
}

struct node *tape_constant(struct tape *t, int rows, int cols)
{
    struct node *x = new_node(t, rows, cols);

    x->val = t->dry ? arena_floats_raw(t->arena, node_len(x))
                    : arena_floats(t->arena, node_len(x));
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
        x->wanted = x->begun = true;
    }
    return x;
}

/* Where the node of a parameter is stored. */
static struct node **param_at(struct tape *t, int number)
{
    if (number >= t->param_room) {
        const int room = number < 32 ? 64 : 2 * number;
        struct node **more =
            arena_alloc(t->arena, (size_t)room * sizeof(struct node *));

        for (int i = 0; i < room; i++)
            more[i] = i < t->param_room ? t->param[i] : NULL;
        t->param = more;
        t->param_room = room;
    }
    return &t->param[number];
}

struct node *tape_param(struct tape *t, int number, size_t offset, int rows,
                        int cols)
{
    struct node **known = tape_records(t) ? param_at(t, number) : NULL;

    if (known && *known) {
        assert((*known)->rows == rows && (*known)->cols == cols);
        return *known;
    }
    struct node *x = new_node(t, rows, cols);

    x->val = (float *)t->params + offset; /* ops only read their inputs */
    if (!known)
        return x;
    x->grad = tape_grad(t, offset);
    x->wanted = true;
    *known = x;
    return x;
}

struct node *tape_table(struct tape *t, int number, size_t offset, int rows,
                        int cols)
{
    struct node *x = tape_param(t, number, offset, rows, cols);

    if (x->wanted && t->tables && !x->table) {
        x->grad = NULL;
        x->table = table_grads_of(t->tables, number);
        x->begun = true;
    }
    return x;
}

bool tape_param_begun(const struct tape *t, int number)
{
    return number < t->param_room && t->param[number] &&
           t->param[number]->begun;
}

struct node *tape_node(struct tape *t, const struct op *op, int rows, int cols,
                       struct node *const *in, int n)
{
    struct node *y = new_node(t, rows, cols);
    bool wanted = false;

    y->op = op;
    y->inputs = n;
    y->in = arena_alloc(t->arena, (size_t)n * sizeof(*in));
    y->val = arena_floats_raw(t->arena, node_len(y));
    for (int i = 0; i < n; i++) {
        assert(!in[i] || !in[i]->table || op->by_rows);
        y->in[i] = in[i];
        wanted |= in[i] && in[i]->wanted;
    }
    if (wanted && tape_records(t)) {
        y->wanted = true;
        y->before = t->last;
        t->last = y;
    }
    return y;
}

/* Give the gradient of x memory, and zero it unless the op begins it. */
static void prepare(struct tape *t, struct node *x, bool begins)
{
    if (x)
        open_grad(t, x);
    if (!begins && !t->dry)
        node_begin_zeroed(x);
}

static void go_back(struct tape *t, const struct node *y)
{
    const struct arena_mark m = arena_mark(t->arena);

    if (!t->dry)
        y->op->backward(t, y);
    else if (y->op->scratch)
        arena_floats_raw(t->arena, y->op->scratch(y));
    arena_rewind(t->arena, m);
}

float *node_begin_zeroed(struct node *x)
{
    if (!x || !x->grad)
        return NULL;
    if (node_begin(x))
        team_zero(node_len(x), x->grad);
    return x->grad;
}

void node_add_grad(struct node *x, const float *d)
{
    if (x->grad && node_begin(x))
        team_copy(node_len(x), d, x->grad);
    else if (x->grad)
        team_add(node_len(x), d, x->grad);
}

/* A parameter's or a leaf's gradient stays where it is. */
static bool may_move(const struct node *x)
{
    return x->op != NULL;
}

void node_pass_back(const struct node *y, struct node *x)
{
    const struct node was = *x;

    assert(node_len(x) == node_len(y));
    if (was.grad && may_move(x) && node_begin(x)) {
        x->room = y->room;
        x->grad = y->grad;
        ((struct node *)y)->room = was.room;
        ((struct node *)y)->grad = was.grad;
    } else {
        node_add_grad(x, y->grad);
    }
}

void node_set_grad(struct node *x, float *d)
{
    const bool first = node_begin(x);

    assert(first && may_move(x));
    (void)first;
    if (x->grad)
        x->grad = d; /* its memory becomes spare with it */
}

void tape_backward(struct tape *t, struct node *loss)
{
    const float one = 1.0f;

    assert(node_len(loss) == 1);
    tape_backward_from(t, loss, &one);
}

void tape_backward_from(struct tape *t, struct node *top, const float *dtop)
{
    if (!top->wanted)
        return;
    open_grad(t, top);
    node_begin(top);
    if (!t->dry)
        memcpy(top->grad, dtop, node_len(top) * sizeof(float));
    for (struct node *y = t->last; y; y = y->before) {
        prepare(t, y, false); /* nothing may have depended on it */
        if (!y->op->backward)
            continue;
        for (int i = 0; i < y->inputs; i++)
            prepare(t, y->in[i], y->op->begins);
        go_back(t, y);
        close_grad(t, y);
    }
}
