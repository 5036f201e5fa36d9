/*
 * Every registered model, on every shape it reads with every head it answers:
 * what training and evaluation rely on.
 */
#include "model_fixture.h"
#include "optimizer/optimizer.h"
#include "variants.h"

#define LONGEST 9

/* One model on one shape with one head. */
struct use {
    const char *what; /* "transformer: pair, rank" */
    struct model_spec spec;
    const struct chosen *kind;
};
typedef void use_test(const struct use *u);

/* Small, where the kind has such fields. */
static void make_small(struct fixture *f)
{
    static const struct {
        const char *field;
        long value;
    } sizes[] = {{"hidden", 16},
                 {"filter", 24},
                 {"layers", 1},
                 {"heads", 2},
                 {"blocks", 1}, {"pool", 4}};

    for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++)
        if (field_find(f->kind.kind->fields, sizes[i].field))
            set_long(f, sizes[i].field, sizes[i].value);
}

static void build(struct fixture *f, const struct use *u)
{
    *f = (struct fixture){.kind = *u->kind};
    make_small(f);
    fixture_build(f, &u->spec, LONGEST - 1);
}

/* The kind is the caller's. */
static void release(struct fixture *f)
{
    f->kind = (struct chosen){0};
    fixture_release(f);
}

static void answer_only(struct fixture *f)
{
    f->tape.grads = NULL;
    f->tape.training = false;
}

static void each_use_of(const struct chosen *kind, const char *what,
                        void *context)
{
    use_test *const *test = context;
    const struct model_kind *k = (const struct model_kind *)kind->kind;

    for (int s = 0; s < SHAPES; s++)
        for (int h = 0; head_kinds.list[h]; h++) {
            const struct head_kind *head =
                (const struct head_kind *)head_kinds.list[h];
            const bool generates = head->reads == READS_SEQUENCE;
            char text[160];
            struct use u = {
                .what = text,
                .kind = kind,
                .spec = {.shape = (enum shape)s,
                         .head = head,
                         .task = "random",
                         .words = {&fixture_words,
                                   shapes[s].parts > 1 ? &fixture_words : NULL},
                         .classes = 2,
                         .longest_target = LONGEST},
            };

            if (s == SHAPE_DOCUMENT_QUERY) {
                u.spec.features = FIXTURE_FEATURES;
                memcpy(u.spec.feature, fixture_features,
                       sizeof(fixture_features));
            }
            if (!(k->shapes & 1u << s) || !model_answers(k, head) ||
                generates != (s == SHAPE_SOURCE_TARGET))
                continue;
            snprintf(text, sizeof(text), "%s: %s, %s", what, shapes[s].name,
                     head->is.name);
            print_message("# %s\n", text);
            (*test)(&u);
        }
}

static void each_use(use_test *test)
{
    each_default(&model_kinds, each_use_of, &test);
}

/* --- what holds ----------------------------------------------------------- */

static void check_grains(const struct use *u)
{
    struct fixture f;

    build(&f, u);
    expect_grains_invisible(&f);
    release(&f);
}

static void grains_do_not_change_the_loss(void **state)
{
    use_test *test = check_grains;

    (void)state;
    each_variant(&model_kinds, each_use_of, &test);
}

static void check_bytes(const struct use *u)
{
    struct fixture f;

    build(&f, u);
    expect_bytes_estimated(&f);
    release(&f);
}

static void a_dry_tape_tells_the_memory(void **state)
{
    use_test *test = check_bytes;

    (void)state;
    each_variant(&model_kinds, each_use_of, &test);
}

/* The values of example i of a column of answers. */
static struct values answer_of(const struct model_spec *s,
                               const struct answers *a, int column, int i)
{
    struct column_kind kind[MAX_COLUMNS];
    const struct packed_column *c = &a->column[column];

    s->head->columns(s, kind);
    const int width = kind[column].width;
    const int at = width ? i * width : c->seg.at[i];

    return (struct values){(const char *)c->value +
                               (size_t)at * column_size(&kind[column]),
                           width ? width : segment_len(&c->seg, i)};
}

/* Answers to all examples at once, column by column, copied. */
static void keep_answers(const struct use *u, struct fixture *f,
                         struct column out[MAX_COLUMNS], int columns)
{
    struct column_kind kind[MAX_COLUMNS];
    struct answers a = {0};
    struct grain g = fixture_grain(f, (struct run){0, EXAMPLES}, 1);

    u->spec.head->columns(&u->spec, kind);
    model_answer(&f->tape, f->model, &g, &a);
    for (int c = 0; c < columns; c++) {
        column_init(&out[c], &kind[c]);
        for (int i = 0; i < EXAMPLES; i++)
            column_add(&out[c], answer_of(&u->spec, &a, c, i));
    }
}

/* Packing must be invisible: an example alone has the same answer, in the same
 * bits. */
static void check_alone(const struct use *u)
{
    struct column_kind kind[MAX_COLUMNS];
    const int columns = u->spec.head->columns(&u->spec, kind);
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
    each_use(check_alone);
}

static void check_probabilities(const struct use *u)
{
    struct answers a = {0};
    struct fixture f;

    if (u->spec.head->reads != READS_SCORES)
        return;
    build(&f, u);
    answer_only(&f);
    struct grain g = fixture_grain(&f, (struct run){0, EXAMPLES}, 1);

    model_answer(&f.tape, f.model, &g, &a);
    for (int i = 0; i < EXAMPLES; i++) {
        const struct values v = answer_of(&u->spec, &a, 0, i);
        float sum = 0.0f;

        for (int c = 0; c < v.n; c++) {
            const float p = ((const float *)v.at)[c];

            assert_true(p >= 0.0f && p <= 1.00001f);
            sum += p;
        }
        assert_true(v.n == 1 || fabsf(sum - 1.0f) < 1e-5f);
    }
    release(&f);
}

