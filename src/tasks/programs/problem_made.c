#include "tasks/programs/problem_made.h"

#include <assert.h>
#include <string.h>

enum { TESTS = 10, LONGEST = 10, LEAST = -20, MOST = 60, LIMIT_MOST = 12 };

/* A wording of a part of a description, and its program.  $ is the inner part,
 * @ the array's name and # the number's. */
struct phrase_template {
    const char *text, *program;
    const char *type; /* type of the program's result, if outermost */
};

#define PHRASES(p) (sizeof(p) / sizeof(*(p)))

static const struct phrase_template begins[] = {
    {"given an array of numbers @ and a number # , ", NULL, NULL},
    {"you are given numbers @ and # , where @ is an array , ", NULL, NULL},
    {"consider an array @ and a number # , ", NULL, NULL},
    {"let @ be an array of numbers and # a number , ", NULL, NULL},
};

static const struct phrase_template verbs[] = {
    {"find $", NULL, NULL},
    {"compute $", NULL, NULL},
    {"return $", NULL, NULL},
    {"what is $", NULL, NULL},
};

/* The array to start from. */
static const struct phrase_template sources[] = {
    {"the numbers in @", "@", NULL},
    {"the elements of @", "@", NULL},
    {"the first half of @", "( slice @ 0 ( / ( len @ ) 2 ) )", NULL},
    {"the elements in the first half of @", "( slice @ 0 ( / ( len @ ) 2 ) )",
     NULL},
    {"the second half of @", "( slice @ ( / ( len @ ) 2 ) ( len @ ) )", NULL},
    {"the elements in the second half of @",
     "( slice @ ( / ( len @ ) 2 ) ( len @ ) )", NULL},
    {"the first # elements of @", "( slice @ 0 # )", NULL},
    {"as many numbers from the beginning of @ as # says", "( slice @ 0 # )",
     NULL},
    {"all but the first element of @", "( tail @ )", NULL},
    {"@ without its first number", "( tail @ )", NULL},
    {"the numbers below #", "( range 0 # )", NULL},
    {"the numbers from 0 up to # , without it", "( range 0 # )", NULL},
    {"the digits of the sum of @", "( digits ( reduce @ 0 + ) )", NULL},
    {"the digits of what @ adds up to", "( digits ( reduce @ 0 + ) )", NULL},
};

/* Which elements to keep. */
static const struct phrase_template filters[] = {
    {"$", "$", NULL},
    {"$ that are bigger than #", "( filter $ ( partial0 # < ) )", NULL},
    {"$ which are greater than #", "( filter $ ( partial0 # < ) )", NULL},
    {"$ that are smaller than #", "( filter $ ( partial1 # < ) )", NULL},
    {"$ which are less than #", "( filter $ ( partial1 # < ) )", NULL},
    {"$ that are at most #", "( filter $ ( partial0 # >= ) )", NULL},
    {"$ that are not #", "( filter $ ( partial0 # != ) )", NULL},
    {"$ that are positive", "( filter $ ( partial0 0 < ) )", NULL},
    {"$ that are even", "( filter $ ( lambda1 ( == ( % arg1 2 ) 0 ) ) )", NULL},
    {"$ which can be divided by 2",
     "( filter $ ( lambda1 ( == ( % arg1 2 ) 0 ) ) )", NULL},
    {"$ that are odd", "( filter $ ( lambda1 ( == ( % arg1 2 ) 1 ) ) )", NULL},
    {"$ that are prime", "( filter $ is_prime )", NULL},
    {"$ which are not prime", "( filter $ ( combine ! is_prime ) )", NULL},
};

/* What to compute from each. */
static const struct phrase_template maps[] = {
    {"$", "$", NULL},
    {"the squares of $", "( map $ square )", NULL},
    {"$ , each squared ,", "( map $ square )", NULL},
    {"$ , each increased by # ,", "( map $ ( partial0 # + ) )", NULL},
    {"the sums of # and each of $", "( map $ ( partial0 # + ) )", NULL},
    {"$ , each times # ,", "( map $ ( partial0 # * ) )", NULL},
    {"$ , each decreased by # ,", "( map $ ( partial1 # - ) )", NULL},
    {"twice each of $", "( map $ ( partial0 2 * ) )", NULL},
    {"$ , each doubled ,", "( map $ ( partial0 2 * ) )", NULL},
    {"the absolute values of $", "( map $ abs )", NULL},
    {"the numbers of digits of $",
     "( map $ ( lambda1 ( len ( digits arg1 ) ) ) )", NULL},
    {"the sums of the digits of each of $",
     "( map $ ( lambda1 ( reduce ( digits arg1 ) 0 + ) ) )", NULL},
};

/* What to return. */
static const struct phrase_template outcomes[] = {
    {"the sum of $", "( reduce $ 0 + )", "int"},
    {"what $ add up to", "( reduce $ 0 + )", "int"},
    {"the number of $", "( len $ )", "int"},
    {"how many there are of $", "( len $ )", "int"},
    {"the largest of 0 and $", "( reduce $ 0 max )", "int"},
    {"the smallest of 1000000000 and $", "( reduce $ 1000000000 min )", "int"},
    {"the sorted array of $", "( sort $ )", "int[]"},
    {"in ascending order $", "( sort $ )", "int[]"},
    {"from the largest to the smallest $", "( reverse ( sort $ ) )", "int[]"},
    {"the reverse of $", "( reverse $ )", "int[]"},
    {"in reverse order $", "( reverse $ )", "int[]"},
    {"whether # is among $", "( contains $ # )", "bool"},
    {"whether in ascending order are $", "( is_sorted $ )", "bool"},
    {"how many odd ones there are of $",
     "( reduce $ 0 ( lambda2 ( + arg1 ( % arg2 2 ) ) ) )", "int"},
    {"the alternating sum of $", "( reduce $ 0 ( lambda2 ( - arg2 arg1 ) ) )",
     "int"},
    {"how many times you can replace by the sum of its digits , before it has "
     "one digit , the sum of $",
     "( invoke1 ( lambda1 ( if ( < arg1 10 ) 0 ( + 1 ( self ( reduce ( digits "
     "arg1 ) 0 + ) ) ) ) ) ( reduce $ 0 + ) )",
     "int"},
};

