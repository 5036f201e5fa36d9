#include "config.h"

#include "engine/word_vectors/dealing.h"

#include "base/numbers/random.h"

struct dealing dealing_of(uint64_t seed, uint32_t turn, int blocks)
{
    return (struct dealing){random_word(random_key(seed, "vectors: blocks"),
                                        (struct address){turn, 0, 0}, 0),
                            blocks};
}
