/*
 * One of the task's classes: probabilities by softmax.
 */
#include "engine/head/kinds/class.h"

#include <stdlib.h>

#include "base/core/memory.h"
#include "engine/head/ensemble.h"
#include "engine/kernel/vector.h"
#include "engine/tape/ops.h"

const struct column_kind label_column = {"label", COLUMN_INT, 1, OF_EXAMPLE};

enum { LABEL }; /* index among the columns that these heads need */
static const struct column_kind *const needs[] = {&label_column, NULL};

void class_names_set(struct class_names *c, const char *const *name, int n)
{
    c->name = memory_zeroed((size_t)n, sizeof(*c->name));
    for (c->n = 0; c->n < n; c->n++)
        c->name[c->n] = memory_string(name[c->n]);
}

void class_names_image(void *names, struct image *m)
{
    struct class_names *c = names;
    bool named = c->name != NULL;

    IMAGE_VALUE(m, c->n);
    IMAGE_VALUE(m, named);
    if (named)
        c->name = image_texts(m, c->name, c->n);
}

void class_names_release(void *names)
{
    struct class_names *c = names;

    for (int i = 0; c->name && i < c->n; i++)
        free(c->name[i]);
    free(c->name);
}

const struct class_names *class_names_of(const void *settings)
{
    return settings;
}

/* The first token determines the label. */
void class_make(const void *names, int i, const struct values part[MAX_PARTS],
                struct arena *a, struct values out[HEAD_COLUMNS])
{
    int32_t *label = arena_ints(a, 1);

    (void)i;
    *label = *(const int32_t *)part[0].at % class_names_of(names)->n;
    out[LABEL] = (struct values){label, 1};
}

static int width(const void *settings)
{
    return class_names_of(settings)->n;
}

static int columns(const void *settings, struct column_kind out[MAX_COLUMNS])
{
    out[CLASS_SCORE] = (struct column_kind){"score", COLUMN_FLOAT,
                                            width(settings), OF_EXAMPLE};
    return 1;
}

struct node *class_loss(struct tape *t, const void *settings,
                        const struct head_grain *g, struct node *scores,
                        float label_smoothing)
{
    (void)settings;
    return tape_cross_entropy(t, scores, g->column[LABEL]->ints,
                              label_smoothing, g->all->weight);
}

float *class_probabilities(struct tape *t, const struct node *scores)
{
    const size_t c = (size_t)scores->cols;
    float *p = arena_floats_raw(t->arena, node_len(scores));

    for (int i = 0; i < scores->rows && !t->dry; i++)
        vector_softmax(c, scores->val + (size_t)i * c, p + (size_t)i * c);
    return p;
}

static void answer(struct tape *t, const void *settings,
                   const struct head_grain *g, const struct node *scores,
                   struct answers *out)
{
    (void)settings;
    (void)g;
    out->column[CLASS_SCORE].floats = class_probabilities(t, scores);
}

int class_likeliest(const float *p, int n)
{
    int best = 0;

    for (int c = 1; c < n; c++)
        best = p[c] > p[best] ? c : best;
    return best;
}

/* Each member votes for its likeliest class with that class's probability. */
static int by_text(const struct ensemble *m, struct answer_sheet *out,
                   struct error *e)
{
    struct column *to = &out->column[CLASS_SCORE];
    const int width = to->is.width;

    (void)e;
    for (int i = 0; i < out->n; i++) {
        column_add(to, ensemble_get(m, 0, CLASS_SCORE, i));
        for (int c = 0; c < width; c++) {
            double sum = 0;

            for (int k = 0; k < m->members; k++) {
                const float *p = ensemble_get(m, k, CLASS_SCORE, i).at;

                sum += class_likeliest(p, width) == c ? p[c] : 0.0f;
            }
            to->floats[column_at(to, i) + (size_t)c] =
                (float)(sum / m->members);
        }
    }
    return 0;
}

const struct head_kind head_class = {
    .is = {.name = "class",
           .summary = "one of the task's classes",
           .fields = no_fields},
    .smooths = true,
    .reads = READS_SCORES,
    .settings = sizeof(struct class_names),
    .sample = &(const struct class_names){.n = 3},
    .image = class_names_image,
    .release = class_names_release,
    .classes = class_names_of,
    .needs = needs,
    .make = class_make,
    .columns = columns,
    .width = width,
    .loss = class_loss,
    .answer = answer,
    .by_probability = ensemble_average,
    .by_text = by_text,
};
