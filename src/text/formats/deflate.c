#include "config.h"

#include "text/formats/deflate.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/core/memory.h"

static const char digits[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* --- base64 -------------------------------------------------------------- */

/* Encode n of three bytes as four characters. */
static void add_group(const unsigned char *b, size_t n, char out[4])
{
    const uint32_t x = (uint32_t)b[0] << 16 |
                       (n > 1 ? (uint32_t)b[1] << 8 : 0) |
                       (n > 2 ? (uint32_t)b[2] : 0);

    out[0] = digits[x >> 18];
    out[1] = digits[x >> 12 & 63];
    out[2] = n > 1 ? digits[x >> 6 & 63] : '=';
    out[3] = n > 2 ? digits[x & 63] : '=';
}

static void add_base64(const unsigned char *b, size_t n, struct str *out)
{
    for (size_t i = 0; i < n; i += 3) {
        char group[4];

        add_group(b + i, n - i, group);
        str_add(out, group, sizeof(group));
    }
}

/* The value of each character; 64 if it is not one of base64. */
static void make_values(unsigned char value[256])
{
    memset(value, 64, 256);
    for (unsigned char i = 0; i < 64; i++)
        value[(unsigned char)digits[i]] = i;
}

/* Decode into `out`, which has room for it.  Returns the number of bytes; -1 if
 * the text is not base64. */
static long read_base64(const char *text, size_t len, unsigned char *out)
{
    unsigned char value[256];
    long n = 0;

    if (len % 4)
        return -1;
    make_values(value);
    const size_t pad =
        len ? (text[len - 1] == '=') + (text[len - 2] == '=') : 0;

    for (size_t i = 0; i < len; i += 4) {
        const size_t end = i + 4 == len ? 4 - pad : 4;
        uint32_t x = 0;

        for (size_t k = 0; k < 4; k++) {
            const unsigned char v =
                k < end ? value[(unsigned char)text[i + k]] : 0;

            if (v == 64)
                return -1;
            x = x << 6 | v;
        }
        for (size_t k = 0; k + 1 < end; k++)
            out[n++] = (unsigned char)(x >> (16 - 8 * k));
    }
    return n;
}

/* --- zlib ---------------------------------------------------------------- */

/* A higher level takes twice the time, and makes repetitive text little
 * shorter. */
#define LEVEL 1

void deflate_text(const void *bytes, size_t n, struct str *out)
{
    uLongf len = compressBound((uLong)n);
    unsigned char *packed = memory_new(len);

    if (compress2(packed, &len, bytes, (uLong)n, LEVEL) != Z_OK)
        die("out of memory: %zu bytes to deflate", n);
    add_base64(packed, len, out);
    free(packed);
}

int inflate_text(const char *text, size_t len, size_t n, struct str *out,
                 struct error *e)
{
    unsigned char *packed = memory_new(len / 4 * 3 + 1);
    unsigned char *bytes = memory_new(n + 1);
    const long packed_len = read_base64(text, len, packed);
    uLongf found = (uLongf)n + 1; /* one byte more, to notice a longer result */
    const bool sound =
        packed_len >= 0 &&
        uncompress(bytes, &found, packed, (uLong)packed_len) == Z_OK &&
        found == n;

    str_clear(out);
    if (sound)
        str_add(out, bytes, n);
    free(bytes);
    free(packed);
    return sound ? 0 : error_set(e, "found no deflated text of %zu bytes", n);
}

uint32_t deflate_crc(const void *bytes, size_t n)
{
    return (uint32_t)crc32_z(0, bytes, n);
}
