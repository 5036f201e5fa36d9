#include "config.h"

#include "sweep/sampler/mixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/numbers/math_functions.h"

/* A component along one parameter. */
struct component {
    double at;    /* parameter_unit(); -1: the trial has no value */
    double width; /* in a range: standard deviation */
    double share; /* in a range: the normal's share inside [0, 1] */
};

/* The trials that have a value in a range, ascending by value; of equal ones
 * the first trial is first. */
struct value_order {
    long n, room;
    struct ordered_value {
        double at;
        long trial;
    } * value; /* [n] owned */
};

static struct component *component_of(const struct mixture *m, long trial,
                                      int p)
{
    return &m->component[trial * m->parameters + p];
}

/* --- widths --------------------------------------------------------------- */

static void cut_off(struct component *c)
{
    c->share = normal_share((1 - c->at) / c->width) -
               normal_share((0 - c->at) / c->width);
}

/* Not so small that nothing near a component is ever drawn. */
static double least_width(long n)
{
    return 1.0 / (double)(n < 99 ? n + 1 : 100);
}

/* Set the widths of the values [from, to) in their order, each to the distance
 * of the farther neighbour, the ends among them. */
static void widen(const struct mixture *m, int p, long from, long to)
{
    const struct value_order *o = &m->order[p];
    const double least = least_width(m->n);

    for (long i = from; i < to; i++) {
        struct component *c = component_of(m, o->value[i].trial, p);
        const double before = c->at - (i ? o->value[i - 1].at : 0);
        const double after = (i + 1 < o->n ? o->value[i + 1].at : 1) - c->at;

        c->width = fmin(1, fmax(least, fmax(before, after)));
        cut_off(c);
    }
}

/* --- adding trials -------------------------------------------------------- */

static int compare(const void *a, const void *b)
{
    const struct ordered_value *x = a, *y = b;

    return x->at != y->at ? (x->at > y->at) - (x->at < y->at)
                          : (x->trial > y->trial) - (x->trial < y->trial);
}

static void set_place(const struct mixture *m, long trial, int p,
                      const char *value)
{
    *component_of(m, trial, p) = (struct component){
        .at = value ? fmax(0, parameter_unit(&m->parameter[p], value)) : -1};
}

static void set_prior(const struct mixture *m)
{
    for (int p = 0; p < m->parameters; p++) {
        struct component *all = component_of(m, m->n, p);

        *all = (struct component){.at = 0.5, .width = 1};
        cut_off(all);
    }
}

static void sort(const struct mixture *m, int p)
{
    struct value_order *o = &m->order[p];

    for (long i = 0; i < m->n; i++) {
        const double at = component_of(m, i, p)->at;

        if (at < 0)
            continue;
        GROW(o->value, o->n, o->room);
        o->value[o->n++] = (struct ordered_value){at, i};
    }
    if (o->n)
        qsort(o->value, (size_t)o->n, sizeof(*o->value), compare);
    widen(m, p, 0, o->n);
}

void mixture_init(struct mixture *m, const struct space *s, int first,
                  int parameters, const struct outcome *const *trial, long n)
{
    *m = (struct mixture){.n = n,
                          .first = first,
                          .parameters = parameters,
                          .parameter = &s->parameter[first]};
    m->component = memory_zeroed((size_t)(n + 1) * (size_t)parameters,
                                 sizeof(*m->component));
    m->order = memory_zeroed((size_t)parameters, sizeof(*m->order));
    set_prior(m);
    for (int p = 0; p < parameters; p++) {
        for (long i = 0; i < n; i++)
            set_place(m, i, p, trial[i]->a.value[first + p]);
        if (!m->parameter[p].value)
            sort(m, p);
    }
}

void mixture_release(struct mixture *m)
{
    for (int p = 0; m->order && p < m->parameters; p++)
        free(m->order[p].value);
    free(m->order);
    free(m->component);
    *m = (struct mixture){0};
}

