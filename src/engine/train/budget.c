#include "engine/train/budget.h"

#include <stdatomic.h>
#include <stdio.h>

#include "base/core/log.h"
#include "base/core/show.h"

#define GIB (1024.0 * 1024.0 * 1024.0)

/* Append ", id 'x'," if the data set names example i of a split. */
static void add_id(const struct task *t, enum split split, int i,
                   struct str *out)
{
    char id[64];

    if (!t->kind->id)
        return;
    snprintf(id, sizeof(id), "%s", t->kind->id(t, split, i));
    str_adds(out, ", id '");
    show_text(id, out);
    str_adds(out, "',");
}

static void longest_text(const struct task *t, struct str *out)
{
    const struct longest l = train_longest(t);
    const char *split = split_names[l.split];

    if (l.example < 0) {
        str_addf(out, "examples of %s have up to %d tokens", split, l.tokens);
        return;
    }
    str_addf(out, "the longest of the examples is %s's %d", split, l.example);
    add_id(t, l.split, l.example, out);
    str_addf(out, " with %d tokens", l.tokens);
}

/* A member's budget, and what has set it; "" for run.memory_gb. */
struct budget {
    double bytes;
    char by[300];
};

static struct budget own_budget(const struct training *t)
{
    struct budget b = {.bytes = t->memory};

    if (t->memory_by)
        snprintf(b.by, sizeof(b.by), "%s; ", t->memory_by);
    return b;
}

static void too_large(const struct training *t, double bytes,
                      const struct budget *b, struct error *e)
{
    struct str text = {0};

    longest_text(t->task, &text);
    error_set(e,
              "needs about %.3g GiB a rank, and the budget is %.3g GiB "
              "(%srun.memory_gb); %s",
              bytes / GIB, b->bytes > 1 ? b->bytes / GIB : 0, b->by,
              str_text(&text));
    str_release(&text);
}

/* Warn once: other processes may free what they hold. */
static void warn_of_host(const struct training *t, double bytes)
{
    static atomic_flag warned = ATOMIC_FLAG_INIT;

    if (t->memory_now > 0 && bytes > t->memory_now &&
        !atomic_flag_test_and_set(&warned))
        log_warning("a trial needs about %.3g GiB a rank, and the host had "
                    "%.3g GiB available for one when the ranks started; it is "
                    "trained all the same (run.memory_gb sets a limit)",
                    bytes / GIB, t->memory_now / GIB);
}

enum run_next budget_check(const struct training *t, struct error *e)
{
    size_t params;
    const double bytes = train_memory(t, &params);
    struct budget budget = own_budget(t);
    const bool fits = !(budget.bytes > 0) || bytes <= budget.bytes;
    int who; /* a member whose budget is too small, from 1; 0 if none */

    if (group_max(t->group, fits ? 0 : t->group->me + 1, &who, e))
        return BROKEN;
    if (!who) {
        warn_of_host(t, bytes);
        return GO_ON;
    }
    if (group_broadcast(t->group, who - 1, &budget, sizeof(budget), e))
        return BROKEN;
    if (t->poor)
        *t->poor = who - 1;
    too_large(t, bytes, &budget, e);
    return FAILED;
}
