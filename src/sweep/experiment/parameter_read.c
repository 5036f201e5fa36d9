/* parameter_read.c - reading one entry of sweep.parameters. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/str.h"
#include "sweep/experiment/experiment_internal.h"

/* The first seven are only for ranges. */
#define RANGE_KEYS 7
static const char *const range_keys[] = {"min",  "max",  "scale",     "whole",
                                         "step", "mean", "deviation", "values",
                                         "when", NULL};

/* --- lists --------------------------------------------------------------- */

static int add_value(const struct experiment *x, struct parameter *p,
                     const struct entry *at, struct error *e)
{
    if (space_check_kind(x, p->name, at, e))
        return -1;
    if (parameter_add(p, space_yaml(at), space_place(x, at)))
        return 0;
    char *value = space_yaml(at);

    document_error(x->document, at, e,
                   "sweep.parameters: %s has the value %s twice", p->name,
                   value);
    free(value);
    return -1;
}

static int read_list(const struct experiment *x, struct parameter *p,
                     const struct entry *at, struct error *e)
{
    struct entry *list;
    int n = document_entries_of(x->document, at, &list), failed = 0;

    if (n == 0)
        failed = document_error(x->document, at, e,
                                "sweep.parameters: %s has no values", p->name);
    for (int i = 0; i < n && !failed; i++)
        failed = add_value(x, p, &list[i], e);
    free(list);
    return failed;
}

/* --- ranges and normal distributions ------------------------------------- */

/* Read a number of a range; returns 1 if it is not given. */
static int read_real(const struct experiment *x, const struct parameter *p,
                     const struct entry *range, const char *key, double *out,
                     struct error *e)
{
    struct entry at;
    struct error ignored;

    if (!document_member(range, key, &at))
        return 1;
    if (document_real(x->document, &at, out, &ignored) ||
        (p->whole && *out != floor(*out) && strcmp(key, "deviation") != 0 &&
         strcmp(key, "mean") != 0))
        return space_fail(x, &at, p->name,
                          p->whole ? "a whole number" : "a number", e);
    return 0;
}

/* Read a number that must be given. */
static int need_real(const struct experiment *x, const struct parameter *p,
                     const struct entry *range, const char *key, double *out,
                     struct error *e)
{
    const int missing = read_real(x, p, range, key, out, e);

    if (missing <= 0)
        return missing;
    return document_error(x->document, range, e,
                          "sweep.parameters: the range of %s has no '%s'",
                          p->name, key);
}

/* True if the swept field has whole numbers. */
static bool holds_whole(const char *name)
{
    const struct field *f = field_named(name);

    return f && f->type == FIELD_TYPE_INT;
}

static int read_shape(const struct experiment *x, struct parameter *p,
                      const struct entry *range, struct error *e)
{
    struct entry at;

    if (document_member(range, "scale", &at)) {
        p->log = at.value && strcmp(at.value, "log") == 0;
        if (!p->log && (!at.value || strcmp(at.value, "linear")))
            return space_fail(x, &at, p->name, "the scale linear or log", e);
    }
    p->whole = holds_whole(p->name);
    if (document_member(range, "whole", &at)) {
        p->whole = at.value && !at.quoted && strcmp(at.value, "true") == 0;
        if (!p->whole && (!at.value || strcmp(at.value, "false")))
            return space_fail(x, &at, p->name, "true or false", e);
    }
    return 0;
}

/* Fail if a key is given that has no meaning here. */
static int refuse_key(const struct experiment *x, const struct parameter *p,
                      const struct entry *range, const char *key,
                      const char *why, struct error *e)
{
    struct entry at;

    if (!document_member(range, key, &at))
        return 0;
    return document_key_error(x->document, &at, e,
                              "sweep.parameters: %s: found '%s' %s", p->name,
                              key, why);
}

