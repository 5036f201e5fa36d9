/* Reals in the texts that name trials. */
#include "tests/test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers/random.h"
#include "config/field/field.h"

#define ROOM 400

/* The text with the fewest digits that reads back the same, except for the form
 * of its exponent. */
static void fewest_digits(double x, char text[ROOM])
{
    int n = 1;

    do
        snprintf(text, ROOM, "%.*g", n++, x);
    while (strtod(text, NULL) != x);
}

static bool same_text(const char *a, const char *b)
{
    const size_t n = strcspn(a, "e"), m = strcspn(b, "e");

    return n == m && memcmp(a, b, n) == 0 && !a[n] == !b[m] &&
           (!a[n] || atoi(a + n + 1) == atoi(b + m + 1));
}

/* Numbers below 1, of all sizes down to the smallest, with 1 to 18 digits. */
static double some_real(struct random_key key, unsigned i)
{
    static const double least[] = {0, -30, -307, -323};
    const struct address at = {.step = i};
    char text[ROOM];

    snprintf(text, sizeof(text), "%.*e", (int)(i / 4 % 18),
             random_real(key, at, 0) *
                 pow(10, random_real(key, at, 1) * least[i % 4]));
    return strtod(text, NULL);
}

static void no_real_is_written_with_more_digits_than_it_takes(void **state)
{
    const struct random_key key = random_key(2, "test");

    (void)state;
    for (unsigned i = 0; i < 40000; i++) {
        const double x = some_real(key, i);
        char expected[ROOM];
        struct str s = {0};

        fewest_digits(x, expected);
        real_text(x, &s);
        if (!same_text(s.s, expected))
            fail_msg("found %s, expected %s", s.s, expected);
        str_release(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_real_is_written_with_more_digits_than_it_takes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
