#include "engine/train/run_estimate.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "config/field/field_lines.h"

static void begin(struct run_estimate *f, const struct loader_key *key)
{
    run_estimate_release(f);
    loader_init(&f->loader, key);
    loader_batch(&f->loader, 0, 0);
}

struct run_estimate *run_estimate_of(const struct training *t,
                                     struct run_estimate *own)
{
    struct run_estimate *f = t->estimate ? t->estimate : own;
    const struct loader_key key =
        train_loader_key(t->conf, &t->task->split[SPLIT_TRAIN]);

    if (!loader_key_equal(&f->loader.key, &key))
        begin(f, &key);
    return f;
}

void run_estimate_release(struct run_estimate *f)
{
    free(f->model);
    loader_release(&f->loader);
    *f = (struct run_estimate){0};
}

/* --- bytes ---------------------------------------------------------------- */

/* The lines of a configuration that belong to the model, which are
 * consecutive. */
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

double *run_estimate_bytes(struct run_estimate *f, const struct training *t,
                           const struct run_estimate_key *work)
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

/* Count the batches of the epoch, as if all of it were like what is loaded. */
static long count_batches(const struct loader *d)
{
    const int n = loader_examples(d)->n;
    const bool whole = n == d->key.n;
    struct run r = {0, 0};
    long batches = 0;
    int at = 0;

    while (loader_next(d, &r) && (whole || r.end < n)) {
        at = r.end;
        batches++;
    }
    return (batches * d->key.n + at - 1) / at;
}

/* Batches of the first epoch. */
static long first_batches(const struct training *t)
{
    struct run_estimate own = {0}, *f = run_estimate_of(t, &own);

    if (!f->batches)
        f->batches = count_batches(&f->loader);
    const long batches = f->batches;

    run_estimate_release(&own);
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