static int read_normal(const struct experiment *x, struct parameter *p,
                       const struct entry *at, struct error *e)
{
    p->normal = true;
    p->min = -INFINITY;
    p->max = INFINITY;
    if (need_real(x, p, at, "mean", &p->mean, e) ||
        need_real(x, p, at, "deviation", &p->deviation, e) ||
        read_real(x, p, at, "min", &p->min, e) < 0 ||
        read_real(x, p, at, "max", &p->max, e) < 0)
        return -1;
    if (p->log ? p->mean > 0 && p->deviation > 1 : p->deviation > 0)
        return 0;
    return document_error(
        x->document, at, e,
        "sweep.parameters: the deviation of %s must be "
        "%s",
        p->name, p->log ? "a factor above 1, of a mean above 0" : "above 0");
}

/* True if the last step reaches the end. */
static bool is_reached(const struct parameter *p)
{
    const double steps = (p->max - p->min) / p->step;

    return fabs(steps - rint(steps)) < STEP_SLACK;
}

static int check_range(const struct experiment *x, const struct parameter *p,
                       const struct entry *at, struct error *e)
{
    if (!(p->min < p->max) || (p->log && !p->normal && p->min <= 0))
        return document_error(x->document, at, e,
                              "sweep.parameters: the range of %s must have "
                              "min < max%s",
                              p->name, p->log ? ", and 0 < min" : "");
    if (parameter_share(p) < 1e-6)
        return document_error(x->document, at, e,
                              "sweep.parameters: of %s next to nothing lies "
                              "between min and max",
                              p->name);
    if (p->step < 0 || (p->whole && p->step != floor(p->step)) ||
        (p->step > 0 && isfinite(p->min) && isfinite(p->max) && !is_reached(p)))
        return document_error(x->document, at, e,
                              "sweep.parameters: the steps of %s must lead "
                              "from min to max%s",
                              p->name, p->whole ? ", in whole numbers" : "");
    return 0;
}

static int read_range(const struct experiment *x, struct parameter *p,
                      const struct entry *at, struct error *e)
{
    const struct sampler_kind *k = search_kind(&x->search);
    struct entry mean;

    if (!k->ranges)
        return document_error(x->document, at, e,
                              "sweep.parameters: %s has a range, which "
                              "method: %s does not draw from; expected a "
                              "list, or method: random",
                              p->name, k->is.name);
    if (read_shape(x, p, at, e) || read_real(x, p, at, "step", &p->step, e) < 0)
        return -1;
    if (document_member(at, "step", &mean) && !(p->step > 0))
        return space_fail(x, &mean, p->name, "a step above 0", e);
    if (document_member(at, "mean", &mean)) {
        if (read_normal(x, p, at, e))
            return -1;
    } else if (refuse_key(x, p, at, "deviation", "without a mean", e) ||
               need_real(x, p, at, "min", &p->min, e) ||
               need_real(x, p, at, "max", &p->max, e))
        return -1;
    return check_range(x, p, at, e);
}

/* --- a parameter --------------------------------------------------------- */

static int read_values(const struct experiment *x, struct parameter *p,
                       const struct entry *mapping, const struct entry *values,
                       struct error *e)
{
    for (int i = 0; i < RANGE_KEYS; i++)
        if (refuse_key(x, p, mapping, range_keys[i], "beside values", e))
            return -1;
    return values->type == ENTRY_SEQUENCE
               ? read_list(x, p, values, e)
               : space_fail(x, values, p->name, "a list", e);
}

/* Read {min: ..., max: ...} and the like, or {values: [...]}. */
static int read_mapping(const struct experiment *x, struct parameter *p,
                        const struct entry *at, struct error *e)
{
    char *title = memory_format("the range of %s", p->name);
    int failed = document_check_members(x->document, at, title, range_keys, e);
    struct entry values;

    free(title);
    if (!failed)
        failed = document_member(at, "values", &values)
                     ? read_values(x, p, at, &values, e)
                     : read_range(x, p, at, e);
    return failed || conditions_read(x, p, at, e) ? -1 : 0;
}

