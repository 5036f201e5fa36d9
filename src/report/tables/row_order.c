/* row_order.c - the order of rows. */
#include "config.h"

#include "report/tables/row_order.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "report/tables/groups.h"

struct row_rank {
    const struct row_key *key;
    int at, sign;
};

struct row_key row_key(const char *text)
{
    struct row_key key = {.number = (double)NAN};

    if (text && *text && !value_is_number(text, &key.number)) {
        key.number = (double)NAN;
        key.text = memory_string(text);
    }
    return key;
}

/* Return 0 for a number, 1 for a text, 2 for an empty key. */
static int rank(const struct row_key *k)
{
    return !isnan(k->number) ? 0 : k->text ? 1 : 2;
}

static int compare(const struct row_key *a, const struct row_key *b)
{
    if (rank(a) == 0)
        return a->number < b->number ? -1 : a->number > b->number;
    return rank(a) == 1 ? strcmp(a->text, b->text) : 0;
}

static int by_key(const void *one, const void *other)
{
    const struct row_rank *a = one, *b = other;
    const int first = rank(a->key), second = rank(b->key);
    const int by = first == second ? a->sign * compare(a->key, b->key) : 0;

    return first != second ? first - second : by ? by : a->at - b->at;
}

void rows_order(struct row_key *key, int n, bool falling, int *row)
{
    struct row_rank *place = memory_zeroed((size_t)n + 1, sizeof(*place));

    for (int i = 0; i < n; i++)
        place[i] = (struct row_rank){&key[i], i, falling ? -1 : 1};
    qsort(place, (size_t)n, sizeof(*place), by_key);
    for (int i = 0; i < n; i++)
        row[i] = place[i].at;
    free(place);
    for (int i = 0; i < n; i++)
        free(key[i].text);
}
