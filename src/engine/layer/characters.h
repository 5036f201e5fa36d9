/*
 * characters.h - vectors of words from their characters: a convolution over a
 * word and the greatest value of each filter (Kim 2014), or an LSTM's last
 * states of both directions (Ling et al. 2015), or a GRU's, as they are or
 * projected (Dhingra et al. 2017), once for each different word of a grain.
 *
 * Or of tokens from how they begin: an LSTM of both directions over a part's
 * tokens, of each its first character, as MReader's authors released it.
 *
 * Threads: read-only once added.
 */
#ifndef ENGINE_LAYER_CHARACTERS_H
#define ENGINE_LAYER_CHARACTERS_H

#include "engine/data/batch.h"
#include "engine/data/words.h"
#include "engine/layer/convolution.h"
#include "engine/layer/layers.h"
#include "engine/layer/recurrent.h"

enum character_encoder {
    CHARACTERS_CONVOLUTION,
    CHARACTERS_LSTM,     /* over a word */
    CHARACTERS_INITIALS, /* over a part's tokens */
    CHARACTERS_GRU,      /* over a word, projected */
    CHARACTERS_STATES,   /* the same, not projected */
};
extern const char *const character_encoder_names[];

struct character_how {
    enum character_encoder encoder;
    int width;          /* of a character's vector */
    struct start start; /* of these; INIT_ZERO: normal, deviation 0.1 */
    int filters;    /* the width of what is made: two directions have half of
                       it each, unless they are projected to it */
    float dropout;  /* on characters' vectors: one mask a step for all that
                       are the same word; of initials one a token */
    enum init init; /* of filters, as convolution_add() has it; of a GRU's
                       projection as linear_add_as() has it */
    /* A convolution's alone: */
    int window; /* characters that a filter sees */
    bool relu;  /* of the greatest; else as it is */
    /* A GRU's alone: */
    struct recurrent_form gru; /* but for what it reads; width: of either
                                  direction, where these are projected */
};

struct character_layer {
    struct character_how how;
    const struct characters *of; /* borrowed */
    int table;                   /* [of->n x width] */
    struct convolution filters;  /* or */
    struct recurrent recurrent;  /* LSTM or GRU, and behind this one: */
    struct linear project;       /* of CHARACTERS_GRU */
};

/* Words must have characters, and outlive the layer.  Parameters "name.table"
 * and "name.filters", or "name.lstm" as recurrent_add() has them, or "name.gru"
 * and, where it is projected, "name.project". */
struct character_layer characters_add(struct params *p, const struct words *w,
                                      const struct character_how *how,
                                      const char *name);

/* Does an encoder have two directions, that share `filters`? */
static inline bool characters_both_ways(enum character_encoder e)
{
    return e == CHARACTERS_LSTM || e == CHARACTERS_INITIALS ||
           e == CHARACTERS_STATES;
}

/* Of parts of `example`s that share those words: out[i] [rows of part i x
 * filters]. */
void characters_apply(struct tape *t, const struct params *p,
                      const struct character_layer *l,
                      const struct packed *part, int parts, const int *example,
                      struct node **out);

#endif
