/*
 * The gradient of every registered model, in every form of its fields, against
 * differences of its loss; and that every attention takes CoDA's options.
 */
#include "model_uses.h"

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
    const double loss = fixture_passes(f, 8, false);

    memcpy(at, was, n * sizeof(*was));
    free(was);
    return loss;
}

/* From steps of h, and of half of that where the first is not so near `size`
 * that the bend is of no account. */
static double slope_along(struct fixture *f, const struct param *p,
                          const float *way, float h, double size)
{
    double d[2];

    for (int i = 0; i < 2; i++, h /= 2) {
        d[i] = (loss_along(f, p, way, h) - loss_along(f, p, way, -h)) /
               (2 * (double)h);
        if (fabs(d[i] - size) < 0.01 * size)
            return d[i];
    }
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
        const double slope = slope_along(f, p, way, steps[i], size);
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
 * a guess changes that another begins with.  So it does where a position comes
 * to halt at another step: a rest at which none is about to. */
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
    each_form(&model_kinds, each_use_of, &test);
}

/* A field of a kind that is an attention, or NULL. */
static struct chosen *attention_at(const struct chosen *kind,
                                   const struct field *f)
{
    return f->type == FIELD_TYPE_KIND && f->kinds == &attention_kinds
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

/* Each of them has features of its own, and makes means. */
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
