#include "config.h"

#include "engine/word_vectors/settings.h"

#include <stddef.h>

const char *const vectors_method_names[] = {"skip-gram", "glove", NULL};

/* Defaults of word2vec, and of GloVe with the passes of its demo.sh. */
static const struct {
    int width, window, passes;
    double rate;
} usual[] = {
    [VECTORS_SKIPGRAM] = {100, 5, 5, 0.025},
    [VECTORS_GLOVE] = {50, 15, 15, 0.05},
};

void vectors_settings_fill(struct vectors_settings *s)
{
    s->width = s->width ? s->width : usual[s->method].width;
    s->window = s->window ? s->window : usual[s->method].window;
    s->passes = s->passes ? s->passes : usual[s->method].passes;
    s->rate = s->rate > 0 ? s->rate : usual[s->method].rate;
}

void vectors_settings_say(const struct vectors_settings *s, struct str *out)
{
    str_addf(out,
             "%s: width %d, window %d, passes %d, min-count %ld, rate %.15g",
             vectors_method_names[s->method], s->width, s->window, s->passes,
             s->min_count, s->rate);
    if (s->method == VECTORS_SKIPGRAM)
        str_addf(out, ", negatives %d, sample %.15g", s->negatives, s->sample);
    else
        str_addf(out, ", x-max %.15g", s->x_max);
    str_addf(out, ", seed %llu", (unsigned long long)s->seed);
}
