/* Experiments as text: names of trials, and changes of experiments. */
#include "tests/unit/sweep/experiment/experiment_fixture.h"

#include "sweep/experiment/rows.h"

/* True if a published number belongs to a trial. */
static bool fits(const struct experiment *x, int published,
                 const struct trial_config *c)
{
    return published_fits(&x->published[published],
                          &(struct row_text){.shared = c->whole});
}

static void published_numbers_find_their_trials(void **state)
{
    struct experiment x;
    struct error e;

    (void)state;
    read_well(&x, GRID
              "published:\n"
              "  - {where: {model.attention.kind: softmax}, test.map: 66.4,"
              " test.mrr: 68.0, source: CoDA table 2}\n"
              "  - {where: {model.attention.gate: scaled, model.dropout: "
              "2e-1, model.attention.kind: coda}, test.map: 70.5, source: "
              "CoDA table 2}\n"
              "  - {valid.map: 1, source: 'all'}\n");
    assert_int_equal(x.published_n, 3);
    assert_int_equal(x.published[0].metrics, 2);
    assert_string_equal(x.published[0].metric[1], "test.mrr");
    assert_true(x.published[0].number[1] == 68.0);
    assert_string_equal(x.published[1].source, "CoDA table 2");
    for (int i = 0; i < 6; i++) {
        struct trial_config c;

        assert_int_equal(experiment_trial(&x, i, &c, &e), 0);
        assert_int_equal(fits(&x, 0, &c), i < 3);
        assert_int_equal(fits(&x, 1, &c), i >= 3);
        assert_true(fits(&x, 2, &c));
        trial_config_release(&c);
    }
    experiment_release(&x);
}

/* The trial's text omits fields at their default, which `where` names. */
static void published_numbers_find_trials_at_a_default(void **state)
{
    struct experiment x;
    struct trial_config c;
    struct error e;

    (void)state;
    read_well(&x,
              HEAD "published:\n"
                   "  - {where: {train.seed: 1, model.dropout: 0.2},"
                   " test.map: 1, source: a}\n"
                   "  - {where: {train.seed: 2}, test.map: 2, source: b}\n");
    assert_int_equal(experiment_trial(&x, 0, &c, &e), 0);
    assert_null(strstr(c.text, "seed"));
    assert_true(fits(&x, 0, &c));
    assert_false(fits(&x, 1, &c));
    trial_config_release(&c);
    experiment_release(&x);
}

/* --- names of trials ---------------------------------------------------- */

static void trial_of(const char *text, int schema, struct trial_config *c)
{
    struct experiment x;
    struct error e = {0};

    read_well(&x, text);
    experiment_release(&x);
    assert_int_equal(experiment_read_stored(&x, path, schema, &e), 0);
    assert_int_equal(experiment_trial(&x, 0, c, &e), 0);
    experiment_release(&x);
}

/* These digests name files: they must not change within a schema. */
static void a_trial_is_named_by_what_it_gives(void **state)
{
    static const char *const same[] = {
        HEAD,
        HEAD "run: {keep: all}\n",
        "name: other\n"
        "train: {batch: 64, seed: 1, epochs: 2, learning_rate: 0.1e-2}\n"
        "model: {attention: {gate: scaled, kind: coda}, kind: decatt,"
        " dropout: 2.0e-1, hidden: 100}\n"
        "task: {kind: rank, train: a.txt}\n",
    };
    struct trial_config c;
    char hex[DIGEST_HEX];

    (void)state;
    for (int i = 0; i < 3; i++) {
        trial_of(same[i], EXPERIMENT_SCHEMA, &c);
        assert_string_equal(c.text, "schema: 3\n"
                                    "task.kind: rank\n"
                                    "task.train: a.txt\n"
                                    "model.kind: decatt\n"
                                    "model.hidden: 100\n"
                                    "model.attention.kind: coda\n"
                                    "train.epochs: 2\n"
                                    "train.batch: 64\n"
                                    "train.optimizer.kind: adam\n"
                                    "train.average.kind: none\n");
        digest_hex(c.digest, hex);
        assert_string_equal(hex, "9da00b7a0472014e304bd0b5743ab7e1");
        trial_config_release(&c);
    }
}

