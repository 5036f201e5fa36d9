/*
 * Experiments: sections, the sweep's trials, published numbers, and the line
 * each fault is answered with.  Tasks and models are this test's own.
 */
#include "../test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/random.h"
#include "sweep/experiment.h"

static const char *const gates[] = {"plain", "scaled", "centered", NULL};

struct coda {
    double beta;
    int gate;
};
static const struct field coda_fields[] = {
    FIELD_REAL(struct coda, beta, 1.0, 0.0, 10, "scale of the distance"),
    FIELD_CHOICE(struct coda, gate, 0, gates, "shape of the gate"),
    FIELD_END,
};
static const struct field no_fields[] = {FIELD_END};
static const struct kind softmax = {.name = "softmax", .fields = no_fields};
static const struct kind coda = {
    .name = "coda", .fields = coda_fields, .size = sizeof(struct coda)};
static const struct kind *const attention_list[] = {&softmax, &coda, NULL};
static const struct kinds attentions = {"attention", attention_list};

struct decatt {
    long hidden;
    double dropout;
    struct chosen attention;
};
static const struct field decatt_fields[] = {
    FIELD_INT(struct decatt, hidden, 200, 1, 4096, "width"),
    FIELD_REAL(struct decatt, dropout, 0.2, 0, 0.9, "dropout"),
    FIELD_KIND(struct decatt, attention, &attentions, "softmax", "attention"),
    FIELD_END,
};
static const struct model_kind decatt = {.is = {.name = "decatt",
                                                .fields = decatt_fields,
                                                .size = sizeof(struct decatt)},
                                         .shapes = 1u << SHAPE_PAIR,
                                         .heads = 1u << HEAD_CLASS |
                                                  1u << HEAD_RANK};
static const struct kind *const model_list[] = {&decatt.is, NULL};
const struct kinds model_kinds = {"model", model_list};

struct rank {
    char *train;
};
static const struct field rank_fields[] = {
    FIELD_TEXT_REQUIRED(struct rank, train, "training file"),
    FIELD_END,
};
static const struct metric rank_metrics[] = {{"map", ""}, {"mrr", ""}, {0}};
static const struct task_kind rank = {
    .is = {.name = "rank", .fields = rank_fields, .size = sizeof(struct rank)},
    .shape = SHAPE_PAIR,
    .head = HEAD_RANK,
    .metrics = rank_metrics};
static const struct metric mlu_metrics[] = {{"accuracy", ""}, {0}};
static const struct task_kind mlu = {.is = {.name = "mlu", .fields = no_fields},
                                     .shape = SHAPE_SOURCE_TARGET,
                                     .head = HEAD_DECODE,
                                     .metrics = mlu_metrics};
static const struct kind *const task_list[] = {&rank.is, &mlu.is, NULL};
const struct kinds task_kinds = {"task", task_list};

#define HEAD                                    \
    "name: wikiqa\n"                            \
    "task: {kind: rank, train: a.txt}\n"        \
    "model: {kind: decatt, hidden: 100,"        \
    " attention: {kind: coda, gate: scaled}}\n" \
    "train: {epochs: 2, batch: 64}\n"

#define GRID                                           \
    HEAD "sweep:\n"                                    \
         "  goal: {maximize: valid.mrr}\n"             \
         "  parameters:\n"                             \
         "    model.attention.kind: [softmax, coda]\n" \
         "    train.seed: [1, 2, 3]\n"

static char path[64];

static int read_with(struct experiment *x, const char *text,
                     const char *const *set, int n, struct error *e)
{
    *e = (struct error){0};
    assert_int_equal(file_replace(path, text, strlen(text), e), 0);
    return experiment_read(x, path, set, n, e);
}

static void read_well(struct experiment *x, const char *text)
{
    struct error e;

    if (read_with(x, text, NULL, 0, &e))
        fail_msg("%s", e.text);
}

static int begin(void **state)
{
    (void)state;
    snprintf(path, sizeof(path), "test_experiment.%ld.yaml", (long)getpid());
    return 0;
}

static int end(void **state)
{
    (void)state;
    return unlink(path);
}

static void a_file_without_a_sweep_is_one_trial(void **state)
{
    struct experiment x;
    struct trial_config c;
    struct error e;

    (void)state;
    read_well(&x, HEAD);
    assert_string_equal(x.name, "wikiqa");
    assert_string_equal(x.beside, ".");
    assert_int_equal(experiment_trials(&x), 1);
    assert_true(x.maximize);
    assert_int_equal(x.goal, 0);
    assert_int_equal(x.run.ranks_per_trial, 1);
    assert_int_equal(x.run.keep, KEEP_BEST);
    assert_int_equal(experiment_trial(&x, 0, &c, &e), 0);
    assert_int_equal(c.train.epochs, 2);
    assert_string_equal(((struct rank *)c.task.conf)->train, "a.txt");
    trial_config_release(&c);
    experiment_release(&x);
}

