#include "model/model.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/str.h"

#define KIND(name) extern const struct model_kind model_##name;
#include "model/kinds.def"
#undef KIND

#define KIND(name) &model_##name.is,
static const struct kind *const list[] = {
#include "model/kinds.def"
    NULL,
};
#undef KIND

const struct kinds model_kinds = {.sort = "model", .list = list};

/* "pair or sequence" */
static void add_names(struct str *s, const char *const *names, unsigned set)
{
    for (int i = 0; names[i]; i++) {
        if (!(set & 1u << i))
            continue;
        set &= ~(1u << i);
        str_addf(s, "%s%s", names[i],
                 !set                ? ""
                 : (set & (set - 1)) ? ", "
                                     : " or ");
    }
}

static int refuse(const struct model_kind *k, const struct model_spec *spec,
                  struct error *e)
{
    struct str reads = {0}, answers = {0};

    add_names(&reads, shape_names, k->shapes);
    add_names(&answers, head_names, k->heads);
    error_set(e,
              "task '%s' gives shape %s and wants answer %s; model '%s' reads "
              "%s and answers %s",
              spec->task, shape_names[spec->shape], head_names[spec->head],
              k->is.name, str_text(&reads), str_text(&answers));
    str_release(&reads);
    str_release(&answers);
    return -1;
}

struct model *model_new(const struct chosen *kind,
                        const struct model_spec *spec, struct error *e)
{
    /* `is` comes first in every kind */
    const struct model_kind *k = (const struct model_kind *)kind->kind;

    if (!(k->shapes & 1u << spec->shape) || !(k->heads & 1u << spec->head)) {
        refuse(k, spec, e);
        return NULL;
    }
    struct model *m = memory_zeroed(1, sizeof(*m));

    m->kind = k;
    m->conf = kind->conf;
    m->spec = *spec;
    if (k->build(m, e)) {
        error_in(e, "model '%s'", k->is.name);
        model_free(m);
        return NULL;
    }
    return m;
}

void model_free(struct model *m)
{
    if (!m)
        return;
    if (m->kind->release)
        m->kind->release(m);
    else
        free(m->own);
    params_release(&m->params);
    free(m);
}
