/*
 * One of the task's classes: probabilities by softmax.
 */
#include "head/class.h"

#include "head/ensemble.h"
#include "kernel/vector.h"
#include "tape/ops.h"

static int width(const struct model_spec *s)
{
    return s->classes;
}

static int columns(const struct model_spec *s,
                   struct column_kind out[MAX_COLUMNS])
{
    out[0] =
        (struct column_kind){"score", COLUMN_FLOAT, s->classes, OF_EXAMPLE};
    return 1;
}

struct node *class_loss(struct tape *t, const struct grain *g,
                        struct node *scores, float label_smoothing)
{
    return tape_cross_entropy(t, scores, grain_column(g, "label")->ints,
                              label_smoothing, g->weight);
}

float *class_probabilities(struct tape *t, const struct node *scores)
{
    const size_t c = (size_t)scores->cols;
    float *p = arena_floats_raw(t->arena, node_len(scores));

    for (int i = 0; i < scores->rows && !t->dry; i++)
        vector_softmax(c, scores->val + (size_t)i * c, p + (size_t)i * c);
    return p;
}

static void answer(struct tape *t, const struct model_spec *s,
                   const struct grain *g, const struct node *scores,
                   struct answers *out)
{
    (void)s;
    (void)g;
    out->column[0].floats = class_probabilities(t, scores);
}

int class_likeliest(const float *p, int n)
{
    int best = 0;

    for (int c = 1; c < n; c++)
        best = p[c] > p[best] ? c : best;
    return best;
}

/* Each member gives its likeliest class that one's probability, and the others
 * nothing. */
static int by_text(const struct ensemble *m, struct answer_sheet *out,
                   struct error *e)
{
    struct column *to = &out->column[0];
    const int width = to->is.width;

    (void)e;
    for (int i = 0; i < out->n; i++) {
        column_add(to, ensemble_get(m, 0, 0, i));
        for (int c = 0; c < width; c++) {
            double sum = 0;

            for (int k = 0; k < m->members; k++) {
                const float *p = ensemble_get(m, k, 0, i).at;

                sum += class_likeliest(p, width) == c ? p[c] : 0.0f;
            }
            to->floats[column_at(to, i) + (size_t)c] =
                (float)(sum / m->members);
        }
    }
    return 0;
}

static const struct column_kind needs[] = {
    {"label", COLUMN_INT, 1, OF_EXAMPLE},
    COLUMNS_END,
};

const struct head_kind head_class = {
    .is = {.name = "class",
           .summary = "one of the task's classes",
           .fields = no_fields},
    .smooths = true,
    .reads = READS_SCORES,
    .needs = needs,
    .columns = columns,
    .width = width,
    .loss = class_loss,
    .answer = answer,
    .by_probability = ensemble_average,
    .by_text = by_text,
};
