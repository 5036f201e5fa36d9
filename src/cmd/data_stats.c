#include "config.h"

#include "cmd/data.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/show.h"
#include "head/class.h"

enum { BINS = 10, BAR = 40 };

/* The lengths of a part's texts, in order, and their words. */
struct lengths {
    int *at; /* owned; [n], rising */
    int n;
    double tokens, unknown; /* running ones */
    int distinct;
};

static int by_size(const void *a, const void *b)
{
    const int x = *(const int *)a, y = *(const int *)b;

    return (x > y) - (x < y);
}

/* An end is a running token of what is generated, but no distinct one. */
static void count_words(const struct examples *x, int part, int i, bool *seen,
                        struct lengths *l)
{
    const int32_t *token = example_tokens(x, part, i);

    for (int k = 0; k < l->at[i]; k++) {
        l->tokens++;
        l->unknown += token[k] == TOKEN_UNKNOWN;
        if (token[k] >= TOKEN_FIRST && !seen[token[k]]) {
            seen[token[k]] = true;
            l->distinct++;
        }
    }
}

static void measure(const struct task *t, enum split split, int part,
                    struct lengths *l)
{
    const struct examples *x = &t->split[split];
    bool *seen = memory_zeroed((size_t)t->words[part]->n, sizeof(*seen));

    *l = (struct lengths){.n = x->n};
    l->at = memory_new((size_t)x->n * sizeof(*l->at));
    for (int i = 0; i < x->n; i++) {
        l->at[i] = example_len(x, part, i);
        count_words(x, part, i, seen, l);
    }
    qsort(l->at, (size_t)l->n, sizeof(*l->at), by_size);
    free(seen);
}

/* The least length that a share of the texts is within. */
static int within(const struct lengths *l, int percent)
{
    return l->at[(l->n - 1) * (long long)percent / 100];
}

/* How many lengths are below a bound. */
static int below(const struct lengths *l, int bound)
{
    int lo = 0, hi = l->n;

    while (lo < hi) {
        const int mid = lo + (hi - lo) / 2;

        if (l->at[mid] < bound)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

static void show_bin(const struct lengths *l, int from, int to, bool last)
{
    static const char bar[] = "########################################";
    const int n = (last ? l->n : below(l, to)) - below(l, from);
    const int full = (int)((long long)n * BAR / l->n);
    char range[32];

    if (last)
        snprintf(range, sizeof(range), "%d or more", from);
    else if (to == from + 1)
        snprintf(range, sizeof(range), "%d", from);
    else
        snprintf(range, sizeof(range), "%d to %d", from, to - 1);
    say("    %14s %9d %5.1f %%%s%.*s\n", range, n, 100.0 * n / l->n,
        full ? " " : "", full, bar);
}

/* Bins of one width up to what 99 in 100 are within, and one of what is left.
 */
static void show_histogram(const struct lengths *l)
{
    const int first = l->at[0], most = within(l, 99);
    const int width = (most - first) / BINS + 1;
    int from = first;

    for (; from <= most; from += width)
        show_bin(l, from, from + width, false);
    if (l->at[l->n - 1] >= from)
        show_bin(l, from, from, true);
}

static void show_part(const struct task *t, enum split split, int part,
                      bool drawn)
{
    struct lengths l;

    measure(t, split, part, &l);
    say("  %s: %.0f tokens, %d distinct, %.2f %% unknown\n"
        "    length: mean %.1f, least %d, median %d, 95 %% within %d, most "
        "%d\n",
        shapes[t->kind->shape].role[part], l.tokens, l.distinct,
        l.tokens > 0 ? 100 * l.unknown / l.tokens : 0, l.tokens / l.n, l.at[0],
        within(&l, 50), within(&l, 95), l.at[l.n - 1]);
    if (drawn)
        show_histogram(&l);
    free(l.at);
}

static void show_class(const char *name, long n, int all)
{
    char *is = show_copy(name);

    say("  label %s: %ld, %.1f %%\n", is, n, 100.0 * (double)n / all);
    free(is);
}

/* How many examples each class has. */
static void show_classes(const struct task *t, const struct examples *x)
{
    const struct column *label = examples_find(x, &label_column);
    const struct class_names *classes = task_classes(t);
    long *n;

    if (!label || !classes)
        return;
    n = memory_zeroed((size_t)classes->n, sizeof(*n));
    for (int i = 0; i < label->n; i++)
        n[label->ints[i]]++;
    for (int c = 0; c < classes->n; c++)
        show_class(classes->name[c], n[c], label->n);
    free(n);
}

static void show_split(const struct task *t, enum split split, bool drawn)
{
    const struct examples *x = &t->split[split];

    say("\n%s: %d examples\n", split_names[split], x->n);
    if (x->made) { /* there are as many as anybody asks for */
        for (int p = 0; p < x->parts; p++)
            say("  %s: %d tokens at most; each is made when it is read\n",
                shapes[t->kind->shape].role[p], x->most[p]);
        return;
    }
    show_classes(t, x);
    for (int p = 0; p < x->parts; p++)
        show_part(t, split, p, drawn);
}

static void show_vocabulary(const struct task *t)
{
    const int parts = shapes[t->kind->shape].parts;

    for (int p = 0; p < parts; p++) {
        if (p && t->words[p] == t->words[0])
            continue;
        say("vocabulary%s%s: %d words\n",
            parts > 1 && t->words[1] != t->words[0] ? " of " : "",
            parts > 1 && t->words[1] != t->words[0]
                ? shapes[t->kind->shape].role[p]
                : "",
            t->words[p]->n - TOKEN_FIRST);
    }
}

static void show_doubts(const struct task *t)
{
    struct str doubts = {0};

    task_doubts(t, &doubts);
    if (doubts.len)
        say("\nThis may be a mistake:\n%s", doubts.s);
    str_release(&doubts);
}

static int show(const struct task *t, const void *how, struct error *e)
{
    const enum split *drawn = how;

    if (!t->split[*drawn].n)
        return error_set(e, "the task has no %s examples", split_names[*drawn]);
    say("task %s, reads: %s\n%s", t->kind->is.name, shapes[t->kind->shape].name,
        str_text(&t->notes));
    show_vocabulary(t);
    for (enum split s = 0; s < SPLITS; s++)
        if (t->split[s].n)
            show_split(t, s, s == *drawn);
    show_doubts(t);
    return 0;
}

/* --- the command ---------------------------------------------------------- */

struct arguments {
    struct task_asked of;
    enum split drawn;
};

static int run(void *asked, struct error *e)
{
    const struct arguments *a = asked;

    return data_task_of_either(&a->of, show, &a->drawn, e);
}

static const struct cli_option options[] = {
    {CLI_WORD(struct arguments, of.name), .value = "EXPERIMENT|NAME",
     .what = "an experiment file or a data set's name"},
    OPTION_SPLIT(struct arguments, drawn,
                 "Histograms of train, valid or test; train unless given"),
    DATA_SET_FIELD(struct arguments, of),
    CLI_END,
};

const struct command data_stats = {
    .name = "stats",
    .summary = "count examples, classes, tokens and words",
    .about = "Count examples, classes, tokens and words of the experiment's "
             "first trial, or of the public data set NAME.",
    .options = options,
    .size = sizeof(struct arguments),
    .preset = &(const struct arguments){.drawn = SPLIT_TRAIN},
    .run = run,
};
