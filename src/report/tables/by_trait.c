/* by_trait.c - metrics of trials split by a trait of the units. */
#include "config.h"

#include "report/tables/by_trait.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "config/field/field.h"
#include "engine/metric/formula.h"
#include "report/answers/rescore.h"

/* --- words ---------------------------------------------------------------- */

/* Find word i in a text with blanks between words. *word is not terminated;
 * returns its length, 0 after the last. */
static int word_at(const char *words, int i, const char **word)
{
    const char *at = words;

    for (; i && *at; i--) {
        at += strcspn(at, " ");
        at += *at == ' ';
    }
    *word = at;
    return (int)strcspn(at, " ");
}

static bool same_words(const char *one, const char *other)
{
    return one && other ? !strcmp(one, other) : one == other;
}

/* --- from a trial's units ------------------------------------------------- */

static int unknown_trait(const struct units *u, const char *name,
                         struct error *e)
{
    const char *known[MAX_TRAITS];
    struct str text = {0};

    if (!u->traits)
        return error_set(e,
                         "found trait '%s', expected none, as the task has "
                         "none",
                         name);
    for (int i = 0; i < u->traits; i++)
        known[i] = u->trait[i].name;
    names_list(known, u->traits, &text);
    nearest_hint(name, known, u->traits, &text);
    error_set(e, "found trait '%s', expected %s", name, str_text(&text));
    str_release(&text);
    return -1;
}

/* Find the trait, and check that it is like that of the trials before. */
static const struct trait *find_trait(struct by_trait *b,
                                      const struct results_row *row,
                                      const struct units *u, const char *name,
                                      struct error *e)
{
    const struct trait *t = units_trait(u, name);
    const bool first = !b->metrics;

    if (!t) {
        unknown_trait(u, name, e);
        return NULL;
    }
    if (first) {
        memcpy(b->name, t->name, sizeof(b->name));
        memcpy(b->unit, u->name, sizeof(b->unit));
        memcpy(b->metric, row->result.metric, sizeof(b->metric));
        b->metrics = u->metrics;
        b->words = t->words ? memory_string(t->words) : NULL;
    }
    if (same_words(b->words, t->words) && b->metrics == u->metrics &&
        !memcmp(b->metric, row->result.metric, sizeof(b->metric)))
        return t;
    error_set(e,
              "trial %ld, '%s': found other words or metrics than those of the "
              "trials before it",
              row->number, name);
    return NULL;
}

static int check_values(const struct by_trait *b, const struct trait_values *v,
                        const struct results_row *row, struct error *e)
{
    const char *word;

    for (int i = 0; i < v->n; i++)
        if (v->value[i] < 0 ||
            (b->words && !word_at(b->words, v->value[i], &word)))
            return error_set(
                e, "trial %ld, '%s': found value %d, expected %s%s",
                row->number, b->name, (int)v->value[i],
                b->words ? "one of " : "0 or more", b->words ? b->words : "");
    return 0;
}

const char *const lack_names[] = {
    [LACKS_TRAITS] = "traits", [LACKS_NGRAMS] = "n-grams"};

static enum lack lacking(const struct results_row *row, const struct units *u)
{
    if (!u->traits)
        return u->n || row->result.version < RESULT_VERSION_TRAITS
                   ? LACKS_TRAITS
                   : LACKS_NOTHING;
    for (int m = 0; m < u->metrics; m++)
        if (!u->orders[m] && formula_find(row->result.metric[m]))
            return LACKS_NGRAMS;
    return LACKS_NOTHING;
}

/* Read the units of a trial, with traits; n = 0 if the split has none. */
static int units_of(struct by_trait *b, struct cached_task *kept,
                    const struct results *s, const struct results_row *row,
                    enum split split, struct units *u, struct error *e)
{
    struct units again;

    if (results_units(s, row, split, u, e))
        return -1;
    const enum lack lack = lacking(row, u);

    if (lack == LACKS_NOTHING || !s->dir)
        return 0;
    const int failed = rescore_units(kept, s, row, split, &again, e);

    if (lack == LACKS_NGRAMS && (failed || !again.n)) {
        b->left++;
        return 0;
    }
    units_release(u);
    *u = again;
    b->again[lack]++;
    return failed ? error_in(e,
                             "trial %ld: its result file (version %d) has no "
                             "%s, and scoring it again failed",
                             row->number, row->result.version, lack_names[lack])
                  : 0;
}

static int take_trial(struct by_trait *b, const struct results_row *row,
                      const struct units *u, const char *name,
                      struct trait_values *v, struct error *e)
{
    const struct trait *t = find_trait(b, row, u, name, e);

    if (!t)
        return -1;
    trait_values_take(v, u, t);
    return check_values(b, v, row, e);
}

static int read_trials(struct by_trait *b, struct cached_task *kept,
                       const struct folder *folder, const char *name,
                       enum split split, struct error *e)
{
    const struct results *s = folder->s;
    struct trait_values *trial = b->trial + by_trait_place(b, s, s->row);
    int failed = 0;

