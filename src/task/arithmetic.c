#include "task/arithmetic.h"

#include <stdio.h>
#include <string.h>

#include "base/deal.h"

/* Which names the expression is over: x*x, x*y, y*x, y*y. */
static const char operands[][2] = {
    {'x', 'x'}, {'x', 'y'}, {'y', 'x'}, {'y', 'y'}};

uint64_t arithmetic_lines(const struct arithmetic *a)
{
    uint64_t values = (uint64_t)(a->high - a->low);

    return 2 * 4 * strlen(a->operations) * values * values;
}

int arithmetic_line(const struct arithmetic *a, uint64_t i,
                    char out[ARITHMETIC_LINE], int *colon)
{
    const uint64_t values = (uint64_t)(a->high - a->low);
    const uint64_t operations = strlen(a->operations);
    uint64_t m = deal(a->key, arithmetic_lines(a), i);
    int64_t value[2], p, q, answer;
    const char *over;
    char op;
    int first;

    first = (int)(m % 2), m /= 2;
    over = operands[m % 4], m /= 4;
    op = a->operations[m % operations], m /= operations;
    value[0] = a->low + (int64_t)(m % values);
    value[1] = a->low + (int64_t)(m / values);
    p = value[over[0] - 'x'];
    q = value[over[1] - 'x'];
    answer = op == '+' ? p + q : op == '-' ? p - q : p * q;
    *colon = snprintf(out, ARITHMETIC_LINE, "%c=%lld,%c=%lld,%c%c%c",
                      'x' + first, (long long)value[first], 'y' - first,
                      (long long)value[!first], over[0], op, over[1]);
    return *colon + snprintf(out + *colon, (size_t)(ARITHMETIC_LINE - *colon),
                             ":%lld", (long long)answer);
}
