#include "config.h"

#include "sweep/results/cached_task.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/core/memory.h"
#include "base/files/file.h"
#include "engine/task/task_cache.h"
#include "sweep/folder/folder.h"

#define GIB (1024.0 * 1024.0 * 1024.0)

/* Where an experiment may lie relative to its results: they are in
 * results/NAME, or in a folder beside that. */
#define LEVELS_UP 2
#define PARTS_DOWN 2

/* Return the last parts of a path, `parts` of them. */
static const char *last_parts(const char *path, int parts)
{
    const char *at = path + strlen(path);

    for (; parts && at > path; parts--)
        while (at > path && *--at != '/')
            continue;
    return at + (*at == '/');
}

static bool is_folder(const char *path)
{
    struct stat st;

    return !stat(path, &st) && S_ISDIR(st.st_mode);
}

static bool has_line(const struct str *lines, const char *line)
{
    const size_t n = strlen(line);

    for (const char *at = str_text(lines); at; at = strchr(at, '\n')) {
        at += *at == '\n';
        if (strcspn(at, "\n") == n && !strncmp(at, line, n))
            return true;
    }
    return false;
}

/* Append a folder once, if it exists. */
static void add_folder(const char *above, const char *below, struct str *out)
{
    char *path = memory_format("%s%s%s", above, *below ? "/" : "", below);
    char *whole = is_folder(path) ? realpath(path, NULL) : NULL;

    if (whole && !strchr(whole, '\n') && !has_line(out, whole))
        str_addf(out, "\n%s", whole);
    free(whole);
    free(path);
}

/* A project that was moved has its data in the same place relative to its
 * results; the names of the folders above may have changed. */
static void add_near(const char *dir, const char *origin, struct str *out)
{
    struct str above = {0};

    str_adds(&above, dir);
    for (int up = 0; up <= LEVELS_UP; up++, str_adds(&above, "/.."))
        for (int parts = PARTS_DOWN; parts >= 0; parts--)
            add_folder(str_text(&above), last_parts(origin, parts), out);
    str_release(&above);
}

/* Read where a results folder's experiment was; false if it is not a results
 * folder, or has no such file. */
static bool read_origin(const struct experiment *x, struct str *out)
{
    char *path = folder_path(x->beside, FOLDER_ORIGIN);
    char *results = folder_path(x->beside, FOLDER_TEXT);
    struct error e;
    const bool said = file_exists(results) && !file_read(path, out, &e);

    free(results);
    free(path);
    return said;
}

/* The folder where data are looked up first; *moved: they may have been moved
 * since. */
static char *first_folder(const struct experiment *x, bool *moved)
{
    struct str text = {0};

    *moved = read_origin(x, &text);
    if (!*moved) {
        str_clear(&text);
        str_adds(&text, x->beside);
    }
    return str_take(&text);
}

char *trial_data_folder(const struct experiment *x)
{
    bool moved;
    char *first = first_folder(x, &moved);
    struct str text = {0};

    str_adds(&text, first);
    if (moved && !strchr(first, '\n'))
        add_near(x->beside, first, &text);
    free(first);
    return str_take(&text);
}

int trial_data_note(const struct experiment *x, const char *dir,
                    struct lease *lease, struct error *e)
{
    char *path = folder_path(dir, FOLDER_ORIGIN);
    bool moved;
    char *beside = first_folder(x, &moved), *whole = realpath(beside, NULL);
    struct str text = {0};

    str_adds(&text, whole ? whole : beside);
    const int failed = lease_replace(lease, path, &text, e);

    str_release(&text);
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

static void load(struct cached_task *k, const struct experiment *x,
                 struct error *e)
{
    char *beside = trial_data_folder(x);

    k->task = task_cached(&k->config.task, beside, GIB * x->run.cache_gb, e);
    free(beside);
    if (!k->task)
        cached_task_release(k);
}

const struct task *cached_task(struct cached_task *k,
                               const struct experiment *x,
                               const struct assignment *a,
                               const struct trial_config *conf, struct error *e)
{
    char *key = task_key(conf);

    if (k->task && !strcmp(k->key, key)) {
        free(key);
        return k->task;
    }
    cached_task_release(k);
    k->key = key;
    if (experiment_bind(x, a, &k->config, e)) /* a copy that outlives conf */
        cached_task_release(k);
    else
        load(k, x, e);
    return k->task;
}

const struct task *cached_task_of(struct cached_task *k,
                                  const struct proposed *of, long number,
                                  struct error *e)
{
    const struct experiment *x = of->x;
    struct assignment a = proposed_assignment(of, number);
    const struct task *t = NULL;
    struct trial_config c;

    if (!experiment_bind(x, &a, &c, e)) {
        t = cached_task(k, x, &a, &c, e);
        trial_config_release(&c);
    }
    assignment_release(&x->search.space, &a);
    return t;
}

void cached_task_release(struct cached_task *k)
{
    task_free(k->task);
    trial_config_release(&k->config);
    free(k->key);
    *k = (struct cached_task){0};
}
