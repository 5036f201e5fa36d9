/*
 * The models that `codarun bench train` can train by name: any registered
 * model, and one that is registered later, here with the attention that
 * docs/how-to/add-a-kind.md adds.
 */
#include "config.h"

#include "tests/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/layer/embedding.h"
#include "engine/layer/layers.h"
#include "engine/model/model.h"

#include "tests/unit/documented_dot.c" /* made in the build folder */

static const struct kind *const attentions[] = {&attention_dot.is, NULL};
const struct kinds newcomers = {.sort = "attention", .list = attentions};

/* --- a model that the program does not know ------------------------------- */

struct tally_conf {
    long width;
    struct chosen focus;
};

static const struct field tally_fields[] = {
    FIELD_INT(struct tally_conf, width, 16, 1, 1024, "of everything"),
    FIELD_KIND(struct tally_conf, focus, &newcomers, "dot", "of a sequence"),
    FIELD_END,
};

struct noted {
    struct embedding words[MAX_PARTS];
    struct linear out;
};

static int build(struct model *m, struct error *e)
{
    const struct tally_conf *c = m->conf;
    struct noted *own = m->own = calloc(1, sizeof(*own));
    const struct embedding_how how = {.width = (int)c->width};

    if (embeddings_add(own->words, &m->params, m->spec.words, &how, e) < 0)
        return -1;
    own->out =
        linear_add(&m->params, (int)c->width, model_width(m), true, "out");
    return 0;
}

static struct node *scores(struct tape *t, const struct model *m,
                           const struct grain *g)
{
    const struct tally_conf *c = m->conf;
    const struct noted *own = m->own;
    const struct segments *seg = &g->part[0].seg;
    struct node *x =
        embedding_apply(t, &m->params, &own->words[0], &g->part[0]);
    const struct attend in = {.q = x,
                              .k = x,
                              .b = x,
                              .rows = *seg,
                              .cols = *seg,
                              .heads = 1,
                              .example = g->example};

    x = attend(t, &c->focus, &in).a_out;
    return linear_apply(t, &m->params, own->out, tape_segment_mean(t, x, seg));
}

static const struct model_kind tally = {
    .is = {.name = "tally",
           .summary = "a test's",
           .fields = tally_fields,
           .size = sizeof(struct tally_conf)},
    .shapes = 1u << SHAPE_SEQUENCE,
    .build = build,
    .scores = scores,
};

static const struct kind *const models[] = {&tally.is, NULL};
const struct kinds newcomer_models = {.sort = "model", .list = models};

/* The code that uses the registries, compiled with these. */
#define attention_kinds newcomers
#define model_kinds newcomer_models
#include "src/bench/bench_examples.c"
#include "src/bench/bench_subject.c"
#include "tests/unit/heads.h"
#undef attention_kinds
#undef model_kinds

/* --- the tests ----------------------------------------------------------- */

static void a_newcomer_is_trained(void **state)
{
    const char *set[] = {"model.width=24", "model.focus.alpha=2"};
    const struct request r = {.model = "tally", .set = {.n = 2, .text = set}};
    struct subject s;
    struct error e;

    (void)state;
    assert_int_equal(subject_init(&s, &r, &e), 0);
    assert_ptr_equal(s.model->kind, &tally);
    assert_int_equal(((const struct tally_conf *)s.kind.conf)->width, 24);
    assert_string_equal(subject_attention(&s), "dot");
    assert_int_equal(s.x.shape, SHAPE_SEQUENCE);
    assert_true(s.conf.batch > 0 && s.x.n % s.conf.batch == 0 && s.tokens > 1);
    assert_non_null(examples_column(&s.x, "label"));
    subject_release(&s);
}

