/* AlgoLisp's Lisp: the results of programs. */
#include "config.h"

#include "tests/test.h"

#include "tests/unit/tasks/lisp/lisp_fixture.h"

struct one {
    const char *program, *gives;
};

static void all_give(const struct one *t)
{
    for (; t->program; t++)
        gives(t->program, t->gives);
}

static void numbers_are_computed(void **state)
{
    static const struct one table[] = {
        {"( + 1 ( * 2 2 ) )", "5"},
        {"( - 0 b )", "-2"},
        {"( / 7 2 )", "3"},
        {"( / -7 2 )", "-4"},
        {"( / 7 -2 )", "-4"},
        {"( / -7 -2 )", "3"},
        {"( / -8 2 )", "-4"},
        {"( % 7 3 )", "1"},
        {"( % -7 3 )", "2"},
        {"( % 7 -3 )", "-2"},
        {"( % -7 -3 )", "-1"},
        {"( % 6 -3 )", "0"},
        {"9223372036854775807", "9223372036854775807"},
        {"( / 1 0 )", "failed"},
        {"( % 1 0 )", "failed"},
        {"( / x 2 )", "1.25."},
        {"( / 5 x )", "2."},
        {"( / 1 ( / x 25 ) )", "9."}, /* as a double 0.1 is a little more
                                         than a tenth */
        {"( / -1 ( / x 25 ) )", "-10."},
        {"( / 5 inf )", "0."},
        {"( / -5 inf )", "-1."},
        {"( / 5 ( - 0 inf ) )", "-1."},
        {"( / 0 ( - 0 x ) )", "-0."},
        {"( % 5 ( - 0 x ) )", "-0."},
        {"( + x 1 )", "3.5."},
        {"( % ( - 0 x ) 2 )", "1.5."},
        {"( pow 2 10 )", "1024"},
        {"( pow -3 3 )", "-27"},
        {"( pow 2 -1 )", "0.5."},
        {"( pow 0 0 )", "1"},
        {"( pow 0 -1 )", "failed"},
        {"( pow 2 x )", "failed"},
        {"( sqrt 9 )", "3."},
        {"( sqrt -1 )", "failed"},
        {"( floor x )", "2"},
        {"( floor ( - 0 x ) )", "-2"},
        {"( floor inf )", "failed"},
        {"( abs -4 )", "4"},
        {"( abs 0 )", "0"},
        {"( square -4 )", "16"},
        {"( min 3 b )", "2"},
        {"( max 3 b )", "3"},
        {"( min inf 7 )", "7"},
        {"( 0 )", "0"},
        {0},
    };

    (void)state;
    all_give(table);
}

static void digits_and_primes_are_computed(void **state)
{
    static const struct one table[] = {
        {"( digits 305 )", "[3 0 5]"},
        {"( digits -12 )", "[1 2]"},
        {"( digits 0 )", "[0]"},
        {"( digits ( * x 10 ) )", "[2.5. 5.]"},
        {"( digits inf )", "failed"},
        {"( filter ( range -2 30 ) is_prime )", "[2 3 5 7 11 13 17 19 23 29]"},
        {"( is_prime 49 )", "false"},
        {"( is_prime x )", "true"},
        {"( is_prime ( * x 2 ) )", "true"},
        {"( is_prime ( * x 4 ) )", "false"},
        {"( is_prime ( - 0 inf ) )", "false"},
        {"( is_prime inf )", "failed"},
        {"( is_prime 1000003 )", "true"},
        {0},
    };

    (void)state;
    all_give(table);
}

static void booleans_and_comparisons_are_computed(void **state)
{
    static const struct one table[] = {
        {"( && true false )", "false"},
        {"( || true false )", "true"},
        {"( ! true )", "false"},
        {"( && 2 3 )", "3"}, /* at run time types may differ */
        {"( || 0 s )", "'so it is'"},
        {"( ! e )", "true"},
        {"( ! ( dict-new int int ) )", "true"},
        {"( ! abs )", "false"},
        {"( + 1 true )", "2"},
        {"( min s \"a\" )", "'a'"},
        {"( reduce s 0 ( lambda2 ( + arg1 1 ) ) )", "8"},
        {"( reverse \"h\xc3\xa4t\" )", "['t' '\xc3\xa4' 'h']"},
        {"( head s )", "'s'"},
        {"( + s \"!\" )", "'so it is!'"},
        {"( + e ( tail ( slice a 0 2 ) ) )", "[-1]"},
        {"( + a s )", "failed"},
        {"( str_concat b true )", "3"},
        {"( strlen a )", "5"},
        {"( strlen b )", "failed"},
        {"( len ( dict-insert ( dict-new int int ) 1 2 ) )", "1"},
        {"( head ( dict-insert ( dict-new int int ) 0 2 ) )", "failed"},
        {"( || true ( == 1 ( / 1 0 ) ) )", "failed"}, /* both sides are
                                                         computed */
        {"( == 2 b )", "true"},
        {"( != 2 b )", "false"},
        {"( == 1 true )", "true"},
        {"( == a 1 )", "false"},
        {"( == a a )", "true"},
        {"( == x 2.5 )", "true"},
        {"( == + + )", "false"},
        {"( < 1 2 )", "true"},
        {"( >= 1 2 )", "false"},
        {"( <= 2 2 )", "true"},
        {"( > \"b\" \"a\" )", "true"},
        {"( < a 1 )", "failed"},
        {"( < e a )", "true"},
        {"( < a ( append a 1 ) )", "true"},
        {"( < + 1 )", "failed"},
        {"( if ( < 1 2 ) 3 ( / 1 0 ) )", "3"},
        {"( if 0 2 3 )", "3"},
        {"( map a ( if true square abs ) )", "[9 1 16 1 25]"},
        {0},
    };

    (void)state;
    all_give(table);
}

