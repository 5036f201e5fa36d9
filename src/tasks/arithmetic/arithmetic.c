#include "tasks/arithmetic/arithmetic.h"

#include <stdio.h>
#include <string.h>

/* The names in the expression: x*x, x*y, y*x, y*y. */
static const char operands[][2] = {
    {'x', 'x'}, {'x', 'y'}, {'y', 'x'}, {'y', 'y'}};

uint64_t arithmetic_lines(const struct arithmetic *a)
{
    uint64_t values = (uint64_t)(a->high - a->low);

    return 2 * 4 * strlen(a->operations) * values * values;
}

static int64_t apply(int64_t p, char op, int64_t q)
{
    return op == '+' ? p + q : op == '-' ? p - q : p * q;
}

static int characters(int64_t v)
{
    return snprintf(NULL, 0, "%lld", (long long)v);
}

/* The length of the longest answer.  One of the four corners of x and y has it,
 * since an operation's answers rise or fall monotonically with each. */
static int longest_answer(int64_t low, int64_t high, char op)
{
    const int64_t of[] = {low, high};
    int most = 0;

    for (int i = 0; i < 4; i++) {
        const int n = characters(apply(of[i / 2], op, of[i % 2]));

        most = n > most ? n : most;
    }
    return most;
}

void arithmetic_longest(const struct arithmetic *a, int *question, int *answer)
{
    const int64_t last = a->high - 1;
    const int low = characters(a->low), high = characters(last);

    *question = (int)strlen("x=,y=,x+y") + 2 * (low > high ? low : high);
    *answer = 0;
    for (const char *op = a->operations; *op; op++) {
        const int n = longest_answer(a->low, last, *op);

        *answer = n > *answer ? n : *answer;
    }
}

int arithmetic_line(const struct arithmetic *a, uint64_t i,
                    char out[ARITHMETIC_LINE], int *colon)
{
    const uint64_t values = (uint64_t)(a->high - a->low);
    const uint64_t operations = strlen(a->operations);
    uint64_t m = random_permuted(a->key, 0, arithmetic_lines(a), i);
    int64_t value[2];
    const char *over;
    char op;
    int first;

    first = (int)(m % 2), m /= 2;
    over = operands[m % 4], m /= 4;
    op = a->operations[m % operations], m /= operations;
    value[0] = a->low + (int64_t)(m % values);
    value[1] = a->low + (int64_t)(m / values);
    *colon = snprintf(out, ARITHMETIC_LINE, "%c=%lld,%c=%lld,%c%c%c",
                      'x' + first, (long long)value[first], 'y' - first,
                      (long long)value[!first], over[0], op, over[1]);
    return *colon + snprintf(out + *colon, (size_t)(ARITHMETIC_LINE - *colon),
                             ":%lld",
                             (long long)apply(value[over[0] - 'x'], op,
                                              value[over[1] - 'x']));
}
