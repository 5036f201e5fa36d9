/* Experiments: the message for each error, and no crash. */
#include "tests/unit/sweep/experiment/experiment_fixture.h"

#include "base/numbers/random.h"

#define SWEEP(text) HEAD "sweep:\n" text

static const struct fault faults[] = {
    {"task: {}", "missing field 'name'; expected a name for the results "
                 "folder"},
    {"name: a b\n", "line 1, column 7: name: found 'a b', expected letters, "
                    "digits, '-', '_' and '.', 100 at most"},
    {"name: ../x\n", "line 1, column 7: name: found '../x', expected letters, "
                     "digits, '-', '_' and '.', 100 at most"},
    {HEAD "swep: {}\n", "line 5, column 1: unknown section 'swep'; did you "
                        "mean 'sweep'?"},
    {HEAD "run: {threds: 1}\n",
     "line 5, column 7: unknown field 'threds' in run; did you mean "
     "'threads'?"},
    {HEAD "run: {keep: bst}\n",
     "line 5, column 13: run.keep: found 'bst', expected one of none, best, "
     "last or all; did you mean 'best'?"},
    {"name: a\ntask: {kind: mlu}\nmodel: {kind: decatt}\ntrain: {epochs: 1, "
     "batch: 2}\n",
     "line 3, column 15: model 'decatt' does not read what task 'mlu' gives: "
     "source and target"},
    {"name: a\ntask: {kind: rnk}\n",
     "line 2, column 14: task.kind: found 'rnk', expected one of rank or mlu; "
     "did you mean 'rank'?"},
    {"name: a\ntask: {kind: rank}\n",
     "line 2, column 1: missing field 'train' in task (rank); expected "
     "training file"},
    {"name: a\ntask: {kind: rank, train: x}\nmodel: {kind: decatt}\ntrain: "
     "{epochs: 1, batch: 2, grains: 12}\n",
     "line 4, column 38: train.grains: found 12, expected a power of two up to "
     "65536"},
    {SWEEP("  parameters: {model.attention: [softmax, coda], "
           "model.attention.kind: [coda]}\n"),
     "line 6, column 50: sweep.parameters: found model.attention.kind, which "
     "is swept before it, expected it once"},
    {SWEEP("  parameters: {model.attention: [softmax, {kind: coda, beta: 3}], "
           "model.attention.kind: [coda, softmax]}\n"),
     "line 6, column 67: sweep.parameters: found model.attention.kind, which "
     "is swept before it, expected it once"},
    {SWEEP("  parameters: {model.attention.kind: [coda, softmax], "
           "model.attention: [softmax, {kind: coda, beta: 3}]}\n"),
     "line 6, column 55: sweep.parameters: found model.attention, which is "
     "swept before it, expected it once"},
    {SWEEP("  method: random\n  trials: 6\n  scheduler: pbt\n"
           "  parameters: {train.learning_rate: [0.1, 0.2], train.seed: [1, "
           "2]}\n"
           "  zip: [[train.learning_rate, train.seed]]\n"),
     "line 9, column 61: sweep.parameters: found train.seed hanging on "
     "train.learning_rate, which changes while a trial is trained, expected it "
     "by itself with scheduler: pbt"},
    {SWEEP("  method: random\n  trials: 6\n  scheduler: pbt\n"
           "  parameters: {train.l2: [0.1, 0.2], train.seed: {values: [1, 2], "
           "when: {train.l2: 0.1}}}\n"),
     "line 9, column 50: sweep.parameters: found train.seed hanging on "
     "train.l2, which changes while a trial is trained, expected it by itself "
     "with scheduler: pbt"},
    {SWEEP("  method: gird\n"),
     "line 6, column 11: sweep.method: found "
     "'gird', expected one of gp, grid, random, sobol or tpe; did you "
     "mean 'grid'?"},
    {SWEEP("  trials: 3\n"), "line 6, column 3: sweep.trials belongs to a "
                             "search that draws its trials; this one's "
                             "method is grid"},
    {SWEEP("  method: random\n"),
     "line 5, column 1: missing field 'trials' in sweep; expected how many to "
     "draw"},
    {SWEEP("  method: random\n  trials: 0\n"),
     "line 7, column 11: sweep.trials: found '0', expected 1 to 1000000"},
    {SWEEP("  goal: {maximize: map}\n"),
     "line 6, column 20: sweep.goal.maximize: found 'map', expected one of "
     "valid.map or valid.mrr"},
    {SWEEP("  goal: {maximise: valid.map}\n"),
     "line 6, column 10: unknown field 'maximise' in sweep.goal; did you mean "
     "'maximize'?"},
    {SWEEP("  goal: {maximize: valid.mpa}\n"),
     "line 6, column 20: sweep.goal.maximize: found 'valid.mpa', expected one "
     "of valid.map or valid.mrr; did you mean 'valid.map'?"},
    {SWEEP("  goal: {}\n"), "line 6, column 9: sweep.goal: expected either "
                            "maximize or minimize"},
    {SWEEP("  parameters: {hidden: [1]}\n"),
     "line 6, column 16: sweep.parameters: found 'hidden', expected a field "
     "of task, model or train such as model.hidden; did you mean "
     "'model.hidden'?"},
    {SWEEP("  parameters: {attention.kind: [softmax]}\n"),
     "line 6, column 16: sweep.parameters: found 'attention.kind', expected a "
     "field of task, model or train such as model.hidden; did you mean "
     "'model.attention.kind'?"},
    {SWEEP("  parameters: {seed: [1]}\n"),
     "line 6, column 16: sweep.parameters: found 'seed', expected a field of "
     "task, model or train such as model.hidden; did you mean 'train.seed'?"},
    {SWEEP("  parameters: {task.kind: [rank, mlu]}\n"),
     "line 6, column 16: sweep.parameters: task.kind cannot be swept, tasks "
     "have no goal in common"},
    {SWEEP("  parameters: {model.hidden: 3}\n"),
     "line 6, column 30: model.hidden: found '3', expected a list such as [1, "
     "2]"},
    {SWEEP("  parameters: {model.hidden: []}\n"),
     "line 6, column 30: sweep.parameters: model.hidden has no values"},
    {SWEEP("  parameters: {model.hidden: [1, 2, 1]}\n"),
     "line 6, column 37: sweep.parameters: model.hidden has the value 1 "
     "twice"},
    {SWEEP("  parameters: {model.hidden: {min: 1, max: 2}}\n"),
     "line 6, column 30: sweep.parameters: model.hidden has a range, which "
     "method: grid does not draw from; expected a list, or method: random"},
    {SWEEP("  parameters: {model.hiden: [1, 2]}\n"),
     "line 6, column 30: trial 0 (model.hiden=1): unknown field 'hiden' in "
     "model (decatt); did you mean 'hidden'?"},
    {SWEEP("  parameters: {model.hidden: [1, 0]}\n"),
     "line 6, column 34: trial 1 (model.hidden=0): model.hidden: found 0, "
     "expected 1 to 4096"},
    {SWEEP("  parameters: {train.seed: [1, 2], model.attention.gate: [plain], "
           "model.attention.kind: [coda, softmax]}\n"),
     "line 6, column 59: trial 1 (train.seed=1, model.attention.gate=plain, "
     "model.attention.kind=softmax): unknown field 'gate' in model.attention "
     "(softmax); it is a field of attention coda (sweep it with when: "
     "{model.attention.kind: ...})"},
    {SWEEP("  parameters: {model.attention.gate: [plain], "
           "model.attention.kind: [softmax, coad]}\n"),
     "line 6, column 79: model.attention.kind: found 'coad', expected one of "
     "softmax or coda; did you mean 'coda'?"},
    {SWEEP("  parameters: {model.attention: [softmax, coad, {kind: coda}]}\n"),
     "line 6, column 43: model.attention: found 'coad', expected one of "
     "softmax or coda; did you mean 'coda'?"},
    {SWEEP("  parameters: {model.attention: [softmax, {kind: coad}], "
           "model.attention.gate: [plain]}\n"),
     "line 6, column 50: model.attention: found 'coad', expected one of "
     "softmax or coda; did you mean 'coda'?"},
    {SWEEP("  variants: {a: {model.attention: {kind: coad, gate: plain}}}\n"),
     "line 6, column 42: model.attention.kind: found 'coad', expected one of "
     "softmax or coda; did you mean 'coda'?"},
    {SWEEP("  method: random\n  trials: 2\n  parameters:\n"
           "    model.dropout: {min: 0, max: 1.5}\n"),
     "line 9, column 20: a trial may have this: model.dropout: found 1.5, "
     "expected 0 to 0.9"},
    {SWEEP("  method: random\n  trials: 2\n  parameters:\n"
           "    model.dropout: {min: 0, max: 1, scale: log}\n"),
     "line 9, column 20: sweep.parameters: the range of model.dropout must "
     "have min < max, and 0 < min"},
    {SWEEP("  method: random\n  trials: 2\n  parameters:\n"
           "    model.dropout: {mni: 0, max: 1}\n"),
     "line 9, column 21: unknown field 'mni' in the range of model.dropout; "
     "did you mean 'min'?"},
    {HEAD "published: [{test.mpa: 1, source: x}]\n",
     "line 5, column 14: unknown field 'test.mpa' in published; expected "
     "where, source or a metric of task rank such as valid.map; did you mean "
     "'test.map'?"},
    {HEAD "published: [{test.map: 1}]\n",
     "line 5, column 13: published: missing field 'source'"},
    {HEAD "published: [{source: x}]\n",
     "line 5, column 13: published: missing a metric such as test.accuracy"},
    {HEAD "published: [{where: {model.hiden: 1}, test.map: 1, source: x}]\n",
     "line 5, column 35: unknown field 'hiden' in model (decatt); did you mean "
     "'hidden'?"},
    {HEAD "published: [{where: {nme: 1}, test.map: 1, source: x}]\n",
     "line 5, column 27: published: 'nme' names no single field of task, model "
     "or train"},
    {HEAD "published: {test.map: 1}\n",
     "line 5, column 12: published: expected a list, each entry after a '-'"},
};

