#include "base/numbers/random.h"

#include <Random123/philox.h>
#include <assert.h>
#include <math.h>
#include <string.h>
#include <xxhash.h>

#include "base/numbers/math_functions.h"

#define LANES 16 /* counters worked at once: one AVX-512 register */
#define WORDS (4 * LANES)

/*
 * The hot loops are compiled for each SIMD level, and one is chosen when the
 * program starts.  They use integer arithmetic only, so the choice changes no
 * bit.  Only static functions: other files cannot find one that clang has
 * cloned.
 */
#if defined(__x86_64__) && defined(__GLIBC__) && __has_attribute(target_clones)
#define SIMD_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define SIMD_CLONES
#endif

struct random_key random_key(uint64_t seed, const char *stream)
{
    uint64_t h = XXH3_64bits_withSeed(stream, strlen(stream), seed);

    return (struct random_key){{(uint32_t)h, (uint32_t)(h >> 32)}};
}

uint32_t random_word(struct random_key k, struct address at, uint32_t offset)
{
    const philox4x32_ctr_t counter = {
        {offset / 4, at.site, at.example, at.step}};
    const philox4x32_key_t key = {{k.word[0], k.word[1]}};

    return philox4x32(counter, key).v[offset % 4];
}

double random_real(struct random_key k, struct address at, uint32_t offset)
{
    uint64_t high = random_word(k, at, 2 * offset);
    uint64_t low = random_word(k, at, 2 * offset + 1);

    return (double)((high << 32 | low) >> 11) * 0x1p-53;
}

uint32_t random_below(struct random_key k, struct address at, uint32_t offset,
                      uint32_t n)
{
    assert(n >= 1);
    return (uint32_t)((uint64_t)random_word(k, at, offset) * n >> 32);
}

enum { ROUNDS = 6 }; /* four make a strong pseudorandom permutation */

/* One pass of the network over numbers of 2 * half bits. */
static uint64_t feistel(struct random_key k, uint32_t turn, int half,
                        uint64_t i)
{
    const uint32_t mask = (uint32_t)((UINT64_C(1) << half) - 1);
    uint32_t left = (uint32_t)(i >> half), right = (uint32_t)i & mask;

    for (uint32_t r = 0; r < ROUNDS; r++) {
        const struct address at = {.step = r, .example = right, .site = turn};
        const uint32_t next = left ^ (random_word(k, at, 0) & mask);

        left = right;
        right = next;
    }
    return (uint64_t)left << half | right;
}

uint64_t random_permuted(struct random_key k, uint32_t turn, uint64_t n,
                         uint64_t i)
{
    int half = 1;

    while ((n - 1) >> (2 * half))
        half++;
    assert(half < 32 && i < n);
    do
        i = feistel(k, turn, half, i);
    while (i >= n);
    return i;
}

/*
 * Philox4x32-10 for the LANES counters that start at `block`, lane by lane so
 * that the compiler makes vectors of it: word w of counter block + j is
 * out[w][j].  random_word(), the library's form, is the reference.
 */
static inline __attribute__((always_inline)) void
philox_lanes(struct random_key k, struct address at, uint32_t block,
             uint32_t out[restrict 4][LANES])
{
    for (uint32_t j = 0; j < LANES; j++) {
        uint32_t a = block + j, b = at.site, c = at.example, d = at.step;
        uint32_t k0 = k.word[0], k1 = k.word[1];

#pragma GCC unroll 10
        for (int round = 0; round < 10; round++) {
            uint64_t p = (uint64_t)a * PHILOX_M4x32_0;
            uint64_t q = (uint64_t)c * PHILOX_M4x32_1;

            a = (uint32_t)(q >> 32) ^ b ^ k0;
            c = (uint32_t)(p >> 32) ^ d ^ k1;
            b = (uint32_t)q;
            d = (uint32_t)p;
            k0 += PHILOX_W32_0;
            k1 += PHILOX_W32_1;
        }
        out[0][j] = a;
        out[1][j] = b;
        out[2][j] = c;
        out[3][j] = d;
    }
}

