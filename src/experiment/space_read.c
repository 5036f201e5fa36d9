/* space_read.c - the section sweep: of an experiment file. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "experiment/parts.h"

static const char *const sweep_keys[] = {
    "method", "goal", "variants", "parameters", "trials", "seed", NULL};
static const char *const range_keys[] = {"min", "max", "scale", "whole", NULL};

int space_fail(const struct experiment *x, const struct entry *at,
               const char *name, const char *expected, struct error *e)
{
    struct str found = {0};

    document_found(at, &found);
    document_error(x->document, at, e, "%s: found %s, expected %s", name,
                   str_text(&found), expected);
    str_release(&found);
    return -1;
}

static int read_method(struct experiment *x, struct error *e)
{
    struct chosen *sampler = &x->search.sampler;

    if (document_has(x->document, "sweep.method"))
        return document_bind_kind(x->document, "sweep.method", &sampler_kinds,
                                  sampler, e);
    return chosen_preset(sampler, &sampler_kinds, "grid");
}

/* A whole number of sweep: which belongs to what draws trials. */
static int read_number(const struct experiment *x, const char *name, long least,
                       long most, long *out, struct error *e)
{
    struct entry at;
    struct error ignored;
    char *path = memory_format("sweep.%s", name);
    char *expected = memory_format("%ld to %ld", least, most);
    int failed = 0;

    if (!document_find(x->document, path, &at))
        failed = 1;
    else if (!search_draws(&x->search))
        failed = document_key_error(x->document, &at, e,
                                    "%s belongs to a search that draws its "
                                    "trials; this one's method is %s",
                                    path, search_kind(&x->search)->is.name);
    else if (document_int(x->document, &at, out, &ignored) || *out < least ||
             *out > most)
        failed = space_fail(x, &at, path, expected, e);
    free(path);
    free(expected);
    return failed;
}

static int read_numbers(struct experiment *x, struct error *e)
{
    struct entry at;
    int failed;

    x->search.seed = 1;
    failed = read_number(x, "trials", 1, 1000000, &x->search.trials, e);
    if (failed < 0 ||
        read_number(x, "seed", 0, 1L << 53, &x->search.seed, e) < 0)
        return -1;
    if (failed && search_draws(&x->search))
        return document_key_error(
            x->document, document_find(x->document, "sweep", &at) ? &at : NULL,
            e, "missing field 'trials' in sweep; expected how many to draw");
    return 0;
}

char *space_place(const struct experiment *x, const struct entry *at)
{
    struct str s = {0};

    document_place(x->document, at, &s);
    return str_take(&s);
}

char *space_yaml(const struct entry *at)
{
    struct str s = {0};

    document_yaml(at, &s);
    return str_take(&s);
}

static void add_value(const struct experiment *x, struct parameter *p,
                      const struct entry *at)
{
    p->value = memory_resize(p->value, ((size_t)p->n + 1) * sizeof(*p->value));
    p->place = memory_resize(p->place, ((size_t)p->n + 1) * sizeof(*p->place));
    p->value[p->n] = space_yaml(at);
    p->place[p->n++] = space_place(x, at);
}

static int read_list(const struct experiment *x, struct parameter *p,
                     const struct entry *at, struct error *e)
{
    struct entry *list;
    int n = document_entries_of(x->document, at, &list), failed = 0;

    if (n == 0)
        failed = document_error(x->document, at, e,
                                "sweep.parameters: %s has no values", p->name);
    for (int i = 0; i < n && !failed; i++) {
        add_value(x, p, &list[i]);
        for (int k = 0; k < i && !failed; k++)
            if (strcmp(p->value[k], p->value[i]) == 0)
                failed = document_error(x->document, &list[i], e,
                                        "sweep.parameters: %s has the value "
                                        "%s twice",
                                        p->name, p->value[i]);
    }
    free(list);
    return failed;
}

/* min or max of a range. */
static int read_end(const struct experiment *x, const struct parameter *p,
                    const struct entry *range, const char *key, double *out,
                    struct error *e)
{
    struct entry at;
    struct error ignored;
    long whole;

    if (!document_member(range, key, &at))
        return document_error(x->document, range, e,
                              "sweep.parameters: the range of %s has no '%s'",
                              p->name, key);
    if (p->whole && document_int(x->document, &at, &whole, &ignored))
        return space_fail(x, &at, p->name, "a whole number", e);
    if (document_real(x->document, &at, out, &ignored))
        return space_fail(x, &at, p->name, "a number", e);
    return 0;
}

/* Does the swept field hold whole numbers? */
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

