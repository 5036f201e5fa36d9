/*
 * Every registered model, on every shape that it reads and with every head that
 * it supports: the properties that training and evaluation need.
 */
#include "base/numbers/digest.h"
#include "engine/optimizer/optimizer.h"
#include "tests/unit/engine/model/bytes_fixture.h"
#include "tests/unit/model_uses.h"

/* --- laws ----------------------------------------------------------------- */

static void check_grains(const struct use *u)
{
    struct fixture f;

    build(&f, u);
    expect_grains_invisible(&f);
    release(&f);
}

static void grains_do_not_change_the_loss(void **state)
{
    (void)state;
    each_use_varied(check_grains);
}

/* The estimate is for positions that never halt. */
static void check_bytes(const struct use *u)
{
    struct fixture f;

    build(&f, u);
    fixture_fill(&f, ".halt.", -20.0f);
    expect_bytes_estimated(&f);
    release(&f);
}

static void a_dry_tape_tells_the_memory(void **state)
{
    (void)state;
    each_use_varied(check_bytes);
}

/* The values of example i of a column of answers. */
static struct values answer_of(const struct model_spec *s,
                               const struct answers *a, int column, int i)
{
    struct column_kind kind[MAX_COLUMNS];
    const struct packed_column *c = &a->column[column];

    s->head.kind->columns(s->head.settings, kind);
    const bool varies = column_varies(&kind[column]);
    const int width = kind[column].width;
    const int at = varies ? c->seg.at[i] : i * width;

    return (struct values){(const char *)c->value +
                               (size_t)at * column_size(&kind[column]),
                           varies ? segment_len(&c->seg, i) : width};
}

/* Answers to all examples at once, column by column, copied. */
static void keep_answers(const struct use *u, struct fixture *f,
                         struct column out[MAX_COLUMNS], int columns)
{
    struct column_kind kind[MAX_COLUMNS];
    struct answers a = {0};
    struct grain g = fixture_grain(f, (struct run){0, EXAMPLES}, 1);

    u->spec.head.kind->columns(u->spec.head.settings, kind);
    model_answer(&f->tape, f->model, &g, &a);
    for (int c = 0; c < columns; c++) {
        column_init(&out[c], &kind[c]);
        for (int i = 0; i < EXAMPLES; i++)
            column_add(&out[c], answer_of(&u->spec, &a, c, i));
    }
}

/* Packing must be invisible: an example alone has the same answer, with the
 * same bits. */
static void check_alone(const struct use *u)
{
    struct column_kind kind[MAX_COLUMNS];
    const int columns = u->spec.head.kind->columns(u->spec.head.settings, kind);
    struct column all[MAX_COLUMNS];
    struct fixture f;

    build(&f, u);
    answer_only(&f);
    keep_answers(u, &f, all, columns);
    for (int i = 0; i < EXAMPLES; i++) {
        struct grain g = fixture_grain(&f, (struct run){i, i + 1}, 1);
        struct answers one = {0};

        model_answer(&f.tape, f.model, &g, &one);
        for (int c = 0; c < columns; c++) {
            const struct values a = answer_of(&u->spec, &one, c, 0),
                                b = column_get(&all[c], i);

            assert_int_equal(a.n, b.n);
            assert_memory_equal(a.at, b.at,
                                (size_t)a.n * column_size(&kind[c]));
        }
    }
    for (int c = 0; c < columns; c++)
        column_release(&all[c]);
    release(&f);
}

static void an_example_alone_is_answered_as_among_others(void **state)
{
    (void)state;
    each_use_formed(check_alone);
}

static void expect_probabilities(const struct use *u, const struct values *v,
                                 bool whole)
{
    const float *p = v->at;
    float sum = 0.0f;

    for (int c = 0; c < v->n; c++) {
        assert_true(p[c] >= 0.0f && p[c] <= 1.00001f);
        sum += p[c];
    }
    if (whole && !(fabsf(sum - 1.0f) < 1e-5f))
        fail_msg("%s: %d probabilities sum to %g", u->what, v->n, (double)sum);
}

/* The score of a sequence is the log-probability that the loss gives to it as a
 * target. */
