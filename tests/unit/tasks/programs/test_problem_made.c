/* Generated problems. */
#include "config.h"

#include "tests/test.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "tasks/programs/problem.h"
#include "tasks/programs/problem_made.h"

static const struct lisp_limits limits = {100000, 1 << 20};

static enum verdict try_own(struct problem *p)
{
    return problem_try(p, p->token.text, p->token.n, &limits);
}

enum { MADE = 20000 };

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Description and program as one text. */
static char *pair_of(const struct problem *p)
{
    struct str out = {0};

    for (int i = 0; i < p->word.n; i++)
        str_addf(&out, "%s ", p->word.text[i]);
    str_adds(&out, "\n");
    for (int i = 0; i < p->token.n; i++)
        str_addf(&out, "%s ", p->token.text[i]);
    return str_take(&out);
}

static void no_problem_is_made_twice(void **state)
{
    char **pair = memory_new(MADE * sizeof(*pair));
    struct problem p = {0};

    (void)state;
    assert_true(problems_made() > 1000000);
    for (uint64_t i = 0; i < MADE; i++) {
        problem_make(random_key(1, "made"), i, &p);
        pair[i] = pair_of(&p);
    }
    qsort(pair, MADE, sizeof(*pair), by_text);
    for (int i = 0; i < MADE; i++) {
        assert_true(!i || strcmp(pair[i - 1], pair[i]) != 0);
        if (i)
            free(pair[i - 1]);
    }
    free(pair[MADE - 1]);
    free(pair);
    problem_release(&p);
}

/* A problem depends only on its number, not on earlier ones; and it is
 * right. */
static void a_problem_is_known_by_its_number(void **state)
{
    const struct random_key key = random_key(7, "made"),
                            other = random_key(8, "made");
    struct problem p = {0}, q = {0};
    struct str one = {0}, two = {0};
    struct error e;
    int same = 0;

    (void)state;
    for (uint64_t i = 0; i < 500; i++) {
        str_clear(&one);
        str_clear(&two);
        problem_make(key, i, &p);
        problem_write(&p, &one);
        assert_int_equal(p.tests, 10);
        assert_int_equal(try_own(&p), VERDICT_RIGHT);
        problem_make(key, 499 - i, &q);
        problem_make(key, i, &q);
        problem_write(&q, &two);
        assert_string_equal(str_text(&one), str_text(&two));
        assert_int_equal(problem_read(&q, str_text(&one), one.len, &e), 0);
        assert_int_equal(try_own(&q), VERDICT_RIGHT);
        str_clear(&two);
        problem_write(&q, &two);
        assert_string_equal(str_text(&one), str_text(&two));
        str_clear(&two);
        problem_make(other, i, &q);
        problem_write(&q, &two);
        same += !strcmp(str_text(&one), str_text(&two));
    }
    assert_in_range(same, 0, 2);
    str_release(&one);
    str_release(&two);
    problem_release(&p);
    problem_release(&q);
}

/* Their types fit, too. */
static void made_problems_have_right_programs(void **state)
{
    struct problem p = {0};

    (void)state;
    for (uint64_t i = 0; i < MADE / 4; i++) {
        problem_make(random_key(2, "made"), i, &p);
        assert_int_equal(try_own(&p), VERDICT_RIGHT);
    }
    problem_release(&p);
}

/* Tests that any program passes are useless: most pairs of problems have
 * different outputs for the same inputs. */
static void tests_tell_programs_apart(void **state)
{
    const struct random_key key = random_key(3, "made");
    struct problem p = {0}, q = {0};
    int passed = 0, tried = 0;

    (void)state;
    for (uint64_t i = 0; i < 300; i++) {
        problem_make(key, i, &p);
        problem_make(key, i + 1, &q);
        if (strcmp(p.returns, q.returns) != 0 ||
            strcmp(p.name.text[0], q.name.text[0]) != 0 ||
            strcmp(p.name.text[1], q.name.text[1]) != 0)
            continue;
        tried++;
        passed +=
            problem_try(&p, q.token.text, q.token.n, &limits) == VERDICT_RIGHT;
    }
    assert_true(tried > 5 && passed * 3 < tried);
    problem_release(&p);
    problem_release(&q);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_problem_is_made_twice),
        cmocka_unit_test(a_problem_is_known_by_its_number),
        cmocka_unit_test(made_problems_have_right_programs),
        cmocka_unit_test(tests_tell_programs_apart),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
