/* AlgoLisp's Lisp: any program ends soon, and without damage. */
#include "config.h"

#include "tests/test.h"

#include "base/numbers/random.h"
#include "tests/unit/tasks/lisp/lisp_fixture.h"

/* Endless, deep, large, with too many bits. */
static void what_goes_too_far_is_a_limit(void **state)
{
    static const char *const programs[] = {
        "( invoke1 ( lambda1 ( self arg1 ) ) 1 )",
        "( invoke1 ( lambda1 ( + 1 ( self arg1 ) ) ) 1 )",
        "( invoke1 ( lambda1 ( if ( < arg1 2 ) 1 ( + ( self ( - arg1 2 ) ) ( "
        "self ( - arg1 1 ) ) ) ) ) 60 )",
        "( range 0 1001 )",
        "( range 0 1000.5 )",
        "( range -9000000000000000000 9000000000000000000 )",
        "( map ( range 0 1000 ) ( lambda1 ( map ( range 0 1000 ) ( lambda1 ( "
        "len ( range 0 1000 ) ) ) ) ) )",
        "( reduce ( range 0 1000 ) ( array-new int ) ( lambda2 ( append ( "
        "array-new int ) arg1 ) ) )",
        "( invoke1 ( reduce ( range 0 1000 ) ( reduce ( range 0 1000 ) abs ( "
        "lambda2 ( combine arg1 abs ) ) ) ( lambda2 ( combine arg1 abs ) ) ) 1 "
        ")",
        "( reduce ( range 0 40 ) s ( lambda2 ( str_concat arg1 arg1 ) ) )",
        "( * 9000000000000000000 2 )",
        "( + 9000000000000000000 9000000000000000000 )",
        "( pow 10 19 )",
        "( pow 3 9000000000000000000 )",
        "( abs ( - ( - 0 9223372036854775807 ) 1 ) )",
        "( floor ( pow 10.5 30 ) )",
        "( is_prime 9223372036854775783 )",
        "( digits ( - ( - 0 9223372036854775807 ) 1 ) )",
    };
    struct str out = {0};

    (void)state;
    for (size_t i = 0; i < sizeof(programs) / sizeof(*programs); i++) {
        outcome(programs[i], &ample, &out);
        if (strcmp(str_text(&out), "limit") != 0)
            fail_msg("%s: %s", programs[i], str_text(&out));
    }
    str_release(&out);
}

/* The same number of steps, and no fewer, each time. */
static void a_program_needs_the_same_steps_each_time(void **state)
{
    static const char program[] = "( reduce ( map a square ) 0 + )";
    struct lisp_limits limits = {0, 1 << 20};
    struct str out = {0};
    long first = 0;

    (void)state;
    for (int again = 0; again < 3; again++) {
        for (limits.steps = 0; limits.steps < 1000; limits.steps++) {
            outcome(program, &limits, &out);
            if (strcmp(str_text(&out), "limit") != 0)
                break;
        }
        assert_string_equal(str_text(&out), "52");
        assert_true(!again || limits.steps == first);
        first = limits.steps;
    }
    assert_in_range(first, 10, 60);
    limits = (struct lisp_limits){1000, 60};
    outcome(program, &limits, &out);
    assert_string_equal(str_text(&out), "limit");
    str_release(&out);
}

static void brackets_are_as_deep_as_is_said(void **state)
{
    struct str program = {0}, out = {0};

    (void)state;
    for (int deep = LISP_NESTED; deep <= LISP_NESTED + 1; deep++) {
        str_clear(&program);
        for (int i = 0; i < deep; i++)
            str_adds(&program, "( abs ");
        str_adds(&program, "1");
        for (int i = 0; i < deep; i++)
            str_adds(&program, " )");
        outcome(str_text(&program), &ample, &out);
        assert_int_equal(strcmp(str_text(&out), "1") == 0, deep == LISP_NESTED);
    }
    str_release(&program);
    str_release(&out);
}

static void arrays_are_as_deep_as_is_said(void **state)
{
    char program[200];

    (void)state;
    for (int deep = LISP_LEVELS; deep <= LISP_LEVELS + 1; deep++) {
        snprintf(program, sizeof(program),
                 "( len ( reduce ( range 0 %d ) e ( lambda2 ( append ( "
                 "array-new int ) arg1 ) ) ) )",
                 deep - 1);
        gives(program, deep == LISP_LEVELS ? "1" : "limit");
    }
}

static void lambdas_are_as_deep_as_is_said(void **state)
{
    char program[200];

    (void)state;
    for (int deep = LISP_LAMBDAS; deep <= LISP_LAMBDAS + 1; deep++) {
        snprintf(program, sizeof(program),
                 "( invoke1 ( lambda1 ( if ( < arg1 2 ) 1 ( + 1 ( self ( - "
                 "arg1 1 ) ) ) ) ) %d )",
                 deep);
        gives(program, deep == LISP_LAMBDAS ? "110" : "limit");
    }
}

