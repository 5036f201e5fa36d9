#include "engine/layer/recurrent.h"

#include <assert.h>
#include <math.h>

const char *const gru_reset_names[] = {"after", "before", NULL};

static int gates(const struct recurrent_form *f)
{
    return f->kind == RECURRENT_LSTM ? 4 * f->width : 3 * f->width;
}

struct starts {
    struct start weight, state, bias;
};

static struct starts starts(const struct recurrent_form *f, int in)
{
    const float torch = 1.0f / sqrtf((float)f->width);
    const float glorot = sqrtf(6.0f / (float)(in + f->width + gates(f)));
    const struct start zero = {INIT_ZERO, 0.0f}, normal = {INIT_NORMAL, 0.1f};

    switch (f->start) {
    case START_GLOROT:
        return (struct starts){
            {INIT_UNIFORM, glorot}, {INIT_UNIFORM, glorot}, zero};
    case START_NORMAL:
        return (struct starts){normal, normal, zero};
    case START_ORTHOGONAL:
        return (struct starts){normal, {INIT_ORTHOGONAL, 1.0f}, zero};
    case START_UNIFORM:
        break;
    }
    return (struct starts){
        {INIT_UNIFORM, torch}, {INIT_UNIFORM, torch}, {INIT_UNIFORM, torch}};
}

static struct recurrent_direction add_way(struct params *p,
                                          const struct recurrent_form *f,
                                          int in, int layer, int back)
{
    const struct starts s = starts(f, in);
    struct recurrent_direction w = {.second = -1};

    params_enter(p, "%d.%s", layer, back ? "backward" : "forward");
    w.weight =
        params_add(p, in, gates(f), s.weight.init, s.weight.scale, "weight");
    w.state =
        params_add(p, f->width, gates(f), s.state.init, s.state.scale, "state");
    w.bias = params_add(p, 1, gates(f), s.bias.init, s.bias.scale, "bias");
    if (f->two_biases)
        w.second =
            params_add(p, 1, gates(f), s.bias.init, s.bias.scale, "second");
    params_leave(p);
    return w;
}

struct recurrent recurrent_add(struct params *p,
                               const struct recurrent_form *form,
                               const char *name)
{
    struct recurrent r = {.form = *form};
    int in = form->in;

    r.form.layers = form->layers ? form->layers : 1;
    assert(r.form.layers <= RECURRENT_LAYERS);
    params_enter(p, "%s", name);
    for (int l = 0; l < r.form.layers; l++) {
        for (int back = 0; back <= form->both; back++)
            r.way[l][back] = add_way(p, form, in, l, back);
        in = recurrent_out(&r);
    }
    params_leave(p);
    return r;
}

/* 0 except for the forget gates. */
static struct node *forget_bias(struct tape *t, const struct recurrent_form *f)
{
    struct node *b = tape_constant(t, 1, gates(f));

    for (int j = 0; !t->dry && j < f->width; j++)
        b->val[f->width + j] = f->forget;
    return b;
}

/* The bias added to all gates of each row, including the second bias unless
 * that belongs to the state's part. */
static struct node *bias_node(struct tape *t, const struct params *p,
                              const struct recurrent_form *f,
                              const struct recurrent_direction *w)
{
    struct node *b = params_node(t, p, w->bias);

    if (w->second >= 0 && f->kind != RECURRENT_GRU)
        b = tape_add(t, b, params_node(t, p, w->second));
    if (f->kind == RECURRENT_LSTM && f->forget != 0.0f)
        b = tape_add(t, b, forget_bias(t, f));
    return b;
}

static struct node *one_way(struct tape *t, const struct params *p,
                            const struct recurrent_form *f,
                            const struct recurrent_direction *w, struct node *x,
                            const struct segments *seg, bool back)
{
    struct node *weight = params_node(t, p, w->weight);
    struct node *state = params_node(t, p, w->state);
    struct node *b = bias_node(t, p, f, w);

    switch (f->kind) {
    case RECURRENT_GRU:
        return tape_gru(t, x, weight, b, state,
                        w->second < 0 ? NULL : params_node(t, p, w->second),
                        seg, back, f->most);
    case RECURRENT_GRU_BEFORE:
        return tape_gru_reset_before(t, x, weight, b, state, seg, back,
                                     f->most);
    case RECURRENT_LSTM:
        break;
    }
    return tape_lstm(t, x, weight, b, state, seg, back);
}

struct node *recurrent_drop(struct tape *t, struct node *x,
                            struct recurrent_dropout drop,
                            const struct segments *seg, const int *example)
{
    return (drop.once ? tape_dropout_columns : tape_dropout)(t, x, drop.rate,
                                                             seg, example);
}

struct node *recurrent_apply(struct tape *t, const struct params *p,
                             const struct recurrent *r, struct node *x,
                             const struct segments *seg,
                             struct recurrent_dropout drop, const int *example)
{
    const struct recurrent_form *f = &r->form;

    for (int l = 0; l < f->layers; l++) {
        if (l > 0)
            x = recurrent_drop(t, x, drop, seg, example);
        struct node *y = one_way(t, p, f, &r->way[l][0], x, seg, false);

        if (f->both)
            y = tape_concat(t, y,
                            one_way(t, p, f, &r->way[l][1], x, seg, true));
        x = y;
    }
    return x;
}

struct lstm_state recurrent_step(struct tape *t, const struct params *p,
                                 const struct recurrent *r, struct node *x,
                                 struct lstm_state before)
{
    const struct recurrent_form *f = &r->form;
    const struct recurrent_direction *w = &r->way[0][0];

    assert(f->kind == RECURRENT_LSTM && f->layers == 1 && !f->both);
    return tape_lstm_cell(
        t,
        tape_linear(t, x, params_node(t, p, w->weight), bias_node(t, p, f, w)),
        params_node(t, p, w->state), before);
}

struct node *recurrent_ends(struct tape *t, const struct recurrent *r,
                            struct node *y, const struct segments *seg)
{
    return tape_segment_ends(t, y, seg, r->form.width);
}
