/*
 * site.h - an attention's place in a model, with the parameters that its kind
 * has there: CoDA's alpha and beta.
 */
#ifndef ENGINE_ATTENTION_SITE_H
#define ENGINE_ATTENTION_SITE_H

#include "engine/attention/attention.h"
#include "engine/layer/params.h"

struct site {
    const char *name;     /* owned by the parameters */
    int layer;            /* site_layer()'s number; 0 if the name has none */
    int first_head;       /* above 0 only for a part of the heads */
    int own[OWN_NUMBERS]; /* parameters; -1 if there is none */
};

/*
 * Add a site that is named as the current scope, "NAME", with parameters
 * "NAME.alpha" and so on if the kind has some: one number, or one a head.
 *
 * Sites of one layer have names that differ only after the last dot, such as
 * "decoder.0.self" and "decoder.0.cross"; numbers that they share are
 * "decoder.0.alpha".  A site whose name ends in its layer's number, "self.1",
 * is alone in its layer: models with such sites have one kind, with fields of
 * its own, for "question.1" and another for "self.1".
 */
struct site site_add(struct params *p, const struct chosen *kind, int heads);

/*
 * Add a site where kinds differ within a site or a layer.
 *   part   names some heads of the site, whose other heads have another kind.
 *          Their numbers are "decoder.0.self.PART.alpha".
 *   group  names the sites of the layer that have this kind, if others have
 *          another.  Numbers learned by layer are "decoder.0.GROUP.alpha".
 * NULL: that part of the name is left out.
 */
struct site_part {
    const char *part, *group;
    int first_head, heads;
};
struct site site_add_part(struct params *p, const struct chosen *kind,
                          const struct site_part *of);

/* The part of a site's name from its layer's number on, "0.self" of
 * "decoder.0.self".  The number is the first name between dots that is a
 * number; NULL if there is none. */
const char *site_layer(const char *name);

/* Set in->own, and what else is known of the site. */
void site_apply(struct tape *t, const struct params *p, const struct site *s,
                struct attend *in);

#endif