static void its_attention_is_open_until_asked_for(void **state)
{
    const char *set[] = {"model.focus=dot"};
    const struct {
        struct request r;
        bool open;
    } cases[] = {
        {{.model = "tally"}, true},
        {{.model = "tally", .attention = "dot"}, false},
        {{.model = "tally", .set = {.n = 1, .text = set}}, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct subject s;
        struct error e;

        assert_int_equal(subject_init(&s, &cases[i].r, &e), 0);
        assert_int_equal(subject_leaves_open(&s), cases[i].open);
        subject_release(&s);
    }
}

static void examples_are_as_long_as_is_asked_for(void **state)
{
    const struct request r = {
        .model = "tally", .shape = "sequence", .least = 400, .most = 403};
    struct subject s;
    struct error e;
    bool found[4] = {false};

    (void)state;
    assert_int_equal(subject_init(&s, &r, &e), 0);
    for (int i = 0; i < s.x.n; i++) {
        const int len = example_len(&s.x, 0, i);

        assert_in_range(len, 400, 403);
        found[len - 400] = true;
    }
    assert_true(found[0] && found[3]);
    subject_release(&s);
}

static void what_is_none_is_refused(void **state)
{
    const char *set[] = {"model.widht=24"}, *other[] = {"task.seed=2"};
    const struct {
        struct request r;
        const char *says[2];
    } cases[] = {
        {{.model = "taly"}, {"--model: found 'taly'", "'tally'"}},
        {{.model = "tally", .attention = "dto"},
         {"--attention=dto: ", "'dot'"}},
        {{.model = "tally", .set = {.n = 1, .text = set}},
         {"--set model.widht=24: ", "'width'"}},
        {{.model = "tally", .set = {.n = 1, .text = other}},
         {"--set task.seed=2: ", "'task'"}},
        {{.model = "tally", .shape = "pear"},
         {"--shape: found 'pear'", "sequence, which 'tally' reads"}},
        {{.model = "tally", .shape = "pair"}, {"'pair'", "one of sequence,"}},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct subject s;
        struct error e;

        assert_int_equal(subject_init(&s, &cases[i].r, &e), -1);
        for (int k = 0; k < 2; k++)
            if (!strstr(e.text, cases[i].says[k]))
                fail_msg("'%s' does not say %s", e.text, cases[i].says[k]);
    }
}

/* --- synthetic examples --------------------------------------------------- */

static bool is_among(int32_t token, const struct examples *x, int part, int i)
{
    const int32_t *at = example_tokens(x, part, i);

    for (int k = 0; k < example_len(x, part, i); k++)
        if (at[k] == token)
            return true;
    return false;
}

static void tokens_say_whether_the_other_part_has_them(void **state)
{
    static const char *const name[] = {"match 0", "match 1"};
    struct words words = {.n = TOKEN_FIRST + 200};
    const struct model_spec spec = {.shape = SHAPE_DOCUMENT_QUERY,
                                    .head = SPAN_HEAD,
                                    .words = {&words, &words},
                                    .features = 1,
                                    .feature = {workload_match}};
    int found[] = {0, 0}; /* tokens of both parts, by whether the other part has
                             them */
    struct examples x;

    (void)state;
    workload_fill(&x, &spec, &workloads[spec.shape], 20);
    for (int p = 0; p < 2; p++)
        for (int i = 0; i < x.n; i++) {
            const struct values v = column_get(examples_column(&x, name[p]), i);

            assert_int_equal(v.n, example_len(&x, p, i));
            for (int k = 0; k < v.n; k++) {
                const bool is =
                    is_among(example_tokens(&x, p, i)[k], &x, 1 - p, i);

                assert_true(((const float *)v.at)[k] == (is ? 1.0f : 0.0f));
                found[is]++;
            }
        }
    assert_true(found[0] > 100 && found[1] > 100);
    assert_non_null(examples_column(&x, "span"));
    examples_release(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_newcomer_is_trained),
        cmocka_unit_test(its_attention_is_open_until_asked_for),
        cmocka_unit_test(examples_are_as_long_as_is_asked_for),
        cmocka_unit_test(what_is_none_is_refused),
        cmocka_unit_test(tokens_say_whether_the_other_part_has_them),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
