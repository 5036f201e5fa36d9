/* The pairs of groups that are compared, against a simple implementation of the
 * rule. */
#include "config.h"

#include "tests/test.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/numbers/random.h"
#include "report/tables/group_pairs.h"

enum { FIELDS = 4, MOST = 60, TRIES = 200 };

/* Words, two numbers, three numbers, and numbers with a word among them. */
static const char *const values[FIELDS][3] = {
    {"softmax", "coda", "sparsemax"},
    {"1", "2", "2"},
    {"0.1", "0.2", "0.3"},
    {"1", "2", "-"},
};
static const char *const fields[FIELDS] = {"kind", "two", "three", "mixed"};

static int differs_in(const struct groups *g, int a, int b)
{
    int found = -1;

    for (int f = 0; f < FIELDS; f++)
        if (strcmp(g->group[a].value[f], g->group[b].value[f]) != 0) {
            if (found >= 0)
                return -1;
            found = f;
        }
    return found;
}

static int count_values(const struct groups *g, int f)
{
    int n = 0;

    for (int a = 0; a < g->n; a++) {
        int b = 0;
        while (strcmp(g->group[a].value[f], g->group[b].value[f]) != 0)
            b++;
        n += a == b;
    }
    return n;
}

/* True if groups that differ from a only in f are compared with a. */
static bool is_standard(const struct groups *g, int a, int f,
                        const char *against)
{
    bool first = true;

    if (against && strcmp(g->group[a].value[f], against) == 0)
        return true;
    for (int k = 0; k < g->n; k++) {
        if (differs_in(g, k, a) != f)
            continue;
        if (against && strcmp(g->group[k].value[f], against) == 0)
            return false;
        first &= k > a;
    }
    return first;
}

static bool are_words(const struct groups *g, int f)
{
    bool words = true;

    for (int a = 0; a < g->n; a++)
        words &= strspn(g->group[a].value[f], ".0123456789") == 0;
    return words;
}

static void expect_pairs(const struct groups *g, const char *against)
{
    struct group_pairs p;
    int n = 0;

    group_pairs_init(&p, g, against);
    for (int a = 0; a < g->n; a++)
        for (int b = 0; b < g->n; b++) {
            const int f = differs_in(g, a, b);

            if (f < 0 || (count_values(g, f) != 2 && !are_words(g, f)) ||
                !is_standard(g, a, f, against))
                continue;
            assert_true(n < p.n);
            assert_int_equal(p.pair[n].a, a);
            assert_int_equal(p.pair[n].b, b);
            assert_int_equal(p.pair[n++].field, f);
        }
    assert_int_equal(n, p.n);
    for (int f = 0; f < FIELDS; f++)
        assert_int_equal(p.values[f], count_values(g, f));
    group_pairs_release(&p);
}

static bool equal(char *const *one, char *const *other)
{
    int f = 0;

    while (f < FIELDS && strcmp(one[f], other[f]) == 0)
        f++;
    return f == FIELDS;
}

/* Make groups of some of the combinations, in random order. */
static void make_groups(struct groups *g, const uint32_t *roll)
{
    static char *value[MOST][FIELDS];
    static struct trial_group group[MOST];
    const int want = 1 + (int)(*roll % MOST);

    *g = (struct groups){
        .fields = FIELDS, .field = (const char **)fields, .group = group};
    for (int i = 0; i < want; i++) {
        int same = 0;

        for (int f = 0; f < FIELDS; f++)
            value[g->n][f] =
                (char *)values[f][(roll[1 + i] >> (8 * f) & 0xff) % 3];
        group[g->n].value = value[g->n];
        while (same < g->n && !equal(value[same], value[g->n]))
            same++;
        g->n += same == g->n;
    }
}

static void pairs_are_those_of_the_rule(void **state)
{
    uint32_t roll[TRIES][1 + MOST];

    (void)state;
    random_words(random_key(1, "pairs"), (struct address){0},
                 TRIES * (1 + MOST), roll[0]);
    for (int i = 0; i < TRIES; i++) {
        struct groups g;

        make_groups(&g, roll[i]);
        expect_pairs(&g, NULL);
        expect_pairs(&g, "coda");
        expect_pairs(&g, "2"); /* a value of two fields */
        expect_pairs(&g, "none");
    }
}

static void what_is_no_value_is_answered_with_those_there_are(void **state)
{
    static char *row[2][FIELDS] = {{"coda", "1", "0.1", "1"},
                                   {"softmax", "1", "0.1", "1"}};
    struct trial_group group[2] = {{.value = row[0]}, {.value = row[1]}};
    struct groups g = {.fields = FIELDS,
                       .field = (const char **)fields,
                       .n = 2,
                       .group = group};
    struct group_pairs p;
    struct error e = {""};

    (void)state;
    group_pairs_init(&p, &g, "codda");
    assert_int_equal(group_pairs_check(&p, &g, "softmax", &e), 0);
    assert_int_equal(group_pairs_check(&p, &g, "codda", &e), -1);
    assert_string_equal(e.text, "--against: found 'codda', expected coda or "
                                "softmax; did you mean 'coda'?");
    assert_int_equal(group_pairs_check(&p, &g, "0.1", &e), -1);
    group_pairs_release(&p);
    g.n = 1;
    group_pairs_init(&p, &g, "coda");
    assert_int_equal(group_pairs_check(&p, &g, "coda", &e), -1);
    assert_string_equal(e.text, "--against: found 'coda', expected none, as "
                                "nothing is compared");
    group_pairs_release(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_are_those_of_the_rule),
        cmocka_unit_test(what_is_no_value_is_answered_with_those_there_are),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
