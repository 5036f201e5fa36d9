/* lisp_units.c - the table of functions; and those that work on any type and on
 * functions. */
#include <stddef.h>

#include "tasks/lisp/lisp_internal.h"

/* --- comparisons and booleans --------------------------------------------- */

static bool numeric(const struct lisp_value *v)
{
    return v->type == LISP_INTEGER || v->type == LISP_REAL ||
           v->type == LISP_BOOLEAN;
}

static double as_real(const struct lisp_value *v)
{
    return v->type == LISP_REAL      ? v->real
           : v->type == LISP_BOOLEAN ? (double)v->truth
                                     : (double)v->integer;
}

static enum lisp_order compare_numbers(const struct lisp_value *a,
                                       const struct lisp_value *b)
{
    const double x = as_real(a), y = as_real(b);

    if (a->type == LISP_INTEGER && b->type == LISP_INTEGER)
        return a->integer < b->integer   ? LISP_LESS
               : a->integer > b->integer ? LISP_MORE
                                         : LISP_SAME;
    return x < y    ? LISP_LESS
           : x > y  ? LISP_MORE
           : x == y ? LISP_SAME
                    : LISP_OTHER;
}

static enum lisp_order compare_texts(const struct lisp_value *a,
                                     const struct lisp_value *b)
{
    for (int32_t i = 0; i < a->n && i < b->n; i++)
        if (a->text[i] != b->text[i])
            return (unsigned char)a->text[i] < (unsigned char)b->text[i]
                       ? LISP_LESS
                       : LISP_MORE;
    return a->n < b->n ? LISP_LESS : a->n > b->n ? LISP_MORE : LISP_SAME;
}

/* By the first element that differs; else the shorter one is less. */
static enum lisp_order compare_items(struct lisp_machine *m, bool ranked,
                                     const struct lisp_value *a,
                                     const struct lisp_value *b)
{
    for (int32_t i = 0; i < a->n && i < b->n; i++) {
        const enum lisp_order o =
            lisp_compare(m, ranked, &a->item[i], &b->item[i]);

        if (o != LISP_SAME)
            return o;
    }
    return a->n < b->n ? LISP_LESS : a->n > b->n ? LISP_MORE : LISP_SAME;
}

enum lisp_order lisp_compare(struct lisp_machine *m, bool ranked,
                             const struct lisp_value *a,
                             const struct lisp_value *b)
{
    if (m && !lisp_spend(m, 1))
        return LISP_OTHER;
    if (numeric(a) && numeric(b))
        return compare_numbers(a, b);
    if (a->type == b->type && a->type == LISP_STRING)
        return !m || lisp_spend(m, a->n < b->n ? a->n : b->n)
                   ? compare_texts(a, b)
                   : LISP_OTHER;
    if (a->type == b->type &&
        (a->type == LISP_ARRAY || (a->type == LISP_DICTIONARY && !ranked)))
        return compare_items(m, ranked, a, b);
    if (ranked)
        lisp_fail(m);
    return !ranked && a->type == b->type && a->type == LISP_SORT ? LISP_SAME
                                                                 : LISP_OTHER;
}

bool lisp_equal(const struct lisp_value *a, const struct lisp_value *b)
{
    return lisp_compare(NULL, false, a, b) == LISP_SAME;
}

/* A boolean, unless the machine has ended. */
static struct lisp_value truth(const struct lisp_machine *m, bool b)
{
    return m->ended ? lisp_nothing() : lisp_boolean(b);
}

#define COMPARISON(name, ranked, holds)                                  \
    static struct lisp_value name(struct lisp_machine *m,                \
                                  const struct lisp_value *arg)          \
    {                                                                    \
        const enum lisp_order o = lisp_compare(m, ranked, arg, arg + 1); \
                                                                         \
        return truth(m, holds);                                          \
    }
COMPARISON(same, false, o == LISP_SAME)
COMPARISON(differs, false, o != LISP_SAME)
COMPARISON(less, true, o == LISP_LESS)
COMPARISON(more, true, o == LISP_MORE)
COMPARISON(at_most, true, o == LISP_LESS || o == LISP_SAME)
COMPARISON(at_least, true, o == LISP_MORE || o == LISP_SAME)

/* Values may have other types than the check assumed (lisp_check.c); a value of
 * another type is true unless it is empty. */
static bool is_true(const struct lisp_value *v)
{
    return numeric(v) ? as_real(v) != 0 : v->type > LISP_DICTIONARY || v->n > 0;
}

static struct lisp_value not(struct lisp_machine * m,
                             const struct lisp_value *arg)
{
    return truth(m, !is_true(arg));
}

static struct lisp_value both(struct lisp_machine *m,
                              const struct lisp_value *arg)
{
    return m->ended ? lisp_nothing() : arg[is_true(&arg[0])];
}

