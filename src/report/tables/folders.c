/* folders.c - the results folders from which one table or picture is made. */
#include "config.h"

#include "report/tables/folders.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/show.h"
#include "sweep/experiment/task_text.h"
#include "sweep/results/other_data.h"

const char *folder_name(const struct folder *f)
{
    return f->s->dir ? f->s->dir : f->x->name;
}

/* --- reading -------------------------------------------------------------- */

int folders_read(struct folders *f, char *const *dir, int n, struct error *e)
{
    f->x = memory_zeroed((size_t)n + 1, sizeof(*f->x));
    f->s = memory_zeroed((size_t)n + 1, sizeof(*f->s));
    f->folder = memory_zeroed((size_t)n + 1, sizeof(*f->folder));
    for (f->n = 0; f->n < n; f->n++) {
        const int i = f->n;

        f->folder[i] = (struct folder){&f->x[i], &f->s[i]};
        if (results_salvage(&f->s[i], &f->x[i], dir[i], e)) {
            f->n++;
            folders_release(f);
            return -1;
        }
    }
    return 0;
}

void folders_release(struct folders *f)
{
    for (int i = 0; i < f->n; i++) {
        results_release(&f->s[i]);
        experiment_release(&f->x[i]);
    }
    free(f->folder);
    free(f->s);
    free(f->x);
    *f = (struct folders){0};
}

bool folders_salvage_more(struct folders *f)
{
    bool more = false;

    for (int i = 0; i < f->n; i++)
        more = results_salvage_more(&f->s[i]) || more;
    return more;
}

long folders_left_out(const struct folder *folder, int n, struct str *out)
{
    long files = 0;

    for (int i = 0; i < n; i++)
        files += results_left_out(folder[i].s, out);
    return files;
}

long folders_other_data(const struct folder *folder, int n, struct str *out)
{
    const struct results **s = memory_new(((size_t)n + 1) * sizeof(*s));

    for (int i = 0; i < n; i++)
        s[i] = folder[i].s;
    const long trials = other_data_among(s, n, out);

    free(s);
    return trials;
}

bool folders_whole(const struct folder *folder, int n, bool alone)
{
    struct str others = {0};
    const bool alike = !folders_other_data(folder, n, &others);

    if (alone)
        show_put(str_text(&others), stderr);
    str_release(&others);
    return alike && !folders_left_out(folder, n, NULL);
}

void folders_say_selected(const struct folder *folder, int n, bool tested,
                          struct str *out)
{
    long kept = 0, of = 0;

    if (!n || !folder[0].s->chosen)
        return;
    for (int i = 0; i < n; i++) {
        kept += folder[i].s->n;
        of += folder[i].s->chosen_of;
    }
    str_addf(out, "selected: %ld of %ld trial%s: %s\n", kept, of,
             of == 1 ? "" : "s", folder[0].s->chosen);
    if (tested)
        str_adds(out, "tests, and Holm's correction, are over the selected "
                      "trials alone\n");
}

const char *const folders_marks[] = {"left_out", "other_data", NULL};

void folders_mark(const struct folder *folder, int n, struct grid *grid)
{
    const long number[] = {folders_left_out(folder, n, NULL),
                           folders_other_data(folder, n, NULL)};

    _Static_assert(sizeof(folders_marks) / sizeof(*folders_marks) ==
                       sizeof(number) / sizeof(*number) + 1,
                   "a number for each name");
    for (int i = 0; folders_marks[i]; i++)
        if (number[i])
            grid_mark(grid, folders_marks[i], number[i]);
}

/* --- names and counts ----------------------------------------------------- */

static bool is_named_before(const struct folder *folder, int i)
{
    for (int k = 0; k < i; k++)
        if (!strcmp(folder[k].x->name, folder[i].x->name))
            return true;
    return false;
}

char *folders_title(const struct folder *folder, int n, const char *between)
{
    struct str title = {0};

    for (int i = 0; i < n; i++)
        if (!is_named_before(folder, i))
            str_addf(&title, "%s%s", i ? between : "", folder[i].x->name);
    return str_take(&title);
}