static void each_fault_has_its_line(void **state)
{
    (void)state;
    each_fault(faults, sizeof(faults) / sizeof(faults[0]));
}

static void write_file(const char *text, size_t n)
{
    FILE *f = fopen(path, "w");

    assert_non_null(f);
    assert_int_equal(fwrite(text, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

/* Any bytes give an experiment or an error of one line, never a crash. */
static void damaged_experiments_are_refused_in_one_line(void **state)
{
    static const char good[] = RANDOM
        "    model.attention: [{kind: softmax}, {kind: coda, beta: 2}]\n"
        "  goal: {minimize: valid.mrr}\n"
        "run: {keep: best}\n"
        "published:\n"
        "  - {where: {model.attention.kind: coda}, test.map: 70.5, source: x}\n"
        "#!set train.seed=4\n";
    const struct random_key key = random_key(3, "damage");
    char bad[sizeof(good)];
    int read = 0;

    (void)state;
    for (uint32_t i = 0; i < 1000; i++) {
        const struct address at = {.example = i};
        uint32_t edits = random_below(key, at, 0, 4);
        struct experiment x;
        struct error e = {0};

        memcpy(bad, good, sizeof(good));
        for (uint32_t k = 0; k < edits; k++) {
            uint32_t where =
                random_below(key, at, 10 + 4 * k, sizeof(good) - 1);
            uint32_t what = random_word(key, at, 11 + 4 * k);

            if (what % 4 == 0) /* a piece of another place */
                memmove(bad + where, bad + what / 4 % (where + 1),
                        (sizeof(good) - where) / 2);
            else
                bad[where] = "\n\t {}[]:,'\"&*!|>-?#%019.ex"[what / 4 % 27];
        }
        write_file(bad, sizeof(bad) - 1);
        if (experiment_read(&x, path, NULL, 0, &e) == 0) {
            read++;
            experiment_release(&x);
        } else {
            assert_true(*e.text);
            assert_null(strchr(e.text, '\n'));
        }
    }
    assert_in_range(read, 200, 900);
}

static void a_wrong_set_is_named(void **state)
{
    static const char *const bad[][2] = {
        {"model.hidden", "--set model.hidden: expected FIELD=VALUE"},
        {"model.hiden=3", "--set model.hiden=3: unknown field 'hiden' in model "
                          "(decatt); did you mean 'hidden'?"},
        {"model.hidden=0", "--set model.hidden=0: model.hidden: found 0, "
                           "expected 1 to 4096"},
        {"model.hidden=", "--set model.hidden=: model.hidden: found nothing, "
                          "expected a whole number"},
        {"x=1", "--set x=1: unknown section 'x'; expected one of name, task, "
                "model, train, sweep, published or run"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        struct experiment x;
        struct error e;

        assert_int_equal(read_with(&x, HEAD, &bad[i][0], 1, &e), -1);
        assert_string_equal(e.text, bad[i][1]);
    }
}

static void a_set_inside_what_mappings_are_swept_of_is_refused(void **state)
{
    static const char *const set[] = {"model.attention.beta=2"};
    struct experiment x;
    struct error e;

    (void)state;
    assert_int_equal(
        read_with(&x,
                  HEAD "sweep: {parameters: {model.attention: [softmax, {kind: "
                       "coda, gate: plain}]}}\n",
                  set, 1, &e),
        -1);
    assert_string_equal(e.text,
                        "--set model.attention.beta=2: found a field of "
                        "model.attention, whose values in sweep.parameters are "
                        "mappings; expected it there");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_fault_has_its_line),
        cmocka_unit_test(damaged_experiments_are_refused_in_one_line),
        cmocka_unit_test(a_wrong_set_is_named),
        cmocka_unit_test(a_set_inside_what_mappings_are_swept_of_is_refused),
    };

    return cmocka_run_group_tests(tests, begin, end);
}
