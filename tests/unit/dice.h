/*
 * dice.h - what a played world rolls: numbers by a seed, one after the other.
 */
#ifndef DICE_H
#define DICE_H

#include "base/numbers/random.h"

struct dice {
    struct random_key key;
    uint32_t n;
};

static uint32_t roll(struct dice *d, uint32_t sides)
{
    return random_below(d->key, (struct address){0}, d->n++, sides);
}

#endif
