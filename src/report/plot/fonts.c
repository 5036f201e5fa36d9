/* fonts.c - replacing characters for which no font is installed. */
#include "config.h"

#include "report/plot/fonts.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_FONTCONFIG
#include <fontconfig/fontconfig.h>
#endif

#include "base/core/error.h"
#include "base/core/memory.h"
#include "base/core/utf8.h"

enum { POINTS = 0x110000 };

#ifdef HAVE_FONTCONFIG

/* Add a set's characters. fontconfig stores it in pages of 256 bits, as words
 * of 32 bits. */
static void add_characters(const FcCharSet *set, bool *has)
{
    FcChar32 page[FC_CHARSET_MAP_SIZE], next;

    for (FcChar32 at = FcCharSetFirstPage(set, page, &next);
         at != FC_CHARSET_DONE; at = FcCharSetNextPage(set, page, &next))
        for (FcChar32 i = 0; i < 256 && at + i < POINTS; i++)
            has[at + i] |= page[i / 32] >> i % 32 & 1;
}

/* Collect the characters of all fonts; false if there are no fonts. */
static bool list_fonts(FcConfig *config, bool *has)
{
    FcPattern *any = FcPatternCreate();
    FcObjectSet *asked = FcObjectSetBuild(FC_CHARSET, (char *)NULL);
    FcFontSet *fonts = any && asked ? FcFontList(config, any, asked) : NULL;

    if (!fonts)
        die("out of memory for a list of fonts");
    for (int i = 0; i < fonts->nfont; i++) {
        FcCharSet *set;

        if (FcPatternGetCharSet(fonts->fonts[i], FC_CHARSET, 0, &set) ==
            FcResultMatch)
            add_characters(set, has);
    }
    const bool found = fonts->nfont > 0;

    FcFontSetDestroy(fonts);
    FcObjectSetDestroy(asked);
    FcPatternDestroy(any);
    return found;
}

/* Ask fontconfig; false if it cannot answer.  It reads its files for each
 * picture and nothing is cached, since this is rarely needed. */
static bool ask(bool *has)
{
    FcConfig *config = FcInitLoadConfigAndFonts();

    if (!config)
        return false;
    const bool found = list_fonts(config, has);

    FcConfigDestroy(config);
    FcFini();
    return found;
}

#else

static bool ask(bool *has)
{
    (void)has;
    return false;
}

#endif

/* Return the code point of a character of n bytes. */
static long point_of(const char *s, int n)
{
    static const int lead[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    long point = (unsigned char)*s & lead[n];

    for (int i = 1; i < n; i++)
        point = point << 6 | ((unsigned char)s[i] & 0x3f);
    return point;
}

static bool is_plain(const struct str *text)
{
    for (size_t i = 0; i < text->len; i++)
        if ((unsigned char)text->s[i] >= 128)
            return false;
    return true;
}

/* Replace missing characters; each is counted once. */
static int replace(struct str *text, const bool *has, bool *told,
                   long *first)
{
    size_t to = 0;
    int missing = 0;

    for (size_t at = 0; at < text->len;) {
        const int n = utf8_bytes(text->s + at, text->len - at);
        const int bytes = n ? n : 1;
        const long point = n > 1 ? point_of(text->s + at, n) : ' ';

        if (point == ' ' || has[point]) {
            memmove(text->s + to, text->s + at, (size_t)bytes);
            to += (size_t)bytes;
        } else {
            text->s[to++] = '?';
            *first = missing ? *first : point;
            missing += !told[point];
            told[point] = true;
        }
        at += (size_t)bytes;
    }
    text->len = to;
    text->s[to] = '\0';
    return missing;
}

int fonts_replace_missing(struct str *text, long *first)
{
    if (is_plain(text))
        return 0;
    bool *has = memory_zeroed(2 * POINTS, sizeof(*has));
    const int missing = ask(has) ? replace(text, has, has + POINTS, first) : 0;

    free(has);
    return missing;
}