/* n words from word 4 * block on. */
SIMD_CLONES
static void words_from(struct random_key k, struct address at, uint32_t block,
                       size_t n, uint32_t *out)
{
    uint32_t w[4][LANES], last[WORDS];

    for (size_t i = 0; i < n; i += WORDS) {
        uint32_t *to = n - i < WORDS ? last : out + i;

        philox_lanes(k, at, block + (uint32_t)(i / 4), w);
        for (int j = 0; j < WORDS; j++)
            to[j] = w[j % 4][j / 4];
        if (to == last)
            memcpy(out + i, last, (n - i) * sizeof(*out));
    }
}

void random_words(struct random_key k, struct address at, size_t n,
                  uint32_t *out)
{
    words_from(k, at, 0, n, out);
}

/* One block for the loops below: up to WORDS of n words, from word `first`
 * on. */
static size_t next_words(struct random_key k, struct address at, size_t first,
                         size_t n, uint32_t w[WORDS])
{
    size_t left = n - first < WORDS ? n - first : WORDS;

    words_from(k, at, (uint32_t)(first / 4), left, w);
    return left;
}

void random_uniform(struct random_key k, struct address at, size_t n, float low,
                    float high, float *out)
{
    const float last = nextafterf(high, low); /* rounding may reach `high` */
    const float width = high - low;
    uint32_t w[WORDS];

    for (size_t i = 0, got; i < n; i += got) {
        got = next_words(k, at, i, n, w);
        for (size_t j = 0; j < got; j++) {
            float x = low + width * ((float)(w[j] >> 8) * 0x1p-24f);

            out[i + j] = x < high ? x : last;
        }
    }
}

/* Box and Muller 1958. */
double random_gauss(struct random_key k, struct address at, uint32_t offset)
{
    const double turns = random_real(k, at, offset + 1);
    double cosine, sine;

    cosine_sine(2 * 0x1.921fb54442d18p+1 * turns, &cosine, &sine);
    return sqrt(-2 * natural_log(1 - random_real(k, at, offset))) * cosine;
}

/* The same method: words 2i and 2i + 1 make numbers 2i and 2i + 1. */
void random_normal(struct random_key k, struct address at, size_t n,
                   float deviation, float *out)
{
    const size_t even = n + n % 2;
    uint32_t w[WORDS];

    for (size_t i = 0, got; i < n; i += got) {
        got = next_words(k, at, i, even, w);
        for (size_t j = 0; j < got; j += 2) {
            double u = ((double)w[j] + 1) * 0x1p-32, c, s;
            double r = deviation * sqrt(-2 * natural_log(u));

            turn_cosine_sine(w[j + 1], &c, &s);
            out[i + j] = (float)(r * c);
            if (i + j + 1 < n)
                out[i + j + 1] = (float)(r * s);
        }
    }
}

/*
 * Factors 2 WORDS b and following come from counters LANES b and following:
 * factor (2 w + h) LANES + j is decided by half h (0 the lower) of word w of
 * counter j.  So a register of words makes two registers of factors, in place.
 */
SIMD_CLONES
static void factors(struct random_key k, struct address at, uint32_t drop,
                    float keep, size_t n, float *out)
{
    uint32_t w[4][LANES];
    float last[2 * WORDS];

    for (size_t i = 0; i < n; i += 2 * WORDS) {
        float *to = n - i < 2 * WORDS ? last : out + i;

        philox_lanes(k, at, (uint32_t)(i / 2 / 4), w);
        for (int v = 0; v < 4; v++)
            for (int j = 0; j < LANES; j++) {
                uint32_t x = w[v][j];

                to[2 * v * LANES + j] = (x & 0xffff) >= drop ? keep : 0;
                to[(2 * v + 1) * LANES + j] = x >> 16 >= drop ? keep : 0;
            }
        if (to == last)
            memcpy(out + i, last, (n - i) * sizeof(float));
    }
}

void random_dropout(struct random_key k, struct address at, float p, size_t n,
                    float *out)
{
    assert(p >= 0 && p < 1);
    factors(k, at, (uint32_t)(p * 65536.0f + 0.5f), 1.0f / (1.0f - p), n, out);
}
