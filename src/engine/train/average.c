#include "engine/train/average.h"

#include <math.h>
#include <string.h>

#include "engine/kernel/vector.h"

static const struct average_kind none = {
    .is = {.name = "none",
           .summary = "the parameters as they are",
           .fields = no_fields},
};

struct moving {
    double decay;
    bool ramp;
};

static const struct field moving_fields[] = {
    FIELD_RATE(struct moving, decay, 0.999, 0, 0.9999999,
               "share of the average that a step leaves"),
    FIELD_BOOL(struct moving, ramp, false,
               "no more than (1 + t) / (10 + t) at first, t the steps before"),
    FIELD_END,
};

static double moving_share(const void *conf, long step)
{
    const struct moving *c = conf;
    const double t = (double)(step - 1); /* as CS224N and BangLiu count */
    const double first = (1.0 + t) / (10.0 + t);

    return 1 - (c->ramp && first < c->decay ? first : c->decay);
}

static const struct average_kind moving = {
    .is = {.name = "moving",
           .summary = "an exponential moving average",
           .fields = moving_fields,
           .size = sizeof(struct moving)},
    .share = moving_share,
};

struct tail {
    long from, every;
};

static const struct field tail_fields[] = {
    FIELD_INT(struct tail, from, 0, 0, 1e12,
              "first step of the mean, which a run may end before; 0: that of "
              "`every`"),
    FIELD_INT(struct tail, every, 1000, 1, 1e12, "steps to the next one"),
    FIELD_END,
};

static long tail_first(const void *conf, const char **field)
{
    const struct tail *c = conf;

    *field = c->from ? "from" : "every";
    return c->from ? c->from : c->every;
}

/* The share of the mean so far; up to the first step the average equals the
 * parameters. */
static double tail_share(const void *conf, long step)
{
    const struct tail *c = conf;
    const char *field;
    const long beyond = step - tail_first(conf, &field);

    if (beyond <= 0)
        return 1;
    return beyond % c->every ? 0 : 1.0 / (double)(beyond / c->every + 1);
}

static const struct average_kind tail = {
    .is = {.name = "tail",
           .summary = "the mean over fixed steps, from one on",
           .source = "checkpoint averaging, Vaswani et al. 2017",
           .fields = tail_fields,
           .size = sizeof(struct tail)},
    .share = tail_share,
    .first = tail_first,
};

static const struct kind *const list[] = {&none.is, &moving.is, &tail.is, NULL};

const struct kinds average_kinds = {.sort = "average", .list = list};

static const struct average_kind *kind_of(const struct chosen *kind)
{
    return (const struct average_kind *)kind->kind;
}

bool average_is_kept(const struct chosen *kind)
{
    return kind_of(kind)->share != NULL;
}

long average_first(const struct chosen *kind)
{
    const struct average_kind *k = kind_of(kind);
    const char *field;

    return k->first ? k->first(kind->conf, &field) : 1;
}

int average_check(const struct chosen *kind, long steps, struct error *e)
{
    const struct average_kind *k = kind_of(kind);
    const char *field;

    if (!steps || !k->first || k->first(kind->conf, &field) <= steps)
        return 0;
    return error_set(e,
                     "train.average.%s: found %ld, expected at most the %ld "
                     "steps: there would be no mean",
                     field, k->first(kind->conf, &field), steps);
}

void average_update(const struct chosen *kind, long step, size_t n,
                    const float *param, float *average)
{
    const double share = kind_of(kind)->share(kind->conf, step);

    if (share == 1)
        memcpy(average, param, n * sizeof(*average));
    else if (share > 0)
        vector_approach(n, (float)share, param, average);
}
