#include "config.h"

#include "report/history/protobuf_write.h"

#include <string.h>

#include "base/core/utf8.h"

enum wire_type {
    WIRE_VARINT = 0,
    WIRE_8_BYTES = 1,
    WIRE_LENGTH = 2,
    WIRE_4_BYTES = 5
};

/* Append a varint: seven bits in each byte, the lowest first; the highest bit
 * of a byte is set if more follow. */
static void add_varint(struct str *out, uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        protobuf_add_bytes(out, (value & 0x7f) | 0x80, 1);
    protobuf_add_bytes(out, value, 1);
}

static void add_tag(struct str *out, int field, enum wire_type wire)
{
    add_varint(out, (uint64_t)field << 3 | (uint64_t)wire);
}

void protobuf_add_bytes(struct str *out, uint64_t value, int n)
{
    for (; n > 0; n--, value >>= 8)
        str_add(out, &(unsigned char){(unsigned char)(value & 0xff)}, 1);
}

void protobuf_put_whole(struct str *out, int field, int64_t value)
{
    add_tag(out, field, WIRE_VARINT);
    add_varint(out, (uint64_t)value);
}

void protobuf_put_double(struct str *out, int field, double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof(bits));
    add_tag(out, field, WIRE_8_BYTES);
    protobuf_add_bytes(out, bits, sizeof(bits));
}

void protobuf_put_float(struct str *out, int field, float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof(bits));
    add_tag(out, field, WIRE_4_BYTES);
    protobuf_add_bytes(out, bits, sizeof(bits));
}

void protobuf_put_message(struct str *out, int field, struct str *message)
{
    add_tag(out, field, WIRE_LENGTH);
    add_varint(out, message->len);
    str_add(out, str_text(message), message->len);
    str_clear(message);
}

void protobuf_put_text(struct str *out, int field, const char *text)
{
    const size_t len = strlen(text);
    struct str valid = {0};

    for (size_t at = 0; at < len;) {
        const size_t n = utf8_valid(text + at, len - at);

        str_add(&valid, text + at, n);
        at += n;
        if (at < len) {
            str_adds(&valid, "\xef\xbf\xbd");
            at++;
        }
    }
    protobuf_put_message(out, field, &valid);
    str_release(&valid);
}
