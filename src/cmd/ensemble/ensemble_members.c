#include "config.h"

#include "cmd/ensemble/ensemble_members.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "report/answers/stored_answers.h"
#include "report/tables/groups.h"
#include "sweep/experiment/task_text.h"

static void member_release(struct ensemble_member *m)
{
    free(m->name);
    trial_config_release(&m->conf);
    result_release(&m->result);
}

void ensemble_members_release(struct ensemble_members *m)
{
    for (int i = 0; i < m->n; i++)
        member_release(&m->of[i]);
    free(m->of);
    free(m->order);
    *m = (struct ensemble_members){0};
}

/* --- reading -------------------------------------------------------------- */

/* Read a result: 1 if it has finished, 0 with an error if not. */
static int read_result(struct ensemble_member *m, struct error *e)
{
    struct result *r = &m->result;
    const int found = named_folder_trial(m->place, m->number, &m->conf, r, e);

    if (found <= 0)
        return found;
    if (r->status != TRIAL_FINISHED) {
        error_set(e, "%s failed: %s", m->name,
                  r->reason ? r->reason : "no reason given");
        return 0;
    }
    if (result_refuse_small(r, e))
        return error_in(e, "%s", m->name);
    for (int s = 0; s < SPLITS; s++)
        units_release(&r->units[s]);
    history_release(&r->history);
    return 1;
}

/* Add a member; returns as read_result(), and adds it only if it is 1. */
static int add(struct ensemble_members *all, const struct named_folder *p,
               long number, struct error *e)
{
    struct ensemble_member m = {.place = p, .number = number};

    m.name = memory_format("trial %ld of '%s'", number, p->dir);
    const int found = read_result(&m, e);

    if (found <= 0) {
        member_release(&m);
        return found;
    }
    GROW(all->of, all->n, all->room);
    all->of[all->n++] = m;
    return 1;
}

static int add_finished(struct ensemble_members *m,
                        const struct named_folder *p, struct error *e)
{
    const int before = m->n;

    for (long i = 0; i < p->s.n; i++)
        if (!p->s.row[i].left_out && add(m, p, p->s.row[i].number, e) < 0)
            return -1;
    e->text[0] = 0;
    return m->n > before ? 0
                         : error_set(e, "'%s' has no finished trial", p->dir);
}

int ensemble_members_add(struct ensemble_members *m,
                         const struct named_folder *p, const char *list,
                         struct error *e)
{
    if (!list)
        return add_finished(m, p, e);
    for (const char *at = list;; at++) {
        char *end;

        errno = 0;
        const long number = strtol(at, &end, 10);

        if (end == at || number < 0 || errno || (*end && *end != ','))
            return error_set(e,
                             "--trials: found '%s', expected numbers from 0 "
                             "with commas between",
                             list);
        if (add(m, p, number, e) <= 0)
            return -1;
        at = end;
        if (!*at)
            return 0;
    }
}

/* --- checking that they belong together ----------------------------------- */

static int same_task(const struct ensemble_member *a,
                     const struct ensemble_member *b, struct error *e)
{
    struct differing at;

    if (!tasks_differ(a->conf.whole, b->conf.whole, &at))
        return 0;
    return error_set(e,
                     "found %s with '%.*s' and %s with '%.*s', expected "
                     "answers to the same examples",
                     a->name, at.a_len, at.a, b->name, at.b_len, at.b);
}

static int compare(const void *one, const void *other)
{
    const struct ensemble_member *a = *(struct ensemble_member *const *)one;
    const struct ensemble_member *b = *(struct ensemble_member *const *)other;
    char x[DIGEST_HEX], y[DIGEST_HEX];

    if (a->number != b->number)
        return a->number < b->number ? -1 : 1;
    digest_hex(a->conf.digest, x);
    digest_hex(b->conf.digest, y);
    return strcmp(x, y);
}

int ensemble_members_agree(struct ensemble_members *m, struct error *e)
{
    m->order = memory_new((size_t)m->n * sizeof(*m->order));
    for (int i = 0; i < m->n; i++) {
        m->order[i] = &m->of[i];
        if (same_task(&m->of[0], &m->of[i], e))
            return -1;
        for (int j = 0; j < i; j++)
            if (digest_equal(m->of[i].conf.digest, m->of[j].conf.digest))
                return error_set(e, "found %s twice, the second time as %s",
                                 m->of[j].name, m->of[i].name);
    }
    qsort(m->order, (size_t)m->n, sizeof(*m->order), compare);
    m->taken = m->n;
    return 0;
}

int ensemble_members_check(const struct ensemble_members *m,
                           const struct task *t, enum split split,
                           struct error *e)
{
    for (int i = 0; i < m->n; i++)
        if (stored_answers_check(t, split, &m->of[i].result, e))
            return error_in(e, "%s", m->of[i].name);
    return 0;
}

int ensemble_members_combine(const struct ensemble_members *m,
                             const struct task *t, enum split split,
                             enum ensemble_by by, struct answer_sheet *out,
                             struct error *e)
{
    const size_t n = (size_t)m->taken;
    const struct answer_sheet **sheet = memory_new(n * sizeof(*sheet));
    char **name = memory_new(n * sizeof(*name));

    for (int i = 0; i < m->taken; i++) {
        sheet[i] = &m->order[i]->result.answers[split];
        name[i] = m->order[i]->name;
    }
    const int bad = task_combine(t, split, by, sheet, name, m->taken, out, e);

    free(sheet);
    free(name);
    return bad;
}
