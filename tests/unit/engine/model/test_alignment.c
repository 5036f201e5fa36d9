/*
 * Every model with an attention learns, with every attention kind, what cannot
 * be learned without one, or not as fast; with a kind whose weights are 0 it
 * does not.
 */
#include "tests/test.h"

#include <string.h>

#include "base/core/memory.h"
#include "engine/train/stepper.h"
#include "tasks/labelled/classes.h"
#include "tests/unit/heads.h"

#define EXAMPLES 4096
#define BATCH 32
#define STEPS 200
#define LAST 20 /* number of last steps whose loss counts */
#define WORDS 8 /* different words to copy */
#define KEYS 8

/* A problem to learn, and the loss of guessing. */
struct lesson {
    const char *name;
    enum shape shape;
    const struct head_kind *head;
    const struct column_kind *const *columns;
    int words, longest;
    void (*example)(struct random_key key, uint32_t i, struct example *e,
                    int32_t *label);
    double guess;
};

static int32_t word(int i)
{
    return TOKEN_FIRST + i;
}

static int below(struct random_key key, uint32_t i, uint32_t site, int n)
{
    return (int)random_below(key, (struct address){.example = i}, site,
                             (uint32_t)n);
}

/* Three random words; the target is the source. */
static void copy(struct random_key key, uint32_t i, struct example *e,
                 int32_t *label)
{
    static int32_t token[4];

    (void)label;
    for (int k = 0; k < 3; k++)
        token[k] = word(below(key, i, (uint32_t)k, WORDS));
    token[3] = TOKEN_END;
    e->part[0] = (struct values){token, 3};
    e->part[1] = (struct values){token, 4};
}

/* The second part contains each key once, in any order, as on or off; the first
 * part asks for one key. */
static void retrieve(struct random_key key, uint32_t i, struct example *e,
                     int32_t *label)
{
    static int32_t question, token[KEYS];
    const int asked = below(key, i, 0, KEYS);

    question = word(2 * KEYS + asked);
    for (int k = 0; k < KEYS; k++) {
        const int on = below(key, i, 1 + (uint32_t)k, 2);
        const int at = below(key, i, 100 + (uint32_t)k, k + 1);

        token[k] = token[at];
        token[at] = word(2 * k + on);
        *label = k == asked ? on : *label;
    }
    e->part[0] = (struct values){&question, 1};
    e->part[1] = (struct values){token, KEYS};
}

static const struct lesson lessons[] = {
    {"copy", SHAPE_SOURCE_TARGET, &head_decode, NULL, WORDS, 4, copy,
     /* 3 / 4 log 8: the end is known from its position */ 1.5596},
    {"retrieve", SHAPE_PAIR, &head_class, classes_columns, 3 * KEYS, 0,
     retrieve, /* log 2 */ 0.6931},
};
#define LESSONS ((int)(sizeof(lessons) / sizeof(lessons[0])))

static void fill(struct examples *x, const struct lesson *l)
{
    const struct random_key key = random_key(1, l->name);

    examples_init(x, l->shape, l->columns);
    for (uint32_t i = 0; i < EXAMPLES; i++) {
        struct example e = {0};
        int32_t label = 0;

        e.column[0] = (struct values){&label, 1};
        l->example(key, i, &e, &label);
        examples_add(x, &e);
    }
}

/* Mean loss of the last steps, divided by that of guessing. */
static double learn(const struct lesson *l, const struct chosen *kind,
                    int steps)
{
    const struct words words = {.n = TOKEN_FIRST + l->words};
    const struct class_names two = {.n = 2};
    const struct decoding how = {.longest_target = l->longest};
    struct model_spec spec = {
        .shape = l->shape,
        .head = {l->head, l->head == &head_decode  ? (const void *)&how
                          : l->head == &head_class ? &two
                                                   : l->head->sample},
        .task = "a test's",
        .words = {&words, &words}};
    struct train_config c = {0};
    struct examples x;
    struct error e;
    double loss = 0.0;

    fill(&x, l);
    spec_take_columns(&spec, &x);
    struct model *m = model_new(kind, &spec, &e);
    assert_non_null(m);
    fields_preset(train_fields, &c);
    c.batch = BATCH;
    c.learning_rate = 3e-3;
    struct stepper *s = stepper_new(m, &c, &x, 1);
    for (int i = 0; i < steps; i++) {
        const double now = stepper_step(s);
        loss += i < steps - LAST ? 0.0 : now / LAST;
    }
    stepper_free(s);
    fields_release(train_fields, &c);
    model_free(m);
    examples_release(&x);
    return loss / l->guess;
}

