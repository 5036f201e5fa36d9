/*
 * test.h - what every unit test includes: cmocka, which needs these first.
 *
 * The tests of a folder are one program (tests/unit/main.c).  So main() of a
 * test is a function of its own file, and registers under the file's name.
 */
#ifndef TEST_H
#define TEST_H

/* clang-format off */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <stdbool.h>
#include <stdlib.h>

struct unit_test {
    const char *file;
    int (*run)(void);
    struct unit_test *next;
};

void unit_register(struct unit_test *t);

/* The name of the test, its arguments, NULL: what main() has as argv. */
extern char **unit_arguments;

#ifndef UNIT_MAIN
static int unit_main(void);

__attribute__((constructor)) static void register_this_file(void)
{
    static struct unit_test t = {__BASE_FILE__, unit_main, NULL};

    unit_register(&t);
}

#define main unit_main
#endif

/* `make check-full` takes all cases, and more worlds and lines, where `make
 * check` takes those that show a mistake of each sort. */
static inline bool is_full(void)
{
    return getenv("CODARUN_FULL") != NULL;
}

/* cmocka takes NaN for equal to anything: it only asks whether two numbers are
 * too far apart. */
#undef assert_float_equal
#define assert_float_equal(a, b, epsilon)                              \
    do {                                                               \
        const float left_ = (float)(a), right_ = (float)(b);           \
        assert_false(left_ != left_ || right_ != right_);              \
        _assert_float_equal(left_, right_, (float)(epsilon), __FILE__, \
                            __LINE__);                                 \
    } while (0)

static inline void skipped_test(void **state)
{
    (void)state;
}

/*
 * A test that runs only where it can.  In TAP cmocka's skip() says `not ok',
 * so the name of an empty test carries the directive instead.
 */
#define unit_test_if(it_can, f, reason)               \
    (struct CMUnitTest)                               \
    {                                                 \
        .name = (it_can) ? #f : #f " # SKIP " reason, \
        .test_func = (it_can) ? (f) : skipped_test,   \
    }

/* Do the sanitizers replace malloc()? */
#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#define SANITIZED __has_feature(address_sanitizer)
#else
#define SANITIZED 0
#endif

#endif
