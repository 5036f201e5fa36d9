#include "tasks/rank/ranking.h"

#include <math.h>
#include <stdlib.h>

#include "base/core/memory.h"

const char *const question_set_names[] = {"all", "positive", "mixed", NULL};

bool question_in(enum question_set set, int right, int n)
{
    return set == QUESTIONS_ALL || (right > 0 && set == QUESTIONS_POSITIVE) ||
           (right > 0 && right < n);
}

struct scored_candidate {
    float score;
    int place;
};

static int by_rank(const void *a, const void *b)
{
    const struct scored_candidate *x = a, *y = b;

    if (x->score != y->score)
        return x->score > y->score ? -1 : 1;
    return (x->place < y->place) - (x->place > y->place);
}

struct ranking_metrics ranking_metrics_of(const float *score,
                                          const int32_t *label, int n)
{
    struct scored_candidate *c = memory_new(((size_t)n + 1) * sizeof(*c));
    struct ranking_metrics r = {0};
    int right = 0;
    bool nan = false;

    for (int i = 0; i < n; i++) {
        c[i] = (struct scored_candidate){score[i], i};
        nan |= isnan(score[i]);
    }
    if (nan) {
        free(c);
        return (struct ranking_metrics){NAN, NAN, NAN};
    }
    qsort(c, (size_t)n, sizeof(*c), by_rank);
    for (int i = 0; i < n; i++) {
        if (!label[c[i].place])
            continue;
        if (!right++)
            r.reciprocal_rank = 1.0 / (i + 1);
        r.average_precision += (double)right / (i + 1);
    }
    if (right)
        r.average_precision /= right;
    r.top1 = n > 0 && label[c[0].place];
    free(c);
    return r;
}
