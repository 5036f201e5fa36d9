/*
 * CoDA's beta when the first batch chooses it: the mean gate of every
 * attention, or the deviation of a centered one, has the value asked for, with
 * any number of threads and after resuming; and beta is trained only if that is
 * asked for.
 */
#include "config.h"

#include "tests/unit/chosen_fixture.h"
#include "tests/unit/engine/train/golden_fixture.h"

#include <math.h>

#include "engine/attention/part_stats.h"
#include "engine/data/batch.h"
#include "engine/store/state.h"

#define ATTENTION(more) "attention: {kind: coda, gate_at_start: 0.4" more "}}"
#define DECATT(more) "{kind: decatt, hidden: 20, " ATTENTION(more)
#define DECODER(more)                                                       \
    "{kind: transformer, preset: custom, hidden: 36, heads: 3, filter: 40," \
    " layers: 2, " ATTENTION(more)
#define TRAIN(more) \
    "{steps: 4, evaluate_every: 2, batch: 16, grains: 4, seed: 5, " more "}"

#define SPREAD(model, more)                                        \
    model ", hidden: 36, attention: {kind: coda, gate: centered, " \
          "spread_at_start: 0.2" more "}}"

/* --- what was asked for --------------------------------------------------- */

#define SITES 6

/* The gates of each attention of a model, in order. */
struct gates {
    struct observer observer;
    int next;
    struct part_stats site[SITES];
};

static void see_gates(struct observer *l, struct tape *t,
                      const struct chosen *kind, const struct attend *in)
{
    struct gates *g = (struct gates *)l;

    assert_in_range(g->next, 0, SITES - 1);
    part_stats_observe(&g->site[g->next++].observer, t, kind, in);
}

/* Train; returns the best parameters of a run, owned by the caller. */
static float *best_params(const struct golden_run *run,
                          const struct golden_setup *s)
{
    char folder[] = "/tmp/codarun-gate-XXXXXX";
    struct group alone = group_alone();
    struct training t = golden_training(s, &alone, run->threads);
    struct state state;
    struct result r = {0};
    struct error e = {0};

    assert_non_null(mkdtemp(folder));
    char *path = memory_format("%s/a", folder);
    char *best = memory_format("%s.best.h5", path);

    t.state = path;
    t.keep = KEEP_BEST;
    if (train_run(&t, &r, &e) != TRAIN_FINISHED || state_read(best, &state, &e))
        fail_msg("%s", e.text);
    float *params = state.params;

    state.params = NULL;
    state_release(&state);
    t.keep = KEEP_NONE;
    train_tidy(t.state, t.keep);
    assert_int_equal(rmdir(folder), 0);
    result_release(&r);
    free(path);
    free(best);
    return params;
}

/* Observe the gates over the grains of the first batch, without dropout. */
static void measure_gates(const struct golden_setup *s, const float *params,
                          struct gates *g)
{
    const struct examples *x = &s->task.split[SPLIT_TRAIN];
    const struct cutting how = {.grains = (int)s->conf.grains,
                                .cost = s->model->kind->cost,
                                .of = s->model};
    int order[TRAINED], cut[5];

    *g = (struct gates){.observer = {.on_attention = see_gates}};
    epoch_order(TRAINED, (uint64_t)s->conf.seed, 0, order);
    batch_cut(x, order, (struct run){0, (int)s->conf.batch}, &how, cut);
    for (int i = 0; i < 4; i++) {
        struct arena arena = {0};
        struct tape t = {
            .arena = &arena, .params = params, .observer = &g->observer};
        struct grain grain;

        tape_begin(&t, 0);
        g->next = 0;
        grain_pack(x, order, (struct run){cut[i], cut[i + 1]},
                   &s->model->kind->framing, NULL, 1.0f, &arena, &grain);
        model_outcome(&t, s->model, &grain);
        arena_release(&arena);
    }
}

static double mean_gate(const struct gates *g, int site)
{
    return part_stats_summary(&g->site[site].of[STATS_GATE]).mean;
}

static float *trained_gates(const struct golden_run *run, struct gates *g)
{
    struct golden_setup s;

    golden_init(&s, run);
    float *params = best_params(run, &s);

    measure_gates(&s, params, g);
    golden_release(&s);
    return params;
}

/* At a rate of 0 no parameter changes. */
#define STILL TRAIN("learning_rate: 0")

