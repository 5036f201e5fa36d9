#include "config.h"

#include "engine/word_vectors/blocks.h"

int blocks_of(int words)
{
    int blocks = 1;

    while (blocks < BLOCKS_MOST && words / (2 * blocks) >= BLOCK_WORDS)
        blocks *= 2;
    return blocks;
}
