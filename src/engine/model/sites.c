#include "engine/model/sites.h"

#include <string.h>

const char *const attention_site_names[SITES] = {
    [SITE_ENCODER] = "encoder_attention",
    [SITE_DECODER] = "decoder_attention",
    [SITE_CROSS] = "cross_attention",
};

/* --- layers --------------------------------------------------------------- */

/* More layers than any model has: further digits are skipped, so that no number
 * overflows. */
#define NO_LAYER 100000

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Read a number at *at; -1 if there is none, or if it has leading zeros. */
static int read_number(const char **at)
{
    int n = 0;

    if (!is_digit(**at) || (**at == '0' && is_digit((*at)[1])))
        return -1;
    for (; is_digit(**at); ++*at)
        n = n < NO_LAYER ? 10 * n + (**at - '0') : n;
    return n;
}

struct layer_range {
    int first, last;
};

/* Read "2" or "0-1", and a comma if more follows it. -1 if it is neither. */
static int read_range(const char **at, struct layer_range *r)
{
    r->first = r->last = read_number(at);
    if (r->first >= 0 && **at == '-') {
        ++*at;
        r->last = read_number(at);
    }
    if (r->first < 0 || r->last < r->first)
        return -1;
    if (**at == ',' && (*at)[1])
        ++*at;
    else if (**at)
        return -1;
    return 0;
}

bool layers_have(const char *layers, int i)
{
    struct layer_range r;
    const char *at = layers;

    while (*at && !read_range(&at, &r))
        if (i >= r.first && i <= r.last)
            return true;
    return !*layers;
}

static int fail_layers(const char *site, const char *found, int layers,
                       struct error *e)
{
    struct str most = {0};

    if (layers)
        str_addf(&most, " from 0 to %d", layers - 1);
    error_set(e,
              "%s.layers: found '%.200s', expected numbers%s or ranges of "
              "them such as 0-1, rising, with commas and no blanks between",
              site, found, str_text(&most));
    str_release(&most);
    return -1;
}

static int check_layers(const char *site, const char *text, int layers,
                        struct error *e)
{
    struct layer_range r;
    int before = -1;

    for (const char *at = text; *at; before = r.last)
        if (read_range(&at, &r) || r.first <= before ||
            (layers && r.last >= layers))
            return fail_layers(site, text, layers, e);
    return 0;
}

/* --- places --------------------------------------------------------------- */

int sites_check(const struct sites *s, int layers, int heads, struct error *e)
{
    for (int i = 0; i < SITES; i++) {
        const struct attention_place *p = s->place[i];

        if (!p->is.kind)
            continue;
        if (check_layers(attention_site_names[i], p->layers, layers, e))
            return -1;
        if (heads && p->heads > heads)
            return error_set(e,
                             "%s.heads: found %ld, expected at most %d, as "
                             "many as the model has (0: all)",
                             attention_site_names[i], p->heads, heads);
    }
    return 0;
}

static bool are_same(const struct chosen *a, const struct chosen *b)
{
    struct str x = {0}, y = {0};

    chosen_text(a, "", TEXT_WHOLE, &x);
    chosen_text(b, "", TEXT_WHOLE, &y);
    const bool same = !strcmp(str_text(&x), str_text(&y));

    str_release(&x);
    str_release(&y);
    return same;
}

/* True if the place has this kind, with the same fields, in this layer. */
static bool has_kind(const struct attention_place *p, const struct chosen *is,
                     int layer)
{
    return are_same(is, &p->is) && layers_have(p->layers, layer);
}

/* The kind of a place in a layer where it is set: `attention`, or that of the
 * layer's first place with the same fields, which may be this one. */
static struct heads_of kind_at(const struct sites *s, enum attention_site site,
                               int layer)
{
    const struct chosen *is = &s->place[site]->is;
    enum attention_site first =
        site == SITE_ENCODER ? SITE_ENCODER : SITE_DECODER;

    if (are_same(is, s->attention))
        return (struct heads_of){.kind = s->attention};
    while (first < site && !has_kind(s->place[first], is, layer))
        first++;
    return (struct heads_of){.kind = &s->place[first]->is,
                             .group = attention_site_names[first]};
}

int sites_parts(const struct sites *s, enum attention_site site, int layer,
                int heads, struct heads_of part[MULTIHEAD_PARTS])
{
    const struct attention_place *p = s->place[site];

    part[0] = part[1] = (struct heads_of){.kind = s->attention, .heads = heads};
    if (!p->is.kind || !layers_have(p->layers, layer))
        return 1;
    part[0] = kind_at(s, site, layer);
    part[0].heads = p->heads ? (int)p->heads : heads;
    if (part[0].kind == s->attention)
        part[0].heads = heads;
    part[1].heads = heads - part[0].heads;
    return part[1].heads ? 2 : 1;
}
