#include "engine/model/multihead.h"

#include <assert.h>
#include <stdio.h>

/* --- parameters ----------------------------------------------------------- */

static struct linear projection(struct params *p, int width, const char *name)
{
    return linear_add(p, width, width, false, name);
}

/* "heads0-1" for one of several parts, "" if there is only one part. */
struct part_name {
    char text[32];
};

static struct part_name name_of(const struct multihead *m, int first, int heads)
{
    struct part_name name = {""};

    if (heads < m->heads && heads > 1)
        snprintf(name.text, sizeof(name.text), "heads%d-%d", first,
                 first + heads - 1);
    else if (heads < m->heads)
        snprintf(name.text, sizeof(name.text), "heads%d", first);
    return name;
}

static int count(const struct heads_of *part, int parts)
{
    int n = 0;

    for (int i = 0; i < parts; i++)
        n += part[i].heads;
    return n;
}

static void add_sites(struct params *p, struct multihead *m,
                      const struct heads_of *part)
{
    for (int i = 0, first = 0; i < m->parts; first += part[i++].heads) {
        const struct part_name name = name_of(m, first, part[i].heads);
        const struct site_part of = {.part = *name.text ? name.text : NULL,
                                     .group = part[i].group,
                                     .first_head = first,
                                     .heads = part[i].heads};

        m->part[i].of = part[i];
        m->part[i].distance_features =
            attention_distance_features(part[i].kind);
        m->part[i].site = site_add_part(p, part[i].kind, &of);
    }
}

static void add_own_features(struct params *p, struct multihead *m, int width)
{
    for (int i = 0; i < m->parts; i++) {
        struct multihead_part *part = &m->part[i];
        const int to = width / m->heads * part->of.heads;
        const struct part_name name =
            name_of(m, part->site.first_head, part->of.heads);

        if (!part->distance_features)
            continue;
        if (*name.text)
            params_enter(p, "%s", name.text);
        part->query_n = linear_add(p, width, to, false, "query_n");
        part->key_n = linear_add(p, width, to, false, "key_n");
        if (*name.text)
            params_leave(p);
    }
}

static struct multihead add(struct params *p, int width,
                            const struct heads_of *part, int parts, bool mixes,
                            const char *name)
{
    struct multihead m = {
        .out = {-1, -1}, .heads = count(part, parts), .parts = parts};

    assert(parts <= MULTIHEAD_PARTS);
    params_enter(p, "%s", name);
    m.query = projection(p, width, "query");
    m.key = projection(p, width, "key");
    m.value = projection(p, width, "value");
    add_sites(p, &m, part);
    if (mixes)
        m.out = projection(p, width, "out");
    add_own_features(p, &m, width);
    params_leave(p);
    return m;
}

struct multihead multihead_add(struct params *p, int width, int heads,
                               const struct chosen *kind, const char *name)
{
    return add(p, width, &(struct heads_of){.kind = kind, .heads = heads}, 1,
               true, name);
}

struct multihead multihead_add_parts(struct params *p, int width,
                                     const struct heads_of *part, int parts,
                                     const char *name)
{
    return add(p, width, part, parts, true, name);
}

struct multihead multihead_add_open(struct params *p, int width, int heads,
                                    const struct chosen *kind, const char *name)
{
    return add(p, width, &(struct heads_of){.kind = kind, .heads = heads}, 1,
               false, name);
}

/* --- memory --------------------------------------------------------------- */

/* The columns of a part's heads: all columns if it is the only part. */
static struct node *columns_of(struct tape *t, const struct multihead *m,
                               int part, struct node *x)
{
    const struct multihead_part *p = &m->part[part];
    const int each = x->cols / m->heads;

    return m->parts == 1 ? x
                         : tape_columns(t, x, p->site.first_head * each,
                                        p->of.heads * each);
}

struct memory multihead_memory(struct tape *t, const struct params *p,
                               const struct multihead *m, struct node *x,
                               const struct segments *seg)
{
    struct node *key = linear_apply(t, p, m->key, x);
    struct node *value = linear_apply(t, p, m->value, x);
    struct memory y = {.seg = *seg};

    for (int i = 0; i < m->parts; i++) {
        y.part[i].key = columns_of(t, m, i, key);
        y.part[i].value = columns_of(t, m, i, value);
        if (m->part[i].distance_features)
            y.part[i].key_n = linear_apply(t, p, m->part[i].key_n, x);
    }
    return y;
}

/* --- attending ------------------------------------------------------------ */

/* `in` is what the parts share, with q of all heads. */
static struct node *attend_part(struct tape *t, const struct params *p,
                                const struct multihead *m, int i,
                                struct attend in, struct node *x,
                                const struct memory *memory)
{
    const struct multihead_part *part = &m->part[i];

    in.q = columns_of(t, m, i, in.q);
    in.k = memory->part[i].key;
    in.b = memory->part[i].value;
    in.heads = part->of.heads;
    if (part->distance_features) {
        in.qn = linear_apply(t, p, part->query_n, x);
        in.kn = memory->part[i].key_n;
    }
    site_apply(t, p, &part->site, &in);
    return attend(t, part->of.kind, &in).a_out;
}

struct node *multihead_apply(struct tape *t, const struct params *p,
                             const struct multihead *m, struct node *x,
                             const struct segments *seg,
                             const struct memory *memory,
                             const struct attending *how)
{
    const struct attend in = {
        .q = linear_apply(t, p, m->query, x),
        .rows = *seg,
        .cols = memory->seg,
        .mask = how->mask,
        .by_rows = how->by_rows,
        .scaled = true,
        .example = how->example,
        .dropout = how->dropout,
    };
    struct node *part[MULTIHEAD_PARTS];

    for (int i = 0; i < m->parts; i++)
        part[i] = attend_part(t, p, m, i, in, x, memory);
    struct node *y =
        m->parts == 1 ? part[0] : tape_concat_all(t, part, m->parts);

    return m->out.weight < 0 ? y : linear_apply(t, p, m->out, y);
}
