/*
 * Lines of a plot can be distinguished without their full colours: by dashes
 * and marks, in black-and-white print, and by people with deuteranopia, who
 * lack green cones.
 */
#include "config.h"

#include "tests/test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/plot/page.h"

enum {
    TYPES = 35,
    COLOURS = 7, /* each of the first types has its own */
};

static struct line_type {
    unsigned rgb;
    char dash[8];
    int mark;
} type[TYPES];

/* Read the types from a script. */
static int read_types(void **state)
{
    const struct canvas canvas = {.rows = 1, .columns = 1};
    struct page page = {0};
    struct str script = {0};

    (void)state;
    page_script(&page, 0, 0, &canvas, &script);
    const char *at = strstr(str_text(&script), "set linetype 1 ");

    for (int i = 0; i < TYPES; i++, at = at ? strchr(at, '\n') + 1 : NULL) {
        int number = 0;

        if (!at ||
            sscanf(at, "set linetype %d lc rgb '#%6x' dt %7s pt %d", &number,
                   &type[i].rgb, type[i].dash, &type[i].mark) != 4 ||
            number != i + 1)
            return -1;
    }
    const char cycle[] = "set linetype cycle 35\n";
    const int other = strncmp(at, cycle, strlen(cycle));

    str_release(&script);
    return other;
}

/* --- differences of colours ----------------------------------------------- */

struct vector {
    double x[3];
};

static struct vector times(const double m[3][3], struct vector v)
{
    struct vector out = {{0}};

    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            out.x[i] += m[i][j] * v.x[j];
    return out;
}

/* Linear light of sRGB, in [0, 1]. */
static struct vector light(unsigned rgb)
{
    struct vector out;

    for (int i = 0; i < 3; i++) {
        const double s = (rgb >> (16 - 8 * i) & 0xff) / 255.0;

        out.x[i] = s <= 0.04045 ? s / 12.92 : pow((s + 0.055) / 1.055, 2.4);
    }
    return out;
}

/* Simulate deuteranopia: Machado, Oliveira and Fernandes 2009, severity 1. */
static struct vector without_green_cones(struct vector v)
{
    static const double machado[3][3] = {{0.367322, 0.860646, -0.227968},
                                         {0.280085, 0.672501, 0.047413},
                                         {-0.011820, 0.042940, 0.968881}};
    struct vector out = times(machado, v);

    for (int i = 0; i < 3; i++)
        out.x[i] = fmin(1, fmax(0, out.x[i]));
    return out;
}

static double root(double t)
{
    return t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116;
}

/* CIE L*a*b* of 1976, of light relative to a screen's white (D65). */
static struct vector lab(struct vector v)
{
    static const double xyz[3][3] = {{0.4124564, 0.3575761, 0.1804375},
                                     {0.2126729, 0.7151522, 0.0721750},
                                     {0.0193339, 0.1191920, 0.9503041}};
    const struct vector c = times(xyz, v);
    const double x = root(c.x[0] / 0.95047), y = root(c.x[1]),
                 z = root(c.x[2] / 1.08883);

    return (struct vector){{116 * y - 16, 500 * (x - y), 200 * (y - z)}};
}

static double apart(struct vector a, struct vector b)
{
    return sqrt((a.x[0] - b.x[0]) * (a.x[0] - b.x[0]) +
                (a.x[1] - b.x[1]) * (a.x[1] - b.x[1]) +
                (a.x[2] - b.x[2]) * (a.x[2] - b.x[2]));
}

/* Return the lightness in print, from 0 to 100. */
static double lightness(unsigned rgb)
{
    return lab(light(rgb)).x[0];
}

/* --- laws ----------------------------------------------------------------- */

/* The functions used by the other tests: white and black differ by 100, and
 * grey has no colour with or without green cones. */
static void distances_are_those_of_the_eye(void **state)
{
    const struct vector black = lab(light(0)), white = lab(light(0xffffff));
    const struct vector grey = light(0x808080);

    (void)state;
    assert_true(fabs(apart(black, white) - 100) < 0.01);
    assert_true(apart(lab(grey), lab(without_green_cones(grey))) < 0.1);
    assert_true(fabs(lightness(0x0072b2) - 46) < 0.1);
    assert_true(apart(lab(without_green_cones(light(0xd00000))),
                      lab(without_green_cones(light(0x5a5a00)))) <
                apart(lab(light(0xd00000)), lab(light(0x5a5a00))) / 2);
}

static void no_two_have_the_same_dash_and_mark(void **state)
{
    (void)state;
    for (int i = 0; i < TYPES; i++)
        for (int j = 0; j < i; j++)
            assert_true(strcmp(type[i].dash, type[j].dash) != 0 ||
                        type[i].mark != type[j].mark);
}

static void neighbours_differ_in_all_three(void **state)
{
    (void)state;
    for (int i = 1; i < TYPES; i++) {
        assert_true(type[i].rgb != type[i - 1].rgb);
        assert_true(strcmp(type[i].dash, type[i - 1].dash) != 0);
        assert_true(type[i].mark != type[i - 1].mark);
    }
}

/* Lines without marks, one of each colour, in black-and-white print: orange and
 * sky blue are nearly the same grey, and have different dashes. */
static void of_equal_dashes_one_is_much_the_darker(void **state)
{
    (void)state;
    for (int i = 0; i < COLOURS; i++)
        for (int j = 0; j < i; j++) {
            const double a = lightness(type[i].rgb), b = lightness(type[j].rgb);

            assert_true(a != b);
            if (!strcmp(type[i].dash, type[j].dash))
                assert_true(fabs(a - b) > 20);
        }
}

/* Each line is visible on white paper. */
static void none_is_pale(void **state)
{
    (void)state;
    for (int i = 0; i < TYPES; i++)
        assert_true(lightness(type[i].rgb) < 75);
}

/* A difference of 2 is just visible side by side; green and purple differ
 * least, by 18. */
static void a_deuteranope_sees_as_many_colours(void **state)
{
    (void)state;
    for (int i = 0; i < COLOURS; i++)
        for (int j = 0; j < i; j++) {
            const unsigned a = type[i].rgb, b = type[j].rgb;
            const double d = apart(lab(without_green_cones(light(a))),
                                   lab(without_green_cones(light(b))));

            if (!(d > 15))
                fail_msg("#%06X and #%06X are %.1f apart, expected more than "
                         "15",
                         a, b, d);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_are_those_of_the_eye),
        cmocka_unit_test(no_two_have_the_same_dash_and_mark),
        cmocka_unit_test(neighbours_differ_in_all_three),
        cmocka_unit_test(of_equal_dashes_one_is_much_the_darker),
        cmocka_unit_test(none_is_pale),
        cmocka_unit_test(a_deuteranope_sees_as_many_colours),
    };

    return cmocka_run_group_tests(tests, read_types, NULL);
}
