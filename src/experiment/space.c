/* space.c - the swept fields, and the value each has in a trial. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/functions.h"
#include "base/memory.h"
#include "base/random.h"
#include "experiment/parts.h"

#define MOST_TRIALS 1000000

static double within(const struct parameter *p, double x)
{
    return x < p->min ? p->min : x > p->max ? p->max : x;
}

/* Six digits are plenty, and short in a table. */
static char *format_real(const struct parameter *p, double x)
{
    char digits[32];
    struct str s = {0};

    snprintf(digits, sizeof(digits), "%.6g", x);
    real_text(within(p, strtod(digits, NULL)), &s);
    return str_take(&s);
}

static char *draw(const struct parameter *p, double u)
{
    const double end = p->max + (p->whole ? 1 : 0);
    double x = p->log ? p->min * exponential(u * natural_log(end / p->min))
                      : p->min + u * (end - p->min);

    if (p->whole)
        return memory_format("%.0f", within(p, floor(x)));
    return format_real(p, x);
}

static char *random_value(const struct experiment *x, const struct parameter *p,
                          long i)
{
    char *stream = memory_format("sweep.%s", p->name);
    struct random_key key = random_key((uint64_t)x->seed, stream);
    struct address at = {.example = (uint32_t)i};

    free(stream);
    if (p->value)
        return memory_string(
            p->value[random_below(key, at, 0, (uint32_t)p->n)]);
    return draw(p, random_real(key, at, 0));
}

char *space_value(const struct experiment *x, int p, long i)
{
    if (x->method == METHOD_RANDOM)
        return random_value(x, &x->parameter[p], i);
    for (int k = x->parameters - 1; k > p; k--)
        i /= x->parameter[k].n; /* the last parameter is the fastest */
    return memory_string(x->parameter[p].value[i % x->parameter[p].n]);
}

long experiment_trials(const struct experiment *x)
{
    long n = 1;

    if (x->method == METHOD_RANDOM)
        return x->trials;
    for (int k = 0; k < x->parameters; k++) {
        n *= x->parameter[k].n;
        if (n > MOST_TRIALS)
            return MOST_TRIALS + 1;
    }
    return n;
}

void experiment_values(const struct experiment *x, long i, char **values)
{
    for (int p = 0; p < x->parameters; p++) {
        char *value = space_value(x, p, i);

        values[p] = memory_format("%s=%s", x->parameter[p].name, value);
        free(value);
    }
}

static int set_value(const struct experiment *x, int p, long i, const char *of,
                     struct document *d, struct error *e)
{
    const struct parameter *k = &x->parameter[p];
    char *value = space_value(x, p, i);
    const char *place = k->where;
    char *where;
    int failed;

    for (int v = 0; k->value && v < k->n; v++)
        if (strcmp(k->value[v], value) == 0)
            place = k->place[v];
    where = memory_format("%s: %s", place, of);
    failed = document_set(d, k->name, value, where, e);
    free(value);
    free(where);
    return failed;
}

/* "trial 3 (model.attention.kind=softmax, ...)" */
static char *trial_title(const struct experiment *x, long i)
{
    char **value = memory_zeroed((size_t)x->parameters + 1, sizeof(*value));
    struct str s = {0};

    experiment_values(x, i, value);
    str_addf(&s, "trial %ld", i);
    for (int p = 0; p < x->parameters; p++) {
        str_addf(&s, "%s%s", p ? ", " : " (", value[p]);
        free(value[p]);
    }
    str_adds(&s, x->parameters ? ")" : "");
    free(value);
    return str_take(&s);
}

/* Kinds go first, so that the fields of a trial's kind are its own. */
int space_set(const struct experiment *x, const struct variant *v, long i,
              const char *title, struct document *d, struct error *e)
{
    for (int kinds = 1; kinds >= 0; kinds--) {
        if (v && variant_set(v, kinds, title, d, e))
            return -1;
        for (int p = v ? 1 : 0; p < x->parameters; p++)
            if (names_kind(x->parameter[p].name) == kinds &&
                set_value(x, p, i, title, d, e))
                return -1;
    }
    return 0;
}

