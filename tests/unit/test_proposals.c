/* What is proposed by searches that learn, of lists: nothing twice, as long as
 * there is anything else; and twins are counted once. */
#include "config.h"

#include "../test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sampler/sampler.h"

enum { TRIALS = 100, START = 16 };

static char *word[] = {"a", "b", "c", "d"};
static struct condition first = {.n = 2, .value = word};
static struct parameter list[] = {
    {.name = "p", .n = 4, .value = word}, {.name = "q", .n = 4, .value = word},
    {.name = "r", .n = 4, .value = word}, {.name = "s", .n = 4, .value = word},
    {.name = "t",
     .n = 4,
     .value = word,
     .conditions = 1,
     .when = &first},
};

/* Kinds that learn, as they may be set. */
static const struct {
    const char *kind;
    bool together;
} learns[] = {{"tpe", false}, {"tpe", true}, {"gp", false}};
enum { LEARNS = sizeof(learns) / sizeof(*learns) };

static struct search search_of(int which, int lists, long seed)
{
    struct search s = {.space = {lists, list}, .trials = TRIALS, .seed = seed};
    const struct field *f;

    chosen_preset(&s.sampler, &sampler_kinds, learns[which].kind);
    f = field_find(s.sampler.kind->fields, "multivariate");
    if (f)
        *(bool *)((char *)s.sampler.conf + f->offset) = learns[which].together;
    f = field_find(s.sampler.kind->fields, "start");
    *(long *)((char *)s.sampler.conf + f->offset) = START;
    return s;
}

/* The more words are the last, the better. */
static double gain(const struct search *s, const struct assignment *a)
{
    double sum = 0;

    for (int p = 0; p < s->space.n; p++)
        sum += a->value[p] && !strcmp(a->value[p], "d");
    return sum;
}

/* How many of the trials behind those drawn equal earlier ones. */
static long repeated(struct search *s, struct outcome *known)
{
    long again = 0;

    s->maximize = true;
    for (long i = 0; i < s->trials; i++) {
        known[i].a = search_propose(s, known, search_needs(s, i), i);
        known[i].goal = gain(s, &known[i].a);
        known[i].twin = search_tried(s, known, &known[i].a);
        again += known[i].twin && i >= START;
    }
    return again;
}

static void release(struct search *s, struct outcome *known)
{
    for (long i = 0; i < s->trials; i++)
        assignment_release(&s->space, &known[i].a);
    chosen_release(&s->sampler);
}

static void nothing_is_proposed_twice(void **state)
{
    (void)state;
    for (int k = 0; k < LEARNS; k++)
        for (long seed = 1; seed <= 3; seed++) {
            struct outcome known[TRIALS] = {0};
            struct search s = search_of(k, 5, seed);

            assert_int_equal(repeated(&s, known), 0);
            release(&s, known);
        }
}

/* Of sixteen all there are. */
static void but_where_all_have_been(void **state)
{
    (void)state;
    for (int k = 0; k < LEARNS; k++) {
        struct outcome known[TRIALS] = {0};
        struct search s = search_of(k, 2, 1);
        long others = 0;

        repeated(&s, known);
        for (long i = 0; i < TRIALS; i++)
            others += !known[i].twin;
        assert_int_equal(others, 16);
        release(&s, known);
    }
}

/* Whatever a twin came to, its other has told already. */
static void a_twin_tells_nothing(void **state)
{
    (void)state;
    for (int k = 0; k < LEARNS; k++) {
        struct outcome known[TRIALS] = {0};
        struct search s = search_of(k, 5, 1);
        const long n = 24;

        repeated(&s, known);
        known[5].twin = true;
        for (int twice = 0; twice < 2; twice++) {
            struct str text = {0}, other = {0};

            for (int worse = 0; worse < 2; worse++) {
                known[5].goal = worse ? -1000 : 1000;
                struct assignment a = search_propose(&s, known, n, n);

                assignment_text(&s.space, &a, " ", worse ? &other : &text);
                assignment_release(&s.space, &a);
            }
            assert_int_equal(strcmp(text.s, other.s) == 0, known[5].twin);
            str_release(&text);
            str_release(&other);
            known[5].twin = false;
        }
        release(&s, known);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_proposed_twice),
        cmocka_unit_test(but_where_all_have_been),
        cmocka_unit_test(a_twin_tells_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
