/* condition_read.c - the `when` of an entry of sweep.parameters. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/core/memory.h"
#include "config/field/field.h"
#include "sweep/experiment/experiment_internal.h"

/* True for a word that means the same in quotes, unlike a number or `true`. */
static bool is_name(const struct entry *at)
{
    static const char *const others[] = {"true",  "True",  "TRUE",
                                         "false", "False", "FALSE",
                                         "null",  "Null",  "NULL"};
    bool name = at->type == ENTRY_SCALAR && text_is_plain(at->value);

    for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
        name = name && strcmp(at->value, others[i]) != 0;
    return name;
}

/* True if a swept value is this name, in quotes or not. */
static bool has_name(const char *value, const char *name)
{
    const size_t n = strlen(name);
    const bool quoted = *value == '"';

    return strncmp(value + quoted, name, n) == 0 &&
           strcmp(value + quoted + n, quoted ? "\"" : "") == 0;
}

/* True if a swept value equals this number, or true, false or null, in any
 * spelling. */
static bool has_literal(const char *value, const char *literal)
{
    char *end, *ends;
    const double x = strtod(value, &end), y = strtod(literal, &ends);

    return strcasecmp(value, literal) == 0 ||
           (end > value && ends > literal && !*end && !*ends && x == y);
}

static bool is_meant(const char *value, const struct entry *at,
                     const char *yaml)
{
    if (strcmp(value, yaml) == 0)
        return true;
    if (is_name(at))
        return has_name(value, at->value);
    return at->type == ENTRY_SCALAR && at->value && !at->quoted &&
           has_literal(value, at->value);
}

/* True if --set has given the field a mapping of this kind. */
static bool is_set_to(const struct experiment *x, const char *field,
                      const struct entry *kind)
{
    struct entry set, its;

    return is_name(kind) && space_is_set(x, field) &&
           document_find(x->document, field, &set) &&
           document_member(&set, "kind", &its) && its.value &&
           strcmp(its.value, kind->value) == 0;
}

/* Return the swept value that an entry of a condition means; NULL if there is
 * none. */
static const char *meant(const struct experiment *x, const struct parameter *of,
                         const struct entry *at, const char *yaml)
{
    const int same = parameter_place(of, yaml);

    if (same < of->n)
        return of->value[same];
    for (int v = 0; v < of->n; v++)
        if (is_meant(of->value[v], at, yaml))
            return of->value[v];
    return is_set_to(x, of->name, at) ? of->value[0] : NULL;
}

/* Add a value to a condition.  Variants are compared by their plain names,
 * others by their YAML. */
static int add_wanted(const struct experiment *x, struct condition *c,
                      const struct entry *at, struct error *e)
{
    const struct parameter *of = &x->search.space.parameter[c->parameter];
    const bool raw = at->value && strcmp(of->name, VARIANT) == 0;
    char *yaml = raw ? memory_string(at->value) : space_yaml(at);
    const char *value = meant(x, of, at, yaml);

    condition_add(c, memory_string(value ? value : yaml));
    free(yaml);
    return value || space_is_set(x, of->name)
               ? 0
               : space_fail(x, at, of->name, "one of its swept values", e);
}

static int read_condition(const struct experiment *x, struct parameter *p,
                          const struct entry *at, struct error *e)
{
    const struct parameter *of = parameter_named(x, at->key);
    struct condition *c = &p->when[p->conditions];
    struct entry *list;
    int n, failed = 0;

    if (!of || of >= p || !of->value)
        return document_key_error(x->document, at, e,
                                  "sweep.parameters: %s: found '%s' in when, "
                                  "expected a list that is swept before it",
                                  p->name, at->key);
    c->parameter = (int)(of - x->search.space.parameter);
    p->conditions++;
    if (at->type == ENTRY_SCALAR)
        return add_wanted(x, c, at, e);
    n = document_entries_of(x->document, at, &list);
    if (at->type != ENTRY_SEQUENCE || n == 0)
        failed = space_fail(x, at, p->name, "a value or a list of them", e);
    for (int i = 0; i < n && !failed; i++)
        failed = add_wanted(x, c, &list[i], e);
    free(list);
    return failed;
}

int conditions_read(const struct experiment *x, struct parameter *p,
                    const struct entry *range, struct error *e)
{
    struct entry at, *list;
    int n, failed = 0;

    if (!document_member(range, "when", &at))
        return 0;
    if (at.type != ENTRY_MAPPING)
        return space_fail(x, &at, p->name, "when: {NAME: VALUE}", e);
    n = document_entries_of(x->document, &at, &list);
    p->when = memory_zeroed((size_t)n + 1, sizeof(*p->when));
    for (int i = 0; i < n && !failed; i++)
        failed = read_condition(x, p, &list[i], e);
    free(list);
    return failed;
}
