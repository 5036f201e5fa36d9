/* stored_answers.c - checks of stored answers before they are used. */
#include "config.h"

#include "report/answers/stored_answers.h"

#include <string.h>

#include "engine/kernel/kernel.h"
#include "sweep/results/data_read.h"

/* Append the digests of a split's files, in their order, each after a blank. */
static void digests_now(const struct task *t, enum split split, struct str *out)
{
    for (int i = 0; i < t->files; i++) {
        char hex[DIGEST_HEX];

        digest_hex(t->file[i].digest, hex);
        if (t->file[i].split == split)
            str_addf(out, " %s", hex);
    }
}

static int check_files(const struct task *t, enum split split,
                       const struct result *r, struct error *e)
{
    struct str now = {0}, then = {0};
    int bad = 0;

    digests_now(t, split, &now);
    if (!now.len) /* held out of train, or synthetic */
        digests_now(t, split = SPLIT_TRAIN, &now);
    data_digests(&r->facts, split_names[split], &then);
    if (strcmp(str_text(&now), str_text(&then)) != 0)
        bad = error_set(e,
                        "found files of %s with digest%s, expected%s: the "
                        "data are others now",
                        split_names[split], str_text(&now), str_text(&then));
    str_release(&now);
    str_release(&then);
    return bad;
}

/* The examples held out of train can differ although files and number agree. */
static int check_numerics(const struct task *t, enum split split,
                          const struct result *r, struct error *e)
{
    const char *identity = facts_get(&r->facts, "identity");

    if (split != SPLIT_VALID ||
        kernel_numerics(identity ? identity : "") >= t->valid_since)
        return 0;
    return error_set(e,
                     "found answers under '%s', expected numerics=%d or "
                     "later: what it held out of train were other examples",
                     identity ? identity : "", t->valid_since);
}

/* An older codarun may have had other rules for candidates. */
static int check_lengths(const struct task *t, enum split split,
                         const struct answer_sheet *a, struct error *e)
{
    const struct column_kind *each = t->head->each;
    const struct column *of =
        each ? examples_find(&t->split[split], each) : NULL;

    for (int i = 0; of && i < a->n; i++) {
        const int then = column_get(&a->column[0], i).n;
        const int now = column_get(of, i).n;

        if (then != now)
            return error_set(e,
                             "example %d of %s: found %d probabilities, "
                             "expected %d: its candidates are others now",
                             i, split_names[split], then, now);
    }
    return 0;
}

int stored_answers_check(const struct task *t, enum split split,
                         const struct result *r, struct error *e)
{
    const struct answer_sheet *a = &r->answers[split];

    if (result_refuse_small(r, e))
        return -1;
    if (!a->n)
        return error_set(e, "found no answers to %s", split_names[split]);
    if (check_files(t, split, r, e) || check_numerics(t, split, r, e))
        return -1;
    if (a->n != t->split[split].n)
        return error_set(e,
                         "found answers to %d examples of %s, expected %d: the "
                         "data are others now",
                         a->n, split_names[split], t->split[split].n);
    return check_lengths(t, split, a, e);
}

int stored_answers_form(const struct task *t, const struct answer_sheet *a,
                        struct error *e)
{
    struct column_kind is[MAX_COLUMNS];
    bool same = a->columns == t->head->columns(t->settings, is);

    for (int c = 0; c < a->columns && same; c++)
        same = column_fits(&a->column[c], &is[c]);
    return same ? 0
                : error_set(e, "its answers are of another form than those of "
                               "today");
}
