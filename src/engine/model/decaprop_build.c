/* decaprop_build.c - the parameters of DecaProp. */
#include "engine/model/decaprop.h"

#include "base/core/memory.h"

static struct recurrent rnn_add(struct model *m, int in, const char *name)
{
    const struct decaprop_conf *c = m->conf;

    return recurrent_add(
        &m->params,
        &(struct recurrent_form){
            .kind = c->cell == CELL_GRU ? RECURRENT_GRU : RECURRENT_LSTM,
            .in = in,
            .width = (int)c->hidden,
            .both = true,
            .two_biases = true,
            .start = START_GLOROT},
        name);
}

static void encoder_add(struct model *m, int layer)
{
    const struct decaprop_conf *c = m->conf;
    struct decaprop *d = m->own;
    const bool fed = c->feed == FEED_CONNECTORS;
    const int in = layer == 0 ? d->projection.width
                              : 2 * (int)c->hidden + (fed ? FACTORED : 0);

    params_enter(&m->params, "encode.%d", layer);
    d->encode[layer][DOCUMENT] =
        rnn_add(m, in, c->own_question ? "document" : "both");
    d->encode[layer][QUERY] = c->own_question ? rnn_add(m, in, "query")
                                              : d->encode[layer][DOCUMENT];
    params_leave(&m->params);
}

static void connectors_add(struct model *m, const char *name, int rows,
                           bool both, struct connector (*of)[DECAPROP_LAYERS])
{
    const struct decaprop_conf *c = m->conf;
    const struct connector_how how = {.layers = (int)c->connector_layers,
                                      .factors = (int)c->factors,
                                      .bias = c->connector_bias,
                                      .shared = c->shared_factors,
                                      .both = both,
                                      .kind = &c->connector_attention,
                                      .dropout = (float)c->attention_dropout};

    for (int i = 0; i < rows; i++)
        for (int j = 0; j < c->layers; j++) {
            params_enter(&m->params, "%s.%d.%d", name, i, j);
            of[i][j] = connector_add(&m->params, &how, 2 * (int)c->hidden);
            params_leave(&m->params);
        }
}

static struct gated_how core_gate(const struct decaprop_conf *c, int width)
{
    const long to = c->gate_width < 0 ? width
                    : c->gate_width   ? c->gate_width
                                      : c->hidden;

    return (struct gated_how){.form = (enum gated_form)c->gate,
                              .width = (int)to,
                              .shared = c->gate_shared,
                              .kind = &c->attention,
                              .dropout = (float)c->attention_dropout};
}

static struct gated_how self_gate(const struct decaprop_conf *c, int width)
{
    struct gated_how how = core_gate(c, width);

    if (c->self_gate != SELF_AS_CORE) {
        how.form = (enum gated_form)(c->self_gate - SELF_FORM);
        how.width = (int)c->hidden;
        how.shared = false;
    }
    how.kind = &c->self_attention;
    return how;
}

/* Core and self-attention, each with its recurrent layer and connectors. */
static void gates_add(struct model *m)
{
    const struct decaprop_conf *c = m->conf;
    struct decaprop *d = m->own;
    const int state = 2 * (int)c->hidden, n = (int)c->layers;
    const int dense = n * state + n * n * FACTORED;
    const struct gated_how core = core_gate(c, dense);
    const struct gated_how self = self_gate(c, state);

    d->core = gated_add(&m->params, &core, dense, "core");
    d->behind[0] = rnn_add(m, d->core.out, "behind_core");
    d->self = gated_add(&m->params, &self, state, "self");
    d->behind[1] = rnn_add(m, d->self.out, "behind_self");
    connectors_add(m, "upper", ATTENDED, false, d->upper);
}

static void pointer_add(struct model *m)
{
    const struct decaprop_conf *c = m->conf;
    struct decaprop *d = m->own;
    const int state = 2 * (int)c->hidden;
    const int more = ATTENDED * (int)c->layers * FACTORED;

    d->start = rnn_add(m, c->upper == POINTER_READS_BOTH ? state + more : more,
                       "behind_upper");
    d->end = rnn_add(m, state, "behind_start");
    d->first = linear_add_as(&m->params, state, 1, c->pointer_bias, INIT_GLOROT,
                             "start");
    d->last = linear_add_as(&m->params, state, 1, c->pointer_bias, INIT_GLOROT,
                            "end");
}

int decaprop_build(struct model *m, struct error *e)
{
    const struct decaprop_conf *c = m->conf;
    struct decaprop *d = memory_zeroed(1, sizeof(*d));
    const struct input_layer_how how = {.filters = INIT_GLOROT,
                                        .project = INIT_GLOROT,
                                        .gru = {.kind = RECURRENT_GRU,
                                                .two_biases = true,
                                                .start = START_GLOROT}};

    m->own = d;
    if (input_layer_add_as(&d->reading, &m->params, &m->spec, &c->reading, &how,
                           e))
        return -1;
    d->projection = projection_add(&m->params, d->reading.width, c->project,
                                   c->highway, true, INIT_GLOROT);
    for (int i = 0; i < c->layers; i++)
        encoder_add(m, i);
    connectors_add(m, "connector", (int)c->layers, true, d->connector);
    gates_add(m);
    pointer_add(m);
    return 0;
}
