/* forecast.c - what follows of a run before it begins, kept for the next one.
 */
#include "train/forecast.h"

#include <stdlib.h>
#include <string.h>

#include "train/course.h"

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

static bool counts(const char *line)
{
    for (size_t i = 0; i < sizeof(counted) / sizeof(*counted); i++)
        if (strncmp(line, counted[i], strlen(counted[i])) == 0)
            return true;
    return false;
}

/* The first line that counts from `line` on, and its length; 0: none. */
static size_t next_counted(const char **line)
{
    for (; **line; *line += strcspn(*line, "\n") + 1)
        if (counts(*line))
            return strcspn(*line, "\n") + 1;
    return 0;
}

static char *key_of(const char *config)
{
    struct str key = {0};

    for (size_t n; (n = next_counted(&config)); config += n)
        str_add(&key, config, n);
    return str_take(&key);
}

static bool has_key(const char *key, const char *config)
{
    for (size_t n; (n = next_counted(&config)); config += n) {
        if (strncmp(key, config, n) != 0)
            return false;
        key += n;
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
    const struct batching how = course_batching(t->conf, t->model);

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
