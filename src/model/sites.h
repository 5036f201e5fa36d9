/*
 * sites.h - which kind of attention a transformer has where: in self-attention
 * of its encoder or decoder and in cross-attention, by layer and by head.
 *
 * A place that is set has its kind in the layers and heads that it names, and
 * `attention` in all others.  A place whose kind has the fields of `attention`
 * is as if it were not set: the same parameters, under the same names, and the
 * same bits.  In a layer where decoder and cross-attention have the same
 * fields, they are one kind.
 *
 * Threads: pure functions.
 */
#ifndef MODEL_SITES_H
#define MODEL_SITES_H

#include "model/multihead.h"

enum attention_site { SITE_ENCODER, SITE_DECODER, SITE_CROSS, SITES };

/* The fields' names: "encoder_attention", ... */
extern const char *const attention_site_names[SITES];

struct sites {
    const struct chosen *attention; /* borrowed, as the places are */
    const struct attention_place *place[SITES];
};

/* Do the places name layers and heads that the model has?  Where `layers` or
 * `heads` is 0, their number is not known yet, and that part is not checked. */
int sites_check(const struct sites *s, int layers, int heads, struct error *e);

/* The kinds of an attention's heads in a layer, as parts of heads that stand
 * side by side.  Returns how many parts there are. */
int sites_parts(const struct sites *s, enum attention_site site, int layer,
                int heads, struct heads_of part[MULTIHEAD_PARTS]);

/* Is layer i in such a list as "0,2-3"?  Every layer is in "". */
bool layers_have(const char *layers, int i);

#endif