static void arrays_are_computed(void **state)
{
    static const struct one table[] = {
        {"( len a )", "5"},
        {"( head a )", "3"},
        {"( head e )", "failed"},
        {"( tail a )", "[-1 4 1 -5]"},
        {"( tail e )", "[]"},
        {"( deref a b )", "4"},
        {"( int-deref a 0 )", "3"},
        {"( deref a 5 )", "failed"},
        {"( deref a -1 )", "failed"},
        {"( slice a 1 3 )", "[-1 4]"},
        {"( slice a 1 -1 )", "[-1 4 1]"},
        {"( slice a -9 2 )", "[3 -1]"},
        {"( slice a -2 5 )", "[3 -1 4 1 -5]"},
        {"( slice a 3 2 )", "[]"},
        {"( slice a ( - 0 x ) 2 )", "[3 -1]"},
        {"( slice a x 3 )", "failed"},
        {"( slice a 0 x )", "failed"},
        {"( slice a 4 99 )", "[-5]"},
        {"( slice e 0 9 )", "[]"},
        {"( append a 7 )", "[3 -1 4 1 -5 7]"},
        {"( append ( array-new int ) e )", "[[]]"},
        {"( array-new a )", "[]"},
        {"( sort a )", "[-5 -1 1 3 4]"},
        {"( sort ( append e a ) )", "[[3 -1 4 1 -5]]"},
        {"( sort ( append a true ) )", "[-5 -1 1 true 3 4]"},
        {"( sort ( append a e ) )", "failed"},
        {"( reverse a )", "[-5 1 4 -1 3]"},
        {"( range 2 5 )", "[2 3 4]"},
        {"( range 5 2 )", "[]"},
        {"( range 0 x )", "[0 1]"},
        {"( contains a 4 )", "true"},
        {"( contains a 5 )", "false"},
        {"( is_sorted a )", "false"},
        {"( is_sorted ( sort a ) )", "true"},
        {"( is_sorted e )", "true"},
        {"( is_sorted_helper 1 ( range 1 4 ) )", "true"},
        {"( is_sorted_helper 2 ( range 1 4 ) )", "false"},
        {"( deref a x )", "failed"},
        {0},
    };

    (void)state;
    all_give(table);
}

static void functions_are_values(void **state)
{
    static const struct one table[] = {
        {"( reduce a 0 + )", "2"},
        {"( reduce e 9 + )", "9"},
        {"( reduce a 0 - )", "-2"},
        {"( map a square )", "[9 1 16 1 25]"},
        {"( filter a ( partial0 b < ) )", "[3 4]"},
        {"( filter a ( partial1 b < ) )", "[-1 1 -5]"},
        {"( map a ( partial1 b - ) )", "[1 -3 2 -1 -7]"},
        {"( map a ( lambda1 ( + arg1 b ) ) )", "[5 1 6 3 -3]"},
        {"( reduce a 0 ( lambda2 ( + arg1 ( * arg2 arg2 ) ) ) )", "52"},
        {"( invoke1 ( lambda1 ( if ( < arg1 2 ) 1 "
         "( + ( self ( - arg1 2 ) ) ( self ( - arg1 1 ) ) ) ) ) 10 )",
         "89"},
        {"( map a ( lambda1 ( reduce a arg1 ( lambda2 ( max arg1 arg2 ) ) ) ) "
         ")",
         "[4 4 4 4 4]"},
        {"( invoke1 ( combine ( partial0 1 + ) square ) 3 )", "10"},
        {"( filter a ( combine ! is_prime ) )", "[-1 4 1 -5]"},
        {"( filter a + )", "failed"},
        {"( filter ( append a 0 ) square )", "[3 -1 4 1 -5]"},
        {"( map a 1 )", "failed"},
        {"( partial0 + + )", "failed"},
        {"( invoke1 if 1 )", "failed"},
        {"( self 1 )", "failed"},
        {"( self 1 2 3 4 5 )", "failed"},
        {"( invoke1 ( lambda1 ( arg1 2 ) ) abs )", "failed"},
        {"( invoke1 ( lambda1 arg1 ) 1 )", "failed"}, /* the body is only its
                                                         own name */
        {"( invoke1 ( invoke1 ( lambda1 ( lambda1 arg1 ) ) 1 ) 2 )", "2"},
        {"( invoke1 ( lambda1 square ) 1 )", "failed"},
        {"arg1", "failed"},
        {"+", "function"},
        {0},
    };

    (void)state;
    all_give(table);
}

