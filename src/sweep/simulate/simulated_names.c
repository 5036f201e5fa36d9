#include "config.h"

#include "sweep/simulate/simulated_names.h"

#include <stdlib.h>

#include "base/core/memory.h"

static int bind(const struct experiment *x, const struct assignment *a,
                struct digest *name, struct error *e)
{
    struct trial_config c;

    if (experiment_bind(x, a, &c, e))
        return -1;
    *name = c.digest;
    trial_config_release(&c);
    return 0;
}

/* The name of the first trial, with another value of one parameter. */
static int name_with(const struct experiment *x, int parameter, int value,
                     struct digest *name)
{
    const struct space *s = &x->search.space;
    struct assignment a = experiment_assignment(x, experiment_first(x));
    struct error ignored = {0};

    free(a.value[parameter]);
    a.value[parameter] = memory_string(s->parameter[parameter].value[value]);
    assignment_meet_conditions(s, parameter, &a);
    assignment_settle(s, &a);
    const int failed = bind(x, &a, name, &ignored);

    assignment_release(s, &a);
    return failed;
}

/* True if all values of a list differ in meaning.  Then numbers and words set a
 * field to different values, whatever the other values are. */
static bool values_differ(const struct experiment *x, int parameter)
{
    const struct parameter *p = &x->search.space.parameter[parameter];
    struct digest *name = memory_new(((size_t)p->n + 1) * sizeof(*name));
    long *first = memory_new(((size_t)p->n + 1) * sizeof(*first));
    bool differ = true;

    for (int v = 0; v < p->n && differ; v++)
        differ = *p->value[v] != '{' && !name_with(x, parameter, v, &name[v]);
    if (differ)
        digest_firsts(name, p->n, first);
    for (int v = 0; v < p->n && differ; v++)
        differ = first[v] == v;
    free(name);
    free(first);
    return differ;
}

void simulated_names_init(struct simulated_names *n, const struct experiment *x,
                          bool bound)
{
    const struct space *s = &x->search.space;

    *n = (struct simulated_names){.x = x, .by_text = !bound && !x->variants};
    for (int p = 0; p < s->n && n->by_text; p++)
        if (s->parameter[p].value && !s->parameter[p].leader)
            n->by_text = values_differ(x, p);
}

void simulated_names_release(struct simulated_names *n)
{
    str_release(&n->text);
}

int simulated_names_get(void *names, const struct assignment *a,
                        struct digest *name, struct error *e)
{
    struct simulated_names *n = names;

    if (!n->by_text)
        return bind(n->x, a, name, e);
    str_clear(&n->text);
    assignment_whole(&n->x->search.space, a, &n->text);
    *name = digest_of(str_text(&n->text), n->text.len);
    return 0;
}
