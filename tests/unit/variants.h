/*
 * variants.h - a registered kind at its defaults, then with one field at a time
 * at another value: each of a switch or a choice, one of a real.
 */
#ifndef VARIANTS_H
#define VARIANTS_H

#include "../test.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#include "config/field.h"

/* `what` tells the variant: "coda", "coda gate=1". */
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

/* Give the field its n-th value, from 0, that is not the default; is there
 * one?  Sets *value to it. */
static inline bool other_value(const struct field *f, void *at, int n,
                               double *value)
{
    const int choice = n + (n >= (int)f->preset);

    if (f->type == FIELD_TYPE_CHOICE && f->choices[choice]) {
        *value = *(int *)at = choice;
        return true;
    }
    if (f->type == FIELD_TYPE_BOOL && n == 0) {
        *value = *(bool *)at = f->preset == 0.0;
        return true;
    }
    if (f->type == FIELD_TYPE_REAL && n == 0) {
        *value = *(double *)at = another_real(f);
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
    char what[100];
    double value;

    assert_int_equal(chosen_preset(&c, kinds, name), 0);
    const bool is = other_value(f, (char *)c.conf + f->offset, n, &value);

    if (is) {
        snprintf(what, sizeof(what), "%s %s=%g", name, f->name, value);
        use(&c, what, context);
    }
    chosen_release(&c);
    return is;
}

static inline void each_variant(const struct kinds *kinds, variant_use *use,
                                void *context)
{
    for (int i = 0; kinds->list[i]; i++) {
        const char *name = kinds->list[i]->name;

        with_default(kinds, name, use, context);
        for (const struct field *f = kinds->list[i]->fields; f->type; f++)
            for (int n = 0; with_other(kinds, name, f, n, use, context); n++)
                ;
    }
}

/* Without the variants. */
static inline void each_default(const struct kinds *kinds, variant_use *use,
                                void *context)
{
    for (int i = 0; kinds->list[i]; i++)
        with_default(kinds, kinds->list[i]->name, use, context);
}

#endif
