/*
 * text_files.h - for tests of tasks: small files in a folder of their own,
 * and a task loaded from a line of YAML.
 */
#ifndef TEXT_FILES_H
#define TEXT_FILES_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/files/file.h"
#include "config/yaml/document.h"
#include "engine/task/task.h"
#include "tests/unit/tmp_folder.h"

/* The path of a file in the folder, until the next call. */
static inline const char *path_of(const char *name)
{
    static char path[200];

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    return path;
}

static inline void bytes_of(const char *name, const void *bytes, size_t n)
{
    FILE *f = fopen(path_of(name), "wb");

    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    fclose(f);
}

static inline void file_of(const char *name, const char *text)
{
    bytes_of(name, text, strlen(text));
}

struct loaded {
    struct chosen chosen;
    struct task *task;
    struct error error;
};

/* Of a kind of some that are not registered.  0, or -1 with the error. */
static inline int load_task_of(struct loaded *l, const struct kinds *kinds,
                               const char *yaml)
{
    struct document *d;
    char text[2000];

    *l = (struct loaded){0};
    snprintf(text, sizeof(text), "task: %s\n", yaml);
    d = document_parse(text, "test", &l->error);
    if (!d)
        return -1;
    if (!document_bind_kind(d, "task", kinds, &l->chosen, &l->error))
        l->task = task_new(&l->chosen, folder, &l->error);
    document_free(d);
    return l->task ? 0 : -1;
}

static inline int load_task(struct loaded *l, const char *yaml)
{
    return load_task_of(l, &task_kinds, yaml);
}

static inline void unload_task(struct loaded *l)
{
    task_free(l->task);
    chosen_release(&l->chosen);
}

/* A task that cannot be loaded, which one line says. */
static inline void refuse_task(const char *yaml, const char *says)
{
    struct loaded l;

    assert_int_equal(load_task(&l, yaml), -1);
    if (!strstr(l.error.text, says) || strchr(l.error.text, '\n'))
        fail_msg("'%s' does not say '%s'", l.error.text, says);
    unload_task(&l);
}

/* What a loaded task notes of its data has this. */
static inline void notes(const struct loaded *l, const char *says)
{
    if (!strstr(str_text(&l->task->notes), says))
        fail_msg("'%s' does not say '%s'", str_text(&l->task->notes), says);
}

/* The metrics of answers to valid. */
static inline void score_valid(const struct loaded *l,
                               const struct answer_sheet *a, double *value)
{
    struct units u;

    task_score(l->task, SPLIT_VALID, a, value, &u);
    units_release(&u);
}

/* Is a real data file there? */
static inline bool has_data(const char *name)
{
    const char *data = getenv("CODARUN_DATA");
    char path[1000];

    snprintf(path, sizeof(path), "%s/%s", data ? data : "", name);
    return data && file_exists(path);
}

#endif
