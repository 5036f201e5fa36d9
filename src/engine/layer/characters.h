/*
 * characters.h - vectors of words computed from their characters, once for each
 * distinct word of a grain: a convolution over the word and the maximum of each
 * filter (Kim 2014); or the final states of both directions of an LSTM (Ling et
 * al. 2015) or of a GRU, the latter also projected (Dhingra et al. 2017).
 *
 * Also vectors of tokens from their first characters: an LSTM in both
 * directions over the first characters of a part's tokens, as in the released
 * code of MReader's authors.
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
    CHARACTERS_STATES,   /* over a word, a GRU not projected */
};
extern const char *const character_encoder_names[];

struct character_how {
    enum character_encoder encoder;
    int width;          /* width of a character's vector */
    struct start start; /* initial values of these; INIT_ZERO: normal, deviation
                           0.1 */
    int filters;    /* width of the result: two directions have half of it each,
                       unless they are projected to it */
    float dropout;  /* on characters' vectors: one mask per step for all
                       occurrences of a word; for initials one per token */
    enum init init; /* initial values of filters, as in convolution_add(); of a
                       GRU's projection as in linear_add_as() */
    /* For a convolution only: */
    int window; /* characters that a filter reads */
    bool relu;  /* apply ReLU to the maximum */
    /* For a GRU only: */
    struct recurrent_form gru; /* its form except `in`; width: of each direction
                                  if these are projected */
};

struct character_layer {
    struct character_how how;
    const struct characters *of; /* borrowed */
    int table;                   /* [of->n x width] */
    struct convolution filters;  /* or */
    struct recurrent recurrent;  /* LSTM or GRU, and for a projected GRU
                                    also: */
    struct linear project;       /* for CHARACTERS_GRU */
};

/* Words must have characters, and outlive the layer.  Parameters "name.table"
 * and "name.filters", or "name.lstm" as in recurrent_add(), or "name.gru" and,
 * if it is projected, "name.project". */
struct character_layer characters_add(struct params *p, const struct words *w,
                                      const struct character_how *how,
                                      const char *name);

/* True if an encoder has two directions that share `filters`. */
static inline bool characters_both_ways(enum character_encoder e)
{
    return e == CHARACTERS_LSTM || e == CHARACTERS_INITIALS ||
           e == CHARACTERS_STATES;
}

/* Compute the vectors for parts of `example`s that share those words: out[i]
 * [rows of part i x filters]. */
void characters_apply(struct tape *t, const struct params *p,
                      const struct character_layer *l,
                      const struct packed *part, int parts, const int *example,
                      struct node **out);

#endif
