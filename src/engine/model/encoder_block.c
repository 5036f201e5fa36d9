#include "engine/model/encoder_block.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/core/memory.h"

/* --- parameters ----------------------------------------------------------- */

static struct separable add_convolution(struct params *p,
                                        const struct encoder_form *f)
{
    const float rows = (float)f->window, all = rows * (float)f->width;
    const bool he = f->depth != DEPTH_UNIFORM;

    return separable_add(p, f->width, f->window, he ? INIT_HE : INIT_FAN_IN,
                         f->depth == DEPTH_HE_ALL ? all : rows,
                         f->he ? INIT_HE : INIT_GLOROT, "");
}

static void add_block(struct params *p, const struct encoder_form *f,
                      struct encoder_block *b)
{
    const int d = f->width;

    for (int i = 0; i < f->convolutions; i++) {
        params_enter(p, "convolution.%d", i);
        b->convolution[i] = add_convolution(p, f);
        params_leave(p);
    }
    b->attention = (f->output ? multihead_add : multihead_add_open)(
        p, d, f->heads, f->attention, "attention");
    b->first =
        linear_add_as(p, d, d, true, f->he ? INIT_HE : INIT_GLOROT, "first");
    b->second = linear_add(p, d, d, true, "second");
    for (int i = 0; i < f->convolutions + 2; i++) {
        params_enter(p, "norm.%d", i);
        b->norm[i] = norm_add(p, d, "");
        b->norm[i].epsilon = f->epsilon;
        params_leave(p);
    }
}

struct encoder_stack
encoder_add(struct params *p, const struct encoder_form *form, const char *name)
{
    struct encoder_stack s = {
        .blocks = form->blocks,
        .convolutions = form->convolutions,
        .block = memory_zeroed((size_t)form->blocks, sizeof(*s.block)),
    };

    assert(form->convolutions <= ENCODER_CONVOLUTIONS);
    for (int i = 0; i < form->blocks; i++) {
        params_enter(p, "%s.%d", name, i);
        add_block(p, form, &s.block[i]);
        params_leave(p);
    }
    return s;
}

void encoder_release(struct encoder_stack *s)
{
    free(s->block);
}

/* --- the pass of rows through a stack ------------------------------------- */

struct encoder_pass {
    struct tape *t;
    const struct params *p;
    const struct encoding *how;
    int l, layers; /* sublayers so far, L */
    struct node *x;
    const struct node *signals; /* for all positions */
};

/* The body of a sublayer: from the norm's output to what is added to x. */
typedef struct node *inside(const struct encoder_pass *w, const void *of,
                            struct node *x);

static struct node *drop(const struct encoder_pass *w, struct node *x)
{
    return tape_dropout(w->t, x, w->how->input_dropout, &w->how->seg,
                        w->how->example);
}

static struct node *convolve(const struct encoder_pass *w, const void *of,
                             struct node *x)
{
    return separable_apply(w->t, w->p, *(const struct separable *)of, x,
                           &w->how->seg);
}

static struct node *drop_and_convolve(const struct encoder_pass *w,
                                      const void *of, struct node *x)
{
    return convolve(w, of, drop(w, x));
}

static struct node *self_attend(const struct encoder_pass *w, const void *of,
                                struct node *x)
{
    const struct encoding *how = w->how;
    const struct attending attending = {.dropout = how->attention_dropout,
                                        .example = how->example};

    x = drop(w, x);
    const struct memory own = multihead_memory(w->t, w->p, of, x, &how->seg);

    return multihead_apply(w->t, w->p, of, x, &how->seg, &own, &attending);
}

static struct node *feed_forward(const struct encoder_pass *w, const void *of,
                                 struct node *x)
{
    const struct encoder_block *b = of;

    x = linear_relu(w->t, w->p, b->first, drop(w, x));
    return linear_apply(w->t, w->p, b->second, x);
}

static void sublayer(struct encoder_pass *w, const struct norm *norm,
                     inside *body, const void *of)
{
    const struct encoding *how = w->how;
    const float p = how->layer_dropout * (float)++w->l / (float)w->layers;
    const struct sublayer is = tape_sublayer(w->t, p);

    if (is.kept) {
        struct node *y = norm_apply(w->t, w->p, *norm, w->x);

        w->x = tape_residual(w->t, w->x, body(w, of, y),
                             p > 0.0f ? p : how->output_dropout, &how->seg,
                             how->example);
    }
    tape_sublayer_end(w->t, is);
}

static void add_positions(struct encoder_pass *w, enum positions here)
{
    if (w->how->positions == here)
        w->x = tape_add_signals(w->t, w->x, w->signals, &w->how->seg);
}

struct node *encoder_apply(struct tape *t, const struct params *p,
                           const struct encoder_stack *s,
                           const struct encoding *how, struct node *x)
{
    const int c = s->convolutions;
    struct encoder_pass w = {
        .t = t,
        .p = p,
        .how = how,
        .layers = s->blocks * (c + (how->fewer ? 1 : 2)),
        .x = x,
    };

    if (how->positions != POSITIONS_NONE)
        w.signals = tape_signals(t, segments_longest(&how->seg), x->cols);
    add_positions(&w, POSITIONS_STACK);
    for (int i = 0; i < s->blocks; i++) {
        const struct encoder_block *b = &s->block[i];

        add_positions(&w, POSITIONS_BLOCK);
        for (int k = 0; k < c; k++)
            sublayer(&w, &b->norm[k], k % 2 ? convolve : drop_and_convolve,
                     &b->convolution[k]);
        sublayer(&w, &b->norm[c], self_attend, &b->attention);
        sublayer(&w, &b->norm[c + 1], feed_forward, b);
    }
    return w.x;
}
