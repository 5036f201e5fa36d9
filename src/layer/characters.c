#include "layer/characters.h"

#include <assert.h>
#include <stdio.h>

#include "data/distinct.h"

struct character_layer characters_add(struct params *p, const struct words *w,
                                      const struct character_how *how,
                                      const char *name)
{
    struct character_layer l = {.how = *how, .of = w->characters};
    char part[64];

    assert(l.of);
    l.table = params_add(p, l.of->n, how->width, INIT_NORMAL, how->deviation,
                         "%s.table", name);
    snprintf(part, sizeof(part), "%s.filters", name);
    l.filters = convolution_add(p, how->width, how->filters, how->window,
                                how->init, part);
    return l;
}

/* A row for each different word.  What dropout takes depends on the word, not
 * on the grain it is in. */
static struct node *encode(struct tape *t, const struct params *p,
                           const struct character_layer *l,
                           const struct distinct *d)
{
    struct packed spelt;

    distinct_spell(d, l->of, t->arena, &spelt);
    struct node *x = tape_lookup(t, params_node(t, p, l->table), spelt.token,
                                 segments_rows(&spelt.seg), 1.0f);

    x = tape_dropout(t, x, l->how.dropout, &spelt.seg, d->token);
    x = convolution_apply(t, p, l->filters, x, &spelt.seg);
    x = tape_segment_max(t, x, &spelt.seg);
    return l->how.relu ? tape_relu(t, x) : x; /* after, as it is monotone */
}

void characters_apply(struct tape *t, const struct params *p,
                      const struct character_layer *l,
                      const struct packed *part, int parts, struct node **out)
{
    struct distinct d;

    distinct_tokens(part, parts, t->arena, &d);
    struct node *y = encode(t, p, l, &d);

    for (int i = 0; i < parts; i++)
        out[i] = tape_lookup(t, y, d.row[i], segments_rows(&part[i].seg), 1.0f);
}