static struct lisp_value either(struct lisp_machine *m,
                                const struct lisp_value *arg)
{
    return m->ended ? lisp_nothing() : arg[!is_true(&arg[0])];
}

static struct lisp_value least(struct lisp_machine *m,
                               const struct lisp_value *arg)
{
    const struct lisp_value first = at_most(m, arg);

    return m->ended ? first : arg[first.truth ? 0 : 1];
}

static struct lisp_value greatest(struct lisp_machine *m,
                                  const struct lisp_value *arg)
{
    const struct lisp_value first = at_most(m, arg);

    return m->ended ? first : arg[first.truth ? 1 : 0];
}

/* --- sums ----------------------------------------------------------------- */

static struct lisp_value as_number(const struct lisp_value *v)
{
    return v->type == LISP_BOOLEAN ? lisp_integer(v->truth) : *v;
}

/* The sum of numbers; or the concatenation of strings or arrays. */
static struct lisp_value sum(struct lisp_machine *m,
                             const struct lisp_value *arg)
{
    if (numeric(&arg[0]) && numeric(&arg[1]))
        return lisp_unit_add(
            m, (struct lisp_value[]){as_number(&arg[0]), as_number(&arg[1])});
    if (arg[0].type != arg[1].type)
        return lisp_fail(m);
    return arg[0].type == LISP_STRING  ? lisp_unit_str_concat(m, arg)
           : arg[0].type == LISP_ARRAY ? lisp_unit_array_concat(m, arg)
                                       : lisp_fail(m);
}

/* --- forms ---------------------------------------------------------------- */

static struct lisp_value choose(struct lisp_machine *m,
                                const struct lisp_node *arg)
{
    const struct lisp_value v = lisp_eval(m, arg);

    return m->ended ? lisp_nothing() : lisp_eval(m, &arg[2 - is_true(&v)]);
}

/* --- functions of functions ----------------------------------------------- */

static struct lisp_value invoke1(struct lisp_machine *m,
                                 const struct lisp_value *arg)
{
    return lisp_apply(m, arg[0].function, &arg[1], 1);
}

static struct lisp_value map(struct lisp_machine *m,
                             const struct lisp_value *arg)
{
    struct lisp_value *out = lisp_items(m, arg->n);

    for (int32_t i = 0; out && i < arg->n; i++) {
        out[i] = lisp_apply(m, arg[1].function, &arg->item[i], 1);
        if (m->ended)
            return lisp_nothing();
    }
    return out ? lisp_collect(m, LISP_ARRAY, out, arg->n) : lisp_nothing();
}

static struct lisp_value filter(struct lisp_machine *m,
                                const struct lisp_value *arg)
{
    struct lisp_value *out = lisp_items(m, arg->n);
    int32_t n = 0;

    for (int32_t i = 0; out && i < arg->n; i++) {
        const struct lisp_value v =
            lisp_apply(m, arg[1].function, &arg->item[i], 1);

        if (m->ended)
            return lisp_nothing();
        if (is_true(&v))
            out[n++] = arg->item[i];
    }
    return out ? lisp_collect(m, LISP_ARRAY, out, n) : lisp_nothing();
}

static struct lisp_value reduce(struct lisp_machine *m,
                                const struct lisp_value *arg)
{
    struct lisp_value pair[2] = {arg[1]};

    for (int32_t i = 0; i < arg->n && !m->ended; i++) {
        pair[1] = arg->item[i];
        pair[0] = lisp_apply(m, arg[2].function, pair, 2);
    }
    return pair[0];
}

static struct lisp_value combine(struct lisp_machine *m,
                                 const struct lisp_value *arg)
{
    return lisp_function_new(m, (struct lisp_function){
                                    .outer = arg[0].function,
                                    .inner = arg[1].function,
                                });
}

static struct lisp_value partial(struct lisp_machine *m,
                                 const struct lisp_value *arg, int place)
{
    if (arg[0].type == LISP_FUNCTION)
        return lisp_fail(m);
    return lisp_function_new(m, (struct lisp_function){
                                    .place = place,
                                    .fixed = arg[0],
                                    .inner = arg[1].function,
                                });
}

#define PARTIAL(name, place)                                    \
    static struct lisp_value name(struct lisp_machine *m,       \
                                  const struct lisp_value *arg) \
    {                                                           \
        return partial(m, arg, place);                          \
    }
PARTIAL(partial0, 0)
PARTIAL(partial1, 1)
PARTIAL(partial2, 2)

/* --- what is new ---------------------------------------------------------- */

static struct lisp_value array_new(struct lisp_machine *m,
                                   const struct lisp_value *arg)
{
    (void)arg;
    return lisp_collect(m, LISP_ARRAY, NULL, 0);
}

