/*
 * The universal transformer (Dehghani et al. 2018) in Tensor2Tensor's form: the
 * transformer's stacks with layers that are repeated in steps, where each step
 * adds positions and a vector of its own; with `halts` each position halts
 * separately (model/transformer_recurrence.c).
 *
 * The halting cost is N + R of each position: the mean over a sequence's
 * positions, and the mean over the answers of the loss, which are target tokens
 * or classes.  Tensor2Tensor's means are over the padded batch.
 */
#include "engine/model/transformer.h"

enum universal_preset { PRESET_TINY, PRESET_SMALL, PRESET_BASE, PRESET_CUSTOM };
static const char *const preset_names[] = {"tiny", "small", "base", "custom",
                                           NULL};

/* With halting, steps are the greatest number. */
static const struct transformer_sizes presets[][2] = {
    [PRESET_TINY] = {{1, 8, 128, 512, 4}, {1, 4, 128, 512, 4}},
    [PRESET_SMALL] = {{1, 6, 512, 2048, 8}, {1, 12, 512, 2048, 8}},
    [PRESET_BASE] = {{1, 6, 1024, 4096, 16}, {1, 12, 1024, 4096, 16}},
    [PRESET_CUSTOM] = {{1, 1, 0, 0, 0}, {1, 2, 0, 0, 0}},
};

struct universal_conf {
    struct transformer_conf of;
    long steps; /* 0: the preset's */
    bool halts;
    double halting_bias, halting_rest, ponder;
};

static const struct field fields[] = {
    FIELD_CHOICE(
        struct transformer_conf, preset, PRESET_TINY, preset_names,
        "sizes of Tensor2Tensor's universal preset of this name; custom: "
        "one layer, one step or two where it halts"),
    FIELD_INT(struct universal_conf, steps, 0, 0, 64,
              "times that each stack is gone through, at most where it halts; "
              "0: the preset's"),
    FIELD_INT(struct transformer_conf, layers, 0, 0, 64,
              "layers of a step; 0: the preset's"),
    FIELD_BOOL(struct universal_conf, halts, false,
               "each position halts by itself (adaptive computation time)"),
    FIELD_REAL(struct universal_conf, halting_bias, 1.0, -20.0, 20.0,
               "of halting probabilities at the start; with halts"),
    FIELD_REAL(struct universal_conf, halting_rest, 0.01, 0.0, 0.5,
               "a position halts when its probabilities come over 1 less "
               "this; with halts"),
    FIELD_REAL(struct universal_conf, ponder, 0.01, 0.0, 10.0,
               "what a step costs, in the loss; with halts"),
    TRANSFORMER_FIELDS,
    FIELD_END,
};

static long width(const void *conf)
{
    const struct universal_conf *c = conf;

    return c->of.hidden ? c->of.hidden : presets[c->of.preset][c->halts].hidden;
}

static int check(const void *conf, struct error *e)
{
    const struct universal_conf *c = conf;

    return transformer_check(&c->of, &presets[c->of.preset][c->halts], e);
}

static int build(struct model *m, struct error *e)
{
    const struct universal_conf *c = m->conf;
    struct transformer_sizes sizes = presets[c->of.preset][c->halts];

    if (c->steps)
        sizes.steps = (int)c->steps;
    return transformer_build(m, &sizes,
                             &(struct halting_conf){.halts = c->halts,
                                                    .bias = c->halting_bias,
                                                    .rest = c->halting_rest,
                                                    .ponder = c->ponder},
                             e);
}

const struct model_kind model_universal = {
    .is = {.name = "universal",
           .summary = "transformer whose layers are gone through step by step",
           .source = "Dehghani et al. 2018; Tensor2Tensor",
           .fields = fields,
           .size = sizeof(struct universal_conf),
           .check = check},
    .shapes =
        1u << SHAPE_SEQUENCE | 1u << SHAPE_PAIR | 1u << SHAPE_SOURCE_TARGET,
    .since = 3, /* before, the vectors of steps were not scaled */
    .build = build,
    .release = transformer_release,
    .scores = transformer_scores,
    .loss = transformer_loss,
    .answer = transformer_generate,
    .sizes = transformer_list_sizes,
    .check_shape = transformer_check_shape,
    .sites = transformer_site_names,
    .width = width,
};
