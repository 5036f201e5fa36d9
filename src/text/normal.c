#include "text/normal.h"

#include <stdlib.h>
#include <utf8proc.h>

const char *const normal_names[] = {"nfc", "nfkc", "none", NULL};

/* Plain ASCII is its own normal form; most English lines end here. */
static bool ascii(const char *s, size_t len)
{
    unsigned char any = 0;

    for (size_t i = 0; i < len; i++)
        any |= (unsigned char)s[i];
    return any < 0x80;
}

static utf8proc_int32_t to_lower(utf8proc_int32_t point, void *data)
{
    (void)data;
    return utf8proc_tolower(point);
}

static utf8proc_int32_t as_is(utf8proc_int32_t point, void *data)
{
    (void)data;
    return point;
}

int text_normal(const char *text, size_t len, enum normal_form form, bool lower,
                struct str *out, struct error *e)
{
    static const utf8proc_option_t options[] = {
        [NORMAL_NFC] = UTF8PROC_STABLE | UTF8PROC_COMPOSE,
        [NORMAL_NFKC] = UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT,
        [NORMAL_NONE] = 0,
    };
    utf8proc_uint8_t *bytes = NULL;
    utf8proc_ssize_t n;

    str_clear(out);
    if (ascii(text, len)) {
        str_add(out, text, len);
        for (size_t i = 0; lower && i < len; i++)
            out->s[i] = (char)(out->s[i] >= 'A' && out->s[i] <= 'Z'
                                   ? out->s[i] + ('a' - 'A')
                                   : out->s[i]);
        return 0;
    }
    n = utf8proc_map_custom((const utf8proc_uint8_t *)text,
                            (utf8proc_ssize_t)len, &bytes, options[form],
                            lower ? to_lower : as_is, NULL);
    if (n < 0)
        return error_set(e, "Unicode: %s", utf8proc_errmsg(n));
    str_add(out, bytes, (size_t)n);
    free(bytes);
    return 0;
}