static void the_first_parameter_of_a_grid_changes_slowest(void **state)
{
    static const char *const want[][2] = {
        {"model.attention.kind=softmax", "train.seed=1"},
        {"model.attention.kind=softmax", "train.seed=2"},
        {"model.attention.kind=softmax", "train.seed=3"},
        {"model.attention.kind=coda", "train.seed=1"},
        {"model.attention.kind=coda", "train.seed=2"},
        {"model.attention.kind=coda", "train.seed=3"},
    };
    struct experiment x;

    (void)state;
    read_well(&x, GRID);
    assert_int_equal(experiment_trials(&x), 6);
    assert_int_equal(x.goal, 1);
    for (int i = 0; i < 6; i++) {
        char *value[2];

        experiment_values(&x, i, value);
        for (int p = 0; p < 2; p++) {
            assert_string_equal(value[p], want[i][p]);
            free(value[p]);
        }
    }
    experiment_release(&x);
}

/* gate is written for coda; where the sweep says softmax it is left out. */
static void each_trial_has_the_fields_of_its_kind(void **state)
{
    struct experiment x;
    struct error e;

    (void)state;
    read_well(&x, GRID);
    for (int i = 0; i < 6; i++) {
        struct trial_config c;

        assert_int_equal(experiment_trial(&x, i, &c, &e), 0);
        assert_int_equal(c.train.seed, i % 3 + 1);
        if (i < 3)
            assert_null(strstr(c.text, "gate"));
        else
            assert_non_null(strstr(c.text, "model.attention.gate: scaled\n"));
        trial_config_release(&c);
    }
    experiment_release(&x);
}

static struct digest digest_of_trial(const char *text, long i)
{
    struct experiment x;
    struct trial_config c;
    struct error e;
    struct digest d;

    read_well(&x, text);
    assert_int_equal(experiment_trial(&x, i, &c, &e), 0);
    d = c.digest;
    trial_config_release(&c);
    experiment_release(&x);
    return d;
}

static void a_trial_is_known_by_what_changes_its_numbers(void **state)
{
    struct digest first = digest_of_trial(GRID, 4);

    (void)state;
    assert_true(digest_equal(
        first, digest_of_trial(GRID "run: {keep: all}\n"
                                    "published: [{test.map: 1, source: x}]\n",
                               4)));
    assert_false(digest_equal(first, digest_of_trial(GRID, 5)));
    assert_true(digest_equal(
        first, digest_of_trial("name: other\n"
                               "train: {seed: 2, batch: 64, epochs: 2}\n"
                               "model: {kind: decatt, hidden: 100, dropout: "
                               "2.0e-1, attention: {gate: scaled, kind: "
                               "coda}}\n"
                               "task: {kind: 'rank', train: a.txt}\n",
                               0)));
}

static void a_set_value_counts_as_written_and_is_kept(void **state)
{
    static const char *const set[] = {"model.attention.beta=2.50",
                                      "model.hidden=7", "train.seed=9"};
    struct experiment x, again;
    struct trial_config c;
    struct error e;

    (void)state;
    assert_int_equal(read_with(&x, GRID, set, 3, &e), 0);
    assert_int_equal(experiment_trials(&x), 2); /* the seed is fixed now */
    assert_int_equal(experiment_trial(&x, 1, &c, &e), 0);
    assert_non_null(strstr(c.text, "model.hidden: 7\n"));
    assert_non_null(strstr(c.text, "model.attention.beta: 2.5\n"));
    assert_non_null(strstr(c.text, "train.seed: 9\n"));

    read_well(&again, x.text);
    assert_string_equal(again.text, x.text);
    assert_true(digest_equal(c.digest, digest_of_trial(x.text, 1)));
    trial_config_release(&c);
    experiment_release(&again);
    experiment_release(&x);
}

#define RANDOM                                                           \
    HEAD "sweep:\n"                                                      \
         "  method: random\n"                                            \
         "  trials: 200\n"                                               \
         "  seed: 5\n"                                                   \
         "  parameters:\n"                                               \
         "    train.learning_rate: {min: 1e-4, max: 1e-2, scale: log}\n" \
         "    model.hidden: {min: 3, max: 5, whole: true}\n"

/* What the parameter was drawn as in each trial, one a line. */
static char *drawn(const char *text, const char *name)
{
    struct experiment x;
    struct str s = {0};

    read_well(&x, text);
    for (long i = 0; i < experiment_trials(&x); i++) {
        char **value = memory_zeroed((size_t)x.parameters, sizeof(*value));

        experiment_values(&x, i, value);
        for (int p = 0; p < x.parameters; p++) {
            if (strncmp(value[p], name, strlen(name)) == 0)
                str_addf(&s, "%s\n", value[p]);
            free(value[p]);
        }
        free(value);
    }
    experiment_release(&x);
    return str_take(&s);
}

static void another_parameter_changes_no_draw(void **state)
{
    char *rate = drawn(RANDOM, "train.learning_rate");
    char *hidden = drawn(RANDOM, "model.hidden");
    char *rate2 = drawn(RANDOM "    model.dropout: [0, 0.1, 0.2]\n",
                        "train.learning_rate");
    char *hidden2 =
        drawn(RANDOM "    model.dropout: [0, 0.1, 0.2]\n", "model.hidden");

    (void)state;
    assert_string_equal(rate, rate2);
    assert_string_equal(hidden, hidden2);
    free(rate);
    free(rate2);
    free(hidden);
    free(hidden2);
}

