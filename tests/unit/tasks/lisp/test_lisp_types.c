/* AlgoLisp's Lisp: which programs' types fit.  Those are the ones that
 * AlgoLisp's own test_lisp_validity and compile_func accept. */
#include "config.h"

#include "tests/test.h"

#include "tests/unit/tasks/lisp/lisp_fixture.h"

static const char *const argument[] = {"i", "s", "b", "a", "w",
                                       "m", "d", "t", "x"};
static const char *const type[] = {
    "int",           "string",           "bool", "int[]", "string[]", "int[][]",
    "dict<int,int>", "dict<string,int>", "any"};
enum { ARGUMENTS = sizeof(type) / sizeof(*type) };

/* LISP_FAILED also if it is no program. */
static enum lisp_end check_with(const char *const *types, const char *program)
{
    struct arena a = {0};
    struct tokens t;
    struct lisp_program p;
    struct error e;
    enum lisp_end end = LISP_FAILED;

    tokens_of(&t, program);
    if (!lisp_parse(&a, t.token, t.n, argument, ARGUMENTS, &p, &e))
        end = lisp_check(&p, types, &a);
    free(t.text);
    arena_release(&a);
    return end;
}

static enum lisp_end check(const char *program)
{
    return check_with(type, program);
}

static void what_fits_in_algolisp_fits(void **state)
{
    static const char *const programs[] = {
        "i",
        "x",
        "( + i 1 )",
        "( < s w )",
        "( i s w )",
        "( map a ( if b square abs ) )",
        "( map w strlen )",
        "( map m len )",
        "( filter a is_prime )",
        "( filter w ( partial0 s < ) )",
        "( filter a ( partial0 s < ) )",
        "( reduce a 0 + )",
        "( reduce w \"\" str_concat )",
        "( reduce a 0 ( lambda2 ( max arg1 arg2 ) ) )",
        "( invoke1 abs i )",
        "( map a ( combine ! is_prime ) )",
        "( head a )",
        "( head m )",
        "( deref ( deref m i ) i )",
        "( append a i )",
        "( 0 )",
        "( + ( 0 ) ( 1 ) )",
        "( sort ( array-new int ) )",
        "( dict-insert d i 1 )",
        "( dict-insert t s 1 )",
        "( dict-keys d )",
        "( + ( head ( dict-keys d ) ) 1 )",
        "( dict-keys ( reduce a ( dict-new int int ) ( partial2 1 dict-insert "
        ") ) )",
        "( map a ( lambda1 arg1 ) )",
        "( invoke1 ( lambda1 ( if ( < arg1 2 ) 1 ( * arg1 ( self ( - arg1 1 ) "
        ") ) ) ) i )",
        "( invoke1 ( lambda1 ( + 1 ( self s + ) ) ) i )",
        "( invoke1 ( lambda1 ( str_concat s ( self 1 ) ) ) i )",
        "( invoke1 ( lambda1 ( + 1 ( self ( + s ( map 1 2 ) ) ) ) ) i )",
        "( map a ( invoke1 ( lambda1 square ) 1 ) )",
        "( invoke1 ( lambda1 ( len ( map a self ) ) ) i )",
        "( invoke1 ( partial0 1 + ) i )",
        "( contains a i )",
        "( str_index i s )",
        "( str_split s \"z\" )",
        "( slice a 0 i )"};

    (void)state;
    for (size_t i = 0; i < sizeof(programs) / sizeof(*programs); i++)
        if (check(programs[i]) != LISP_DONE)
            fail_msg("%s does not fit", programs[i]);
}

