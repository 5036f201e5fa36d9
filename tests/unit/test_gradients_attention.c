/*
 * The gradients of every registered attention kind, fused and composed, under
 * its defaults and under each other value of a switch or a choice; see
 * gradient_check.h.
 */
#include "gradient_check.h"

#include "attention/attention.h"

#define HEADS 2
#define DK 3
#define DV 2

static const int rows_at[] = {0, 3, 3, 5}; /* lengths 3, 0, 2 */
static const int cols_at[] = {0, 2, 3, 6}; /* lengths 2, 1, 3 */
static const struct segments rows = {3, rows_at}, cols = {3, cols_at};
static const int examples[] = {11, 5, 7};

struct use {
    struct chosen kind;
    bool composed, causal, both;
    float dropout;
};

/* Inputs: q, k, b, then a if wanted, then features of its own for N. */
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
        .causal = u->causal,
        .example = examples,
        .dropout = u->dropout,
    };
    int more = u->both ? 4 : 3;

    if (attention_own_features(&u->kind)) {
        in.qn = x[more];
        in.kn = x[more + 1];
    }
    struct attended y = u->composed ? attend_composed(t, &u->kind, &in)
                                    : attend(t, &u->kind, &in);

    return (struct outputs){.y = {y.a_out, y.b_out}};
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
    if (attention_own_features(&u->kind)) {
        c.rows[i] = m;
        c.rows[i + 1] = n;
        c.cols[i] = c.cols[i + 1] = HEADS * DK;
    }
    snprintf(name, sizeof(name), "%s %s%s%s%s%s", u->kind.kind->name, what,
             u->composed ? ", composed" : ", fused",
             u->causal ? ", causal" : "", u->both ? ", both" : "",
             u->dropout > 0.0f ? ", dropout" : "");
    return check_case(&c, a);
}

/* Every form of one configuration. */
static int check_forms(struct use u, const char *what, struct arena *a)
{
    int bad = 0;

    for (int form = 0; form < 8; form++) {
        u.composed = form & 1;
        u.both = form & 2;
        u.causal = (form & 4) && !u.both;
        u.dropout = form & 4 ? 0.3f : 0.0f;
        bad += check_use(&u, what, a);
    }
    return bad;
}

/* How many values a field has that are worth a try. */
static int values(const struct field *f)
{
    int n = 0;

    if (f->type == FIELD_TYPE_BOOL)
        return 2;
    while (f->type == FIELD_TYPE_CHOICE && f->choices[n])
        n++;
    return n;
}

static void set_value(struct chosen *c, const struct field *f, int value)
{
    char *at = (char *)c->conf + f->offset;

    if (f->type == FIELD_TYPE_BOOL)
        *(bool *)at = value != 0;
    else
        *(int *)at = value;
}

static int check_field(const char *kind, const struct field *f, int value,
                       struct arena *a)
{
    struct use u = {0};
    char what[64];

    chosen_preset(&u.kind, &attention_kinds, kind);
    set_value(&u.kind, f, value);
    snprintf(what, sizeof(what), "%s %d", f->name, value);
    int bad = check_forms(u, what, a);

    chosen_release(&u.kind);
    return bad;
}

static void every_kind_s_gradients_equal_differences(void **state)
{
    struct arena a = {0};
    int bad = 0;

    (void)state;
    for (int i = 0; attention_kinds.list[i]; i++) {
        const struct kind *k = attention_kinds.list[i];

        for (const struct field *f = k->fields; f->type; f++)
            for (int v = 0; v < values(f); v++)
                bad += check_field(k->name, f, v, &a);
    }
    arena_release(&a);
    assert_int_equal(bad, 0);
}

/* One node for queries and keys: both gradients go to one place. */
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

static void self_attention_adds_up_at_one_node(void **state)
{
    struct arena a = {0};
    int bad = 0;

    (void)state;
    for (int i = 0; attention_kinds.list[i]; i++) {
        struct use u = {0};

        chosen_preset(&u.kind, &attention_kinds, attention_kinds.list[i]->name);
        if (!attention_own_features(&u.kind))
            bad += check_case(
                &(struct gradient_case){.name = u.kind.kind->name,
                                        .rows = {segments_rows(&rows)},
                                        .cols = {HEADS * DK},
                                        .forward = self_attention,
                                        .spread = 0.5f,
                                        .step = 0.06f,
                                        .context = &u},
                &a);
        chosen_release(&u.kind);
    }
    arena_release(&a);
    assert_int_equal(bad, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_s_gradients_equal_differences),
        cmocka_unit_test(self_attention_adds_up_at_one_node),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