static void count_row(struct trial_counts *c, const struct results_row *r,
                      const struct experiment *x)
{
    c->all++;
    c->finished += results_row_finished(r);
    c->failed += r->present && r->result.status == TRIAL_FAILED;
    c->left_out += r->left_out;
    if (facts_get(&r->result.facts, "ended_early") && !c->early++)
        c->scheduler = x->scheduler.kind->name;
}

struct trial_counts folders_count(const struct folder *folder, int n)
{
    struct trial_counts c = {0};

    for (int i = 0; i < n; i++) {
        c.equal += folder[i].s->equal;
        for (long r = 0; r < folder[i].s->n; r++)
            count_row(&c, &folder[i].s->row[r], folder[i].x);
    }
    return c;
}

/* --- can they be compared? ------------------------------------------------ */

static int check_goal(const struct folder *one, const struct folder *first,
                      struct error *e)
{
    if (one->x->goal == first->x->goal &&
        one->x->search.maximize == first->x->search.maximize)
        return 0;
    return error_set(e, "'%s': found another goal than that of '%s'",
                     one->s->dir, first->s->dir);
}

/* Return the lines where two texts first differ; for equal texts, their
 * ends. */
static struct differing first_difference(const char *a, const char *b)
{
    size_t line = 0;

    for (size_t i = 0; a[i] == b[i]; i++) {
        if (!a[i])
            return (struct differing){a + i, b + i, 0, 0};
        line = a[i] == '\n' ? i + 1 : line;
    }
    a += line;
    b += line;
    return (struct differing){a, b, (int)strcspn(a, "\n"),
                              (int)strcspn(b, "\n")};
}

static int check_settings(const struct group_member *m,
                          const struct group_member *first, struct error *e)
{
    char *here = row_without_seeds(m->row);
    char *there = row_without_seeds(first->row);
    const struct differing at = first_difference(here, there);
    int failed = 0;

    if (*at.a || *at.b)
        failed = error_set(e,
                           "'%s', trial %ld: found '%.*s', expected '%.*s' as "
                           "trial %ld of '%s' has it, or to be swept",
                           m->of->dir, m->row->number, at.a_len, at.a, at.b_len,
                           at.b, first->row->number, first->of->dir);
    free(here);
    free(there);
    return failed;
}

/* Check a member of a group; `trials` contains the members before it. */
static int check_member(const struct trial_group *g, int at,
                        struct digest_map *trials, struct error *e)
{
    const struct group_member *m = &g->member[at];
    const long before = digest_map_add(trials, m->row->trial, at);

    if (before == at)
        return check_settings(m, &g->member[0], e);
    return error_set(e, "'%s', trial %ld: found it in '%s', too, as trial %ld",
                     m->of->dir, m->row->number, g->member[before].of->dir,
                     g->member[before].row->number);
}

static int check_group(const struct trial_group *g, struct error *e)
{
    struct digest_map trials = {0};
    int failed = 0;

    for (int i = 0; i < g->n && !failed; i++)
        failed = check_member(g, i, &trials, e);
    digest_map_release(&trials);
    return failed;
}

int folders_check(const struct folder *folder, int n, const struct groups *g,
                  struct error *e)
{
    for (int i = 1; i < n; i++)
        if (check_goal(&folder[i], &folder[0], e))
            return -1;
    for (int i = 0; i < g->n; i++)
        if (check_group(&g->group[i], e))
            return -1;
    return 0;
}

void folders_say_others(const struct trial_counts *c, struct str *out)
{
    const long waiting = c->all - c->finished - c->failed - c->left_out;

    if (c->failed)
        str_addf(out, ", %ld failed", c->failed);
    if (c->left_out)
        str_addf(out, ", %ld left out", c->left_out);
    if (waiting)
        str_addf(out, ", %ld not finished yet", waiting);
    if (c->equal)
        str_addf(out, " (%ld more equal%s an earlier one)", c->equal,
                 c->equal == 1 ? "s" : "");
}
