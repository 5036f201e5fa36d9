#include "config.h"

#include "report/history/crc32c.h"

#define CASTAGNOLI UINT32_C(0x82f63b78) /* the polynomial, lowest bit first */

/* Divide a remainder by the polynomial for the 8 bits of a byte. */
static uint32_t divide(uint32_t remainder)
{
    for (int bit = 0; bit < 8; bit++)
        remainder = remainder >> 1 ^ (remainder & 1 ? CASTAGNOLI : 0);
    return remainder;
}

uint32_t crc32c(const void *bytes, size_t n)
{
    const unsigned char *p = bytes;
    uint32_t remainder = UINT32_MAX;

    while (n--)
        remainder = remainder >> 8 ^ divide((remainder ^ *p++) & 0xff);
    return ~remainder;
}