static void expect_log_probability(const struct use *u, struct fixture *f,
                                   const struct answers *a, int i)
{
    const struct values token = answer_of(&u->spec, a, DECODED_TOKEN, i);
    const float score = a->column[DECODED_SCORE].floats[i];
    const double loss = fixture_loss_of(f, i, &token);

    if (!(fabs(score + loss) < 1e-3))
        fail_msg("%s: a sequence of score %g has loss %g", u->what,
                 (double)score, loss);
}

/* For classes the first column; for tokens the values of each. */
static void check_example(const struct use *u, struct fixture *f,
                          const struct answers *a, int i)
{
    struct column_kind kind[MAX_COLUMNS];
    const int columns = u->spec.head.kind->columns(u->spec.head.settings, kind);

    if (u->spec.head.kind->reads == READS_SEQUENCE)
        expect_log_probability(u, f, a, i);
    for (int c = 0; c < columns; c++) {
        const struct values v = answer_of(&u->spec, a, c, i);

        if (u->spec.head.kind->reads == READS_SCORES && c == 0)
            expect_probabilities(u, &v, v.n > 1);
        if (u->spec.head.kind->reads == READS_TOKENS && c == 0)
            expect_probabilities(u, &v, true);
        if (u->spec.head.kind->reads == READS_ENDS && kind[c].of == 0)
            expect_probabilities(u, &v, true);
    }
}

static void check_probabilities(const struct use *u)
{
    struct answers a = {0};
    struct fixture f;

    build(&f, u);
    set_real_if(&f, "ponder", 0.0); /* a part of the loss, not of scores */
    answer_only(&f);
    struct grain g = fixture_grain(&f, (struct run){0, EXAMPLES}, 1);

    model_answer(&f.tape, f.model, &g, &a);
    for (int i = 0; i < EXAMPLES; i++)
        check_example(u, &f, &a, i);
    release(&f);
}

static void scores_are_probabilities(void **state)
{
    (void)state;
    each_use_formed(check_probabilities);
}

static bool is_dropout(const struct field *x)
{
    return x->type == FIELD_TYPE_REAL && strstr(x->name, "dropout");
}

static void no_dropout(struct fixture *f)
{
    for (const struct field *x = f->kind.kind->fields; x->type; x++)
        if (is_dropout(x))
            set_real(f, x->name, 0.0);
}

/* A digest of training's gradient with one dropout only; NULL: with none. */
static uint64_t hash_with(const struct use *u, const char *dropout)
{
    struct fixture f = {.kind = *u->kind};

    no_dropout(&f);
    if (dropout)
        set_real(&f, dropout, 0.4);
    build(&f, u);
    fixture_loss(&f, 1);
    const uint64_t hash =
        hash64(f.grads, f.model->params.len * sizeof(*f.grads));

    release(&f);
    return hash;
}

static void check_dropouts(const struct use *u)
{
    const uint64_t without = hash_with(u, NULL);

    for (const struct field *x = u->kind->kind->fields; x->type; x++)
        if (is_dropout(x) && hash_with(u, x->name) == without)
            fail_msg("%s: %s alone does nothing", u->what, x->name);
}

static void each_dropout_has_a_say(void **state)
{
    (void)state;
    each_use(check_dropouts);
}

static uint64_t hash_masked(const struct use *u, const char *dropout, bool once)
{
    struct fixture f = {.kind = *u->kind};
    bool *is_once = conf_member(&f.kind, "dropout_once");

    *is_once = once;
    const uint64_t hash = hash_with(u, dropout);

    *is_once = false;
    return hash;
}

/* Dropout at the input and output of recurrent layers, which has its own masks.
 */
static bool has_masks(const char *dropout)
{
    static const char *const names[] = {"dropout", "input_dropout",
                                        "mix_dropout"};

    for (int i = 0; i < 3; i++)
        if (!strcmp(dropout, names[i]))
            return true;
    return false;
}

static void check_masks(const struct use *u)
{
    const struct field *x = u->kind->kind->fields;

    if (!field_find(x, "dropout_once"))
        return;
    for (; x->type; x++) {
        if (!is_dropout(x))
            continue;
        const bool differ =
            hash_masked(u, x->name, true) != hash_masked(u, x->name, false);

        if (differ != has_masks(x->name))
            fail_msg("%s: dropout_once %s with %s", u->what,
                     differ ? "has a say" : "does nothing", x->name);
    }
}

static void a_mask_once_is_for_dropout_around_recurrent_layers(void **state)
{
    (void)state;
    each_use(check_masks);
}