static void what_it_refuses_does_not(void **state)
{
    static const char *const programs[] = {
        "( if b x x )",
        "( len x )",
        "( + i s )",
        "( + i b )",
        "( < i + )",
        "( == + + )",
        "( == x x )",
        "+",
        "( self 1 )",
        "( if b i s )",
        "( if i 1 2 )",
        "( if b + - )",
        "( map a ( if b square + ) )",
        "( map a strlen )",
        "( map m head )",
        "( map m tail )",
        "( map m ( lambda1 ( head arg1 ) ) )",
        "( filter a square )",
        "( reduce a \"z\" + )",
        "( reduce w \"\" ( lambda2 ( str_concat arg1 arg2 ) ) )",
        "( map m ( partial1 0 ( partial2 + reduce ) ) )",
        "( map m ( partial1 0 ( lambda2 ( reduce arg1 arg2 + ) ) ) )",
        "( invoke1 abs s )",
        "( invoke1 strlen s )",
        "( map a ( combine is_prime ! ) )",
        "( map a ( partial0 i if ) )",
        "( head s )",
        "( int-deref m i )",
        "( append a s )",
        "( append ( array-new int ) s )",
        "( array-new i )",
        "( int )",
        "( dict-insert d s 1 )",
        "( dict-insert ( dict-new int int ) i s )",
        "( + ( head ( dict-keys t ) ) 1 )",
        "( lambda1 arg1 )",
        "( map a ( lambda2 arg1 ) )",
        "( map w ( lambda1 arg1 ) )",
        "( map a ( lambda1 arg2 ) )",
        "( invoke1 ( lambda1 ( if ( < arg1 2 ) ( self 1 ) 1 ) ) i )",
        "( invoke1 ( lambda1 ( + 1 ( self arg2 ) ) ) i )",
        "( map a self )",
        "( partial0 1 + )",
        "( map a ( partial0 1 ( partial0 1 + ) ) )",
        "( map a ( combine lambda1 abs ) )",
        "( contains m i )",
        "( is_sorted w )",
        "( str_index s i )",
        "( slice a 0 s )"};

    (void)state;
    for (size_t i = 0; i < sizeof(programs) / sizeof(*programs); i++)
        if (check(programs[i]) != LISP_FAILED)
            fail_msg("%s fits", programs[i]);
}

/* --- all of a form -------------------------------------------------------- */

/* The replacements of F, V and L in a form. */
static const char functions[] =
    "!,&&,||,==,!=,<,>,<=,>=,if,+,-,*,/,%,pow,sqrt,floor,min,max,abs,square,"
    "is_prime,digits,strlen,str_index,str_concat,str_split,str_min,str_max,"
    "array-new,len,head,tail,deref,int-deref,slice,append,sort,reverse,range,"
    "contains,is_sorted,is_sorted_helper,map,filter,reduce,invoke1,combine,"
    "lambda1,lambda2,partial0,partial1,partial2,dict-new,dict-insert,dict-keys";
static const char leaves[] = "i,s,b,a,w,m,d,t,x,int,true,0,\"z\",+,abs";
static const char lists[] = "a,w,m,( dict-keys t ),( array-new int )";

/* The number of programs of a form whose types fit.  The first letter of the
 * form is replaced by each that is possible, and so on. */
static int fitting(const char *form)
{
    const size_t at = strcspn(form, "FVL");
    const char *part = form[at] == 'F'   ? functions
                       : form[at] == 'V' ? leaves
                                         : lists;
    char filled[400];
    int n = 0;

    if (!form[at])
        return check(form) == LISP_DONE;
    for (size_t len; *part; part += len + (part[len] == ',')) {
        len = strcspn(part, ",");
        snprintf(filled, sizeof(filled), "%.*s%.*s%s", (int)at, form, (int)len,
                 part, form + at + 1);
        n += fitting(filled);
    }
    return n;
}

static void as_many_of_a_form_fit_as_in_algolisp(void **state)
{
    static const struct {
        const char *form;
        int fit;
    } forms[] = {
        {"( F V )", 35},
        {"( F V V )", 811},
        {"( map L F )", 16},
        {"( filter L F )", 3},
        {"( reduce L V F )", 104},
        {"( invoke1 F V )", 12},
        {"( map L ( combine F F ) )", 73},
        {"( filter L ( combine F F ) )", 16},
        {"( map L ( partial0 V F ) )", 392},
        {"( map L ( partial1 V F ) )", 392},
        {"( reduce a V ( partial2 V F ) )", 2},
        {"( map L ( lambda1 ( F arg1 ) ) )", 12},
        {"( filter L ( lambda1 ( F arg1 V ) ) )", 134},
        {"( reduce L V ( lambda2 ( F arg2 arg1 ) ) )", 32},
        {"( reduce a V ( lambda2 ( F arg1 ( self V arg1 ) ) ) )", 240},
        {"( invoke1 ( lambda1 ( F ( self 1 ) V ) ) V )", 210},
        {"( invoke1 ( lambda1 ( F self V ) ) i )", 24},
        {"( dict-keys ( reduce L ( dict-new int int ) ( partial2 V F ) ) )", 4},
        {"( sort ( F L V ) )", 13},
        {"( if b ( F V ) V )", 55},
        {"( append ( F V ) V )", 27},
        {"( append L ( F V ) )", 38},
        {"( map ( map L F ) F )", 73},
        {"( map L ( if b F F ) )", 40},
        {"( map L ( invoke1 ( lambda1 F ) V ) )", 32},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++) {
        const int n = fitting(forms[i].form);

        if (n != forms[i].fit)
            fail_msg("%s: %d fit, not %d", forms[i].form, n, forms[i].fit);
    }
}

