#include "config.h"

#include "fetch/sha256.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/files/file.h"

/* The first 32 bits of the fractions of the cube roots of the first 64 primes.
 */
static const uint32_t roots[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
    0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
    0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t turn(uint32_t x, int n)
{
    return x >> n | x << (32 - n);
}

static void expand(const unsigned char *block, uint32_t w[64])
{
    for (int i = 0; i < 16; i++, block += 4)
        w[i] = (uint32_t)block[0] << 24 | (uint32_t)block[1] << 16 |
               (uint32_t)block[2] << 8 | block[3];
    for (int i = 16; i < 64; i++) {
        const uint32_t a = w[i - 15], b = w[i - 2];

        w[i] = w[i - 16] + w[i - 7] + (turn(a, 7) ^ turn(a, 18) ^ a >> 3) +
               (turn(b, 17) ^ turn(b, 19) ^ b >> 10);
    }
}

static void take_block(uint32_t state[8], const unsigned char *block)
{
    uint32_t w[64], v[8];

    expand(block, w);
    memcpy(v, state, sizeof(v));
    for (int i = 0; i < 64; i++) {
        const uint32_t a = v[0], e = v[4];
        const uint32_t t1 = v[7] + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) +
                            ((e & v[5]) ^ (~e & v[6])) + roots[i] + w[i];
        const uint32_t t2 = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) +
                            ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));

        memmove(v + 1, v, 7 * sizeof(*v));
        v[4] += t1;
        v[0] = t1 + t2;
    }
    for (int i = 0; i < 8; i++)
        state[i] += v[i];
}

void sha256_init(struct sha256 *s)
{
    *s = (struct sha256){{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                          0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19},
                         0,
                         {0}};
}

void sha256_add(struct sha256 *s, const void *bytes, size_t n)
{
    const unsigned char *p = bytes;

    while (n > 0) {
        const size_t at = s->bytes % 64;
        const size_t take = n < 64 - at ? n : 64 - at;

        memcpy(s->block + at, p, take);
        s->bytes += take;
        p += take;
        n -= take;
        if (at + take == 64)
            take_block(s->state, s->block);
    }
}

void sha256_hex(struct sha256 *s, char hex[SHA256_HEX])
{
    const uint64_t bits = 8 * s->bytes;
    unsigned char length[8];

    for (int i = 0; i < 8; i++)
        length[i] = (unsigned char)(bits >> (56 - 8 * i));
    sha256_add(s, "\x80", 1);
    while (s->bytes % 64 != 56)
        sha256_add(s, "", 1);
    sha256_add(s, length, sizeof(length));
    for (int i = 0; i < 8; i++)
        snprintf(hex + 8 * i, 9, "%08x", s->state[i]);
}

int sha256_file(const char *path, char hex[SHA256_HEX], struct error *e)
{
    unsigned char buffer[1 << 16];
    const int fd = file_open(path, e);
    struct sha256 s;
    ssize_t n;

    if (fd < 0)
        return -1;
    sha256_init(&s);
    while ((n = read(fd, buffer, sizeof(buffer))) > 0)
        sha256_add(&s, buffer, (size_t)n);
    if (n < 0)
        error_errno(e, "cannot read '%s'", path);
    close(fd);
    sha256_hex(&s, hex);
    return n < 0 ? -1 : 0;
}
