/* published.c - the published numbers beside a group. */
#include "config.h"

#include <string.h>

#include "config/field/field.h"
#include "report/tables/table_internal.h"

/* For programs only the first is written, as two in a cell are not a number. */
void published_number(const struct table *t, const struct trial_group *g,
                      const struct measure *m, struct str *out)
{
    for (int i = 0; i < t->x->published_n; i++) {
        const struct published *p = &t->x->published[i];
        const double *number = published_in(p, m->name);

        if (number && !(t->format->data && out->len) &&
            published_fits_group(p, g)) {
            str_adds(out, out->len ? " / " : "");
            real_text(*number, out);
        }
    }
}

/* True if an earlier number that fits has the same source as number i. */
static bool named_before(const struct experiment *x,
                         const struct trial_group *g, int i)
{
    for (int k = 0; k < i; k++) {
        const struct published *p = &x->published[k];

        if (p->source && !strcmp(p->source, x->published[i].source) &&
            published_fits_group(p, g))
            return true;
    }
    return false;
}

void published_source(const struct table *t, const struct trial_group *g,
                      struct str *out)
{
    for (int i = 0; i < t->x->published_n; i++) {
        const struct published *p = &t->x->published[i];
        if (p->source && published_fits_group(p, g) &&
            !named_before(t->x, g, i))
            str_addf(out, "%s%s", out->len ? " / " : "", p->source);
    }
}