/* True if every value of a parameter is a scalar. */
static bool scalars_alone(const struct experiment *x, const struct entry *at)
{
    struct entry *list;
    const int n = document_entries_of(x->document, at, &list);
    bool scalars = at->type != ENTRY_MAPPING;
    struct entry values;

    if (document_member(at, "values", &values)) {
        free(list);
        return scalars_alone(x, &values);
    }
    for (int i = 0; i < n; i++)
        scalars &= list[i].type == ENTRY_SCALAR;
    free(list);
    return scalars;
}

static bool is_set(const struct experiment *x, const char *name,
                   struct entry *fixed)
{
    return document_find(x->document, name, fixed) && document_was_set(fixed);
}

/* A kind is set by X.kind, or by X if its value is a name. */
bool space_is_set(const struct experiment *x, const char *name)
{
    static const char kind[] = ".kind";
    struct entry fixed;

    if (is_set(x, name, &fixed))
        return true;
    if (!str_ends_in(name, kind))
        return false;
    char *whole =
        memory_format("%.*s", (int)(strlen(name) - strlen(kind)), name);
    const bool set = is_set(x, whole, &fixed) && fixed.type == ENTRY_SCALAR;

    free(whole);
    return set;
}

struct parameter *parameter_named(const struct experiment *x, const char *key)
{
    char *name = field_name(x, key, true);
    struct parameter *found = NULL;

    for (int i = 0; i < x->search.space.n && !found; i++) {
        struct parameter *of = &x->search.space.parameter[i];

        if (!strcmp(of->name, name) || !strcmp(of->name, key))
            found = of;
    }
    free(name);
    return found;
}

/* Return the name of what an entry sweeps. *set: --set leaves it one value,
 * also if it gives the kind of a field whose swept values are mappings. */
static char *swept_name(const struct experiment *x, const struct entry *at,
                        struct entry *fixed, bool *set)
{
    char *kind = field_name(x, at->key, true);
    bool scalar;

    *set = is_set(x, at->key, fixed);
    scalar = *set ? fixed->type == ENTRY_SCALAR : scalars_alone(x, at);
    if (!*set && is_set(x, kind, fixed))
        scalar = *set = true;
    if (scalar)
        return kind;
    free(kind);
    return field_name(x, at->key, false);
}

static bool is_kind_of(const char *name, const char *field)
{
    const size_t n = strlen(field);

    return strncmp(name, field, n) == 0 && strcmp(name + n, ".kind") == 0;
}

/* Check that a field is swept once: X and X.kind are the same field, and
 * mappings of X contain the kind.  Older results can have both. */
static int check_once(const struct experiment *x, const struct parameter *p,
                      const struct entry *at, struct error *e)
{
    const struct parameter *q = x->search.space.parameter;

    if (document_is_stored(x->document))
        return 0;
    for (; q < p; q++)
        if (strcmp(q->name, p->name) == 0 || is_kind_of(q->name, p->name) ||
            is_kind_of(p->name, q->name))
            return document_key_error(x->document, at, e,
                                      "sweep.parameters: found %s, which is "
                                      "swept before it, expected it once",
                                      at->key);
    return 0;
}

int parameter_read(const struct experiment *x, struct parameter *p,
                   const struct entry *at, struct error *e)
{
    struct entry fixed;
    bool set;

    p->name = swept_name(x, at, &fixed, &set);
    p->where = space_place(x, at);
    if (space_check_name(x, at, "sweep.parameters", at->key, e) ||
        check_once(x, p, at, e) || variants_leave(x, p, at, e))
        return -1;
    if (set) {
        p->set = true;
        if (add_value(x, p, &fixed, e))
            return -1;
        return at->type == ENTRY_MAPPING ? conditions_read(x, p, at, e) : 0;
    }
    if (at->type == ENTRY_SEQUENCE)
        return read_list(x, p, at, e);
    if (at->type == ENTRY_MAPPING)
        return read_mapping(x, p, at, e);
    return space_fail(x, at, at->key,
                      search_kind(&x->search)->ranges
                          ? "a list such as [1, 2] or a range {min: 1, max: 2}"
                          : "a list such as [1, 2]",
                      e);
}