static int read_range(const struct experiment *x, struct parameter *p,
                      const struct entry *at, struct error *e)
{
    char *title = memory_format("the range of %s", p->name);
    int failed = document_check_members(x->document, at, title, range_keys, e);

    free(title);
    if (!failed && !search_kind(&x->search)->ranges)
        failed = document_error(x->document, at, e,
                                "sweep.parameters: %s has a range, which "
                                "method: %s does not draw from; expected a "
                                "list, or method: random",
                                p->name, search_kind(&x->search)->is.name);
    if (failed || read_shape(x, p, at, e) ||
        read_end(x, p, at, "min", &p->min, e) ||
        read_end(x, p, at, "max", &p->max, e))
        return -1;
    if (!(p->min < p->max) || (p->log && p->min <= 0))
        return document_error(x->document, at, e,
                              "sweep.parameters: the range of %s must have "
                              "min < max%s",
                              p->name, p->log ? ", and 0 < min" : "");
    return 0;
}

static bool is_swept_section(const char *name)
{
    return strncmp(name, "task.", 5) == 0 || strncmp(name, "model.", 6) == 0 ||
           strncmp(name, "train.", 6) == 0;
}

static int fail_section(const struct experiment *x, const struct entry *at,
                        const char *title, const char *name, struct error *e)
{
    static const char *const sections[] = {"task", "model", "train"};
    char *section = memory_format("%.*s", (int)strcspn(name, "."), name);
    struct str hint = {0};

    if (strlen(section) < strlen(name)) /* else no field is named */
        nearest_hint(section, sections, 3, &hint);
    document_key_error(x->document, at, e,
                       "%s: found '%s', expected a field of task, model or "
                       "train such as model.hidden%s",
                       title, name, str_text(&hint));
    str_release(&hint);
    free(section);
    return -1;
}

int space_check_name(const struct experiment *x, const struct entry *at,
                     const char *title, const char *name, struct error *e)
{
    if (!is_swept_section(name))
        return fail_section(x, at, title, name, e);
    if (strcmp(name, "task.kind") == 0)
        return document_key_error(x->document, at, e,
                                  "%s: task.kind cannot be swept, tasks have "
                                  "no goal in common",
                                  title);
    return 0;
}

/* Is every value of a parameter a scalar? */
static bool scalars_alone(const struct experiment *x, const struct entry *at)
{
    struct entry *list;
    const int n = document_entries_of(x->document, at, &list);
    bool scalars = at->type != ENTRY_MAPPING;

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

bool space_is_set(const struct experiment *x, const char *name)
{
    struct entry fixed;

    return is_set(x, name, &fixed);
}

static int read_parameter(const struct experiment *x, struct parameter *p,
                          const struct entry *at, struct error *e)
{
    struct entry fixed;
    const bool set = is_set(x, at->key, &fixed);

    p->name = field_name(
        x, at->key, set ? fixed.type == ENTRY_SCALAR : scalars_alone(x, at));
    p->where = space_place(x, at);
    if (space_check_name(x, at, "sweep.parameters", at->key, e) ||
        variants_leave(x, p, at, e))
        return -1;
    if (set || is_set(x, p->name, &fixed)) { /* --set leaves one value to it */
        add_value(x, p, &fixed);
        return 0;
    }
    if (at->type == ENTRY_SEQUENCE)
        return read_list(x, p, at, e);
    if (at->type == ENTRY_MAPPING)
        return read_range(x, p, at, e);
    return space_fail(x, at, at->key,
                      search_kind(&x->search)->ranges
                          ? "a list such as [1, 2] or a range {min: 1, max: 2}"
                          : "a list such as [1, 2]",
                      e);
}

/* Its values have been read with the variants. */
static int check_variant(const struct experiment *x, const struct entry *at,
                         struct error *e)
{
    return x->variants ? 0
                       : document_key_error(x->document, at, e,
                                            "sweep.parameters: found '%s', "
                                            "expected sweep.variants to choose "
                                            "from",
                                            at->key);
}

static int check_number(const struct experiment *x, const struct entry *at,
                        struct error *e)
{
    const struct sampler_kind *k = search_kind(&x->search);

    if (!k->most || x->search.space.n <= k->most)
        return 0;
    return document_error(x->document, at, e,
                          "sweep.parameters: found %d, expected %d at most "
                          "with method: %s",
                          x->search.space.n, k->most, k->is.name);
}

int space_read(struct experiment *x, struct error *e)
{
    struct space *s = &x->search.space;
    struct entry at = {0}, *list;
    int n, failed;

    if (document_check_keys(x->document, "sweep", sweep_keys, e) ||
        read_method(x, e))
        return -1;
    if (!document_has(x->document, "sweep"))
        return 0;
    if (read_numbers(x, e))
        return -1;
    if (document_find(x->document, "sweep.parameters", &at) &&
        at.type != ENTRY_MAPPING)
        return space_fail(x, &at, "sweep.parameters",
                          "fields such as {NAME: [a, b]}", e);
    n = document_entries(x->document, "sweep.parameters", &list);
    s->parameter = memory_zeroed((size_t)n + 2, sizeof(*s->parameter));
    failed = variants_read(x, e);
    for (int i = 0; i < n && !failed; i++)
        failed = strcmp(list[i].key, VARIANT) == 0
                     ? check_variant(x, &list[i], e)
                     : read_parameter(x, &s->parameter[s->n++], &list[i], e);
    free(list);
    return failed ? -1 : check_number(x, &at, e);
}
