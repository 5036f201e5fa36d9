/*
 * decaprop.h - DecaProp's fields and layers; private to its two files.
 */
#ifndef ENGINE_MODEL_DECAPROP_H
#define ENGINE_MODEL_DECAPROP_H

#include "engine/layer/recurrent.h"
#include "engine/model/connector.h"
#include "engine/model/gated.h"
#include "engine/model/input_layer.h"

#define DECAPROP_LAYERS 4
#define ATTENDED 2 /* outputs of core and self-attention: U_1, U_2 */

enum { CELL_GRU, CELL_LSTM };
enum { FEED_NONE, FEED_CONNECTORS };
/* SELF_FORM + an enum gated_form: that form, independent of the core's. */
enum { SELF_AS_CORE, SELF_FORM };
enum { POINTER_READS_BOTH, POINTER_READS_CONNECTORS };

struct decaprop_conf {
    struct input_layer_conf reading;
    long project, highway, hidden, layers;
    int cell, feed, gate, self_gate, upper;
    bool own_question, connector_bias, shared_factors, gate_shared;
    bool pointer_bias;
    long connector_layers, factors, gate_width;
    struct chosen attention, connector_attention, self_attention;
    double attention_dropout;
};

struct decaprop {
    struct input_layer reading;
    struct projection projection;
    struct recurrent encode[DECAPROP_LAYERS][SIDES];
    struct connector connector[DECAPROP_LAYERS][DECAPROP_LAYERS];
    struct connector upper[ATTENDED][DECAPROP_LAYERS];
    struct gated core, self;
    struct recurrent behind[ATTENDED]; /* after core and self */
    struct recurrent start, end;
    struct linear first, last;
};

/* Build the model's layers from its spec and conf; -1 with an error. */
int decaprop_build(struct model *m, struct error *e);

#endif
