/*
 * bench_train.c - examples and tokens a second of whole training steps:
 * forward, backward, the sums of gradients, Adam.
 *
 * The sizes are those of common PyTorch versions of the same models, and what
 * such versions lack (dropout on attention and inside the ReLU sublayer, label
 * smoothing) is off.  Examples are random numbers of random lengths.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "cmd/bench.h"
#include "cmd/command.h"
#include "cmd/launch.h"
#include "config/document.h"
#include "kernel/kernel.h"
#include "task/classes.h"
#include "train/train.h"

/* What is trained on what. */
struct subject {
    const char *name;
    const char *model; /* its section, with a place for the attention */
    enum shape shape;
    int vocabulary, classes;
    int batch, batches;
    int least[MAX_PARTS], most[MAX_PARTS]; /* tokens */
    bool usual; /* measured unless --model says otherwise */
};

static const struct subject subjects[] = {
    {"decatt",
     "model: {kind: decatt, hidden: 200, dropout: 0.2, embedding: 300, "
     "train_embedding: false, attention: %s}\n",
     SHAPE_PAIR,
     20000,
     2,
     32,
     16,
     {6, 5},
     {32, 20},
     true},
    {"tiny",
     "model: {kind: transformer, preset: tiny, attention_dropout: 0.0, "
     "relu_dropout: 0.0, attention: %s}\n",
     SHAPE_SOURCE_TARGET,
     8000,
     0,
     64,
     8,
     {8, 7}, /* its twin predicts all but the first of 8 to 40 */
     {40, 39},
     true},
    {"base",
     "model: {kind: transformer, preset: base, attention_dropout: 0.0, "
     "relu_dropout: 0.0, attention: %s}\n",
     SHAPE_SOURCE_TARGET,
     8000,
     0,
     64,
     8,
     {8, 7}, /* its twin predicts all but the first of 8 to 40 */
     {40, 39},
     false},
};
#define SUBJECTS ((int)(sizeof(subjects) / sizeof(subjects[0])))

/* The transformer divides by the root of a head's width, Parikh's model does
 * not. */
static const struct {
    const char *name, *text[2]; /* by shape: pair, source and target */
} attentions[] = {
    {"softmax", {"{kind: softmax}", "{kind: softmax}"}},
    {"coda",
     {"{kind: coda, gate: scaled}", "{kind: coda, gate: scaled, scale: true}"}},
};
#define ATTENTIONS ((int)(sizeof(attentions) / sizeof(attentions[0])))

struct options {
    struct bench bench;
    const char *model, *attention; /* NULL: the usual ones */
    long threads;                  /* 0: 1, 2, 4 ... */
    long grains;                   /* 0: as in training */
    double seconds;                /* of each repeat, at least */
};

/* --- the command line ---------------------------------------------------- */

static const struct argp_option argp_options[] = {
    {"model", 'm', "NAME", 0,
     "decatt, tiny or base; decatt and tiny unless given", 0},
    {"attention", 'a', "NAME", 0, "softmax or coda; both unless given", 0},
    {"threads", 't', "N", 0, "Threads; 1, 2, 4 ... unless given", 0},
    {"grains", 'g', "N", 0,
     "Grains of a batch, a power of two; as in training unless given", 0},
    {"seconds", 's', "S", 0, "Least time of a repeat; 1", 0},
    {0},
};

static long whole(struct argp_state *state, const char *name, const char *arg,
                  long most)
{
    char *end;
    const long x = strtol(arg, &end, 10);

    if (end == arg || *end || x < 1 || x > most)
        argp_error(state, "found --%s=%s, expected 1 to %ld", name, arg, most);
    return x;
}

static bool subject_known(const char *name)
{
    for (int i = 0; i < SUBJECTS; i++)
        if (!strcmp(name, subjects[i].name))
            return true;
    return false;
}

