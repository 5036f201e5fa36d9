#include "engine/model/input_layer.h"

#include "engine/attention/observer.h"

int input_layer_check(const void *conf, struct error *e)
{
    const struct input_layer_conf *c = conf;

    if (!c->words && !c->characters)
        return error_set(e, "characters: found 0 without words, expected some "
                            "or words: true");
    if (c->characters > 0 && c->filters % 2 &&
        characters_both_ways((enum character_encoder)c->character_encoder))
        return error_set(e,
                         "filters: found %ld, expected an even number, as "
                         "character_encoder: %s reads from either end",
                         c->filters,
                         character_encoder_names[c->character_encoder]);
    return 0;
}

static int check(const struct input_layer_conf *c, const struct model_spec *s,
                 struct error *e)
{
    const struct words *w = s->words[DOCUMENT];

    if (w != s->words[QUERY])
        return error_set(e, "found a vocabulary for each part, expected one");
    if (c->characters && !w->characters)
        return error_set(e,
                         "characters: found %ld, but task '%s' has no "
                         "characters of words; expected 0",
                         c->characters, s->task);
    return input_layer_check(c, e);
}

static struct character_layer spelling_add(struct params *p,
                                           const struct words *w,
                                           const struct input_layer_conf *c,
                                           const struct input_layer_how *how)
{
    const bool gru = c->character_encoder == CHARACTERS_GRU;
    const enum init init = how->filters;
    struct recurrent_form form = how->gru;

    form.width = (int)c->character_hidden;
    return characters_add(
        p, w,
        &(struct character_how){
            .encoder = (enum character_encoder)c->character_encoder,
            .width = (int)c->characters,
            .start = how->tables,
            .filters = (int)c->filters,
            .window = (int)c->character_width,
            .relu = c->character_relu,
            .dropout = (float)c->character_dropout,
            .init = gru                 ? how->project
                    : c->character_relu ? init
                                        : init_without_relu(init),
            .gru = form},
        "characters");
}

int input_layer_add(struct input_layer *r, struct params *p,
                    const struct model_spec *s,
                    const struct input_layer_conf *c, enum init init,
                    struct error *e)
{
    return input_layer_add_as(
        r, p, s, c,
        &(struct input_layer_how){.filters = init,
                                  .project = INIT_FAN_IN,
                                  .gru = {.kind = RECURRENT_GRU,
                                          .two_biases = true,
                                          .start = START_UNIFORM}},
        e);
}

int input_layer_add_as(struct input_layer *r, struct params *p,
                       const struct model_spec *s,
                       const struct input_layer_conf *c,
                       const struct input_layer_how *how, struct error *e)
{
    if (check(c, s, e))
        return -1;
    r->reads = c->words;
    if (r->reads && embeddings_add(r->words, p, s->words,
                                   &(struct embedding_how){
                                       .width = (int)c->embedding,
                                       .random = !c->train_embedding,
                                       .start = how->tables,
                                       .train_vectors = c->train_vectors},
                                   e) < 0)
        return -1;
    if (!how->no_features)
        r->features = features_add(
            p, s,
            &(struct feature_how){.of_token = (int)c->feature_width,
                                  .of_example = (int)c->query_feature_width,
                                  .start = how->tables},
            "features");
    r->width = r->words[DOCUMENT].width + r->features.width;
    r->spells = c->characters > 0;
    if (r->spells) {
        r->characters = spelling_add(p, s->words[DOCUMENT], c, how);
        r->width += (int)c->filters;
    }
    return 0;
}

/* Concatenate two nodes, of which either may be NULL. */
static struct node *beside(struct tape *t, struct node *a, struct node *b)
{
    return a && b ? tape_concat(t, a, b) : a ? a : b;
}

void input_layer_apply(struct tape *t, const struct model *m,
                       const struct input_layer *r, const struct grain *g,
                       float dropout, struct node *out[SIDES])
{
    const struct input_layer_conf *c = m->conf;
    struct node *spelt[SIDES] = {NULL};

    if (r->spells)
        characters_apply(t, &m->params, &r->characters, g->part, SIDES,
                         g->example, spelt);
    for (int i = 0; i < SIDES; i++) {
        const struct segments *seg = &g->part[i].seg;
        struct node *x = NULL;

        observer_tokens(t, i, &g->part[i]);
        if (r->reads)
            x = embedding_apply(t, &m->params, &r->words[i], &g->part[i]);
        if (c->dropout_filters)
            x = beside(t, x, spelt[i]);
        if (x)
            x = tape_dropout(t, x, dropout, seg, g->example);
        if (!c->dropout_filters)
            x = beside(t, x, spelt[i]);
        out[i] =
            beside(t, x, features_apply(t, &m->params, &r->features, g, i));
    }
}

struct projection projection_add(struct params *p, int in, long width,
                                 long layers, bool relu, enum init init)
{
    struct projection j = {.projects = width > 0,
                           .width = width > 0 ? (int)width : in};

    if (j.projects)
        j.project = linear_add_as(p, in, j.width, false,
                                  init_without_relu(init), "project");
    j.highway = highway_add(p, j.width, (int)layers, relu, init, "highway");
    return j;
}

struct node *projection_apply(struct tape *t, const struct params *p,
                              const struct projection *j, struct node *x,
                              float dropout, const struct segments *seg,
                              const int *example)
{
    if (j->projects)
        x = linear_apply(t, p, j->project, x);
    return highway_apply(t, p, &j->highway, x, dropout, seg, example);
}