static struct lisp_value dict_new(struct lisp_machine *m,
                                  const struct lisp_value *arg)
{
    (void)arg;
    return lisp_collect(m, LISP_DICTIONARY, NULL, 0);
}

const struct lisp_unit lisp_units[] = {
    {"!", "v", "b", "b", .run = not },
    {"&&", "vv", "b b", "b", .run = both},
    {"||", "vv", "b b", "b", .run = either},
    {"==", "vv", "a a", "b", .run = same},
    {"!=", "vv", "a a", "b", .run = differs},
    {"<", "vv", "v v", "b", .run = less},
    {">", "vv", "v v", "b", .run = more},
    {"<=", "vv", "v v", "b", .run = at_most},
    {">=", "vv", "v v", "b", .run = at_least},
    {"if", "vvv", "b r 1", "*", "1", .form = choose},
    {"+", "vv", "n n", "n", .run = sum},
    {"-", "nn", "n n", "n", .run = lisp_unit_subtract},
    {"*", "nn", "n n", "n", .run = lisp_unit_multiply},
    {"/", "nn", "n n", "n", .run = lisp_unit_divide},
    {"%", "nn", "n n", "n", .run = lisp_unit_remainder},
    {"pow", "nn", "n n", "n", .run = lisp_unit_power},
    {"sqrt", "n", "n", "n", .run = lisp_unit_root},
    {"floor", "n", "n", "n", .run = lisp_unit_floor},
    {"min", "vv", "n n", "n", .run = least},
    {"max", "vv", "n n", "n", .run = greatest},
    {"abs", "n", "n", "n", .run = lisp_unit_abs},
    {"square", "n", "n", "n", .run = lisp_unit_square},
    {"is_prime", "n", "n", "b", .run = lisp_unit_is_prime},
    {"digits", "n", "n", "[n", .run = lisp_unit_digits},
    {"strlen", "v", "s", "n", .run = lisp_unit_strlen},
    {"str_index", "ns", "n s", "s", .run = lisp_unit_str_index},
    {"str_concat", "vv", "s s", "s", .run = sum},
    {"str_split", "ss", "s s", "[s", .run = lisp_unit_str_split},
    {"str_min", "vv", "s s", "s", .run = least},
    {"str_max", "vv", "s s", "s", .run = greatest},
    {"array-new", "v", "=E", "[*", "[i0", .run = array_new},
    {"len", "c", "[a", "n", .run = lisp_unit_length},
    {"head", "q", "[r", "*", "e0", .run = lisp_unit_head},
    {"tail", "a", "A", "[*", "0", .run = lisp_unit_tail},
    {"deref", "qn", "[r n", "*", "e0", .run = lisp_unit_deref},
    {"int-deref", "qn", "[n n", "n", .run = lisp_unit_deref},
    {"slice", "ann", "A n n", "[*", "0", .run = lisp_unit_slice},
    {"append", "av", "A e0", "[*", "0", .run = lisp_unit_append},
    {"sort", "c", "A", "[*", "0", .run = lisp_unit_sort},
    {"reverse", "c", "A", "[*", "0", .run = lisp_unit_reverse},
    {"range", "nn", "n n", "[n", .run = lisp_unit_range},
    {"contains", "cv", "[n n", "b", .run = lisp_unit_contains},
    {"is_sorted", "q", "[n", "b", .run = lisp_unit_is_sorted},
    {"is_sorted_helper", "vq", "n [n", "b", .run = lisp_unit_is_sorted_behind},
    {"map", "cf", "[a (Ee0)", "[*", "[g1", .run = map},
    {"filter", "cf", "A (be0)", "[*", "0", .run = filter},
    {"reduce", "cvf", "[a r (11e0)", "*", "g2", .run = reduce},
    {"invoke1", "fv", "(rn) p0", "*", "g0", .run = invoke1},
    {"combine", "ff", "(gr*) @p0r", "f", "@g01", .run = combine},
    {"lambda1", "v", "G", "(*n)", .binds = 1},
    {"lambda2", "v", "G", "(*nn)", .binds = 2},
    {"partial0", "vf", "v +0", "f", "-0", .run = partial0},
    {"partial1", "vf", "v +1", "f", "-1", .run = partial1},
    {"partial2", "vf", "v +2", "f", "-2", .run = partial2},
    {"dict-new", "vv", "=K =W", "{**", "{i0i1", .run = dict_new},
    {"dict-insert", "dvv", "D k0 w0", "{**", "0", .run = lisp_unit_dict_insert},
    {"dict-keys", "d", "{Ea", "[*", "[k0", .run = lisp_unit_dict_keys},
    {0},
};
