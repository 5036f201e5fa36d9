#include "engine/train/train.h"

#include "engine/data/tree.h"
#include "engine/kernel/kernel.h"
#include "engine/train/average.h"

static const char *const schedule_names[] = {
    "constant", "warmup", "halve", "warmup_log", "halve_epochs", NULL};
static const char *const inspect_names[] = {"nothing", "summary", "histograms",
                                            NULL};
const char *const keep_names[] = {"none", "best", "last", "all", NULL};

#define MANY 1e12

const struct field train_fields[] = {
    FIELD_INT(struct train_config, epochs, 0, 0, 1e6,
              "passes over the training examples; 0: by steps alone"),
    FIELD_INT(struct train_config, steps, 0, 0, 4e9,
              "steps at most; 0: by epochs alone"),
    FIELD_INT(struct train_config, batch, 0, 0, 1e9,
              "examples a step; 0: by batch_tokens"),
    FIELD_INT(struct train_config, batch_tokens, 0, 0, 1e9,
              "tokens of the longer part a step; 0: by batch"),
    FIELD_BOOL(struct train_config, batch_by_length, false,
               "examples of a step are about as long as each other: their "
               "longer parts, in Tensor2Tensor's buckets"),
    FIELD_INT(struct train_config, grains, 0, 0, 1 << TREE_MAX_LEVEL,
              "pieces a batch is cut into, a power of two: the most ranks; 0: "
              "as many as 16 examples of batch, or 512 of batch_tokens, go "
              "into it, rounded down to a power of two"),
    FIELD_RATE(struct train_config, learning_rate, 1e-3, 0, 1e3,
               "of the schedule"),
    FIELD_CHOICE(
        struct train_config, schedule, SCHEDULE_CONSTANT, schedule_names,
        "warmup: learning_rate width^-0.5 min(step warmup^-1.5, "
        "step^-0.5); halve: after every halve_after evaluations on valid in a "
        "row without a better one; warmup_log: learning_rate min(1, ln step / "
        "ln warmup); halve_epochs: with each epoch behind the first "
        "whole_epochs"),
    FIELD_INT(struct train_config, warmup, 8000, 1, MANY,
              "steps until the rate of schedule warmup falls, and that of "
              "warmup_log stays (QANet: BangLiu 1000, localminimum 999); "
              "others do not read it"),
    FIELD_INT(struct train_config, width, 512, 1, MANY,
              "the model's width in schedule warmup, to be given where the "
              "model's is not 512; others do not read it"),
    FIELD_INT(struct train_config, whole_epochs, 2, 1, MANY,
              "epochs before the first halving of schedule halve_epochs (GA "
              "Reader: 2, its authors' code 3); others do not read it"),
    FIELD_INT(struct train_config, halve_after, 1, 1, MANY,
              "evaluations of schedule halve without a better one before the "
              "rate is halved, and between two halvings (DecaProp: 3, of one "
              "an epoch); others do not read it"),
    FIELD_KIND(struct train_config, optimizer, &optimizer_kinds, "adam",
               "how gradients become updates"),
    FIELD_RATE(struct train_config, clip_norm, 0, 0, 1e9,
               "largest norm of a gradient; 0: no clipping"),
    FIELD_RATE(struct train_config, clip_element, 0, 0, 1e9,
               "largest element of a gradient, either way; 0: no clipping"),
    FIELD_RATE(struct train_config, l2, 0, 0, 1,
               "times each parameter, added to its gradient once clipped"),
    FIELD_BOOL(struct train_config, l2_in_loss, false,
               "l2 is part of the loss: added before clip_norm looks at the "
               "gradient"),
    FIELD_BOOL(struct train_config, lazy_rows, false,
               "rows that no example of a step looks up, of tables that are "
               "only looked up (not a decoder's), stay as they are, and so do "
               "their moments: faster with many words"),
    FIELD_KIND(struct train_config, average, &average_kinds, "none",
               "which parameters are evaluated and kept as the best"),
    FIELD_RATE(struct train_config, label_smoothing, 0, 0, 0.99,
               "share of a target spread over the other classes"),
    FIELD_INT(struct train_config, evaluate_every, 0, 0, MANY,
              "steps between evaluations; 0: after each epoch"),
    FIELD_INT(struct train_config, evaluate_examples, 0, 0, MANY,
              "training examples between them, in place of steps; 0: by "
              "evaluate_every"),
    FIELD_INT(struct train_config, patience, 0, 0, MANY,
              "evaluations without a better one before the end; 0: no end"),
    FIELD_CHOICE(
        struct train_config, inspect, INSPECT_NOTHING, inspect_names,
        "at each evaluation a look into the attentions, over the first "
        "batch of valid: mean, spread and share of negative values of "
        "f_e(E), the gate and M in the history; histograms: these, "
        "too; changes no other number"),
    FIELD_CHOICE(struct train_config, products, PRODUCTS_OWN, products_names,
                 "who makes matrix products; openblas: with its own bits"),
    FIELD_INT(struct train_config, seed, 1, 0, 9e15,
              "of everything random in training"),
    FIELD_END,
};

