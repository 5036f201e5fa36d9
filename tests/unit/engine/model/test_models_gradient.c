/*
 * The gradient of every registered model, in every form of its fields, compared
 * with differences of its loss; and a check that every attention takes CoDA's
 * options.
 */
#include "tests/unit/model_uses.h"

/* The loss with one parameter moved by h along `way`.  It is summed over
 * grains, whose losses are smaller and so have smaller rounding errors. */
static double loss_along(struct fixture *f, const struct param *p,
                         const float *way, float h)
{
    const size_t n = (size_t)p->rows * (size_t)p->cols;
    float *at = f->params + p->offset, *was = memory_new(n * sizeof(*was));

    memcpy(was, at, n * sizeof(*was));
    for (size_t i = 0; i < n; i++)
        at[i] += h * way[i];
    const double loss = fixture_passes(f, 8, false);

    memcpy(at, was, n * sizeof(*was));
    free(was);
    return loss;
}

/* The slope along a way by the gradient, and the tolerance of a measured one.
 */
struct slope {
    double is, within;
};

/* From steps of h, and of half of h if the curvature makes the first one too
 * inexact. */
static double slope_along(struct fixture *f, const struct param *p,
                          const float *way, float h, struct slope expected)
{
    double d[2];

    for (int i = 0; i < 2; i++, h /= 2) {
        d[i] = (loss_along(f, p, way, h) - loss_along(f, p, way, -h)) /
               (2 * (double)h);
        if (fabs(d[i] - expected.is) < expected.within / 2)
            return d[i];
    }
    return d[1] + (d[1] - d[0]) / 3;
}

/* The direction of the parameter's own gradient, which shows a wrong element,
 * plus an equally long random direction, which shows an element that was left
 * out, so that its gradient is 0. */
static struct slope find_slope(const struct param *p, const float *grad,
                               uint32_t draw, float *way)
{
    const size_t n = param_len(p);
    const double size = sqrt((double)vector_dot(n, grad, grad));
    struct slope s = {.within = 0.02 * size + 3e-4};

    random_normal(random_key(4, p->name), (struct address){.step = draw}, n,
                  1.0f / sqrtf((float)n), way);
    for (size_t i = 0; i < n; i++) {
        way[i] += size > 0 ? (float)(grad[i] / size) : 0.0f;
        s.is += (double)grad[i] * (double)way[i];
    }
    return s;
}

static bool is_near(double slope, struct slope expected)
{
    return fabs(slope - expected.is) < expected.within;
}

/* At a kink, one of the two sides has the slope. */
static bool has_side(struct fixture *f, const struct param *p, const float *way,
                     float h, struct slope expected)
{
    const double at = loss_along(f, p, way, 0);

    return is_near((loss_along(f, p, way, h) - at) / (double)h, expected) ||
           is_near((at - loss_along(f, p, way, -h)) / (double)h, expected);
}

/* Longer steps, because the rounding error of a deep model's loss may be as
 * large as the change of short steps; and other directions, because one may
 * have a kink. */
static void check_parameter(const struct use *u, struct fixture *f,
                            const struct param *p, const float *grad)
{
    static const float steps[] = {4e-4f, 1.6e-3f, 6.4e-3f};
    float *way = memory_new(param_len(p) * sizeof(*way));
    struct slope expected = {0};
    double slope = 0;
    bool near = false;

    for (uint32_t draw = 0; draw < 3 && !near; draw++) {
        expected = find_slope(p, grad + p->offset, draw, way);
        for (int i = 0; i < 3 && !near; i++) {
            slope = slope_along(f, p, way, steps[i], expected);
            near = is_near(slope, expected);
        }
        near = near || has_side(f, p, way, steps[0], expected);
    }
    free(way);
    if (!near)
        fail_msg("%s: along %s the loss rises by %g, the gradient says %g",
                 u->what, p->name, slope, expected.is);
}

/* Move away from the initial values, where biases are 0 and many a ReLU is at
 * its kink. */
static void move_away(struct fixture *f, size_t len)
{
    float *by = memory_floats(len);

    random_normal(random_key(3, "away"), (struct address){0}, len, 0.1f, by);
    vector_add(len, by, f->params);
    free(by);
}

/* Limit every width to 16, which heads divide.  One round: the loss jumps where
 * a guess changes that the next round begins with.  It also jumps where a
 * position halts in another step: use a rest at which no position is close to
 * this. */
static void narrow(const struct chosen *kind)
{
    for (const struct field *f = kind->kind->fields; f->type; f++) {
        void *at = (char *)kind->conf + f->offset;

        if (f->type == FIELD_TYPE_INT && f->preset > 16)
            *(long *)at = 16;
        if (!strcmp(f->name, "rounds"))
            *(long *)at = 1;
        if (!strcmp(f->name, "halting_rest"))
            *(double *)at = 0.1;
    }
}

static void check_gradient_of(const struct use *u)
{
    struct fixture f;

    narrow(u->kind);
    build(&f, u);
    f.batch = 8; /* the loss is computed four times for each of some 20,000
                    parameters */
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
    each_use_formed(test);
    each_mixed(each_use_of, &test);
}

/* The value of a field that is an attention kind; otherwise NULL. */
static struct chosen *attention_at(const struct chosen *kind,
                                   const struct field *f)
{
    return f->type == FIELD_TYPE_KIND && f->kinds == &attention_kinds &&
                   !field_is_unset(f)
               ? (void *)((char *)kind->conf + f->offset)
               : NULL;
}

static int attentions(const struct chosen *kind)
{
    int n = 0;

    for (const struct field *f = kind->kind->fields; f->type; f++)
        n += attention_at(kind, f) != NULL;
    return n;
}

/* Give each attention separate features for N, and means. */
static void turn_on(const struct chosen *kind)
{
    for (const struct field *f = kind->kind->fields; f->type; f++) {
        struct chosen *a = attention_at(kind, f);

        if (!a)
            continue;
        chosen_release(a);
        assert_int_equal(chosen_preset(a, &attention_kinds, "coda"), 0);
        *(bool *)conf_member(a, "share") = false;
        *(int *)conf_member(a, "mean") = MEANS_BOTH;
    }
}

static bool is_own(const struct param *p)
{
    return strstr(p->name, "features.weight") || strstr(p->name, "_n.");
}

static void check_options_of(const struct use *u)
{
    struct fixture f;
    int own = 0;

    narrow(u->kind);
    build(&f, u);
    move_away(&f, f.model->params.len);
    fixture_loss(&f, 1);
    for (int i = 0; i < f.model->params.n; i++) {
        const struct param *p = &f.model->params.param[i];
        const float *grad = f.grads + p->offset;
        const size_t n = (size_t)p->rows * (size_t)p->cols;

        if (!is_own(p))
            continue;
        own++;
        if (!(vector_dot(n, grad, grad) > 0))
            fail_msg("%s: nothing depends on %s", u->what, p->name);
        check_parameter(u, &f, p, f.grads);
    }
    assert_true(own >= attentions(u->kind));
    release(&f);
}

static void take_options(const struct chosen *kind, const char *what,
                         void *context)
{
    turn_on(kind);
    if (attentions(kind))
        each_use_of(kind, what, context);
}

static void every_site_has_features_and_means_of_its_own(void **state)
{
    use_test *test = check_options_of;

    (void)state;
    each_default(&model_kinds, take_options, &test);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_site_has_features_and_means_of_its_own),
        cmocka_unit_test(the_whole_gradient_equals_differences),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
