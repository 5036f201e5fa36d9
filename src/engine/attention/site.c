#include "engine/attention/site.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

static int add(struct params *p, int n, const struct own_number *of,
               const char *name)
{
    const int number = params_add_whole(p, 1, n, INIT_GIVEN, 0.0f, name);
    float *given = memory_floats((size_t)n);

    for (int i = 0; i < n; i++)
        given[i] = (float)of->first;
    params_keep(p, given);
    p->param[number].given = given;
    p->param[number].held = of->held;
    p->param[number].chosen = of->chosen;
    return number;
}

const char *site_layer(const char *name)
{
    for (const char *at = name; at; at = strchr(at, '.')) {
        at += *at == '.';
        const size_t n = strspn(at, "0123456789");

        if (n && (!at[n] || at[n] == '.'))
            return at;
    }
    return NULL;
}

/* The length of the layer's name in a site's name, "decoder.0" in
 * "decoder.0.self"; "self.0" is itself a layer. */
static int layer_len(const char *name)
{
    const char *dot = strrchr(name, '.');
    const bool within = dot && site_layer(name) != dot + 1;

    return (int)(within ? (size_t)(dot - name) : strlen(name));
}

/* What precedes the name of a number: the site's name "decoder.0.self" with its
 * part, or if shared the layer's "decoder.0" with its group. */
static char *prefix_of(const char *name, bool shared,
                       const struct site_part *of)
{
    const int len = shared ? layer_len(name) : (int)strlen(name);
    const char *more = shared ? of->group : of->part;

    return memory_format("%.*s%s%s", len, name, more ? "." : "",
                         more ? more : "");
}

struct site site_add(struct params *p, const struct chosen *kind, int heads)
{
    return site_add_part(p, kind, &(struct site_part){.heads = heads});
}

struct site site_add_part(struct params *p, const struct chosen *kind,
                          const struct site_part *of)
{
    const char *name = params_scope(p), *number = site_layer(name);
    const int layer = number ? atoi(number) : 0;
    const struct own_numbers own = attention_own_numbers(kind, layer);
    const bool shared = own.reach == REACH_LAYER;
    char *prefix = prefix_of(name, shared, of);
    struct site s = {
        .name = name, .layer = layer, .first_head = of->first_head};

    for (int i = 0; i < OWN_NUMBERS; i++) {
        s.own[i] = -1;
        if (own.reach == REACH_NONE || !own.number[i].name)
            continue;
        char *full = memory_format("%s.%s", prefix, own.number[i].name);

        if (shared)
            s.own[i] = params_find(p, full);
        if (s.own[i] < 0)
            s.own[i] = add(p, own.reach == REACH_HEAD ? of->heads : 1,
                           &own.number[i], full);
        free(full);
    }
    free(prefix);
    return s;
}

void site_apply(struct tape *t, const struct params *p, const struct site *s,
                struct attend *in)
{
    in->site = s->name;
    in->layer = s->layer;
    in->first_head = s->first_head;
    for (int i = 0; i < OWN_NUMBERS; i++)
        in->own[i] = s->own[i] < 0 ? NULL : params_node(t, p, s->own[i]);
}
