/*
 * Characters without a font, if fontconfig knows only one font, which has three
 * characters.
 */
#include "config.h"

#include "tests/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "report/plot/fonts.h"
#include "tests/unit/tmp_folder.h"

/* The last character of a fontconfig page, and two after it. */
#define CHARACTER(number)                                                    \
    "STARTCHAR x" number "\nENCODING " number "\nSWIDTH 500 0\nDWIDTH 8 0\n" \
    "BBX 8 1 0 0\nBITMAP\nFF\nENDCHAR\n"

static const char font[] =
    "STARTFONT 2.1\n"
    "FONT -a-a-medium-r-normal--8-80-75-75-c-80-iso10646-1\n"
    "SIZE 8 75 75\nFONTBOUNDINGBOX 8 8 0 0\n"
    "STARTPROPERTIES 6\nFAMILY_NAME \"a\"\nPIXEL_SIZE 8\n"
    "CHARSET_REGISTRY \"ISO10646\"\nCHARSET_ENCODING \"1\"\n"
    "FONT_ASCENT 8\nFONT_DESCENT 0\nENDPROPERTIES\n"
    "CHARS 3\n" CHARACTER("255") CHARACTER("256") CHARACTER("8364") "ENDFONT\n";

static int write_file(const char *name, const char *text)
{
    char path[200];

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    FILE *f = fopen(path, "w");

    if (!f)
        return -1;
    fputs(text, f);
    return fclose(f);
}

/* Use the configuration in that folder. */
static int use_fonts_in(const char *name)
{
    char text[1000], path[200];

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    mkdir(path, 0700);
    snprintf(text, sizeof(text),
             "<?xml version=\"1.0\"?>\n"
             "<!DOCTYPE fontconfig SYSTEM \"fonts.dtd\">\n"
             "<fontconfig><dir>%s</dir><cachedir>%s/cache</cachedir>"
             "</fontconfig>\n",
             path, folder);
    snprintf(path, sizeof(path), "%s/fonts.conf", folder);
    return write_file("fonts.conf", text) || setenv("FONTCONFIG_FILE", path, 1);
}

static int make_fonts(void **state)
{
    return make_folder(state) || use_fonts_in("some") ||
           write_file("some/a.bdf", font);
}

static void expect(const char *text, int missing, const char *then, long first)
{
    struct str s = {0};
    long found = 0;

    str_adds(&s, text);
    assert_int_equal(fonts_replace_missing(&s, &found), missing);
    assert_string_equal(str_text(&s), then);
    assert_int_equal(found, first);
    str_release(&s);
}

#ifdef HAVE_FONTCONFIG

static void what_a_font_has_stays(void **state)
{
    (void)state;
    expect("a", 0, "a", 0);
    expect("a \u00ff \u0100 \u20ac", 0, "a \u00ff \u0100 \u20ac", 0);
}

static void each_that_none_has_is_counted_once(void **state)
{
    (void)state;
    expect("\u0101\u0100\u00fe\u0101", 2, "?\u0100??", 0x101);
    expect("\U0010fffd.", 1, "?.", 0x10fffd);
}

static void without_fonts_nothing_is_known(void **state)
{
    (void)state;
    assert_int_equal(use_fonts_in("none"), 0);
    expect("\u0101", 0, "\u0101", 0);
}

#else

static void without_fontconfig_a_text_stays(void **state)
{
    (void)state;
    expect("\u0101\U0010fffd", 0, "\u0101\U0010fffd", 0);
}

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
#ifdef HAVE_FONTCONFIG
        cmocka_unit_test(what_a_font_has_stays),
        cmocka_unit_test(each_that_none_has_is_counted_once),
        cmocka_unit_test(without_fonts_nothing_is_known),
#else
        cmocka_unit_test(without_fontconfig_a_text_stays),
#endif
    };

    return cmocka_run_group_tests(tests, make_fonts, remove_folder);
}