static void arguments_have_a_type_that_there_is(void **state)
{
    const char *types[ARGUMENTS];

    (void)state;
    memcpy(types, type, sizeof(types));
    assert_int_equal(check_with(types, "( + i 1 )"), LISP_DONE);
    types[ARGUMENTS - 1] = "number"; /* of an argument that is not used */
    assert_int_equal(check_with(types, "( + i 1 )"), LISP_FAILED);
}

/* --- limits for any program ----------------------------------------------- */

static void repeat(struct str *out, const char *text, int times)
{
    while (times-- > 0)
        str_adds(out, text);
}

/* Types of types of types, and the same one in many places. */
static void a_check_ends_soon(void **state)
{
    static const struct {
        const char *open, *inside, *close;
    } towers[] = {
        {"( abs ", "1", ") "},
        {"( map a ", "abs", ") "},
        {"( partial0 1 ", "+", ") "},
        {"( invoke1 ( lambda1 ", "( self 1 )", ") 1 ) "},
        {"( reduce ( range 0 1 ) ( lambda2 ( self 1 2 ) ) ", "+", ") "},
        {"( invoke1 ( lambda1 ( invoke1 self ", "1", ") ) 1 ) "},
        {"( invoke1 ( lambda1 ( reduce a ( self 1 ) ( partial0 ( self 1 ) ",
         "( self 1 )", ") ) ) 1 ) "},
        {"( invoke1 ( lambda1 ( if ( self 1 ) self ", "self", ") ) 1 ) "},
    };
    struct str program = {0};

    (void)state;
    for (size_t i = 0; i < sizeof(towers) / sizeof(*towers); i++)
        for (int deep = 1; deep < LISP_NESTED; deep += 7) {
            str_clear(&program);
            repeat(&program, towers[i].open, deep);
            str_adds(&program, towers[i].inside);
            str_adds(&program, " ");
            repeat(&program, towers[i].close, deep);
            (void)check(str_text(&program));
        }
    str_release(&program);
}

/* Nested sums, `deep` levels; there is room for 5 * 2^deep tokens. */
static int add_sums(const char **token, int n, int deep)
{
    if (!deep) {
        token[n] = "1";
        return n + 1;
    }
    token[n++] = "(";
    token[n++] = "+";
    n = add_sums(token, n, deep - 1);
    n = add_sums(token, n, deep - 1);
    token[n] = ")";
    return n + 1;
}

/* The check of a huge program stops at a limit. */
static void a_check_of_what_is_too_large_is_a_limit(void **state)
{
    enum { DEEPEST = 17 };
    const char **token = malloc((5 << DEEPEST) * sizeof(*token));

    (void)state;
    assert_non_null(token);
    for (int deep = 10; deep <= DEEPEST; deep += DEEPEST - 10) {
        struct arena a = {0};
        struct lisp_program p;
        struct error e;

        assert_int_equal(lisp_parse(&a, token, add_sums(token, 0, deep),
                                    argument, ARGUMENTS, &p, &e),
                         0);
        assert_int_equal(lisp_check(&p, type, &a),
                         deep < DEEPEST ? LISP_DONE : LISP_LIMIT);
        arena_release(&a);
    }
    free(token);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_fits_in_algolisp_fits),
        cmocka_unit_test(what_it_refuses_does_not),
        cmocka_unit_test(as_many_of_a_form_fit_as_in_algolisp),
        cmocka_unit_test(arguments_have_a_type_that_there_is),
        cmocka_unit_test(a_check_ends_soon),
        cmocka_unit_test(a_check_of_what_is_too_large_is_a_limit),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