static void strings_and_dictionaries_are_computed(void **state)
{
    static const struct one table[] = {
        {"( strlen s )", "8"},
        {"( strlen \"h\xc3\xa4t\" )", "3"},
        {"( str_index 1 \"h\xc3\xa4t\" )", "'\xc3\xa4'"},
        {"( str_index -1 \"h\xc3\xa4t\" )", "'t'"},
        {"( str_index -3 \"h\xc3\xa4t\" )", "'h'"},
        {"( str_index 3 \"h\xc3\xa4t\" )", "failed"},
        {"( str_index 0 \"\" )", "failed"},
        {"( str_concat s \"z\" )", "'so it isz'"},
        {"( str_concat \"\" \"\" )", "''"},
        {"( str_split \"-a--b-\" \"-\" )", "['a' 'b']"},
        {"( str_split s \"i\" )", "['so ' 't ' 's']"},
        {"( str_split s \"\" )", "failed"},
        {"( str_min \"b\" \"ab\" )", "'ab'"},
        {"( str_max \"b\" \"ab\" )", "'b'"},
        {"( dict-keys ( reduce ( append a 3 ) ( dict-new int int ) "
         "( partial2 1 dict-insert ) ) )",
         "[-5 -1 1 3 4]"},
        {"( == ( dict-insert ( dict-new int int ) 1 2 ) "
         "( dict-insert ( dict-insert ( dict-new int int ) 1 3 ) 1 2 ) )",
         "true"},
        {0},
    };

    (void)state;
    all_give(table);
}

static void what_is_no_program_is_told_by_its_token(void **state)
{
    static const struct one table[] = {
        {"", "unparsed: token 1: found the end, expected a program"},
        {"( )", "unparsed: token 2: found ')', expected a function behind '('"},
        {")", "unparsed: token 1: found ')', expected a program"},
        {"a b", "unparsed: token 2: found 'b', expected the end"},
        {"( + 1 2", "unparsed: token 5: found the end, expected ')'"},
        {"( + 1 2 ) )", "unparsed: token 6: found ')', expected the end"},
        {"( + 1 )", "unparsed: token 2: found '+', expected 2 arguments of +, "
                    "not 1"},
        {"( len a b )", "unparsed: token 2: found 'len', expected 1 argument "
                        "of len, not 2"},
        {"( plus 1 2 )", "unparsed: token 2: found 'plus', expected a "
                         "function, a constant or a name"},
        {"( + 1 2y )", "unparsed: token 4: found '2y', expected a function, a "
                       "constant or a name"},
        {"9223372036854775808",
         "unparsed: token 1: found '9223372036854775808', expected a function, "
         "a constant or a name"},
        {"( 1 2 )", "unparsed: token 2: found '1', expected a function behind "
                    "'('"},
        {"( ( lambda1 arg1 ) 2 )", "unparsed: token 2: found '(', expected a "
                                   "function behind '('"},
        {0},
    };

    (void)state;
    all_give(table);
}

/* Laws over ranges of values. */
static void division_and_remainder_belong_together(void **state)
{
    char program[120];

    (void)state;
    for (int x = -9; x <= 9; x++)
        for (int y = -4; y <= 4; y++) {
            snprintf(program, sizeof(program),
                     "( == %d ( + ( * %d ( / %d %d ) ) ( %% %d %d ) ) )", x, y,
                     x, y, x, y);
            gives(program, y ? "true" : "failed");
        }
}

static void sorted_arrays_are_the_same_numbers_in_order(void **state)
{
    static const char *const arrays[] = {"a", "e", "( reverse ( range 0 99 ) )",
                                         "( map ( range 0 500 ) ( partial1 7 "
                                         "% ) )",
                                         "( append a -5 )"};
    char program[400];

    (void)state;
    for (size_t i = 0; i < sizeof(arrays) / sizeof(*arrays); i++) {
        snprintf(program, sizeof(program), "( is_sorted ( sort %s ) )",
                 arrays[i]);
        gives(program, "true");
        snprintf(program, sizeof(program),
                 "( == ( sort %s ) ( sort ( reverse %s ) ) )", arrays[i],
                 arrays[i]);
        gives(program, "true");
        snprintf(program, sizeof(program),
                 "( == ( reduce %s 0 + ) ( reduce ( sort %s ) 0 + ) )",
                 arrays[i], arrays[i]);
        gives(program, "true");
        snprintf(program, sizeof(program),
                 "( == %s ( reverse ( reverse %s ) ) )", arrays[i], arrays[i]);
        gives(program, "true");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_computed),
        cmocka_unit_test(digits_and_primes_are_computed),
        cmocka_unit_test(booleans_and_comparisons_are_computed),
        cmocka_unit_test(arrays_are_computed),
        cmocka_unit_test(functions_are_values),
        cmocka_unit_test(strings_and_dictionaries_are_computed),
        cmocka_unit_test(what_is_no_program_is_told_by_its_token),
        cmocka_unit_test(division_and_remainder_belong_together),
        cmocka_unit_test(sorted_arrays_are_the_same_numbers_in_order),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
