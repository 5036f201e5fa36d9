/* forecast.c - what follows of a run before it begins, kept for the next one.
 */
#include "train/forecast.h"

#include <stdlib.h>
#include <string.h>

#include "config/field_lines.h"

/* Lines of a configuration that it hangs on. */
static const char *const counted[] = {
    "task.",
    "model.",
    "train.batch:",
    "train.batch_tokens:",
    "train.batch_by_length:",
    "train.grains:",
    "train.seed:",
    "train.inspect:",
};

static bool counts(const struct field_line *l)
{
    for (size_t i = 0; i < sizeof(counted) / sizeof(*counted); i++)
        if (strncmp(l->name, counted[i], strlen(counted[i])) == 0)
            return true;
    return false;
}

static char *key_of(const char *config)
{
    struct str key = {0};

    for (struct field_line l; field_line_next(&config, &l);)
        if (counts(&l))
            str_add(&key, l.name, l.len + 1);
    return str_take(&key);
}

static bool has_key(const char *key, const char *config)
{
    for (struct field_line l; field_line_next(&config, &l);) {
        if (!counts(&l))
            continue;
        if (strncmp(key, l.name, l.len + 1) != 0)
            return false;
        key += l.len + 1;
    }
    return !*key;
}

static bool is_of(const struct forecast *f, const struct training *t)
{
    return f->key && f->task == t->task &&
           f->examples == t->task->split[SPLIT_TRAIN].n &&
           has_key(f->key, t->config);
}

static void begin(struct forecast *f, const struct training *t)
{
    const struct examples *x = &t->task->split[SPLIT_TRAIN];
    const struct batching how = train_batching(t->conf, t->model);

    forecast_release(f);
    f->task = t->task;
    f->examples = x->n;
    f->key = t->config ? key_of(t->config) : NULL;
    deal_init(&f->deal, x, (uint64_t)t->conf->seed);
    deal_batch(&f->deal, &how, 0, 0);
}

struct forecast *forecast_of(const struct training *t, struct forecast *own)
{
    struct forecast *f = t->forecast && t->config ? t->forecast : own;

    if (f == own || !is_of(f, t))
        begin(f, t);
    return f;
}

void forecast_release(struct forecast *f)
{
    free(f->key);
    deal_release(&f->deal);
    *f = (struct forecast){0};
}

/* Of the epoch, if all of it is as what is dealt. */
static long count_batches(const struct deal *d, const struct batching *b)
{
    const struct examples *x = deal_examples(d);
    const bool whole = x->n == d->of->n;
    long batches = 0;
    int at = 0;

    for (int end; at < x->n; at = end, batches++) {
        end = batch_end(x, d->order, b, at);
        if (end == x->n && !whole)
            break;
    }
    return (batches * d->of->n + at - 1) / at;
}

/* Of the first epoch. */
static long first_batches(const struct training *t)
{
    const struct batching b = train_batching(t->conf, t->model);
    struct forecast own = {0}, *f = forecast_of(t, &own);

    if (!f->batches)
        f->batches = count_batches(&f->deal, &b);
    const long batches = f->batches;

    forecast_release(&own);
    return batches;
}

long train_steps_expected(const struct training *t)
{
    if (t->conf->epochs == 0)
        return t->conf->steps;
    const long steps = t->conf->epochs * first_batches(t);

    return t->conf->steps > 0 && t->conf->steps < steps ? t->conf->steps
                                                        : steps;
}
