/*
 * site.h - an attention's place in a model, with the numbers that its kind
 * has there: CoDA's alpha and beta.
 */
#ifndef ENGINE_ATTENTION_SITE_H
#define ENGINE_ATTENTION_SITE_H

#include "engine/attention/attention.h"
#include "engine/layer/params.h"

struct site {
    const char *name;     /* owned by the parameters */
    int layer;            /* site_layer()'s number; 0 where it has none */
    int first_head;       /* 0 but of a part */
    int own[OWN_NUMBERS]; /* parameters; -1: none */
};

/*
 * A site named as the scope that was entered, "NAME", with parameters
 * "NAME.alpha" and so on, where the kind wants some: one number, or one a head.
 * Sites of a layer are those whose names, "decoder.0.self" and
 * "decoder.0.cross", differ in what is behind the last dot; theirs are
 * "decoder.0.alpha".  One whose name ends in its layer's number, "self.1", is
 * its layer by itself: the models that have such sites have a kind, with fields
 * of its own, for "question.1" and another for "self.1".
 */
struct site site_add(struct params *p, const struct chosen *kind, int heads);

/*
 * The same where kinds differ within a site or a layer.
 *   part   names some heads of the site, where the others have another kind.
 *          Their numbers are "decoder.0.self.PART.alpha".
 *   group  names the sites of the layer that have this kind, where others have
 *          another.  Those learned by layer are "decoder.0.GROUP.alpha".
 * NULL: that part of the name is left out.
 */
struct site_part {
    const char *part, *group;
    int first_head, heads;
};
struct site site_add_part(struct params *p, const struct chosen *kind,
                          const struct site_part *of);

/* The layer's number in a site's name, "0.self" of "decoder.0.self": the first
 * name between dots that is a number; NULL: there is none. */
const char *site_layer(const char *name);

/* Put them into in->own, and what else is known of the site. */
void site_apply(struct tape *t, const struct params *p, const struct site *s,
                struct attend *in);

#endif