static void draws_fill_their_range_and_stay_in_it(void **state)
{
    struct experiment x;
    struct error e;
    int low = 0, of[6] = {0};

    (void)state;
    read_well(&x, RANDOM);
    for (long i = 0; i < 200; i++) {
        struct trial_config c;
        double rate;

        assert_int_equal(experiment_trial(&x, i, &c, &e), 0);
        rate = c.train.learning_rate;
        assert_true(rate >= 1e-4 && rate <= 1e-2);
        low += rate < 1e-3;
        of[((struct decatt *)c.model.conf)->hidden]++;
        trial_config_release(&c);
    }
    assert_in_range(low, 70, 130); /* half lie below the geometric mean */
    assert_int_equal(of[3] + of[4] + of[5], 200);
    assert_true(of[3] > 40 && of[4] > 40 && of[5] > 40);
    experiment_release(&x);
}

static void a_value_may_be_a_whole_mapping(void **state)
{
    struct experiment x;
    struct trial_config c;
    struct error e;

    (void)state;
    read_well(&x, HEAD "sweep: {parameters: {model.attention: [{kind: softmax},"
                       " {kind: coda, beta: 2, gate: plain}]}}\n");
    assert_int_equal(experiment_trials(&x), 2);
    assert_int_equal(experiment_trial(&x, 1, &c, &e), 0);
    assert_non_null(strstr(c.text, "model.attention.beta: 2\n"
                                   "model.attention.gate: plain\n"));
    trial_config_release(&c);
    experiment_release(&x);
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
        assert_int_equal(published_fits(&x.published[0], c.text), i < 3);
        assert_int_equal(published_fits(&x.published[1], c.text), i >= 3);
        assert_true(published_fits(&x.published[2], c.text));
        trial_config_release(&c);
    }
    experiment_release(&x);
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
    assert_non_null(strstr(s.s, "name: wikiqa\n"));
    assert_non_null(strstr(s.s, "\nmodel.attention.gate: scaled\n"));
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
            "train: {epochs: 3, batch: 64}\n"
            "sweep: {goal: {maximize: valid.mrr}, parameters: "
            "{model.attention.kind: [softmax, coda]}}\n",
            &b);
    assert_int_equal(experiment_difference(a.s, b.s, &s), 4);
    assert_string_equal(
        s.s, "train.epochs: was 2, is 3; model.attention.gate: was scaled, is "
             "plain; sweep.parameters.2: was train.seed [1, 2, 3], is not "
             "there; train.seed: was not there, is 1");
    str_release(&a);
    str_release(&b);
    str_release(&s);
}

#define SWEEP(text) HEAD "sweep:\n" text

static const struct {
    const char *text, *line; /* behind the file's name */
} faults[] = {
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
     "line 4, column 8: train.grains: found 12, expected a power of two up to "
     "65536"},
    {SWEEP("  method: gird\n"), "line 6, column 11: sweep.method: found "
                                "'gird', expected grid or random; did you "
                                "mean 'grid'?"},
    {SWEEP("  trials: 3\n"), "line 6, column 3: sweep.trials belongs to a "
                             "random search; this one's method is grid"},
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
     "of task, model or train such as model.hidden"},
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
     "only method: random can draw from; expected a list"},
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
     "(softmax); it is a field of attention coda"},
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
    for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
        struct experiment x;
        struct error e;

        assert_int_equal(read_with(&x, faults[i].text, NULL, 0, &e), -1);
        assert_memory_equal(e.text, path, strlen(path));
        assert_string_equal(e.text + strlen(path) + 2, faults[i].line);
    }
}

static void write_file(const char *text, size_t n)
{
    FILE *f = fopen(path, "w");

    assert_non_null(f);
    assert_int_equal(fwrite(text, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
}

/* Whatever the bytes: an experiment, or one line of error; never a crash. */
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

            if (what % 4 == 0) /* a piece from elsewhere */
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
        {"model.hidden", "--set model.hidden: expected NAME=VALUE"},
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_without_a_sweep_is_one_trial),
        cmocka_unit_test(the_first_parameter_of_a_grid_changes_slowest),
        cmocka_unit_test(each_trial_has_the_fields_of_its_kind),
        cmocka_unit_test(a_trial_is_known_by_what_changes_its_numbers),
        cmocka_unit_test(a_set_value_counts_as_written_and_is_kept),
        cmocka_unit_test(another_parameter_changes_no_draw),
        cmocka_unit_test(draws_fill_their_range_and_stay_in_it),
        cmocka_unit_test(a_value_may_be_a_whole_mapping),
        cmocka_unit_test(published_numbers_find_their_trials),
        cmocka_unit_test(the_text_tells_every_field_of_every_kind),
        cmocka_unit_test(a_changed_experiment_is_told_by_field),
        cmocka_unit_test(each_fault_has_its_line),
        cmocka_unit_test(damaged_experiments_are_refused_in_one_line),
        cmocka_unit_test(a_wrong_set_is_named),
    };

    return cmocka_run_group_tests(tests, begin, end);
}
