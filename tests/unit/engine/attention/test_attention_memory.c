/*
 * The memory of attention: the numbers of each pair that it keeps for the
 * backward pass, the scratch memory of a block there, and the size that a dry
 * tape reports.
 */
#include "tests/test.h"

#include "tests/unit/engine/attention/attention_fixture.h"

/* Long compared with its width, so that pairs take most of the memory. */
enum { LENGTH = 100, WIDTH = 2, HEADS = 2 };

/* A pass of a kind, and the bytes that it borrowed. */
struct pass {
    const char *kind;
    int length; /* of each of two segments; 0: LENGTH */
    float dropout;
    bool both; /* with b_out */
    bool causal;
    bool forgets; /* without a backward pass */
    bool dry;
    size_t there, peak;
};

static int length(const struct pass *p)
{
    return p->length ? p->length : LENGTH;
}

/* Bytes of one number for each pair of both segments and of all heads. */
static size_t matrix(const struct pass *p)
{
    return sizeof(float) * 2 * HEADS * (size_t)length(p) * (size_t)length(p);
}

static void run(struct pass *p)
{
    const int l = length(p);
    struct arena arena = {0};
    float none;
    struct tape t = {
        .arena = &arena, .grads = p->forgets ? NULL : &none, .training = true};
    struct chosen c = {0};
    struct node *x[3];

    assert_int_equal(chosen_preset(&c, &attention_kinds, p->kind), 0);
    for (uint32_t i = 0; i < 3; i++)
        x[i] = random_rows(&t, 0, 2 * l, WIDTH * HEADS, i);
    t.dry = p->dry;

    const size_t before = arena.total;
    const struct segments two = {2, (int[]){0, l, 2 * l}};

    arena.peak = before;
    struct node *y = attend(&t, &c,
                            &(struct attend){.q = x[0],
                                             .k = x[1],
                                             .b = x[2],
                                             .a = p->both ? x[2] : NULL,
                                             .rows = two,
                                             .cols = two,
                                             .heads = HEADS,
                                             .mask.causal = p->causal,
                                             .by_rows = p->causal,
                                             .example = (int[]){0, 1},
                                             .dropout = p->dropout})
                         .a_out;
    p->there = arena.total - before;
    if (!p->forgets)
        tape_backward_from(&t, y, x[0]->val);
    p->peak = arena.peak - before;
    chosen_release(&c);
    arena_release(&arena);
}

static void as_many_numbers_of_a_pair_are_kept_as_are_needed(void **state)
{
    static const struct {
        const char *kind;
        float dropout;
        bool both;
        size_t numbers;
    } of[] = {{"softmax", 0.0f, false, 1}, {"softmax", 0.0f, true, 2},
              {"softmax", 0.1f, false, 2}, {"coda", 0.0f, false, 2},
              {"coda", 0.0f, true, 2},     {"coda", 0.1f, true, 3}};

    (void)state;
    for (size_t i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
        struct pass p = {
            .kind = of[i].kind, .dropout = of[i].dropout, .both = of[i].both};
        struct pass forgets = p;

        forgets.forgets = true;
        run(&p);
        run(&forgets);
        assert_int_equal((p.there - forgets.there) / matrix(&p), of[i].numbers);
    }
}

/* First M and its gradient are in memory, then the gradient and the scratch
 * memory of distances: two matrices of a head, not three. */
static void coda_s_weights_are_gone_when_distances_go_back(void **state)
{
    struct pass p = {.kind = "coda"};
    const size_t block = matrix(&p) / (2 * HEADS);

    (void)state;
    run(&p);
    assert_true(p.peak - p.there > 2 * block);
    assert_true(p.peak - p.there < 3 * block);
}

/* Scratch memory beside what is kept is less than one matrix of a head. */
static void long_segments_go_back_by_strips(void **state)
{
    struct pass p = {.kind = "coda", .length = 2000};

    (void)state;
    run(&p);
    assert_int_equal(p.there / matrix(&p), 2);
    assert_true(p.peak - p.there < matrix(&p) / (2 * HEADS));
}

/* As above, and only the columns that strips see are kept. */
static void long_causal_segments_take_what_their_strips_see(void **state)
{
    static const struct {
        const char *kind;
        size_t numbers;
    } of[] = {{"softmax", 1}, {"sigmoid", 1}, {"coda", 2}};

    (void)state;
    for (size_t i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
        struct pass p = {.kind = of[i].kind, .length = 2000, .causal = true};

        run(&p);
        assert_true(p.there < of[i].numbers * matrix(&p) * 6 / 10);
        assert_true(p.peak - p.there < matrix(&p) / (2 * HEADS));
    }
}

/* Except for lines beside the matrices. */
static void a_dry_tape_says_no_less_than_is_borrowed(void **state)
{
    (void)state;
    for (int i = 0; attention_kinds.list[i]; i++)
        for (int bits = 0; bits < 32; bits++) {
            struct pass wet = {.kind = attention_kinds.list[i]->name,
                               .length = bits & 8 ? 300 : 0,
                               .dropout = bits & 1 ? 0.1f : 0.0f,
                               .both = bits & 2,
                               .forgets = bits & 4,
                               .causal = bits & 16};
            struct pass dry = wet;

            dry.dry = true;
            run(&wet);
            run(&dry);
            if (dry.peak + dry.peak / 100 < wet.peak)
                fail_msg(
                    "%s (length %d, dropout %g, both %d, forgets %d, causal "
                    "%d): a dry tape takes %zu bytes, another %zu",
                    wet.kind, length(&wet), (double)wet.dropout, wet.both,
                    wet.forgets, wet.causal, dry.peak, wet.peak);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_many_numbers_of_a_pair_are_kept_as_are_needed),
        cmocka_unit_test(coda_s_weights_are_gone_when_distances_go_back),
        cmocka_unit_test(long_segments_go_back_by_strips),
        cmocka_unit_test(long_causal_segments_take_what_their_strips_see),
        cmocka_unit_test(a_dry_tape_says_no_less_than_is_borrowed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
