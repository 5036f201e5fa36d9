#include "config.h"

#include "vectors/blocks.h"

int blocks_of(int words)
{
    int blocks = 1;

    while (blocks < BLOCKS_MOST && words / (2 * blocks) >= BLOCK_WORDS)
        blocks *= 2;
    return blocks;
}
