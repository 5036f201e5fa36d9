/* table_notes.c - the notes below a table. */
#include "config.h"

#include "report/tables/table_internal.h"
#include "report/tables/task_notes.h"

static void note_scored(const struct table *t, struct str *out)
{
    struct measure goal = t->measure[0];
    bool deviations = false;

    for (int f = 0; f < t->folders; f++)
        if (measure_goal(t->folder[f].x, t->folder[f].s, &goal))
            break;
    for (int g = 0; g < t->groups.n; g++)
        deviations |= t->groups.group[g].n > 1;
    if (t->measures == 0 || t->measure[0].test)
        return; /* there was no validation */
    str_addf(out, "scored: of each trial the checkpoint with the %s %s",
             t->x->search.maximize ? "highest" : "lowest", goal.name);
    str_adds(out, deviations ? "; \xc2\xb1 is the standard deviation over n "
                               "seeds (divisor n - 1)\n"
                             : "\n");
}

static void note_trials(const struct table *t, struct str *out)
{
    const struct trial_counts c = folders_count(t->folder, t->folders);

    str_addf(out, "%ld trial%s: %ld finished", c.all, c.all == 1 ? "" : "s",
             c.finished);
    if (c.early)
        str_addf(out, " (%ld ended early by %s)", c.early, c.scheduler);
    folders_say_others(&c, out);
    str_adds(out, "\n");
    if (c.early)
        str_adds(out, "Those ended early count with their best until then: a "
                      "difference may be one of lengths.\n");
}

void table_notes(const struct table *t, struct str *out)
{
    note_scored(t, out);
    task_notes(t->folder, t->folders, out);
    note_trials(t, out);
    groups_say_without(&t->groups, t->measure, t->measures, out);
}