static void scores_are_probabilities(void **state)
{
    (void)state;
    each_use(check_probabilities);
}

static void no_dropout(struct fixture *f)
{
    for (const struct field *x = f->kind.kind->fields; x->type; x++)
        if (strstr(x->name, "dropout"))
            set_real(f, x->name, 0.0);
}

/* For readers, whose first slope is small, through many layers; returns the
 * last loss over the first. */
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
    const double left = u->spec.head->reads == READS_TOKENS
                            ? descend_by_adam(&f, 60, 0.01)
                            : descend(&f, 60, 0.1f);

    print_message("# %s: %.2f of the first loss\n", u->what, left);
    assert_true(left < 0.95);
    release(&f);
}

static void a_few_steps_lower_the_loss(void **state)
{
    (void)state;
    each_use(check_descent);
}

/* --- the whole gradient against differences ------------------------------- */

/* The loss with one parameter moved by h along `way`: in grains, whose losses
 * are smaller, hence less rounded. */
static double loss_along(struct fixture *f, const struct param *p,
                         const float *way, float h)
{
    const size_t n = (size_t)p->rows * (size_t)p->cols;
    float *at = f->params + p->offset, *was = memory_new(n * sizeof(*was));

    memcpy(was, at, n * sizeof(*was));
    for (size_t i = 0; i < n; i++)
        at[i] += h * way[i];
    const double loss = fixture_loss(f, 8);

    memcpy(at, was, n * sizeof(*was));
    free(was);
    return loss;
}

/* From steps of h and of half of that. */
static double slope_along(struct fixture *f, const struct param *p,
                          const float *way, float h)
{
    double d[2];

    for (int i = 0; i < 2; i++, h /= 2)
        d[i] = (loss_along(f, p, way, h) - loss_along(f, p, way, -h)) /
               (2 * (double)h);
    return d[1] + (d[1] - d[0]) / 3;
}

/* Along the parameter's own gradient, where a wrong element tells.  Longer
 * steps where a deep model's loss is rounded by as much as short ones change
 * it. */
static void check_parameter(const struct use *u, struct fixture *f,
                            const struct param *p, const float *grad)
{
    const size_t n = (size_t)p->rows * (size_t)p->cols;
    float *way = memory_new(n * sizeof(*way));
    static const float steps[] = {4e-4f, 1.6e-3f, 6.4e-3f};
    double size = 0;

    for (size_t i = 0; i < n; i++)
        size += (double)grad[p->offset + i] * grad[p->offset + i];
    size = sqrt(size);
    for (size_t i = 0; i < n && size > 0; i++)
        way[i] = (float)(grad[p->offset + i] / size);
    for (int i = 0; i < 3 && size > 1e-4; i++) {
        const double slope = slope_along(f, p, way, steps[i]);
        if (fabs(slope - size) < 0.02 * size + 2e-3)
            break;
        if (i == 2)
            fail_msg("%s: along %s the loss rises by %g, the gradient says %g",
                     u->what, p->name, slope, size);
    }
    free(way);
}

/* Off the start, where many a ReLU stands at its kink: biases are 0. */
static void move_away(struct fixture *f, size_t len)
{
    float *by = memory_floats(len);

    random_normal(random_key(3, "away"), (struct address){0}, len, 0.1f, by);
    vector_add(len, by, f->params);
    free(by);
}

/* Every width at most 16, which heads divide.  One round: the loss jumps where
 * a guess changes that another begins with. */
static void narrow(const struct chosen *kind)
{
    for (const struct field *f = kind->kind->fields; f->type; f++) {
        long *at = (long *)((char *)kind->conf + f->offset);

        if (f->type == FIELD_TYPE_INT && f->preset > 16)
            *at = 16;
        if (!strcmp(f->name, "rounds"))
            *at = 1;
    }
}

static void check_gradient_of(const struct use *u)
{
    struct fixture f;

    narrow(u->kind);
    build(&f, u);
    const size_t len = f.model->params.len;
    float *grad = memory_floats(len);

    move_away(&f, len);
    fixture_loss(&f, 1);
    memcpy(grad, f.grads, len * sizeof(*grad));
    for (int i = 0; i < f.model->params.n; i++)
        check_parameter(u, &f, &f.model->params.param[i], grad);
    free(grad);
    release(&f);
}

static void the_whole_gradient_equals_differences(void **state)
{
    use_test *test = check_gradient_of;

    (void)state;
    each_variant(&model_kinds, each_use_of, &test);
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
    static const struct model_kind bare = {
        .is = {.name = "bare", .summary = "a test's", .fields = no_fields},
        .shapes = 1u << SHAPE_PAIR};
    static const struct kind *const list[] = {&bare.is, NULL};
    const struct kinds kinds = {"model", list, model_kinds.lacks};
    struct error e;

    (void)state;
    assert_int_equal(kinds_check(&kinds, &e), -1);
    assert_string_equal(e.text, "model 'bare' lacks build()");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_is_whole),
        cmocka_unit_test(a_kind_that_lacks_something_is_named),
        cmocka_unit_test(grains_do_not_change_the_loss),
        cmocka_unit_test(a_dry_tape_tells_the_memory),
        cmocka_unit_test(an_example_alone_is_answered_as_among_others),
        cmocka_unit_test(scores_are_probabilities),
        cmocka_unit_test(a_few_steps_lower_the_loss),
        cmocka_unit_test(the_whole_gradient_equals_differences),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