/* Today's defaults were not defaults then, and the other way round. */
static void a_trial_of_the_second_schema_keeps_its_name(void **state)
{
    struct trial_config c;
    char hex[DIGEST_HEX];

    (void)state;
    trial_of(HEAD, 2, &c);
    assert_string_equal(c.text, "schema: 2\n"
                                "task.kind: rank\n"
                                "task.train: a.txt\n"
                                "model.kind: decatt\n"
                                "model.hidden: 100\n"
                                "model.attention.kind: coda\n"
                                "model.attention.gate: scaled\n"
                                "train.epochs: 2\n"
                                "train.batch: 64\n");
    digest_hex(c.digest, hex);
    assert_string_equal(hex, "9a48b5997f021d410f47fd89e1c5bca4");
    trial_config_release(&c);
    trial_of(HEAD "sweep: {parameters: {model.attention.gate: [plain]}}\n", 2,
             &c);
    assert_null(strstr(c.text, "gate"));
    assert_non_null(strstr(c.whole, "\nmodel.attention.gate: plain\n"));
    assert_null(strstr(c.whole, "scale")); /* coda had no such field in this
                                              schema */
    trial_config_release(&c);
}

/* As in schema 1: every field of that time, with its default. */
static void a_trial_of_the_first_schema_keeps_its_name(void **state)
{
    struct trial_config c;

    (void)state;
    trial_of(HEAD, 1, &c);
    assert_string_equal(c.text, "task.kind: rank\n"
                                "task.train: a.txt\n"
                                "model.kind: decatt\n"
                                "model.hidden: 100\n"
                                "model.dropout: 0.2\n"
                                "model.attention.kind: coda\n"
                                "model.attention.beta: 1\n"
                                "model.attention.gate: scaled\n"
                                "train.epochs: 2\n"
                                "train.steps: 0\n"
                                "train.batch: 64\n"
                                "train.batch_tokens: 0\n"
                                "train.grains: 16\n"
                                "train.optimizer: adam\n"
                                "train.learning_rate: 0.001\n"
                                "train.schedule: constant\n"
                                "train.warmup: 8000\n"
                                "train.width: 512\n"
                                "train.beta1: 0.9\n"
                                "train.beta2: 0.999\n"
                                "train.epsilon: 1e-8\n"
                                "train.clip_norm: 0\n"
                                "train.label_smoothing: 0\n"
                                "train.evaluate_every: 0\n"
                                "train.patience: 0\n"
                                "train.seed: 1\n");
    assert_int_equal(c.train.grains, 16);
    trial_config_release(&c);
    trial_of(HEAD "sweep: {parameters: {train.grains: [4]}}\n", 1, &c);
    assert_int_equal(c.train.grains, 4);
    trial_config_release(&c);
}

static void text_of(const char *text, struct str *out)
{
    struct experiment x;

    read_well(&x, text);
    experiment_text(&x, out);
    experiment_release(&x);
}

static void the_text_tells_every_field_of_every_kind(void **state)
{
    struct str s = {0};

    (void)state;
    text_of(GRID, &s);
    assert_int_equal(strncmp(s.s, "schema: 3\nname: wikiqa\n", 23), 0);
    assert_int_equal(experiment_text_schema(s.s), 3);
    assert_int_equal(experiment_text_schema("name: wikiqa\n"), 1);
    assert_int_equal(experiment_text_schema("schema: 4\nname: wikiqa\n"), 0);
    assert_int_equal(experiment_text_schema(""), 0);
    assert_non_null(strstr(s.s, "\nmodel.hidden: 100\n"));
    assert_null(strstr(s.s, "\ntrain.seed: "));
    assert_non_null(strstr(s.s, "\nsweep.goal: maximize valid.mrr\n"
                                "sweep.parameters.1: model.attention.kind "
                                "[softmax, coda]\n"
                                "sweep.parameters.2: train.seed [1, 2, 3]\n"));
    str_release(&s);
}