    for (long i = 0; i < s->n && !failed; i++) {
        const struct results_row *row = &s->row[i];
        struct units u;

        if (!row->present || row->result.status != TRIAL_FINISHED)
            continue;
        if (units_of(b, kept, s, row, split, &u, e))
            return -1;
        if (result_refuse_small(&row->result, e))
            failed = error_in(e, "trial %ld", row->number);
        else if (u.n)
            failed = take_trial(b, row, &u, name, &trial[i], e);
        else
            failed =
                error_set(e, "trial %ld has nothing of %s to look at by '%s'",
                          row->number, split_names[split], name);
        units_release(&u);
    }
    return failed;
}

/* --- bins ----------------------------------------------------------------- */

/* Return the bin of a value: (k - 1) width + 1 to k width, so 0 has a bin of
 * its own. */
static struct bin bin_of(const struct by_trait *b, int32_t value)
{
    if (value < 1 || b->words || b->width == 1)
        return (struct bin){value, value};
    const int32_t from = (value - 1) / b->width * b->width + 1;
    const int64_t to = (int64_t)from + b->width - 1;

    return (struct bin){from, to > INT32_MAX ? INT32_MAX : (int32_t)to};
}

/* Return the lowest value above `from` in any trial; INT32_MIN if there is
 * none. */
static int32_t lowest_above(const struct by_trait *b, int32_t from)
{
    int32_t low = INT32_MIN;

    for (long i = 0; i < b->trials; i++) {
        const struct trait_values *v = &b->trial[i];
        int k = 0;

        while (k < v->n && v->value[k] <= from)
            k++;
        if (k < v->n && (low == INT32_MIN || v->value[k] < low))
            low = v->value[k];
    }
    return low;
}

bool by_trait_next(const struct by_trait *b, struct bin *bin)
{
    const int32_t low = lowest_above(b, bin->to);

    if (low == INT32_MIN)
        return false;
    *bin = bin_of(b, low);
    return true;
}

static int count_bins(const struct by_trait *b)
{
    struct bin bin = BIN_BEFORE;
    int n = 0;

    while (n <= BINS_MOST && by_trait_next(b, &bin))
        n++;
    return n;
}

static int choose_width(struct by_trait *b, long width, struct error *e)
{
    static const int32_t more[] = {2, 5, 10};
    int32_t ten = 1;

    b->width = width ? (int32_t)width : 1;
    if (b->words && width)
        return error_set(e,
                         "found width %ld of trait '%s', expected none, as it "
                         "has words",
                         width, b->name);
    if (b->words || width)
        return 0;
    for (int i = 0; count_bins(b) > BINS_MOST; i = (i + 1) % 3) {
        b->width = ten * more[i];
        ten *= i == 2 ? 10 : 1;
    }
    return 0;
}

/* --- all trials ----------------------------------------------------------- */

static int read_folder(struct by_trait *b, const struct folder *folder,
                       const char *name, enum split split, struct error *e)
{
    struct cached_task kept = {0};
    const int failed = read_trials(b, &kept, folder, name, split, e);

    cached_task_release(&kept);
    return failed;
}

int by_trait_read(struct by_trait *b, const struct folder *folder, int n,
                  const char *name, enum split split, long width,
                  struct error *e)
{
    int failed = 0;

    *b = (struct by_trait){.folder = folder};
    for (int i = 0; i < n; i++)
        b->trials += folder[i].s->n;
    b->trial = memory_zeroed((size_t)b->trials + 1, sizeof(*b->trial));
    for (int i = 0; i < n && !failed; i++) {
        failed = read_folder(b, &folder[i], name, split, e);
        if (failed && n > 1)
            error_in(e, "'%s'", folder[i].s->dir);
    }
    if (!failed && !b->metrics)
        failed =
            error_set(e, "found no finished trial to look at by '%s'", name);
    if (!failed)
        failed = choose_width(b, width, e);
    if (failed)
        by_trait_release(b);
    return failed;
}

void by_trait_release(struct by_trait *b)
{
    for (long i = 0; i < b->trials; i++)
        trait_values_release(&b->trial[i]);
    free(b->trial);
    free(b->words);
    *b = (struct by_trait){0};
}

long by_trait_place(const struct by_trait *b, const struct results *s,
                    const struct results_row *row)
{
    long before = 0;

    for (const struct folder *f = b->folder; f->s != s; f++)
        before += f->s->n;
    return before + (row - s->row);
}

struct trait_sum by_trait_sum(const struct by_trait *b, long trial,
                              struct bin bin)
{
    return trait_values_sum(&b->trial[trial], bin);
}

double by_trait_metric(const struct by_trait *b, const struct trait_sum *sum,
                       int metric)
{
    return trait_sum_metric(sum, b->metric[metric], metric);
}

void by_trait_bin_name(const struct by_trait *b, struct bin bin,
                       struct str *out)
{
    const char *word;

    if (b->words) {
        const int len = word_at(b->words, bin.from, &word);

        str_add(out, word, (size_t)len);
    } else {
        str_addf(out, "%d", (int)bin.from);
        if (bin.to != bin.from)
            str_addf(out, "-%d", (int)bin.to);
    }
}
