/*
 * The gradients of every registered attention kind, fused and composed, in
 * every variant (variants.h); see gradient_check.h.
 */
#include "tests/unit/gradient_check.h"

#include "tests/unit/engine/attention/attention_fixture.h"
#include "tests/unit/variants.h"

#define HEADS 2
#define DK 3
#define DV 2

static const int rows_at[] = {0, 3, 3, 5}; /* lengths 3, 0, 2 */
static const int cols_at[] = {0, 2, 3, 6}; /* lengths 2, 1, 3 */
static const struct segments rows = {3, rows_at}, cols = {3, cols_at};
static const int examples[] = {11, 5, 7};

struct use {
    struct chosen kind;
    bool composed, causal, both, reads;
    float dropout;
};

/* How many values each learned number of a kind has. */
static int numbers(const struct chosen *kind)
{
    const enum reach reach = attention_own_numbers(kind, 0).reach;

    return reach == REACH_NONE ? 0 : reach == REACH_HEAD ? HEADS : 1;
}

/* Inputs: q, k, b, then `a` if wanted, separate features for N, and the kind's
 * numbers; biases at the end. */
static struct outputs attention(struct tape *t, struct node *const *x,
                                const struct gradient_case *c)
{
    const struct use *u = c->context;
    struct attend in = {
        .q = x[0],
        .k = x[1],
        .b = x[2],
        .a = u->both ? x[3] : NULL,
        .rows = rows,
        .cols = u->causal ? rows : cols,
        .heads = HEADS,
        .mask.causal = u->causal,
        .example = examples,
        .dropout = u->dropout,
    };
    int more = u->both ? 4 : 3;

    if (attention_distance_features(&u->kind)) {
        in.qn = x[more];
        in.kn = x[more + 1];
        more += 2;
    }
    for (int i = 0; i < OWN_NUMBERS && numbers(&u->kind) > 0; i++)
        in.own[i] = x[more++];
    if (u->reads) {
        in.q_bias = x[more];
        in.k_bias = x[more + 1];
        in.zero_self = true;
        in.chain = u->both;
    }
    struct attended y = u->composed ? attend_composed(t, &u->kind, &in)
                                    : attend(t, &u->kind, &in);

    return (struct outputs){.y = {y.a_out, y.b_out, y.chain}};
}

static int check_use(const struct use *u, const char *what, struct arena *a)
{
    char name[160];
    int m = segments_rows(&rows), n = u->causal ? m : segments_rows(&cols), i;
    struct gradient_case c = {
        .name = name,
        .rows = {m, n, n, m},
        .cols = {HEADS * DK, HEADS * DK, HEADS * DV, HEADS * DV},
        .forward = attention,
        .spread = 0.5f,
        .step = 0.06f,
        .context = u,
    };

    i = u->both ? 4 : 3;
    c.rows[i] = 0;
    if (attention_distance_features(&u->kind)) {
        c.rows[i] = m;
        c.rows[i + 1] = n;
        c.cols[i] = c.cols[i + 1] = HEADS * DK;
        i += 2;
    }
    for (int k = 0; k < OWN_NUMBERS && numbers(&u->kind) > 0; k++, i++) {
        c.rows[i] = 1;
        c.cols[i] = numbers(&u->kind);
    }
    c.rows[i] = 0;
    if (u->reads) {
        c.rows[i] = m;
        c.rows[i + 1] = n;
        c.cols[i] = c.cols[i + 1] = HEADS;
    }
    snprintf(name, sizeof(name), "%s%s%s%s%s%s", what,
             u->composed ? ", composed" : ", fused",
             u->causal ? ", causal" : "", u->both ? ", both" : "",
             u->reads ? ", reads" : "", u->dropout > 0.0f ? ", dropout" : "");
    return check_case(&c, a);
}

struct tally {
    struct arena arena;
    int bad;
};

/* Every form of one configuration. */
static void check_forms(const struct chosen *kind, const char *what,
                        void *context)
{
    struct tally *y = context;

    for (int form = 0; form < 16; form++) {
        const bool causal = (form & 4) && !(form & 2);
        const struct use u = {
            .kind = *kind,
            .composed = form & 1,
            .both = form & 2,
            .causal = causal,
            .reads = form & 8,
            .dropout = form & 4 ? 0.3f : 0.0f,
        };

        y->bad += check_use(&u, what, &y->arena);
    }
}

static void every_kind_s_gradients_equal_differences(void **state)
{
    struct tally y = {0};

    (void)state;
    each_variant(&attention_kinds, check_forms, &y);
    arena_release(&y.arena);
    assert_int_equal(y.bad, 0);
}