/* Put the last trial in its place; returns its index, or -1 if it has none. */
static long insert(const struct mixture *m, int p)
{
    const struct ordered_value new = {component_of(m, m->n - 1, p)->at,
                                      m->n - 1};
    struct value_order *o = &m->order[p];
    long low = 0, high = o->n;

    if (new.at < 0)
        return -1;
    while (low < high) {
        const long middle = (low + high) / 2;

        if (compare(&o->value[middle], &new) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    GROW(o->value, o->n, o->room);
    memmove(o->value + low + 1, o->value + low,
            (size_t)(o->n++ - low) * sizeof(*o->value));
    o->value[low] = new;
    return low;
}

/* Only the neighbours' widths change, unless the least width does. */
void mixture_add(struct mixture *m, const struct assignment *a)
{
    const bool all = least_width(m->n) > least_width(m->n + 1);

    m->n++;
    m->component =
        memory_resize(m->component, (size_t)(m->n + 1) * (size_t)m->parameters *
                                        sizeof(*m->component));
    set_prior(m);
    for (int p = 0; p < m->parameters; p++) {
        const struct value_order *o = &m->order[p];

        set_place(m, m->n - 1, p, a->value[m->first + p]);
        if (m->parameter[p].value)
            continue;
        const long i = insert(m, p);

        if (all)
            widen(m, p, 0, o->n);
        else if (i >= 0)
            widen(m, p, i ? i - 1 : 0, i + 2 < o->n ? i + 2 : o->n);
    }
}

/* --- the density ---------------------------------------------------------- */

/* The probability of place x in a list, by the component of a trial; uniform if
 * the trial had no value. */
static double chance(const struct mixture *m, int values, double at, double x)
{
    if (at < 0)
        return 1.0 / values;
    return ((at == x ? (double)m->n : 0) + 1) / (double)(m->n + values);
}

static double along(const struct mixture *m, long i, int p, double x)
{
    const struct parameter *of = &m->parameter[p];
    const struct component *c = component_of(m, i, p);

    if (of->value)
        return i < m->n ? chance(m, of->n, c->at, x) : 1.0 / of->n;
    return c->at < 0
               ? 1
               : normal_density((x - c->at) / c->width) / (c->width * c->share);
}

double mixture_density(const struct mixture *m, const double *x)
{
    double sum = 0;

    for (long i = 0; i <= m->n; i++) {
        double product = 1;

        for (int p = 0; p < m->parameters; p++)
            product *= along(m, i, p, x[p]);
        sum += product;
    }
    return sum / (double)(m->n + 1);
}

/* --- drawing -------------------------------------------------------------- */

static double uniform(struct draws *d)
{
    return random_real(d->key, d->at, d->next++);
}

static double normal(struct draws *d)
{
    d->next += 2;
    return random_gauss(d->key, d->at, d->next - 2);
}

#define DRAWS 100 /* at least a third of them are inside */

static char *draw_range(const struct parameter *p, const struct component *c,
                        struct draws *d)
{
    if (c->at < 0)
        return parameter_at(p, uniform(d));
    for (int i = 0; i < DRAWS; i++) {
        const double u = c->at + c->width * normal(d);

        if (u >= 0 && u < 1)
            return parameter_at(p, u);
    }
    return parameter_at(p, c->at);
}

static char *draw_place(const struct mixture *m, int p, long i, struct draws *d)
{
    const struct parameter *of = &m->parameter[p];
    double u = uniform(d);
    int v = 0;

    while (v < of->n - 1 && (u -= along(m, i, p, v)) >= 0)
        v++;
    return memory_string(of->value[v]);
}

void mixture_draw(const struct mixture *m, struct draws *d, char **value,
                  double *x)
{
    const long i = (long)(uniform(d) * (double)(m->n + 1));

    for (int p = 0; p < m->parameters; p++) {
        const struct parameter *of = &m->parameter[p];

        value[p] = of->value ? draw_place(m, p, i, d)
                             : draw_range(of, component_of(m, i, p), d);
        x[p] = parameter_unit(of, value[p]);
    }
}
