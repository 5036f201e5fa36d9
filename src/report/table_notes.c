/* table_notes.c - the lines below a table. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "report/statistics.h"
#include "report/table_parts.h"

static const char *bullet(const struct table *t)
{
    return t->format == TABLE_MARKDOWN ? "- " : "";
}

static void note_scored(const struct table *t, struct str *out)
{
    bool deviations = false;

    for (int g = 0; g < t->groups.n; g++)
        deviations |= t->groups.group[g].n > 1;
    if (t->measures == 0 || t->measure[0].test)
        return; /* nothing was validated on */
    str_addf(out, "%sscored: of each trial the checkpoint with the %s %s",
             bullet(t), t->x->maximize ? "highest" : "lowest",
             t->measure[0].name);
    str_adds(out, deviations ? "; \xc2\xb1 is the standard deviation over n "
                               "seeds (divisor n - 1)\n"
                             : "\n");
}

static const char *notes_of(const struct results_row *row)
{
    const char *notes =
        row->present ? facts_get(&row->result.facts, "notes") : NULL;

    return notes ? notes : "";
}

/* Each line that any trial's task noted, once. */
static void note_questions(const struct table *t, struct str *out)
{
    struct str all = {0};

    for (long i = 0; i < t->s->n; i++) {
        const char *p = notes_of(&t->s->row[i]);
        while (*p) {
            size_t len = strcspn(p, "\n");
            char *line = memory_format("%s%.*s\n", bullet(t), (int)len, p);
            if (len && !(all.len && strstr(all.s, line)))
                str_adds(&all, line);
            free(line);
            p += len + (p[len] == '\n');
        }
    }
    str_adds(out, str_text(&all));
    str_release(&all);
}

static void note_trials(const struct table *t, struct str *out)
{
    long finished = 0, failed = 0;

    for (long i = 0; i < t->s->n; i++) {
        const struct results_row *r = &t->s->row[i];
        finished += r->present && r->result.status == TRIAL_FINISHED;
        failed += r->present && r->result.status == TRIAL_FAILED;
    }
    str_addf(out, "%s%ld trial%s: %ld finished", bullet(t), t->s->n,
             t->s->n == 1 ? "" : "s", finished);
    if (failed)
        str_addf(out, ", %ld failed", failed);
    if (finished + failed < t->s->n)
        str_addf(out, ", %ld not finished yet", t->s->n - finished - failed);
    str_adds(out, "\n");
}

/* How many values a field has over the groups. */
static int values_of_field(const struct table *t, int field)
{
    int n = 0;

    for (int a = 0; a < t->groups.n; a++) {
        int b = 0;
        while (strcmp(t->groups.group[a].value[field],
                      t->groups.group[b].value[field]) != 0)
            b++;
        n += a == b;
    }
    return n;
}

/* Finished trials of both groups that have the same seeds; [n] each. */
static int pair_up(const struct measure *m, const struct trial_group *a,
                   const struct trial_group *b, double *x, double *y)
{
    int n = 0;

    for (int i = 0; i < a->n; i++)
        for (int j = 0; j < b->n; j++) {
            if (strcmp(a->member[i].seeds, b->member[j].seeds) != 0 ||
                !member_finished(&a->member[i]) ||
                !member_finished(&b->member[j]))
                continue;
            x[n] = measure_value(m, &a->member[i].row->result);
            y[n] = measure_value(m, &b->member[j].row->result);
            n += !isnan(x[n]) && !isnan(y[n]);
            break;
        }
    return n;
}

static void say_p(const struct paired *p, struct str *out)
{
    if (p->p < 0.001)
        str_adds(out, "p < 0.001, ");
    else
        str_addf(out, "p = %.3f, ", p->p);
    if (p->n <= 20 && p->p <= ldexp(1, 1 - p->n))
        str_addf(out, "the least that %d seeds can give", p->n);
    else
        str_addf(out, "%d seeds", p->n);
}

static void note_difference(const struct table *t, int a, int b, int field,
                            const struct measure *m, const int *values,
                            struct str *out)
{
    const struct trial_group *one = &t->groups.group[a];
    const struct trial_group *other = &t->groups.group[b];
    const size_t room = (size_t)one->n + 1;
    double *x = memory_zeroed(2 * room, sizeof(*x));
    const int n = pair_up(m, other, one, x, x + room);

    if (n >= 2) {
        const struct paired p = paired_test(x, x + room, n);
        str_addf(out, "%s%s: %s minus %s is %+.2f (", bullet(t), m->name,
                 other->value[field], one->value[field], p.difference);
        say_p(&p, out);
        str_adds(out, ")");
        for (int f = 0; f < t->groups.fields; f++)
            if (f != field && values[f] > 1)
                str_addf(out, ", %s = %s", t->groups.field[f], one->value[f]);
        str_adds(out, "\n");
    }
    free(x);
}

static void note_differences(const struct table *t, struct str *out)
{
    const size_t before = out->len;
    int *values = memory_zeroed((size_t)t->groups.fields + 1, sizeof(*values));

    for (int f = 0; f < t->groups.fields; f++)
        values[f] = values_of_field(t, f);
    for (int a = 0; a < t->groups.n; a++)
        for (int b = a + 1; b < t->groups.n; b++) {
            int field = groups_differ(&t->groups, a, b);
            if (field < 0 || values[field] != 2)
                continue;
            for (int m = t->measures > 1; m < t->measures; m++)
                note_difference(t, a, b, field, &t->measure[m], values, out);
        }
    free(values);
    if (out->len > before)
        str_addf(out,
                 "%sp: two-sided, exact sign-flip test on pairs of equal "
                 "seed\n",
                 bullet(t));
}

void table_notes(const struct table *t, struct str *out)
{
    note_scored(t, out);
    note_questions(t, out);
    note_trials(t, out);
    note_differences(t, out);
}