static void a_changed_experiment_is_told_by_field(void **state)
{
    struct str a = {0}, b = {0}, s = {0};

    (void)state;
    text_of(GRID, &a);
    text_of(GRID "run: {keep: all}\n", &b);
    assert_string_equal(a.s, b.s);
    assert_int_equal(experiment_difference(a.s, b.s, &s), 0);
    str_clear(&b);
    text_of("name: wikiqa\n"
            "task: {kind: rank, train: a.txt}\n"
            "model: {kind: decatt, hidden: 100,"
            " attention: {kind: coda, gate: plain}}\n"
            "train: {epochs: 3, batch: 64, seed: 7}\n"
            "sweep: {goal: {maximize: valid.mrr}, parameters: "
            "{model.attention.kind: [softmax, coda]}}\n",
            &b);
    assert_int_equal(experiment_difference(a.s, b.s, &s), 4);
    assert_string_equal(
        s.s, "train.epochs: was 2, is 3; sweep.parameters.2: was train.seed "
             "[1, 2, 3], is not given; train.seed: was not given, is 7; "
             "model.attention.gate: was not given, is plain");
    str_clear(&b);
    str_addf(&b, "%sa stray line\n", a.s);
    str_clear(&s);
    assert_int_equal(experiment_difference(a.s, b.s, &s), 0);
    assert_non_null(strstr(str_text(&s), "not as codarun wrote it"));
    str_release(&a);
    str_release(&b);
    str_release(&s);
}

/* What is an error today, but was not when results were made. */
static void a_stored_experiment_is_read_though_it_would_not_run(void **state)
{
    static const struct {
        const char *text, *says;
        long trials;
    } cases[] = {
        {HEAD "sweep: {parameters: {model.attention.gate: [scaled, plain], "
              "model.attention.beta: [1, 0]}}\n",
         "model.attention.beta: found 0 with gate: plain", 4},
        {HEAD "sweep: {parameters: {model.attention: [softmax, coda], "
              "model.attention.kind: [coda]}}\n",
         "swept before it", 2},
        {HEAD "sweep: {method: random, trials: 4, scheduler: pbt, parameters: "
              "{train.l2: [0, 0.1], train.seed: {values: [1, 2], "
              "when: {train.l2: 0.1}}}}\n",
         "found train.seed hanging on train.l2", 4},
        {HEAD "sweep: {parameters: {train.steps: [9], train.average.kind: "
              "[tail], train.average.from: [1, 90000000]}}\n",
         "train.average.from: found 90000000", 2},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct experiment x;
        struct trial_config c;
        struct error e = {0};

        assert_int_equal(read_with(&x, cases[i].text, NULL, 0, &e), -1);
        assert_non_null(strstr(e.text, cases[i].says));
        assert_int_equal(
            experiment_read_stored(&x, path, EXPERIMENT_SCHEMA, &e), 0);
        assert_int_equal(experiment_trials(&x), cases[i].trials);
        for (long t = 0; t < cases[i].trials; t++) {
            assert_int_equal(experiment_trial(&x, t, &c, &e), 0);
            trial_config_release(&c);
        }
        experiment_release(&x);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_numbers_find_their_trials),
        cmocka_unit_test(published_numbers_find_trials_at_a_default),
        cmocka_unit_test(a_trial_is_named_by_what_it_gives),
        cmocka_unit_test(a_trial_of_the_first_schema_keeps_its_name),
        cmocka_unit_test(a_trial_of_the_second_schema_keeps_its_name),
        cmocka_unit_test(the_text_tells_every_field_of_every_kind),
        cmocka_unit_test(a_changed_experiment_is_told_by_field),
        cmocka_unit_test(
            a_stored_experiment_is_read_though_it_would_not_run),
    };

    return cmocka_run_group_tests(tests, begin, end);
}
