#include "config.h"

#include "results/kept_task.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "results/folder.h"
#include "task/task_cache.h"

#define GIB (1024.0 * 1024.0 * 1024.0)

char *trial_data_folder(const struct experiment *x)
{
    char *path = folder_path(x->beside, FOLDER_ORIGIN);
    char *results = folder_path(x->beside, FOLDER_TEXT);
    struct str text = {0};
    struct error e;

    if (!file_exists(results) || file_read(path, &text, &e)) {
        str_clear(&text);
        str_adds(&text, x->beside);
    }
    free(results);
    free(path);
    return str_take(&text);
}

int trial_data_note(const struct experiment *x, const char *dir,
                    struct error *e)
{
    char *path = folder_path(dir, FOLDER_ORIGIN);
    char *beside = trial_data_folder(x), *whole = realpath(beside, NULL);
    const char *text = whole ? whole : beside;
    const int failed = file_replace(path, text, strlen(text), e);

    free(whole);
    free(beside);
    free(path);
    return failed;
}

static char *task_key(const struct trial_config *c)
{
    struct str s = {0};

    chosen_text(&c->task, "task", TEXT_WHOLE, &s);
    return str_take(&s);
}

static void load(struct kept_task *k, const struct experiment *x,
                 struct error *e)
{
    char *beside = trial_data_folder(x);

    k->task = task_cached(&k->config.task, beside, GIB * x->run.cache_gb, e);
    free(beside);
    if (!k->task)
        kept_task_release(k);
}

const struct task *kept_task(struct kept_task *k, const struct experiment *x,
                             const struct assignment *a,
                             const struct trial_config *conf, struct error *e)
{
    char *key = task_key(conf);

    if (k->task && !strcmp(k->key, key)) {
        free(key);
        return k->task;
    }
    kept_task_release(k);
    k->key = key;
    if (experiment_bind(x, a, &k->config, e)) /* which outlives conf */
        kept_task_release(k);
    else
        load(k, x, e);
    return k->task;
}

const struct task *kept_task_of(struct kept_task *k, const struct experiment *x,
                                long number, struct error *e)
{
    struct assignment a = experiment_assignment(x, number);
    const struct task *t = NULL;
    struct trial_config c;

    if (!experiment_bind(x, &a, &c, e)) {
        t = kept_task(k, x, &a, &c, e);
        trial_config_release(&c);
    }
    assignment_release(&x->search.space, &a);
    return t;
}

void kept_task_release(struct kept_task *k)
{
    task_free(k->task);
    trial_config_release(&k->config);
    free(k->key);
    *k = (struct kept_task){0};
}