static bool attention_known(const char *name)
{
    for (int i = 0; i < ATTENTIONS; i++)
        if (!strcmp(name, attentions[i].name))
            return true;
    return false;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;
    char *end;

    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &o->bench;
        return 0;
    case 'm':
        if (!subject_known(o->model = arg))
            argp_error(state, "found --model=%s, expected decatt, tiny or base",
                       arg);
        return 0;
    case 'a':
        if (!attention_known(o->attention = arg))
            argp_error(state, "found --attention=%s, expected softmax or coda",
                       arg);
        return 0;
    case 't':
        o->threads = whole(state, "threads", arg, 4096);
        return 0;
    case 'g':
        o->grains = whole(state, "grains", arg, 1 << TREE_MAX_LEVEL);
        if (!tree_grains_ok((int)o->grains))
            argp_error(state, "found --grains=%s, expected a power of two",
                       arg);
        return 0;
    case 's':
        o->seconds = strtod(arg, &end);
        if (end == arg || *end || !(o->seconds > 0))
            argp_error(state, "found --seconds=%s, expected more than 0", arg);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* --- what is trained --------------------------------------------------- */

/* Returns the mean number of tokens of an example. */
static double fill(struct examples *x, const struct subject *s)
{
    const struct random_key key = random_key(1, "bench");
    int32_t token[MAX_PARTS][64], label;
    double tokens = 0;

    examples_init(x, s->shape, s->classes ? classes_columns : NULL);
    for (int i = 0; i < s->batch * s->batches; i++) {
        const struct address at = {.example = (uint32_t)i};
        struct example e = {.column = {{&label, 1}}};
        for (int p = 0; p < 2; p++) {
            const uint32_t spread = (uint32_t)(s->most[p] - s->least[p] + 1);
            const uint32_t from = 100u * (uint32_t)(p + 1);
            const int len =
                s->least[p] + (int)random_below(key, at, (uint32_t)p, spread);
            for (int k = 0; k < len; k++)
                token[p][k] =
                    TOKEN_FIRST +
                    (int)random_below(key, at, from + (uint32_t)k,
                                      (uint32_t)(s->vocabulary - TOKEN_FIRST));
            e.part[p] = (struct values){token[p], len};
            tokens += len;
        }
        if (s->shape == SHAPE_SOURCE_TARGET)
            token[1][e.part[1].n - 1] = TOKEN_END;
        label = (int32_t)random_below(key, at, 9, 2);
        examples_add(x, &e);
    }
    return tokens / x->n;
}

static struct model *make_model(const struct subject *s,
                                const struct words *words,
                                const char *attention, struct chosen *kind,
                                struct error *e)
{
    const struct model_spec spec = {
        .shape = s->shape,
        .head = s->classes ? &head_class : &head_decode,
        .task = "bench",
        .words = {words, words},
        .classes = s->classes,
        .longest_target = s->most[1],
    };
    char *text = memory_format(s->model, attention);
    struct document *d = document_parse(text, "bench", e);
    struct model *m = NULL;

    if (d && !document_bind_kind(d, "model", &model_kinds, kind, e))
        m = model_new(kind, &spec, e);
    document_free(d);
    free(text);
    return m;
}

/* --- measuring ---------------------------------------------------------- */

static double steps_a_second(struct stepper *s, double seconds)
{
    const double from = clock_now();
    double took;
    int steps = 0;

    do {
        stepper_step(s);
        steps++;
        took = clock_now() - from;
    } while (took < seconds);
    return steps / took;
}

static void measure(const struct options *o, const struct subject *s,
                    const char *attention, const struct model *m, int threads)
{
    const int n = (int)o->bench.repeats;
    double *repeats = memory_new((size_t)n * sizeof(*repeats));
    struct train_config c = {0};
    struct examples x;
    char configuration[128];

    fields_preset(train_fields, &c);
    c.batch = s->batch;
    c.grains = o->grains;
    c.products = (int)o->bench.products;
    c.learning_rate = 3e-4;
    const double tokens = fill(&x, s);
    struct stepper *stepper = stepper_new(m, &c, &x, threads);
    for (int i = 0; i < 3; i++)
        stepper_step(stepper);
    for (int i = 0; i < n; i++)
        repeats[i] = s->batch * steps_a_second(stepper, o->seconds);
    snprintf(configuration, sizeof(configuration),
             "model=%s attention=%s threads=%d grains=%ld", s->name, attention,
             threads, train_grains(&c));
    bench_report(&o->bench, "train.examples", "1/s", configuration, n, repeats);
    for (int i = 0; i < n; i++)
        repeats[i] *= tokens;
    bench_report(&o->bench, "train.tokens", "1/s", configuration, n, repeats);
    stepper_free(stepper);
    fields_release(train_fields, &c);
    examples_release(&x);
    free(repeats);
}

static int measure_threads(const struct options *o, const struct subject *s,
                           int attention, struct error *e)
{
    const int cores = comm_cores();
    struct chosen kind = {0};
    const struct words words = {.n = s->vocabulary};
    struct model *m = make_model(
        s, &words, attentions[attention].text[s->shape == SHAPE_SOURCE_TARGET],
        &kind, e);

    if (m && o->threads > 0)
        measure(o, s, attentions[attention].name, m, (int)o->threads);
    for (int t = 1; m && o->threads == 0 && t <= cores; t *= 2)
        measure(o, s, attentions[attention].name, m, t);
    const int failed = !m;
    model_free(m);
    chosen_release(&kind);
    return failed ? -1 : 0;
}

int bench_train(int argc, char **argv)
{
    const struct argp_child children[] = {{&bench_argp, 0, NULL, 0}, {0}};
    const struct argp argp = {
        .options = argp_options,
        .parser = parse,
        .children = children,
        .doc = "Time training steps of decomposable attention (batches of 32 "
               "pairs) and of the transformer (64 pairs), by softmax and by "
               "CoDA, on random examples.",
    };
    struct options o = {.seconds = 1.0};
    struct error e;

    launch_parse(&argp, argc, argv, &o);
    if (!launch_first())
        return EXIT_DONE;
    if (kernel_start(&e))
        goto fail;
    for (int i = 0; i < SUBJECTS; i++) {
        const struct subject *s = &subjects[i];
        if (o.model ? strcmp(o.model, s->name) != 0 : !s->usual)
            continue;
        for (int a = 0; a < ATTENTIONS; a++)
            if ((!o.attention || !strcmp(o.attention, attentions[a].name)) &&
                measure_threads(&o, s, a, &e))
                goto fail;
    }
    return EXIT_DONE;
fail:
    fprintf(stderr, "codarun: bench train: %s\n", e.text);
    return EXIT_ERROR;
}
