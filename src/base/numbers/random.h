/*
 * random.h - random numbers by address instead of state (Philox4x32-10).
 *
 * No generator has state.  A number is a pure function of a key (the seed and
 * the name of a stream) and an address (step, example's index in the data set,
 * site, offset), so it is the same on every rank and thread, a resumed run
 * continues without stored state, and a new stream changes no other.  An
 * address holds 2^32 offsets of 32-bit words.
 *
 * Threads: pure functions.
 * Source:  Salmon et al. 2011; the library is Random123.
 */
#ifndef BASE_NUMBERS_RANDOM_H
#define BASE_NUMBERS_RANDOM_H

#include <stddef.h>
#include <stdint.h>

struct random_key {
    uint32_t word[2];
};

struct address {
    uint32_t step, example, site;
};

/* The key of a named stream ("dropout", "shuffle", "init", ...). */
struct random_key random_key(uint64_t seed, const char *stream);

/* Word `offset` at an address; all 32 bits are good. */
uint32_t random_word(struct random_key k, struct address at, uint32_t offset);

/* A real in [0, 1) with 53 bits, from words 2*offset and 2*offset + 1. */
double random_real(struct random_key k, struct address at, uint32_t offset);

/* A normal number of mean 0 and deviation 1, from random_real() at `offset` and
 * at the next one. */
double random_gauss(struct random_key k, struct address at, uint32_t offset);

/* An integer in [0, n), without bias beyond 2^-32; n >= 1. */
uint32_t random_below(struct random_key k, struct address at, uint32_t offset,
                      uint32_t n);

/*
 * Element i of a permutation of the numbers below n, a different one for each
 * `turn`; i < n < 2^62.  It is computed without the others: a Feistel network
 * over addressed words permutes the numbers below a power of 4, and a result
 * that is not below n is permuted again until it is (cycle walking), which
 * leaves a permutation of those below n.
 * Source:  Luby and Rackoff 1988; Black and Rogaway 2002 for the walk.
 */
uint64_t random_permuted(struct random_key k, uint32_t turn, uint64_t n,
                         uint64_t i);

/* out[i] = random_word(k, at, i), for n words. */
void random_words(struct random_key k, struct address at, size_t n,
                  uint32_t *out);

/* n floats, uniform in [low, high). */
void random_uniform(struct random_key k, struct address at, size_t n, float low,
                    float high, float *out);

/* n floats, normal with mean 0 and the given deviation (Box-Muller). */
void random_normal(struct random_key k, struct address at, size_t n,
                   float deviation, float *out);

/*
 * Inverted dropout's factors: out[i] is 0 with probability p, else 1/(1-p).
 * p is rounded to a multiple of 2^-16 for the choice; 0 <= p < 1.
 */
void random_dropout(struct random_key k, struct address at, float p, size_t n,
                    float *out);

#endif
