/* lisp_units.c - the functions there are; those over anything and over
 * functions. */
#include <stddef.h>

#include "task/lisp_parts.h"

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

/* The first element that differs, else the shorter one is less. */
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

/* A boolean, unless the machine has ended meanwhile. */
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

static struct lisp_value not(struct lisp_machine * m,
                             const struct lisp_value *arg)
{
    return truth(m, !arg->truth);
}

static struct lisp_value both(struct lisp_machine *m,
                              const struct lisp_value *arg)
{
    return truth(m, arg[0].truth && arg[1].truth);
}

static struct lisp_value either(struct lisp_machine *m,
                                const struct lisp_value *arg)
{
    return truth(m, arg[0].truth || arg[1].truth);
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

/* --- forms ---------------------------------------------------------------- */

static struct lisp_value choose(struct lisp_machine *m,
                                const struct lisp_node *arg)
{
    const struct lisp_value v = lisp_eval(m, arg);

    if (m->ended || v.type != LISP_BOOLEAN)
        return lisp_fail(m);
    return lisp_eval(m, &arg[v.truth ? 1 : 2]);
}

static struct lisp_value lambda1(struct lisp_machine *m,
                                 const struct lisp_node *arg)
{
    return lisp_function_new(m,
                             (struct lisp_function){.body = arg, .place = 1});
}

static struct lisp_value lambda2(struct lisp_machine *m,
                                 const struct lisp_node *arg)
{
    return lisp_function_new(m,
                             (struct lisp_function){.body = arg, .place = 2});
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

        if (m->ended || v.type != LISP_BOOLEAN)
            return lisp_fail(m);
        if (v.truth)
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
    {"!", "b", .run = not },
    {"&&", "bb", .run = both},
    {"||", "bb", .run = either},
    {"==", "vv", .run = same},
    {"!=", "vv", .run = differs},
    {"<", "vv", .run = less},
    {">", "vv", .run = more},
    {"<=", "vv", .run = at_most},
    {">=", "vv", .run = at_least},
    {"if", "vvv", .form = choose},
    {"+", "nn", .run = lisp_unit_add},
    {"-", "nn", .run = lisp_unit_subtract},
    {"*", "nn", .run = lisp_unit_multiply},
    {"/", "nn", .run = lisp_unit_divide},
    {"%", "nn", .run = lisp_unit_remainder},
    {"pow", "nn", .run = lisp_unit_power},
    {"sqrt", "n", .run = lisp_unit_root},
    {"floor", "n", .run = lisp_unit_floor},
    {"min", "nn", .run = least},
    {"max", "nn", .run = greatest},
    {"abs", "n", .run = lisp_unit_abs},
    {"square", "n", .run = lisp_unit_square},
    {"is_prime", "n", .run = lisp_unit_is_prime},
    {"digits", "n", .run = lisp_unit_digits},
    {"strlen", "s", .run = lisp_unit_strlen},
    {"str_index", "ns", .run = lisp_unit_str_index},
    {"str_concat", "ss", .run = lisp_unit_str_concat},
    {"str_split", "ss", .run = lisp_unit_str_split},
    {"str_min", "ss", .run = least},
    {"str_max", "ss", .run = greatest},
    {"array-new", "t", .run = array_new},
    {"len", "a", .run = lisp_unit_length},
    {"head", "a", .run = lisp_unit_head},
    {"tail", "a", .run = lisp_unit_tail},
    {"deref", "an", .run = lisp_unit_deref},
    {"int-deref", "an", .run = lisp_unit_deref},
    {"slice", "ann", .run = lisp_unit_slice},
    {"append", "av", .run = lisp_unit_append},
    {"sort", "a", .run = lisp_unit_sort},
    {"reverse", "a", .run = lisp_unit_reverse},
    {"range", "nn", .run = lisp_unit_range},
    {"contains", "av", .run = lisp_unit_contains},
    {"is_sorted", "a", .run = lisp_unit_is_sorted},
    {"is_sorted_helper", "va", .run = lisp_unit_is_sorted_behind},
    {"map", "af", .run = map},
    {"filter", "af", .run = filter},
    {"reduce", "avf", .run = reduce},
    {"invoke1", "fv", .run = invoke1},
    {"combine", "ff", .run = combine},
    {"lambda1", "v", .form = lambda1},
    {"lambda2", "v", .form = lambda2},
    {"partial0", "vf", .run = partial0},
    {"partial1", "vf", .run = partial1},
    {"partial2", "vf", .run = partial2},
    {"dict-new", "tt", .run = dict_new},
    {"dict-insert", "dvv", .run = lisp_unit_dict_insert},
    {"dict-keys", "d", .run = lisp_unit_dict_keys},
    {0},
};
