/* kind_names.c - kinds that are named in a sweep or a variant. */
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/str.h"
#include "sweep/experiment/experiment_internal.h"

#define KIND ".kind"

/* Return the kinds for a field that names one, `X` or `X.kind`; NULL if it does
 * not. *unset: "unset" is allowed, too. */
static const struct kinds *kinds_named(const char *name, bool *unset)
{
    const size_t n = strlen(name);
    char *of = memory_format(
        "%.*s", (int)(str_ends_in(name, KIND) ? n - strlen(KIND) : n), name);
    const struct field *f = field_named(of);
    const struct kinds *kinds = !strcmp(of, "model") ? &model_kinds
                                : f                  ? f->kinds
                                                     : NULL;

    *unset = f && field_is_unset(f);
    free(of);
    return kinds;
}

static int refuse(const struct experiment *x, const char *name,
                  const struct kinds *kinds, bool unset, const struct entry *at,
                  struct error *e)
{
    const char **names;
    int n = kinds_list(kinds, &names);

    names = memory_resize(names, (size_t)(n + 1) * sizeof(*names));
    if (unset)
        names[n++] = KIND_UNSET;
    space_fail_name(x, at, name, names, n, e);
    free(names);
    return -1;
}

int space_check_kind(const struct experiment *x, const char *name,
                     const struct entry *at, struct error *e)
{
    bool unset;
    const struct kinds *kinds = kinds_named(name, &unset);
    struct entry kind = *at;

    if (!kinds || document_is_stored(x->document) ||
        (at->type == ENTRY_MAPPING && !document_member(at, "kind", &kind)) ||
        kind.type != ENTRY_SCALAR || kinds_find(kinds, kind.value) ||
        (unset && !strcmp(kind.value, KIND_UNSET)))
        return 0;
    return refuse(x, name, kinds, unset, &kind, e);
}