static void every_attention_s_mean_gate_is_what_was_asked_for(void **state)
{
    static const struct golden_run runs[] = {
        {PAIR_CLASS, DECATT(""), STILL, NULL, 1},
        {PAIR_CLASS, DECATT(", scale: true, share: false"), STILL, NULL, 1},
        {PAIR_CLASS, DECATT(", gate: plain, learned: site"), STILL, NULL, 1},
        {TRANSLATION, DECODER(""), STILL, NULL, 1},
        {TRANSLATION, DECODER(", learned: head, mean: both"), STILL, NULL, 1},
    };

    (void)state;
    for (int r = 0; r < 5; r++) {
        struct gates g;

        free(trained_gates(&runs[r], &g));
        assert_int_equal(g.next, r < 3 ? 1 : SITES);
        for (int i = 0; i < g.next; i++)
            assert_float_equal(mean_gate(&g, i), 0.4, 1e-6);
    }
}

static void every_centered_gate_s_spread_is_what_was_asked_for(void **state)
{
    static const struct golden_run runs[] = {
        {PAIR_CLASS, SPREAD("{kind: decatt", ""), STILL, NULL, 1},
        {PAIR_CLASS, SPREAD("{kind: decatt", ", share: false, center_e: true"),
         STILL, NULL, 1},
        {TRANSLATION,
         SPREAD("{kind: transformer, preset: custom, heads: 3, filter: 40, "
                "layers: 2",
                ", learned: site"),
         STILL, NULL, 1},
    };

    (void)state;
    for (int r = 0; r < 3; r++) {
        struct gates g;

        free(trained_gates(&runs[r], &g));
        assert_int_equal(g.next, r < 2 ? 1 : SITES);
        for (int i = 0; i < g.next; i++) {
            const struct part_stats_summary is =
                part_stats_summary(&g.site[i].of[STATS_GATE]);

            assert_float_equal(is.spread, 0.2, 1e-6);
        }
    }
}

/* In a decoder's layer that is the self-attention, before the
 * cross-attention. */
static void of_a_layer_the_first_attention_chooses(void **state)
{
    struct gates g;

    (void)state;
    free(trained_gates(&(struct golden_run){TRANSLATION,
                                            DECODER(", learned: layer"), STILL,
                                            NULL, 1},
                       &g));
    assert_float_equal(mean_gate(&g, 2), 0.4, 1e-6);
    assert_float_equal(mean_gate(&g, 4), 0.4, 1e-6);
    assert_true(fabs(mean_gate(&g, 3) - 0.4) > 1e-5);
}

/* --- the gate after training ---------------------------------------------- */

static float beta_after(const char *model, const char *train)
{
    const struct golden_run run = {PAIR_CLASS, model, train, NULL, 1};
    struct golden_setup s;
    float beta = NAN;

    golden_init(&s, &run);
    const struct params *p = &s.model->params;
    float *params = best_params(&run, &s);

    for (int i = 0; i < p->n; i++)
        if (!strcmp(p->param[i].name, "align.beta"))
            beta = params[p->param[i].offset];
    free(params);
    golden_release(&s);
    assert_true(beta > 0);
    return beta;
}

#define LEARNS "learning_rate: 0.01, l2: 0.01, average: moving"

static void beta_is_trained_where_it_is_learned_alone(void **state)
{
    const float first = beta_after(DECATT(""), STILL);

    (void)state;
    assert_true(beta_after(DECATT(""), TRAIN(LEARNS)) == first);
    assert_true(beta_after(DECATT(", learned: site"), STILL) == first);
    assert_true(beta_after(DECATT(", learned: site"), TRAIN(LEARNS)) != first);
    assert_true(beta_after(DECATT(", beta: 7"), STILL) == first);
}

static void neither_threads_nor_stops_change_a_bit(void **state)
{
    const struct golden_run run = {TRANSLATION, DECODER(""), TRAIN(LEARNS),
                                   NULL, 1};
    struct golden_run threads = run;
    struct result whole, three, pieces;

    (void)state;
    threads.threads = 3;
    golden_train(&run, &whole);
    golden_train(&threads, &three);
    golden_train_by_steps(&run, &pieces);
    assert_true(digest_equal(result_digest(&whole), result_digest(&three)));
    assert_true(digest_equal(result_digest(&whole), result_digest(&pieces)));
    result_release(&whole);
    result_release(&three);
    result_release(&pieces);
}

