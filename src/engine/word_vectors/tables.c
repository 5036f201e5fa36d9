#include "config.h"

#include "engine/word_vectors/tables.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/numbers/random.h"

static void fill(float *x, size_t n, float value)
{
    for (size_t i = 0; i < n; i++)
        x[i] = value;
}

/* Rows are pure functions of the seed and their number. */
static void draw(const struct tables *t, uint64_t seed, const char *stream,
                 float *rows, float *bias)
{
    const struct random_key k = random_key(seed, stream);
    const float half = 0.5f / (float)t->width;

    for (int i = 0; i < t->words; i++) {
        const struct address at = {0, (uint32_t)i, 0},
                             beside = {0, (uint32_t)i, 1};

        random_uniform(k, at, (size_t)t->width, -half, half,
                       rows + (size_t)i * t->stride);
        if (bias)
            random_uniform(k, beside, 1, -half, half, &bias[i]);
    }
}

static void share(struct tables *t, bool squares)
{
    const size_t words = (size_t)t->words, rows = words * t->stride;

    t->n = squares ? 4 * rows + 4 * words : 2 * rows;
    t->all = memory_floats(t->n);
    t->in = t->all;
    t->out = t->in + rows;
    if (!squares)
        return;
    t->in_square = t->out + rows;
    t->out_square = t->in_square + rows;
    t->in_bias = t->out_square + rows;
    t->out_bias = t->in_bias + words;
    t->in_bias_square = t->out_bias + words;
    t->out_bias_square = t->in_bias_square + words;
}

void tables_init(struct tables *t, int words, const struct vectors_settings *s)
{
    const bool glove = s->method == VECTORS_GLOVE;

    *t = (struct tables){.words = words,
                         .width = s->width,
                         .stride = (size_t)(s->width + 15) / 16 * 16};
    share(t, glove);
    draw(t, s->seed, "vectors: centres", t->in, t->in_bias);
    if (!glove)
        return;
    draw(t, s->seed, "vectors: contexts", t->out, t->out_bias);
    fill(t->in_square, 2 * (size_t)words * t->stride, 1);
    fill(t->in_bias_square, 2 * (size_t)words, 1);
}

void tables_release(struct tables *t)
{
    free(t->all);
    *t = (struct tables){0};
}

void tables_vector(const struct tables *t, int word, float *out)
{
    const float *in = t->in + (size_t)word * t->stride;
    const float *beside = t->out + (size_t)word * t->stride;

    for (int i = 0; i < t->width; i++)
        out[i] = t->in_square ? in[i] + beside[i] : in[i];
}
