/*
 * variants.h - a registered kind at its defaults, then with one field at a time
 * at another value: each of a switch, a choice or a kind, one of a number.
 * What is unset stays so.
 */
#ifndef VARIANTS_H
#define VARIANTS_H

#include "tests/test.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/chosen_fixture.h"

/* `what` tells the variant: "coda", "coda gate=scaled". */
typedef void variant_use(const struct chosen *c, const char *what,
                         void *context);

/* A real inside its range that is not the default. */
static inline double another_real(const struct field *f)
{
    const double half = f->preset / 2;

    return f->preset != 0.0 && half >= f->least && half <= f->most
               ? half
               : fmin(f->preset + 0.3, f->most);
}

/* The least, which often is none at all, or the one above; of filters two, as
 * some encoders make half of them from either end. */
static inline long another_int(const struct field *f)
{
    const double least = strcmp(f->name, "filters") != 0 ? f->least : 2;

    return (long)(f->preset != least ? least : f->preset + 1);
}

/* The n-th that is not `preset` of a list that ends with NULL. */
static inline int other_choice(int n, int preset)
{
    return n + (n >= preset);
}

/* The same of a registry, by name. */
static inline const char *other_kind(const struct field *f, int n)
{
    for (int i = 0; f->kinds->list[i]; i++)
        if (strcmp(f->kinds->list[i]->name, f->preset_text) != 0 && n-- == 0)
            return f->kinds->list[i]->name;
    return NULL;
}

/* Give the field its n-th value, from 0, that is not the default; is there
 * one?  `value` tells it. */
static inline bool other_value(const struct field *f, void *at, int n,
                               char value[40])
{
    const int choice = other_choice(n, (int)f->preset);

    if (f->type == FIELD_TYPE_CHOICE && f->choices[choice]) {
        *(int *)at = choice;
        snprintf(value, 40, "%s", f->choices[choice]);
        return true;
    }
    if (f->type == FIELD_TYPE_KIND && !field_is_unset(f) && other_kind(f, n)) {
        chosen_release(at);
        snprintf(value, 40, "%s", other_kind(f, n));
        return chosen_preset(at, f->kinds, value) == 0;
    }
    if (f->type == FIELD_TYPE_BOOL && n == 0) {
        *(bool *)at = f->preset == 0.0;
        snprintf(value, 40, "%d", *(bool *)at);
        return true;
    }
    if (f->type == FIELD_TYPE_INT && n == 0) {
        *(long *)at = another_int(f);
        snprintf(value, 40, "%ld", *(long *)at);
        return true;
    }
    if (f->type == FIELD_TYPE_REAL && n == 0) {
        *(double *)at = another_real(f);
        snprintf(value, 40, "%g", *(double *)at);
        return true;
    }
    return false;
}

static inline void with_default(const struct kinds *kinds, const char *name,
                                variant_use *use, void *context)
{
    struct chosen c = {0};

    assert_int_equal(chosen_preset(&c, kinds, name), 0);
    use(&c, name, context);
    chosen_release(&c);
}

/* With the n-th other value of a field; is there one? */
static inline bool with_other(const struct kinds *kinds, const char *name,
                              const struct field *f, int n, variant_use *use,
                              void *context)
{
    struct chosen c = {0};
    char what[120], value[40];

    assert_int_equal(chosen_preset(&c, kinds, name), 0);
    const bool is = other_value(f, (char *)c.conf + f->offset, n, value);

    if (is) {
        snprintf(what, sizeof(what), "%s %s=%s", name, f->name, value);
        use(&c, what, context);
    }
    chosen_release(&c);
    return is;
}

/* As told, several fields at once. */
static inline void with_text(const struct kinds *kinds, const char *text,
                             variant_use *use, void *context)
{
    struct chosen c = {0};

    choose(kinds, text, &c);
    use(&c, text, context);
    chosen_release(&c);
}

static inline bool is_number(const struct field *f)
{
    return f->type == FIELD_TYPE_INT || f->type == FIELD_TYPE_REAL;
}

/* Of a registered kind, by name: all variants, or all but those of numbers. */
static inline void each_of(const struct kinds *kinds, const char *name,
                           bool numbers, variant_use *use, void *context)
{
    const struct field *f = kinds_find(kinds, name)->fields;

    with_default(kinds, name, use, context);
    for (; f->type; f++)
        for (int n = 0; (numbers || !is_number(f)) &&
                        with_other(kinds, name, f, n, use, context);
             n++)
            ;
}

static inline void each_variant(const struct kinds *kinds, variant_use *use,
                                void *context)
{
    for (int i = 0; kinds->list[i]; i++)
        each_of(kinds, kinds->list[i]->name, true, use, context);
}

/* Another number changes no form. */
static inline void each_form(const struct kinds *kinds, variant_use *use,
                             void *context)
{
    for (int i = 0; kinds->list[i]; i++)
        each_of(kinds, kinds->list[i]->name, false, use, context);
}

/* Without the variants. */
static inline void each_default(const struct kinds *kinds, variant_use *use,
                                void *context)
{
    for (int i = 0; kinds->list[i]; i++)
        with_default(kinds, kinds->list[i]->name, use, context);
}

#endif
