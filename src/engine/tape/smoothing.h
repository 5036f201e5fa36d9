/* smoothing.h - how label smoothing spreads a target's probability. */
#ifndef ENGINE_TAPE_SMOOTHING_H
#define ENGINE_TAPE_SMOOTHING_H

struct smoothing {
    float target; /* added to the target, on top of `other` */
    float other;  /* probability of every class */
};

/* 1 - smoothing on the target; the rest is divided equally over the other
 * classes. */
static inline struct smoothing smooth(float smoothing, int classes)
{
    if (classes == 1) /* no other class to spread to */
        return (struct smoothing){.target = 1.0f};
    const float other = smoothing / (float)(classes - 1);

    return (struct smoothing){.target = 1.0f - smoothing - other,
                              .other = other};
}

#endif
