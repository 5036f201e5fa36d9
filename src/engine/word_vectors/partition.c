#include "config.h"

#include "engine/word_vectors/partition.h"

#include "base/numbers/random.h"

struct partition partition_of(uint64_t seed, uint32_t turn, int blocks)
{
    return (struct partition){random_word(random_key(seed, "vectors: blocks"),
                                          (struct address){turn, 0, 0}, 0),
                              blocks};
}