static int bind_trial(const struct experiment *x, long i, const char *title,
                      struct trial_config *c, struct error *e)
{
    struct document *d = document_copy(x->document);
    const struct variant *v = variant_of(x, i);
    int failed;

    *c = (struct trial_config){0};
    failed = space_set(x, v, i, title, d, e) || trial_config_bind(c, x, d, e);
    c->variant = v;
    document_free(d);
    return failed ? -1 : 0;
}

int experiment_trial(const struct experiment *x, long i, struct trial_config *c,
                     struct error *e)
{
    char *title = trial_title(x, i);
    int failed = bind_trial(x, i, title, c, e);

    free(title);
    return failed;
}

/* As many trials as a person waits for; the rest are bound when they run. */
#define CHECKED_TRIALS 20000

int space_check(const struct experiment *x, struct error *e)
{
    long n = experiment_trials(x);
    struct trial_config c;

    if (n > MOST_TRIALS)
        return document_error(x->document, NULL, e,
                              "sweep: found more than %d trials, expected "
                              "fewer",
                              MOST_TRIALS);
    if ((n > CHECKED_TRIALS || x->method == METHOD_RANDOM) &&
        space_each(x, NULL, NULL, e))
        return -1;
    for (long i = 0; i < n && i < CHECKED_TRIALS; i++) {
        if (experiment_trial(x, i, &c, e))
            return -1;
        trial_config_release(&c);
    }
    return 0;
}

/* An experiment whose only values are the ones of `one`. */
static void fix_values(const struct experiment *x, struct experiment *one,
                       struct parameter *fixed, char **value)
{
    *one = *x;
    one->method = METHOD_GRID;
    one->parameter = fixed;
    for (int p = 0; p < x->parameters; p++) {
        fixed[p] = x->parameter[p];
        fixed[p].n = 1;
        fixed[p].value = &value[p];
        fixed[p].place = &fixed[p].where;
    }
}

static char *nth_value(const struct parameter *p, int v)
{
    if (p->value)
        return memory_string(p->value[v]);
    return format_real(p, v ? p->max : p->min);
}

static int visit_value(const struct experiment *one, struct parameter *fixed,
                       char *place,
                       int (*visit)(void *, const struct trial_config *),
                       void *context, struct error *e)
{
    struct trial_config c;
    char *where = fixed->where;
    int failed;

    fixed->where = place;
    failed = bind_trial(one, 0, "a trial may have this", &c, e);
    fixed->where = where;
    if (failed)
        return -1;
    if (visit)
        failed = visit(context, &c);
    trial_config_release(&c);
    return failed;
}

int space_each(const struct experiment *x,
               int (*visit)(void *, const struct trial_config *), void *context,
               struct error *e)
{
    size_t room = (size_t)x->parameters + 1;
    struct parameter *fixed = memory_zeroed(room, sizeof(*fixed));
    char **value = memory_zeroed(room, sizeof(*value));
    struct experiment one;
    int failed = 0;

    for (int p = 0; p < x->parameters; p++)
        value[p] = space_value(x, p, 0);
    fix_values(x, &one, fixed, value);
    for (int p = 0; p < x->parameters; p++) {
        const struct parameter *k = &x->parameter[p];
        char *first = value[p];

        for (int v = 0; v < (k->value ? k->n : 2) && !failed; v++) {
            value[p] = nth_value(k, v);
            failed =
                visit_value(&one, &fixed[p], k->place ? k->place[v] : k->where,
                            visit, context, e);
            free(value[p]);
        }
        value[p] = first;
    }
    for (int p = 0; p < x->parameters; p++)
        free(value[p]);
    free(value);
    free(fixed);
    return failed;
}

void experiment_each(const struct experiment *x,
                     int (*visit)(void *, const struct trial_config *),
                     void *context)
{
    struct error ignored = {0}; /* experiment_read() has bound all this */
    struct trial_config c;

    if (experiment_trial(x, 0, &c, &ignored))
        return;
    if (!visit(context, &c))
        space_each(x, visit, context, &ignored);
    trial_config_release(&c);
}
