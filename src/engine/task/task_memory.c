/* task_memory.c - a task's memory: freeing it, and its image. */
#include "engine/task/task.h"

#include <stdlib.h>

/* --- freeing -------------------------------------------------------------- */

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

static void free_loaded(struct task *t)
{
    if (t->own)
        t->kind->release(t);
    if (t->head->release)
        t->head->release(t->settings);
    for (int s = 0; s < SPLITS; s++)
        examples_release(&t->split[s]);
    free_words(t);
    for (int i = 0; i < t->features; i++)
        free(t->feature_classes[i]);
    for (int i = 0; i < t->files; i++)
        free(t->file[i].path);
    free(t->file);
    str_release(&t->notes);
}

void task_free(struct task *t)
{
    if (!t)
        return;
    if (t->image)
        image_release(t->image);
    else
        free_loaded(t);
    free(t->settings);
    free(t->image);
    free(t);
}

/* --- the image ------------------------------------------------------------ */

/* Parts may share one vocabulary. */
static void all_words(struct task *t, struct image *m)
{
    for (int p = 0; p < MAX_PARTS; p++) {
        int same = 0;

        while (t->words[p] && t->words[same] != t->words[p])
            same++;
        if (!t->words[p])
            same = -1;
        IMAGE_VALUE(m, same);
        if (same == p) {
            IMAGE_ROOM(m, t->words[p], 1);
            words_image(t->words[p], m);
        } else {
            t->words[p] = same < 0 ? NULL : t->words[same];
        }
    }
}

static void features(struct task *t, struct image *m)
{
    for (int f = 0; f < t->features; f++) {
        IMAGE_VALUE(m, t->feature[f].classes);
        t->feature_classes[f] = image_text(m, t->feature_classes[f]);
    }
}

static void settings(struct task *t, struct image *m)
{
    const struct head_kind *h = t->head;

    if (h->image)
        h->image(t->settings, m);
    else
        image_value(m, t->settings, h->settings);
}

static void files(struct task *t, struct image *m)
{
    IMAGE_VALUE(m, t->files);
    IMAGE_ROOM(m, t->file, t->files);
    for (int i = 0; i < t->files; i++) {
        struct source_file *f = &t->file[i];

        f->path = image_text(m, f->path);
        IMAGE_VALUE(m, f->digest);
        IMAGE_VALUE(m, f->split);
    }
}

void task_image(struct task *t, struct image *m)
{
    for (enum split s = 0; s < SPLITS; s++)
        examples_image(&t->split[s], m);
    all_words(t, m);
    features(t, m);
    settings(t, m);
    IMAGE_VALUE(m, t->uncounted);
    IMAGE_VALUE(m, t->valid_since);
    files(t, m);
    image_str(m, &t->notes);
    if (t->kind->image)
        t->kind->image(t, m);
}
