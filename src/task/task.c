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
    for (int s = 0; s < SPLITS; s++)
        examples_init(&t->split[s], t->kind->shape, t->kind->columns);
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

static void free_words(struct task *t)
{
    for (int p = 0; p < MAX_PARTS; p++) {
        bool again = !t->words[p];

        for (int q = 0; q < p; q++)
            again |= t->words[q] == t->words[p];
        if (!again) {
            words_release(t->words[p]);
            free(t->words[p]);
        }
    }
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
    free_words(t);
    free_texts(t->class_name, t->classes);
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

struct words *task_share_words(struct task *t)
{
    struct words *w = memory_zeroed(1, sizeof(*w));

    for (int p = 0; p < shapes[t->kind->shape].parts; p++)
        t->words[p] = w;
    return w;
}

/* Most tokens of a training example's part. */
static int longest(const struct examples *x, int part)
{
    int most = 0;

    for (int i = 0; i < x->n; i++)
        if (example_len(x, part, i) > most)
            most = example_len(x, part, i);
    return most;
}

struct model_spec task_spec(const struct task *t)
{
    struct model_spec s = {
        .shape = t->kind->shape,
        .head = t->kind->head,
        .task = t->kind->is.name,
        .classes = t->classes,
    };

    for (int p = 0; p < MAX_PARTS; p++)
        s.words[p] = t->words[p];
    if (s.shape == SHAPE_SOURCE_TARGET)
        s.longest_target = longest(&t->split[SPLIT_TRAIN], 1);
    return s;
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
