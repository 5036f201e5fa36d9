/* heads.h - heads of tests, with settings that outlive their models. */
#ifndef TEST_HEADS_H
#define TEST_HEADS_H

#include "engine/head/kinds/class.h"
#include "engine/head/kinds/cloze.h"
#include "engine/head/kinds/decode.h"
#include "engine/head/kinds/span.h"
#include "engine/task/task.h"

static const struct class_names classes_2 __attribute__((unused)) = {.n = 2};
static const struct class_names classes_3 __attribute__((unused)) = {.n = 3};
static const struct decoding greedy_64
    __attribute__((unused)) = {.longest_target = 64};
static const struct span_answers any_span __attribute__((unused));
static const struct cloze_answers shares
    __attribute__((unused)) = {.renormalise = 1};

#define CLASS_HEAD(n)             \
    {                             \
        &head_class, &classes_##n \
    }
#define SPAN_HEAD             \
    {                         \
        &head_span, &any_span \
    }
#define CLOZE_HEAD           \
    {                        \
        &head_cloze, &shares \
    }
#define GREEDY_HEAD              \
    {                            \
        &head_decode, &greedy_64 \
    }

/* Of a task that has sequences generated. */
static inline int longest_target(const struct task *t)
{
    return ((const struct decoding *)t->settings)->longest_target;
}

#endif