/* --- attention kinds ------------------------------------------------------ */

static struct weights no_weights(struct tape *t, const void *conf,
                                 const struct attend *in, const struct pairs *p,
                                 struct node *e)
{
    e = tape_affine(t, e, 0.0f, 0.0f);
    (void)conf, (void)in, (void)p;
    return (struct weights){.rows = e, .cols = e};
}

/* Weights of 0, as in a row without allowed pairs. */
static const struct attention_kind nothing = {
    .is = {.name = "nothing", .summary = "a test's", .fields = no_fields},
    .weigh = no_weights,
};

static bool is_attention(const struct field *f)
{
    return f->type == FIELD_TYPE_KIND && f->kinds == &attention_kinds &&
           !field_is_unset(f);
}

/* A small model without dropout, with an attention of a kind. */
static struct chosen small(const struct kind *model,
                           const struct kind *attention)
{
    static const struct {
        const char *field;
        long value;
    } sizes[] = {{"hidden", 32}, {"filter", 32}, {"layers", 1},
                 {"steps", 2},   {"heads", 2},   {"embedding", 32}};
    struct chosen c = {0};

    assert_int_equal(chosen_preset(&c, &model_kinds, model->name), 0);
    for (const struct field *f = model->fields; f->type; f++) {
        void *at = (char *)c.conf + f->offset;

        for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++)
            if (!strcmp(f->name, sizes[i].field))
                *(long *)at = sizes[i].value;
        if (strstr(f->name, "dropout"))
            *(double *)at = 0.0;
        if (is_attention(f)) {
            struct chosen *a = at;

            chosen_release(a);
            a->kind = attention;
            a->conf = memory_zeroed(1, attention->size + 1);
            fields_preset(attention->fields, a->conf);
        }
    }
    return c;
}

static bool attends(const struct kind *model)
{
    for (const struct field *f = model->fields; f->type; f++)
        if (is_attention(f))
            return true;
    return false;
}

/* --- the tests ----------------------------------------------------------- */

static void each_model(void (*check)(const struct lesson *l,
                                     const struct kind *model))
{
    int n = 0;

    for (int i = 0; i < LESSONS; i++)
        for (const struct kind *const *k = model_kinds.list; *k; k++) {
            const struct model_kind *m = (const struct model_kind *)*k;

            if (!attends(*k) || !(m->shapes & 1u << lessons[i].shape) ||
                !model_answers(m, lessons[i].head))
                continue;
            check(&lessons[i], *k);
            n++;
        }
    assert_true(n > 1);
}

static double learn_with(const struct lesson *l, const struct kind *model,
                         const struct kind *attention, int steps)
{
    struct chosen c = small(model, attention);
    const double left = learn(l, &c, steps);

    print_message("# %s, %s, %s: %.2f of guessing after %d steps\n", l->name,
                  model->name, attention->name, left, steps);
    chosen_release(&c);
    return left;
}

/* A model whose weights are never sharp may take so many times STEPS; more if
 * its layers are repeated in steps. */
static int patience(const struct kind *model)
{
    return field_find(model->fields, "steps") ? 4 : 2;
}

static void check_learns(const struct lesson *l, const struct kind *model)
{
    for (const struct kind *const *a = attention_kinds.list; *a; a++)
        assert_true(learn_with(l, model, *a, STEPS) < 0.5 ||
                    learn_with(l, model, *a, patience(model) * STEPS) < 0.5);
}

static void models_learn_what_needs_attention(void **state)
{
    (void)state;
    each_model(check_learns);
}

static void check_needs(const struct lesson *l, const struct kind *model)
{
    assert_true(learn_with(l, model, &nothing.is, STEPS) > 0.9);
    assert_true(learn_with(l, model, &nothing.is, patience(model) * STEPS) >
                0.5);
}

static void without_attention_they_do_not(void **state)
{
    (void)state;
    each_model(check_needs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(models_learn_what_needs_attention),
        cmocka_unit_test(without_attention_they_do_not),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
