#include "config.h"

#include "cmd/data/data_counts.h"

#include <stdlib.h>

#include "base/core/memory.h"
#include "engine/head/kinds/class.h"
#include "text/formats/json_write.h"

/* --- lengths -------------------------------------------------------------- */

static int by_size(const void *a, const void *b)
{
    const int x = *(const int *)a, y = *(const int *)b;

    return (x > y) - (x < y);
}

/* Count words.  The end token of a generated text counts as a token, but not as
 * a distinct word. */
static void count_words(const struct examples *x, int part, int i, bool *seen,
                        struct part_counts *c)
{
    const int32_t *token = example_tokens(x, part, i);
    const int n = example_len(x, part, i);

    for (int k = 0; k < n; k++) {
        c->tokens++;
        c->unknown += token[k] == TOKEN_UNKNOWN;
        if (token[k] >= TOKEN_FIRST && !seen[token[k]]) {
            seen[token[k]] = true;
            c->distinct++;
        }
    }
}

/* Return the smallest length that `percent` of n sorted lengths do not
 * exceed. */
static int within(const int *length, int n, int percent)
{
    return length[(n - 1) * (long long)percent / 100];
}

/* Count the lengths below a bound. */
static int below(const int *length, int n, int bound)
{
    int lo = 0, hi = n;

    while (lo < hi) {
        const int mid = lo + (hi - lo) / 2;

        if (length[mid] < bound)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

static void fill_bins(const int *length, int n, struct part_counts *c)
{
    const int first = length[0], most = within(length, n, 99);
    const int width = (most - first) / LENGTH_BINS + 1;
    int from = first;

    for (; from <= most; from += width)
        c->bin[c->bins++] = (struct length_bin){from, from + width,
                                                below(length, n, from + width) -
                                                    below(length, n, from)};
    if (length[n - 1] >= from)
        c->bin[c->bins++] =
            (struct length_bin){from, 0, n - below(length, n, from)};
}

static void count_part(const struct task *t, const struct examples *x, int part,
                       struct part_counts *c)
{
    const int n = x->n;
    bool *seen = memory_zeroed((size_t)t->words[part]->n, sizeof(*seen));
    int *length = memory_new((size_t)n * sizeof(*length));

    for (int i = 0; i < n; i++) {
        length[i] = example_len(x, part, i);
        count_words(x, part, i, seen, c);
    }
    qsort(length, (size_t)n, sizeof(*length), by_size);
    c->texts = n;
    c->least = length[0];
    c->median = within(length, n, 50);
    c->within_95 = within(length, n, 95);
    c->most = length[n - 1];
    fill_bins(length, n, c);
    free(length);
    free(seen);
}

/* --- a split -------------------------------------------------------------- */

/* Count the examples of each class. */
static void count_classes(const struct task *t, const struct examples *x,
                          struct split_counts *c)
{
    const struct column *label = examples_find(x, &label_column);
    const struct class_names *classes = task_classes(t);

    if (!label || !classes)
        return;
    c->classes = classes->n;
    c->name = classes->name;
    c->of_class = memory_zeroed((size_t)classes->n, sizeof(*c->of_class));
    for (int i = 0; i < label->n; i++)
        c->of_class[label->ints[i]]++;
}

void split_counts_init(struct split_counts *c, const struct task *t,
                       enum split split)
{
    const struct examples *x = &t->split[split];

    *c = (struct split_counts){
        .split = split, .examples = x->n, .made = x->made, .parts = x->parts};
    if (!x->made)
        count_classes(t, x, c);
    for (int p = 0; p < x->parts; p++) {
        c->part[p] = (struct part_counts){
            .role = shapes[t->kind->shape].role[p], .most = x->most[p]};
        if (!x->made)
            count_part(t, x, p, &c->part[p]);
    }
}

void split_counts_release(struct split_counts *c)
{
    free(c->of_class);
}

/* --- for programs --------------------------------------------------------- */

static void put_bins(const struct part_counts *c, struct str *out)
{
    json_begin(out, "bins", '[');
    for (int i = 0; i < c->bins; i++) {
        const struct length_bin *b = &c->bin[i];

        json_begin(out, NULL, '{');
        json_put_long(out, "from", b->from);
        json_put_count(out, "to", b->to ? b->to - 1 : -1);
        json_put_long(out, "texts", b->texts);
        json_finish(out, '}');
    }
    json_finish(out, ']');
}

static void put_part(const struct part_counts *c, struct str *out)
{
    json_begin(out, NULL, '{');
    json_put_text(out, "role", c->role);
    json_put_long(out, "most", c->most);
    if (c->texts) {
        json_put_real(out, "tokens", c->tokens);
        json_put_real(out, "unknown", c->unknown);
        json_put_long(out, "distinct", c->distinct);
        json_put_long(out, "least", c->least);
        json_put_real(out, "mean", c->tokens / c->texts);
        json_put_long(out, "median", c->median);
        json_put_long(out, "within_95", c->within_95);
        put_bins(c, out);
    }
    json_finish(out, '}');
}

void split_counts_put(const struct split_counts *c, struct str *out)
{
    json_begin(out, NULL, '{');
    json_put_text(out, "split", split_names[c->split]);
    json_put_long(out, "examples", c->examples);
    json_put_bool(out, "made", c->made);
    json_begin(out, "labels", '[');
    for (int i = 0; i < c->classes; i++) {
        json_begin(out, NULL, '{');
        json_put_text(out, "name", c->name[i]);
        json_put_long(out, "examples", c->of_class[i]);
        json_finish(out, '}');
    }
    json_finish(out, ']');
    json_begin(out, "parts", '[');
    for (int i = 0; i < c->parts; i++)
        put_part(&c->part[i], out);
    json_finish(out, ']');
    json_finish(out, '}');
}