/* Names of the two arguments, which differ. */
static const char *const letters[] = {"a", "b", "c", "d"};
enum { LETTERS = 4, NAMES = LETTERS * (LETTERS - 1) };

uint64_t problems_made(void)
{
    return (uint64_t)NAMES * PHRASES(begins) * PHRASES(verbs) *
           PHRASES(sources) * PHRASES(filters) * PHRASES(maps) *
           PHRASES(outcomes);
}

/* --- a problem ------------------------------------------------------------ */

/* Return the next digit of a number in mixed radix. */
static size_t digit(uint64_t *m, size_t radix)
{
    const size_t d = (size_t)(*m % radix);

    *m /= radix;
    return d;
}

static void name_arguments(struct problem *p, uint64_t *m)
{
    const size_t array = digit(m, LETTERS), other = digit(m, LETTERS - 1);

    text_list_add(&p->name, letters[array]);
    text_list_add(&p->name, letters[other + (other >= array)]);
    text_list_add(&p->type, "int[]");
    text_list_add(&p->type, "int");
}

/* Replace *whole by a pattern in which $ is the old *whole. */
static void wrap(const struct problem *p, const char *pattern,
                 struct str *whole)
{
    struct str out = {0};

    for (const char *c = pattern; *c; c++)
        if (*c == '$')
            str_adds(&out, str_text(whole));
        else if (*c == '@' || *c == '#')
            str_adds(&out, p->name.text[*c == '#']);
        else
            str_add(&out, c, 1);
    str_release(whole);
    *whole = out;
}

/* Cut words that blanks separate into a list. */
static void cut(struct problem *p, const struct str *from,
                struct text_list *out)
{
    for (const char *c = str_text(from); *c; c += *c == ' ') {
        const size_t n = strcspn(c, " ");

        if (n)
            text_list_add(out, problem_keep(p, c, n));
        c += n;
    }
}

/* Write the phrases of problem m, from the innermost to the outermost. */
static void describe(struct problem *p, uint64_t m)
{
    struct str text = {0}, program = {0}, begin = {0};
    const struct phrase_template *chosen[] = {
        &sources[digit(&m, PHRASES(sources))],
        &filters[digit(&m, PHRASES(filters))],
        &maps[digit(&m, PHRASES(maps))],
        &outcomes[digit(&m, PHRASES(outcomes))],
    };

    for (size_t i = 0; i < PHRASES(chosen); i++) {
        wrap(p, chosen[i]->text, &text);
        wrap(p, chosen[i]->program, &program);
        p->returns = chosen[i]->type;
    }
    wrap(p, verbs[digit(&m, PHRASES(verbs))].text, &text);
    wrap(p, begins[digit(&m, PHRASES(begins))].text, &begin);
    str_adds(&begin, str_text(&text));
    cut(p, &begin, &p->word);
    cut(p, &program, &p->token);
    str_release(&text);
    str_release(&program);
    str_release(&begin);
}

/* --- its tests ------------------------------------------------------------ */

struct chance {
    struct random_key key;
    struct address at;
    uint32_t used;
};

static uint32_t below(struct chance *c, uint32_t n)
{
    return random_below(c->key, c->at, c->used++, n);
}

static void draw_inputs(struct problem *p, struct chance *c,
                        struct lisp_value input[2])
{
    const int n = (int)below(c, LONGEST + 1);
    struct lisp_value *item = arena_alloc(&p->arena, (size_t)n * sizeof(*item));

    for (int i = 0; i < n; i++)
        item[i] = (struct lisp_value){
            .type = LISP_INTEGER,
            .integer = LEAST + (int)below(c, MOST - LEAST),
        };
    input[0] = (struct lisp_value){
        .type = LISP_ARRAY, .level = 1, .n = n, .item = item};
    input[1] = (struct lisp_value){.type = LISP_INTEGER,
                                   .integer = below(c, LIMIT_MOST)};
}

/* None of these programs fails or comes near a limit. */
static void add_tests(struct problem *p, struct chance *c)
{
    static const struct lisp_limits limits = {100000, 1 << 22};
    struct lisp_program program;
    struct error e = {0};

    const int bad = lisp_parse(&p->arena, p->token.text, p->token.n,
                               p->name.text, p->name.n, &program, &e);

    assert(!bad);
    (void)bad;
    for (int i = 0; i < TESTS; i++) {
        struct lisp_value *input;
        enum lisp_end end;

        problem_add_test(p);
        input = &p->input[i * p->name.n];
        draw_inputs(p, c, input);
        end = lisp_run(&program, input, &limits, &p->arena, &p->output[i]);
        assert(end == LISP_DONE);
        (void)end;
    }
}

void problem_make(struct random_key key, uint64_t i, struct problem *p)
{
    uint64_t m = random_permuted(key, 0, problems_made(), i);
    struct chance c = {
        key, {.example = (uint32_t)m, .site = 1 + (uint32_t)(m >> 32)}, 0};

    problem_clear(p);
    name_arguments(p, &m);
    describe(p, m);
    add_tests(p, &c);
}