static const char *const words[] = {"(",
                                    "(",
                                    "(",
                                    ")",
                                    ")",
                                    "a",
                                    "b",
                                    "s",
                                    "e",
                                    "x",
                                    "arg1",
                                    "arg2",
                                    "self",
                                    "0",
                                    "1",
                                    "-7",
                                    "10",
                                    "1000000000",
                                    "inf",
                                    "true",
                                    "\"z\"",
                                    "int",
                                    "0.5",
                                    "!",
                                    "&&",
                                    "==",
                                    "<",
                                    "if",
                                    "+",
                                    "-",
                                    "*",
                                    "/",
                                    "%",
                                    "pow",
                                    "sqrt",
                                    "floor",
                                    "min",
                                    "abs",
                                    "square",
                                    "is_prime",
                                    "digits",
                                    "strlen",
                                    "str_index",
                                    "str_concat",
                                    "str_split",
                                    "str_min",
                                    "array-new",
                                    "len",
                                    "head",
                                    "tail",
                                    "deref",
                                    "slice",
                                    "append",
                                    "sort",
                                    "reverse",
                                    "range",
                                    "contains",
                                    "is_sorted",
                                    "is_sorted_helper",
                                    "map",
                                    "filter",
                                    "reduce",
                                    "invoke1",
                                    "combine",
                                    "lambda1",
                                    "lambda2",
                                    "partial0",
                                    "partial1",
                                    "partial2",
                                    "dict-new",
                                    "dict-insert",
                                    "dict-keys"};
enum { WORDS = sizeof(words) / sizeof(*words), FIRST_FUNCTION = 23 };

struct chance {
    struct random_key key;
    struct address at;
    uint32_t used;
};

static uint32_t below(struct chance *c, uint32_t n)
{
    return random_below(c->key, c->at, c->used++, n);
}

/* Append any words. */
static void add_noise(struct chance *c, struct str *out)
{
    for (uint32_t i = below(c, 40); i-- > 0;)
        str_addf(out, "%s ", words[below(c, WORDS)]);
}

/* Append text in the form of a program: functions with arguments, as many as
 * they take or not. */
static void add_call(struct chance *c, int depth, struct str *out)
{
    if (depth == 0 || below(c, 4) == 0) {
        str_addf(out, "%s ", words[5 + below(c, WORDS - 5)]);
        return;
    }
    const uint32_t f = FIRST_FUNCTION + below(c, WORDS - FIRST_FUNCTION);
    const char *name = words[f];
    uint32_t takes = 1 + below(c, 3);

    if (strstr("invoke1 map filter range combine partial0 partial1 partial2 + "
               "- * / % append == < min",
               name))
        takes = 2;
    if (strstr("lambda1 lambda2 len head tail sort reverse digits abs", name))
        takes = 1;
    if (strstr("reduce if slice dict-insert", name))
        takes = 3;
    str_addf(out, "( %s ", name);
    for (uint32_t i = 0; i < takes; i++)
        add_call(c, depth - 1, out);
    str_adds(out, ") ");
}

/* Append the outcomes of many random programs. */
static void many(uint64_t seed, struct str *all, int *done)
{
    const struct lisp_limits limits = {20000, 1 << 20};
    struct str program = {0}, out = {0};

    for (uint32_t i = 0; i < 6000; i++) {
        struct chance c = {random_key(seed, "lisp"), {.example = i}, 0};

        str_clear(&program);
        str_adds(&program, "");
        if (i % 4 == 0)
            add_noise(&c, &program);
        else
            add_call(&c, 6, &program);
        outcome(str_text(&program), &limits, &out);
        *done += strncmp(str_text(&out), "unparsed", 8) &&
                 strcmp(str_text(&out), "failed");
        str_add(all, str_text(&out), out.len);
    }
    str_release(&program);
    str_release(&out);
}

static void programs_by_chance_end_and_end_alike(void **state)
{
    struct str one = {0}, two = {0};
    int done = 0;

    (void)state;
    many(1, &one, &done);
    assert_in_range(done, 100, 12000);
    many(1, &two, &done);
    assert_string_equal(str_text(&one), str_text(&two));
    str_release(&one);
    str_release(&two);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_goes_too_far_is_a_limit),
        cmocka_unit_test(a_program_needs_the_same_steps_each_time),
        cmocka_unit_test(brackets_are_as_deep_as_is_said),
        cmocka_unit_test(arrays_are_as_deep_as_is_said),
        cmocka_unit_test(lambdas_are_as_deep_as_is_said),
        cmocka_unit_test(programs_by_chance_end_and_end_alike),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