/* Between equal words a gate is open, and some examples have one word only. */
static void what_no_beta_can_do_is_a_failed_trial(void **state)
{
    static const struct golden_run run = {
        PAIR_CLASS,
        "{kind: decatt, hidden: 20, attention: {kind: coda, gate_at_start: "
        "0.01}}",
        STILL, NULL, 1};
    struct group alone = group_alone();
    struct golden_setup s;
    struct result r = {0};
    struct error e = {0};

    (void)state;
    golden_init(&s, &run);
    const struct training t = golden_training(&s, &alone, 1);

    assert_int_equal(train_run(&t, &r, &e), TRAIN_FAILED);
    assert_string_equal(e.text, "gate_at_start, spread_at_start: no align.beta "
                                "makes the gate of the first batch so");
    result_release(&r);
    golden_release(&s);
}

static void expect_refused(const char *coda, const char *why)
{
    char *text = memory_format("attention: %s\n", coda);
    struct chosen c;
    struct error e = {0};
    struct document *d = document_parse(text, "a file", &e);

    assert_non_null(d);
    assert_int_equal(
        document_bind_kind(d, "attention", &attention_kinds, &c, &e), -1);
    assert_string_equal(e.text, why);
    document_free(d);
    free(text);
}

static void what_no_gate_can_be_is_refused(void **state)
{
    (void)state;
    expect_refused("{kind: coda, gate: plain, gate_at_start: 0.5}",
                   "a file: line 1, column 53: attention.gate_at_start: found "
                   "0.5, expected "
                   "less than 0.5, which gate plain is between equal vectors");
    expect_refused("{kind: coda, gate_at_start: 0.5, f_n: tanh}",
                   "a file: line 1, column 40: attention.gate_at_start: found "
                   "gate scaled of "
                   "f_n tanh, expected plain or scaled of sigmoid");
    expect_refused("{kind: coda, gate_at_start: 0.5, gate: centered}",
                   "a file: line 1, column 40: attention.gate_at_start: found "
                   "gate centered "
                   "of f_n sigmoid, expected plain or scaled of sigmoid");
    expect_refused("{kind: coda, spread_at_start: 0.1}",
                   "a file: line 1, column 42: attention.spread_at_start: "
                   "found gate scaled of f_n sigmoid, expected centered of "
                   "sigmoid");
    expect_refused("{kind: coda, spread_at_start: 0.5, gate: centered}",
                   "a file: line 1, column 42: attention.spread_at_start: "
                   "found 0.5, expected less than 0.5");
}

/* No gradient could change it. */
static void a_beta_of_0_is_not_trained(void **state)
{
    struct chosen c;

    (void)state;
    expect_refused("{kind: coda, beta: 0, learned: layer}",
                   "a file: line 1, column 31: attention.beta: found 0 with "
                   "learned layer, expected more than 0, where its "
                   "gradient is 0");
    expect_refused("{kind: coda, beta: 1e-60, learned: head}",
                   "a file: line 1, column 31: attention.beta: found 1e-60 "
                   "with learned head, expected more than 0, where its "
                   "gradient is 0");
    choose_as(&attention_kinds, "{kind: coda, beta: 0, learned: layer}", true,
              &c); /* older results have it */
    chosen_release(&c);
    choose(&attention_kinds, "{kind: coda, beta: 0}", &c);
    chosen_release(&c);
    choose(&attention_kinds,
           "{kind: coda, beta: 0, learned: site, gate: constant}", &c);
    chosen_release(&c);
    choose(&attention_kinds,
           "{kind: coda, beta: 0, learned: site, gate_at_start: 0.5}", &c);
    chosen_release(&c);
    choose(&attention_kinds,
           "{kind: coda, beta: 0, learned: site, gate: centered, "
           "spread_at_start: 0.1}",
           &c);
    chosen_release(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_attention_s_mean_gate_is_what_was_asked_for),
        cmocka_unit_test(every_centered_gate_s_spread_is_what_was_asked_for),
        cmocka_unit_test(of_a_layer_the_first_attention_chooses),
        cmocka_unit_test(beta_is_trained_where_it_is_learned_alone),
        cmocka_unit_test(neither_threads_nor_stops_change_a_bit),
        cmocka_unit_test(what_no_beta_can_do_is_a_failed_trial),
        cmocka_unit_test(what_no_gate_can_be_is_refused),
        cmocka_unit_test(a_beta_of_0_is_not_trained),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
