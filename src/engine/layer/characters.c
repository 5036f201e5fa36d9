#include "engine/layer/characters.h"

#include <assert.h>
#include <math.h>

#include "engine/data/distinct.h"

const char *const character_encoder_names[] = {
    "convolution", "lstm", "initials", "gru", "gru_states", NULL};

static void add_states(struct character_layer *l, struct params *p)
{
    struct recurrent_form form = l->how.gru;

    form.in = l->how.width;
    form.width = l->how.filters / 2;
    form.both = true;
    l->recurrent = recurrent_add(p, &form, "gru");
}

/* Glorot's values are those of one direction, as if each direction had a
 * product of its own (bdhingra/ga-reader). */
static void add_gru(struct character_layer *l, struct params *p)
{
    const int both = l->how.gru.width + l->how.filters;
    struct recurrent_form form = l->how.gru;

    form.in = l->how.width;
    form.both = true;
    l->recurrent = recurrent_add(p, &form, "gru");
    l->project = linear_add_as(p, recurrent_out(&l->recurrent), l->how.filters,
                               true, l->how.init, "project");
    if (l->how.init == INIT_GLOROT) {
        p->param[l->project.weight].init = INIT_UNIFORM;
        p->param[l->project.weight].scale = sqrtf(6.0f / (float)both);
    }
}

/* Add what reads the characters' vectors. */
static void add_encoder(struct character_layer *l, struct params *p)
{
    const struct character_how *how = &l->how;

    if (how->encoder == CHARACTERS_GRU)
        add_gru(l, p);
    else if (how->encoder == CHARACTERS_STATES)
        add_states(l, p);
    else if (characters_both_ways(how->encoder))
        l->recurrent =
            recurrent_add(p,
                          &(struct recurrent_form){.kind = RECURRENT_LSTM,
                                                   .in = how->width,
                                                   .width = how->filters / 2,
                                                   .both = true,
                                                   .two_biases = true,
                                                   .start = START_UNIFORM},
                          "lstm");
    else
        l->filters = convolution_add(p, how->width, how->filters, how->window,
                                     how->init, "filters");
}

struct character_layer characters_add(struct params *p, const struct words *w,
                                      const struct character_how *how,
                                      const char *name)
{
    struct character_layer l = {.how = *how, .of = w->characters};

    assert(l.of);
    assert(!characters_both_ways(how->encoder) || how->filters % 2 == 0);
    params_enter(p, "%s", name);
    const struct start normal = {INIT_NORMAL, 0.1f};
    const struct start start = how->start.init ? how->start : normal;

    l.table =
        params_add(p, l.of->n, how->width, start.init, start.scale, "table");
    add_encoder(&l, p);
    params_leave(p);
    return l;
}

static struct node *encode_by_filters(struct tape *t, const struct params *p,
                                      const struct character_layer *l,
                                      struct node *x,
                                      const struct segments *seg)
{
    x = convolution_apply(t, p, l->filters, x, seg);
    x = tape_segment_max(t, x, seg);
    return l->how.relu ? tape_relu(t, x) : x; /* after the maximum, since it is
                                                 monotone */
}

/* LSTM or GRU: the final state of each direction. */
static struct node *encode_by_ends(struct tape *t, const struct params *p,
                                   const struct character_layer *l,
                                   struct node *x, const struct segments *seg)
{
    const struct recurrent_dropout none = {0};

    x = recurrent_apply(t, p, &l->recurrent, x, seg, none, NULL);
    return recurrent_ends(t, &l->recurrent, x, seg);
}

/* One row per distinct word.  Dropout depends on the word, not on the grain
 * that contains it. */
static struct node *encode_words(struct tape *t, const struct params *p,
                                 const struct character_layer *l,
                                 const struct distinct *d)
{
    struct packed spelt;

    distinct_spell(d, l->of, t->arena, &spelt);
    struct node *x = tape_lookup(t, params_node(t, p, l->table), spelt.token,
                                 segments_rows(&spelt.seg), 1.0f);

    x = tape_dropout(t, x, l->how.dropout, &spelt.seg, d->token);
    if (l->how.encoder == CHARACTERS_LSTM ||
        l->how.encoder == CHARACTERS_STATES)
        return encode_by_ends(t, p, l, x, &spelt.seg);
    if (l->how.encoder == CHARACTERS_GRU)
        return linear_apply(t, p, l->project,
                            encode_by_ends(t, p, l, x, &spelt.seg));
    return encode_by_filters(t, p, l, x, &spelt.seg);
}

/* One row per token. */
static struct node *encode_initials(struct tape *t, const struct params *p,
                                    const struct character_layer *l,
                                    const struct packed *part,
                                    const int *example)
{
    const struct recurrent_dropout none = {0};
    const int rows = segments_rows(&part->seg);
    int *id = arena_ints(t->arena, (size_t)rows);

    for (int i = 0; i < rows; i++)
        id[i] = ((const int32_t *)column_get(&l->of->of, part->token[i]).at)[0];
    struct node *x =
        tape_lookup(t, params_node(t, p, l->table), id, rows, 1.0f);

    x = tape_dropout(t, x, l->how.dropout, &part->seg, example);
    return recurrent_apply(t, p, &l->recurrent, x, &part->seg, none, NULL);
}

void characters_apply(struct tape *t, const struct params *p,
                      const struct character_layer *l,
                      const struct packed *part, int parts, const int *example,
                      struct node **out)
{
    struct distinct d;

    if (l->how.encoder == CHARACTERS_INITIALS) {
        for (int i = 0; i < parts; i++)
            out[i] = encode_initials(t, p, l, &part[i], example);
        return;
    }
    distinct_tokens(part, parts, t->arena, &d);
    struct node *y = encode_words(t, p, l, &d);

    for (int i = 0; i < parts; i++)
        out[i] = tape_lookup(t, y, d.row[i], segments_rows(&part[i].seg), 1.0f);
}