/* Examples of a batch for each grain, or tokens of its longer part. */
#define GRAIN_EXAMPLES 16
#define GRAIN_TOKENS 512

/*
 * Summing one grain's gradient takes as long as some tens of tokens' pass
 * through the model, of whatever size: both touch all weights once.  So grains
 * have hundreds of tokens.  More grains allow more ranks and bring nothing
 * else, since threads without grains help.
 */
long train_grains(const struct train_config *c)
{
    const long most = c->batch > 0 ? c->batch / GRAIN_EXAMPLES
                                   : c->batch_tokens / GRAIN_TOKENS;
    long n = 1;

    if (c->grains > 0)
        return c->grains;
    while (2 * n <= most && n < 1 << TREE_MAX_LEVEL)
        n *= 2;
    return n;
}

int train_check(const struct train_config *c, struct error *e)
{
    if (c->epochs == 0 && c->steps == 0)
        return error_set(e, "train: neither epochs nor steps is given, "
                            "expected at least one of them");
    if (c->batch == 0 && c->batch_tokens == 0)
        return error_set(e, "train: neither batch nor batch_tokens is given, "
                            "expected one of them");
    if (c->batch > 0 && c->batch_tokens > 0)
        return error_set(e, "train: both batch and batch_tokens are given, "
                            "expected one of them");
    if (c->evaluate_every > 0 && c->evaluate_examples > 0)
        return error_set(e, "train: both evaluate_every and "
                            "evaluate_examples are given, expected one of "
                            "them");
    if (c->grains > 0 && !tree_grains_ok((int)c->grains))
        return error_set(e,
                         "train.grains: found %ld, expected a power of two "
                         "up to %d",
                         c->grains, 1 << TREE_MAX_LEVEL);
    if (c->clip_norm > 0 && c->clip_element > 0)
        return error_set(e, "train: both clip_norm and clip_element are "
                            "given, expected one of them at most");
    if (c->l2_in_loss && c->clip_element > 0)
        return error_set(e, "train.l2_in_loss: found true with clip_element, "
                            "expected false: elements are clipped without l2");
    return 0;
}

int train_check_fresh(const struct train_config *c, struct error *e)
{
    return average_check(&c->average, c->steps, e);
}

double train_evaluates(const struct train_config *c)
{
    if (c->evaluate_examples)
        return 0;
    if (c->evaluate_every)
        return c->epochs ? 0 : (double)c->evaluate_every / (double)c->steps;
    return c->steps ? 0 : 1 / (double)c->epochs;
}

struct loader_key train_loader_key(const struct train_config *c,
                                   const struct examples *x)
{
    return loader_key(x, (uint64_t)c->seed,
                      (struct batching){.batch = c->batch,
                                        .batch_tokens = c->batch_tokens,
                                        .by_length = c->batch_by_length});
}

struct cutting train_cutting(const struct model *m, long grains)
{
    return (struct cutting){
        .grains = (int)grains, .cost = m->kind->cost, .of = m};
}

int train_check_task(const struct train_config *c, const struct task *t,
                     struct error *e)
{
    const struct examples *x = &t->split[SPLIT_TRAIN];

    if (x->n == 0)
        return error_set(e, "no training examples");
    if (c->schedule == SCHEDULE_HALVE && !t->split[SPLIT_VALID].n)
        return error_set(e, "train.schedule: found halve without examples of "
                            "valid, expected another or a task with some");
    if (c->batch_by_length && x->made)
        return error_set(e, "train.batch_by_length: found true, expected false "
                            "where examples are made as they come");
    return 0;
}