/* For readers, whose first gradient is small because of many layers.  Returns
 * the last loss divided by the first. */
static double descend_by_adam(struct fixture *f, int steps, double rate)
{
    const size_t n = f->model->params.len;
    const double first = fixture_loss(f, 2);
    struct chosen adam = {0};
    float *moment[MAX_MOMENTS] = {NULL};

    assert_int_equal(chosen_preset(&adam, &optimizer_kinds, "adam"), 0);
    for (int i = 0; i < optimizer_moments(&adam); i++)
        moment[i] = memory_floats(n);
    for (int i = 0; i < steps; i++) {
        optimizer_update(
            &adam, &(struct descent){.rate = rate, .scale = 1.0, .step = i + 1},
            n, f->grads, moment, f->params);
        fixture_loss(f, 2);
    }
    for (int i = 0; i < MAX_MOMENTS; i++)
        free(moment[i]);
    chosen_release(&adam);
    return fixture_loss(f, 2) / first;
}

static void check_descent(const struct use *u)
{
    struct fixture f;

    build(&f, u);
    no_dropout(&f);
    const double left =
        reads_tokens(u) ? descend_by_adam(&f, 60, 0.01) : descend(&f, 60, 0.1f);

    print_message("# %s: %.2f of the first loss\n", u->what, left);
    assert_true(left < 0.95);
    release(&f);
}

static void a_few_steps_lower_the_loss(void **state)
{
    (void)state;
    each_use(check_descent);
}

/* Otherwise nothing here would test it. */
static void a_declared_shape_is_answered_by_some_head(void **state)
{
    (void)state;
    for (int i = 0; model_kinds.list[i]; i++) {
        const struct model_kind *k =
            (const struct model_kind *)model_kinds.list[i];

        for (int s = 0; s < SHAPES; s++)
            if ((k->shapes & 1u << s) && !has_use(k, s))
                fail_msg("model '%s' reads %s and answers nothing to it",
                         k->is.name, shapes[s].name);
    }
}

static void every_kind_is_whole(void **state)
{
    struct error e;

    (void)state;
    assert_int_equal(kinds_check(&model_kinds, &e), 0);
    assert_int_equal(kinds_check(&head_kinds, &e), 0);
    assert_int_equal(kinds_check(&attention_kinds, &e), 0);
}

static void a_kind_that_lacks_something_is_named(void **state)
{
    const struct model_kind *const all =
        (const struct model_kind *)kinds_find(&model_kinds, "transformer");
    const struct model_kind *const reads =
        (const struct model_kind *)kinds_find(&model_kinds, "dcn");
    struct model_kind bare = {
        .is = {.name = "bare", .summary = "a test's", .fields = no_fields},
        .shapes = 1u << SHAPE_PAIR};
    const struct kind *const list[] = {&bare.is, NULL};
    const struct kinds kinds = {"model", list, NULL, model_kinds.lacks};
    struct error e;

    (void)state;
    assert_int_equal(kinds_check(&kinds, &e), -1);
    assert_string_equal(e.text, "model 'bare' lacks build()");
    bare.build = all->build;
    assert_non_null(strstr(kinds.lacks(&bare.is), "scores()"));
    bare.answer = all->answer;
    assert_string_equal(kinds.lacks(&bare.is), "loss()");
    bare.end_scores = reads->end_scores;
    assert_string_equal(kinds.lacks(&bare.is), "loss()");
    bare.loss = all->loss;
    assert_null(kinds.lacks(&bare.is));
    bare.answer = NULL; /* it has a loss and scores of tokens */
    assert_null(kinds.lacks(&bare.is));
    bare.end_scores = NULL;
    assert_string_equal(kinds.lacks(&bare.is), "answer()");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_is_whole),
        cmocka_unit_test(a_kind_that_lacks_something_is_named),
        cmocka_unit_test(a_declared_shape_is_answered_by_some_head),
        cmocka_unit_test(grains_do_not_change_the_loss),
        cmocka_unit_test(a_dry_tape_tells_the_memory),
        cmocka_unit_test(an_example_alone_is_answered_as_among_others),
        cmocka_unit_test(scores_are_probabilities),
        cmocka_unit_test(each_dropout_has_a_say),
        cmocka_unit_test(a_mask_once_is_for_dropout_around_recurrent_layers),
        cmocka_unit_test(a_few_steps_lower_the_loss),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
