#include "engine/layer/features.h"

#include <assert.h>

#include "engine/tape/ops.h"

#define QUERY 1 /* the part whose tokens have the features of an example */

static bool of_tokens(const struct feature *f)
{
    return f->of[0] || f->of[1];
}

static void add_one(struct feature_layer *l, struct params *p, int i,
                    const struct feature_how *how, const char *name)
{
    const struct feature *f = &l->is[i];
    const int width = of_tokens(f) ? how->of_token : how->of_example;

    l->table[i] = -1;
    l->cols[i] = f->classes ? f->classes : 1;
    if (f->classes && width) {
        const struct start normal = {INIT_NORMAL, 0.1f};
        const struct start start = how->start.init ? how->start : normal;

        l->cols[i] = width;
        l->table[i] = params_add(p, f->classes, width, start.init, start.scale,
                                 "%s.%s", name, f->name);
        p->param[l->table[i]].table = true;
    }
    l->width += l->cols[i];
}

/* Find the columns of a feature for each part. */
static void find(struct feature_layer *l, int i, const struct model_spec *s)
{
    struct column_kind is[MAX_PARTS];
    const int n = feature_columns(&l->is[i], is);

    for (int p = 0; p < MAX_PARTS; p++)
        l->place[i][p] = -1;
    for (int c = 0; c < n; c++) {
        const int part = is[c].of == OF_EXAMPLE ? QUERY : is[c].of;

        l->place[i][part] = spec_place(s, &is[c]);
        assert(l->place[i][part] >= 0);
    }
}

static bool is_of(const struct feature *f, int parts)
{
    return !parts || (f->of[0] && parts & 1) ||
           ((f->of[1] || !of_tokens(f)) && parts & 2);
}

struct feature_layer features_add(struct params *p, const struct model_spec *s,
                                  const struct feature_how *how,
                                  const char *name)
{
    struct feature_layer l = {.n = 0};

    assert(s->features <= MAX_FEATURES);
    for (int i = 0; i < s->features; i++) {
        if (!is_of(&s->feature[i], how->parts))
            continue;
        l.is[l.n] = s->feature[i];
        add_one(&l, p, l.n, how, name);
        find(&l, l.n++, s);
    }
    return l;
}

/* An example's class, repeated for each of its tokens. */
static const int32_t *repeated(struct tape *t, const int32_t *class,
                               const struct segments *seg)
{
    int32_t *id = arena_ints(t->arena, (size_t)segments_rows(seg));

    for (int s = 0; s < seg->n; s++)
        for (int i = seg->at[s]; i < seg->at[s + 1]; i++)
            id[i] = class[s];
    return id;
}

static struct node *numbers(struct tape *t, const struct packed_column *c,
                            const struct segments *seg)
{
    struct node *x = tape_constant(t, segments_rows(seg), 1);

    for (int s = 0; s < seg->n && !t->dry; s++)
        for (int i = seg->at[s]; i < seg->at[s + 1]; i++)
            x->val[i] = c->floats[c->is.of == OF_EXAMPLE ? s : i];
    return x;
}

static struct node *classes(struct tape *t, const struct params *p, int table,
                            const struct packed_column *c, int cols,
                            const struct segments *seg)
{
    const int rows = segments_rows(seg);
    const int32_t *id =
        c->is.of == OF_EXAMPLE ? repeated(t, c->ints, seg) : c->ints;

    if (table >= 0)
        return tape_lookup(t, params_node(t, p, table), id, rows, 1.0f);
    struct node *x = tape_constant(t, rows, cols);

    for (int i = 0; i < rows && !t->dry; i++)
        x->val[(size_t)i * (size_t)cols + (size_t)id[i]] = 1.0f;
    return x;
}

struct node *features_apply(struct tape *t, const struct params *p,
                            const struct feature_layer *l,
                            const struct grain *g, int part)
{
    const struct segments *seg = &g->part[part].seg;
    struct node *x[MAX_FEATURES];

    for (int i = 0; i < l->n; i++) {
        const struct packed_column *c = grain_column_if(g, l->place[i][part]);

        if (!c)
            x[i] = tape_constant(t, segments_rows(seg), l->cols[i]);
        else if (l->is[i].classes)
            x[i] = classes(t, p, l->table[i], c, l->cols[i], seg);
        else
            x[i] = numbers(t, c, seg);
    }
    return l->n ? tape_concat_all(t, x, l->n) : NULL;
}