/* One node is queries and keys: both gradients are added in one place. */
static struct outputs self_attention(struct tape *t, struct node *const *x,
                                     const struct gradient_case *c)
{
    const struct use *u = c->context;
    struct attend in = {
        .q = x[0],
        .k = x[0],
        .b = x[0],
        .a = x[0],
        .rows = rows,
        .cols = rows,
        .heads = HEADS,
        .example = examples,
    };
    struct attended y = attend(t, &u->kind, &in);

    return (struct outputs){.y = {y.a_out, y.b_out}};
}

static void check_self(const struct chosen *kind, const char *what,
                       void *context)
{
    struct tally *y = context;
    const struct use u = {.kind = *kind};

    if (!attention_distance_features(kind))
        y->bad += check_case(&(struct gradient_case){.name = what,
                                                     .rows = {rows_at[3]},
                                                     .cols = {HEADS * DK},
                                                     .forward = self_attention,
                                                     .spread = 0.5f,
                                                     .step = 0.06f,
                                                     .context = &u},
                             &y->arena);
}

static void self_attention_adds_up_at_one_node(void **state)
{
    struct tally y = {0};

    (void)state;
    each_default(&attention_kinds, check_self, &y);
    arena_release(&y.arena);
    assert_int_equal(y.bad, 0);
}

enum given { NOTHING, QUERY_BIAS, KEY_BIAS, NOTHING_OF_ITSELF, GIVEN };

static struct attend what_is(struct tape *t, enum given given)
{
    const int m = segments_rows(&rows), n = segments_rows(&cols);

    return (struct attend){
        .q = random_rows(t, 0, m, HEADS * DK, 1),
        .k = random_rows(t, 0, n, HEADS * DK, 2),
        .b = random_rows(t, 0, n, HEADS * DV, 3),
        .a = random_rows(t, 0, m, HEADS * DV, 4),
        .q_bias = given == QUERY_BIAS ? random_rows(t, 0, m, HEADS, 5) : NULL,
        .k_bias = given == KEY_BIAS ? random_rows(t, 0, n, HEADS, 6) : NULL,
        .zero_self = given == NOTHING_OF_ITSELF,
        .rows = rows,
        .cols = cols,
        .heads = HEADS,
        .example = examples,
    };
}

static struct attended attend_given(struct tape *t, const struct chosen *kind,
                                    enum given given)
{
    const struct attend in = what_is(t, given);

    return attend(t, kind, &in);
}

/* Inspection shows E and M even if a kind names no parts. */
static void check_parts(const struct chosen *kind, const char *what,
                        void *context)
{
    const struct attention_kind *k = (const struct attention_kind *)kind->kind;
    struct arena arena = {0};
    struct tape t = {.arena = &arena};

    (void)context;
    tape_begin(&t, 0);
    const struct attend in = what_is(&t, NOTHING);
    const struct attention_parts parts = attention_inspect(&t, kind, &in);

    if (!parts.part[PART_M] || (!k->by_features && !parts.part[PART_E]))
        fail_msg("%s: found no M or E, expected both", what);
    arena_release(&arena);
}

static void every_kind_shows_its_affinities(void **state)
{
    (void)state;
    each_variant(&attention_kinds, check_parts, NULL);
}

/* What a model gives beside queries and keys is part of E: a kind that ignores
 * it has correct gradients of another function. */
static void check_given(const struct chosen *kind, const char *what,
                        void *context)
{
    static const char *const names[GIVEN] = {
        [QUERY_BIAS] = "q_bias",
        [KEY_BIAS] = "k_bias",
        [NOTHING_OF_ITSELF] = "zero_self",
    };
    struct arena arena = {0};
    struct tape t = {.arena = &arena};

    (void)context;
    tape_begin(&t, 0);
    const struct attended plain = attend_given(&t, kind, NOTHING);

    for (enum given i = QUERY_BIAS; i < GIVEN; i++) {
        const struct attended y = attend_given(&t, kind, i);

        if (difference(node_len(y.a_out), y.a_out->val, plain.a_out->val) +
                difference(node_len(y.b_out), y.b_out->val, plain.b_out->val) <
            1e-3)
            fail_msg("%s: in->%s does nothing", what, names[i]);
    }
    arena_release(&arena);
}

static void all_that_is_given_has_a_say(void **state)
{
    (void)state;
    each_variant(&attention_kinds, check_given, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_that_is_given_has_a_say),
        cmocka_unit_test(every_kind_shows_its_affinities),
        cmocka_unit_test(every_kind_s_gradients_equal_differences),
        cmocka_unit_test(self_attention_adds_up_at_one_node),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
