/* lisp_numbers.c - whole numbers of 64 bits, and real numbers. */
#include <math.h>
#include <stddef.h>

#include "base/numbers/math_functions.h"
#include "tasks/lisp/lisp_internal.h"

/* True if n arguments are whole numbers. */
static bool whole(const struct lisp_value *arg, int n)
{
    for (int i = 0; i < n; i++)
        if (arg[i].type != LISP_INTEGER)
            return false;
    return true;
}

static double real(const struct lisp_value *v)
{
    return v->type == LISP_INTEGER ? (double)v->integer : v->real;
}

#define ARITHMETIC(name, operator, overflows)                       \
    LISP_UNIT(name)                                                 \
    {                                                               \
        int64_t out;                                                \
                                                                    \
        if (!whole(arg, 2))                                         \
            return lisp_real(real(&arg[0]) operator real(&arg[1])); \
        return overflows(arg[0].integer, arg[1].integer, &out)      \
                   ? lisp_over(m)                                   \
                   : lisp_integer(out);                             \
    }
ARITHMETIC(add, +, __builtin_add_overflow)
ARITHMETIC(subtract, -, __builtin_sub_overflow)
ARITHMETIC(multiply, *, __builtin_mul_overflow)

/* Python's x % y, which has the sign of y; y is not 0. */
static double real_remainder(double x, double y)
{
    const double rest = fmod(x, y);

    if (rest == 0)
        return copysign(0, y);
    return (rest < 0) != (y < 0) ? rest + y : rest;
}

/* Python's x // y, consistent with x % y: 1 // 0.1 is 9, even though 1 / 0.1
 * rounds to 10 (CPython, float_divmod). */
static double real_quotient(double x, double y)
{
    const double rest = fmod(x, y);
    const double q = (x - rest) / y - (rest != 0 && (rest < 0) != (y < 0));

    if (q == 0)
        return copysign(0, x / y);
    return floor(q) + (q - floor(q) > 0.5);
}

/* Division, rounded down. */
LISP_UNIT(divide)
{
    const int64_t x = arg[0].integer, y = arg[1].integer;

    if (real(&arg[1]) == 0)
        return lisp_fail(m);
    if (!whole(arg, 2))
        return lisp_real(arg[0].type == LISP_INTEGER
                             ? real_quotient(real(&arg[0]), real(&arg[1]))
                             : real(&arg[0]) / real(&arg[1]));
    if (y == -1)
        return lisp_unit_subtract(
            m, (struct lisp_value[]){lisp_integer(0), lisp_integer(x)});
    return lisp_integer(x / y - (x % y && (x < 0) != (y < 0)));
}

LISP_UNIT(remainder)
{
    const int64_t x = arg[0].integer, y = arg[1].integer;

    if (real(&arg[1]) == 0)
        return lisp_fail(m);
    if (whole(arg, 2))
        return lisp_integer(y == -1                             ? 0
                            : x % y && ((x % y < 0) != (y < 0)) ? x % y + y
                                                                : x % y);
    return lisp_real(real_remainder(real(&arg[0]), real(&arg[1])));
}

static struct lisp_value whole_to(struct lisp_machine *m, int64_t x, int64_t n)
{
    int64_t out = 1;

    for (; n > 0; n /= 2) {
        if (n % 2 && __builtin_mul_overflow(out, x, &out))
            return lisp_over(m);
        if (n > 1 && __builtin_mul_overflow(x, x, &x))
            return lisp_over(m);
    }
    return lisp_integer(out);
}

LISP_UNIT(power)
{
    enum { MOST = 1 << 20 };
    const int64_t n = arg[1].integer;

    if (arg[1].type != LISP_INTEGER || (n < 0 && real(&arg[0]) == 0))
        return lisp_fail(m);
    if (whole(arg, 1) && n >= 0)
        return whole_to(m, arg[0].integer, n);
    if (n > MOST || n < -MOST)
        return lisp_over(m);
    return lisp_real(n < 0 ? 1 / whole_power(real(&arg[0]), -n)
                           : whole_power(real(&arg[0]), n));
}

LISP_UNIT(root)
{
    const double x = real(arg);

    return x < 0 ? lisp_fail(m) : lisp_real(sqrt(x));
}

/* Round towards 0. */
static bool cut(struct lisp_machine *m, const struct lisp_value *v,
                int64_t *out)
{
    *out = v->type == LISP_INTEGER ? v->integer : 0;
    if (v->type == LISP_INTEGER)
        return true;
    if (!isfinite(v->real))
        lisp_fail(m);
    else if (!(fabs(v->real) < 0x1p63))
        lisp_over(m);
    else
        *out = (int64_t)v->real;
    return !m->ended;
}

LISP_UNIT(floor)
{
    int64_t out;

    return cut(m, arg, &out) ? lisp_integer(out) : lisp_nothing();
}

LISP_UNIT(abs)
{
    const struct lisp_value from_0[] = {lisp_integer(0), *arg};

    return real(arg) > 0 ? *arg : lisp_unit_subtract(m, from_0);
}

LISP_UNIT(square)
{
    return lisp_unit_multiply(m, (struct lisp_value[]){*arg, *arg});
}

/* True if x is above 1 and no whole number from 2 to its root divides it. */
static struct lisp_value real_is_prime(struct lisp_machine *m, double x)
{
    if (!isfinite(x))
        return x <= 1 ? lisp_boolean(false) : lisp_fail(m);
    for (double d = 2; d <= sqrt(x); d++)
        if (!lisp_spend(m, 1) || fmod(x, d) == 0)
            return m->ended ? lisp_nothing() : lisp_boolean(false);
    return lisp_boolean(x > 1);
}

LISP_UNIT(is_prime)
{
    const int64_t x = arg->integer;

    if (!whole(arg, 1))
        return real_is_prime(m, arg->real);
    for (int64_t d = 2; d <= x / d; d++)
        if (!lisp_spend(m, 1) || x % d == 0)
            return m->ended ? lisp_nothing() : lisp_boolean(false);
    return lisp_boolean(x > 1);
}

/* The digits of the absolute value, the highest first; 0 has one.  For a real
 * number the first element is the rest below 10. */
LISP_UNIT(digits)
{
    const struct lisp_value x = lisp_unit_abs(m, arg), ten = lisp_integer(10);
    struct lisp_value left = x, *out;
    int n = 1;

    if (m->ended || !isfinite(real(&x)))
        return lisp_fail(m);
    for (; real(&left) >= 10; n++)
        left = lisp_unit_divide(m, (struct lisp_value[]){left, ten});
    out = lisp_items(m, n);
    left = x;
    for (int i = n; out && i-- > 0;) {
        const struct lisp_value pair[] = {left, ten};

        out[i] = i ? lisp_unit_remainder(m, pair) : left;
        left = lisp_unit_divide(m, pair);
    }
    return out ? lisp_collect(m, LISP_ARRAY, out, n) : lisp_nothing();
}

LISP_UNIT(range)
{
    enum { MOST = 1000 };
    struct lisp_value *out;
    int64_t from, to;

    if (!cut(m, &arg[0], &from) || !cut(m, &arg[1], &to))
        return lisp_nothing();
    if (to < from)
        to = from;
    if ((uint64_t)to - (uint64_t)from > MOST ||
        (!whole(arg, 2) && real(&arg[1]) - real(&arg[0]) > MOST))
        return lisp_over(m);
    out = lisp_items(m, to - from);
    for (int64_t i = from; out && i < to; i++)
        out[i - from] = lisp_integer(i);
    return out ? lisp_collect(m, LISP_ARRAY, out, to - from) : lisp_nothing();
}
