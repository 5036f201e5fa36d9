#include "task/task.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

const char *const split_names[] = {"train", "valid", "test", NULL};

#define KIND(name) extern const struct task_kind task_##name;
#include "task/kinds.def"
#undef KIND

#define KIND(name) &task_##name.is,
static const struct kind *const list[] = {
#include "task/kinds.def"
    NULL};
#undef KIND

const struct kinds task_kinds = {.sort = "task", .list = list};

struct task *task_new(const struct chosen *kind, const char *beside,
                      struct error *e)
{
    struct task *t = memory_zeroed(1, sizeof(*t));

    t->kind = (const struct task_kind *)kind->kind; /* `is` comes first */
    t->conf = kind->conf;
    if (t->kind->load(t, beside, e)) {
        error_in(e, "task '%s'", kind->kind->name);
        task_free(t);
        return NULL;
    }
    return t;
}

static void free_texts(char **text, int n)
{
    for (int i = 0; text && i < n; i++)
        free(text[i]);
    free(text);
}

void task_free(struct task *t)
{
    if (!t)
        return;
    if (t->own && t->kind->release)
        t->kind->release(t);
    else
        free(t->own);
    for (int s = 0; s < SPLITS; s++)
        examples_release(&t->split[s]);
    free_texts(t->word, t->vocabulary);
    free_texts(t->class_name, t->classes);
    free(t->vectors);
    for (int i = 0; i < t->files; i++)
        free(t->file[i].path);
    free(t->file);
    str_release(&t->notes);
    free(t);
}

void task_add_file(struct task *t, const char *name, struct digest digest,
                   int split)
{
    t->file = memory_resize(t->file, ((size_t)t->files + 1) * sizeof(*t->file));
    t->file[t->files++] = (struct source_file){
        .path = memory_string(name), .digest = digest, .split = split};
}

int task_metrics(const struct task_kind *k)
{
    int n = 0;

    while (k->metrics[n].name)
        n++;
    return n;
}

int task_metric(const struct task_kind *k, const char *name)
{
    for (int i = 0; k->metrics[i].name; i++)
        if (!strcmp(k->metrics[i].name, name))
            return i;
    return -1;
}
