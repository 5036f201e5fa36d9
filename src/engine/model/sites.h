/*
 * sites.h - which attention of a transformer has which kind.
 *
 * A transformer has three sites: self-attention of the encoder, self-attention
 * of the decoder, and cross-attention.  The field `attention` is the kind of
 * all three.  A site can be given a kind of its own, in some layers and some
 * heads or in all; `attention` remains the kind of its other layers and heads.
 *
 * If a site's own kind has the same fields as `attention`, the model is the
 * same as without it: the same parameters, names and bits.
 *
 * A kind may learn numbers by layer, such as CoDA's alpha.  If the decoder's
 * self-attention and cross-attention of a layer have one kind with the same
 * fields, they share that layer's numbers, which are named after the decoder's
 * self-attention.  Otherwise each has numbers of its own.
 *
 * Threads: pure functions.
 */
#ifndef ENGINE_MODEL_SITES_H
#define ENGINE_MODEL_SITES_H

#include "engine/model/multihead.h"

enum attention_site { SITE_ENCODER, SITE_DECODER, SITE_CROSS, SITES };

/* The fields' names: "encoder_attention", ... */
extern const char *const attention_site_names[SITES];

struct sites {
    const struct chosen *attention; /* borrowed, as the places are */
    const struct attention_place *place[SITES];
};

/* Check that the places name layers and heads that the model has.  If `layers`
 * or `heads` is 0, it is not known yet and is not checked. */
int sites_check(const struct sites *s, int layers, int heads, struct error *e);

/* The kinds of an attention's heads in a layer, as ranges of neighbouring
 * heads.  Returns the number of parts. */
int sites_parts(const struct sites *s, enum attention_site site, int layer,
                int heads, struct heads_of part[MULTIHEAD_PARTS]);

/* True if layer i is in a list such as "0,2-3".  "" contains every layer. */
bool layers_have(const char *layers, int i);

#endif
