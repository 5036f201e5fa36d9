/*
 * Relevant or not: two classes, of which the second's probability orders the
 * candidates of a group.
 */
#include "engine/head/kinds/rank.h"

#include "engine/head/ensemble.h"
#include "engine/head/kinds/class.h"

static int width(const void *settings)
{
    (void)settings;
    return 2;
}

static int columns(const void *settings, struct column_kind out[MAX_COLUMNS])
{
    (void)settings;
    out[CLASS_SCORE] =
        (struct column_kind){"score", COLUMN_FLOAT, 1, OF_EXAMPLE};
    return 1;
}

static void answer(struct tape *t, const void *settings,
                   const struct head_grain *g, const struct node *scores,
                   struct answers *out)
{
    float *p = class_probabilities(t, scores);

    (void)settings;
    for (int i = 0; i < g->all->n && !t->dry; i++)
        p[i] = p[2 * i + 1];
    out->column[CLASS_SCORE].floats = p;
}

const struct column_kind group_column = {"group", COLUMN_INT, 1, OF_EXAMPLE};

static const struct column_kind *const needs[] = {&label_column, &group_column,
                                                  NULL};

/* Four candidates per group. */
static void make(const void *settings, int i,
                 const struct values part[MAX_PARTS], struct arena *a,
                 struct values out[HEAD_COLUMNS])
{
    int32_t *group = arena_ints(a, 1);

    class_make(settings, i, part, a, out);
    *group = i / 4;
    out[1] = (struct values){group, 1};
}

const struct head_kind head_rank = {
    .is = {.name = "rank",
           .summary = "how relevant a candidate is",
           .fields = no_fields},
    .smooths = true,
    .reads = READS_SCORES,
    .settings = sizeof(struct class_names),
    .sample = &(const struct class_names){.n = 2},
    .image = class_names_image,
    .release = class_names_release,
    .classes = class_names_of,
    .needs = needs,
    .make = make,
    .columns = columns,
    .width = width,
    .loss = class_loss,
    .answer = answer,
    .by_probability = ensemble_average,
};
