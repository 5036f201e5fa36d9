#include "engine/train/forecast.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "config/field/field_lines.h"

static void begin(struct forecast *f, const struct deal_key *key)
{
    forecast_release(f);
    deal_init(&f->deal, key);
    deal_batch(&f->deal, 0, 0);
}

struct forecast *forecast_of(const struct training *t, struct forecast *own)
{
    struct forecast *f = t->forecast ? t->forecast : own;
    const struct deal_key key =
        train_deal(t->conf, &t->task->split[SPLIT_TRAIN]);

    if (!deal_key_equal(&f->deal.key, &key))
        begin(f, &key);
    return f;
}

void forecast_release(struct forecast *f)
{
    free(f->model);
    deal_release(&f->deal);
    *f = (struct forecast){0};
}

/* --- bytes ---------------------------------------------------------------- */

/* The lines of a configuration that are the model's, one behind the other. */
static const char *model_lines(const char *config, size_t *len)
{
    static const char section[] = "model.";
    const char *first = NULL;

    *len = 0;
    for (struct field_line l; field_line_next(&config, &l);) {
        if (strncmp(l.name, section, sizeof(section) - 1) != 0) {
            if (first)
                break;
            continue;
        }
        first = first ? first : l.name;
        *len = (size_t)(l.name - first) + l.len;
    }
    return first;
}

double *forecast_bytes(struct forecast *f, const struct training *t,
                       const struct work *work)
{
    size_t len = 0;
    const char *model = t->config ? model_lines(t->config, &len) : NULL;

    if (f->model && model && memcmp(&f->work, work, sizeof(*work)) == 0 &&
        strlen(f->model) == len && memcmp(f->model, model, len) == 0)
        return &f->bytes;
    free(f->model);
    f->model = model ? memory_format("%.*s", (int)len, model) : NULL;
    f->work = *work;
    f->bytes = 0;
    return &f->bytes;
}

/* --- batches -------------------------------------------------------------- */

/* Of the epoch, if all of it is as what is dealt. */
static long count_batches(const struct deal *d)
{
    const int n = deal_examples(d)->n;
    const bool whole = n == d->key.n;
    struct run r = {0, 0};
    long batches = 0;
    int at = 0;

    while (deal_next(d, &r) && (whole || r.end < n)) {
        at = r.end;
        batches++;
    }
    return (batches * d->key.n + at - 1) / at;
}

/* Of the first epoch. */
static long first_batches(const struct training *t)
{
    struct forecast own = {0}, *f = forecast_of(t, &own);

    if (!f->batches)
        f->batches = count_batches(&f->deal);
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
