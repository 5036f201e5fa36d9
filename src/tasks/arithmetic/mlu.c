/*
 * mlu.c - mathematical language understanding: evaluate `x=2,y=-3,x*y`,
 * character by character.  The lines are generated, or read from files.
 *
 * If lines are generated, train may have all lines that exist.  If there are
 * many, each is made when a batch needs it, and none is stored.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/head/kinds/decode.h"
#include "tasks/arithmetic/arithmetic.h"
#include "tasks/arithmetic/mlu_lines.h"
#include "tasks/common/fresh.h"
#include "text/files/lines.h"

#define STORED (UINT64_C(1) << 20) /* stored lines of train, at most */

struct mlu {
    long low, high;
    struct texts operations;
    long examples, valid_examples, test_examples, data_seed;
    char *train, *valid, *test;
    double share;
    bool end;
    long beam, n_best;
    double length_penalty;
};

static const struct field fields[] = {
    FIELD_INT(struct mlu, low, -1000, -1e6, 1e6, "least value of x and y"),
    FIELD_INT(struct mlu, high, 1000, -1e6, 1e6, "values are below this"),
    FIELD_TEXTS(struct mlu, operations, "of + - *; none: all three"),
    FIELD_INT(struct mlu, examples, 100000, 3, 2e9,
              "lines in all; train has what valid and test leave, and is not "
              "stored if that is more than 2^20"),
    FIELD_INT(struct mlu, valid_examples, 2000, 1, 1e9, "lines of valid"),
    FIELD_INT(struct mlu, test_examples, 10000, 0, 1e9, "lines of test"),
    FIELD_INT(struct mlu, data_seed, 1, 0, 1e15, "of the generated lines"),
    FIELD_TEXT(struct mlu, train, "", "read lines from files instead"),
    FIELD_TEXT(struct mlu, valid, "", "needed with train"),
    FIELD_TEXT(struct mlu, test, "", "may be left out"),
    FIELD_SHARE(struct mlu),
    FIELD_BOOL(struct mlu, end, false,
               "<end> stands behind a question, too (Tensor2Tensor: "
               "AlgorithmicMathTwoVariables, a Text2TextProblem)"),
    FIELDS_DECODING(struct mlu),
    FIELD_END,
};

static int take_operations(const struct mlu *m, char out[4], struct error *e)
{
    strcpy(out, m->operations.n ? "" : "+-*");
    for (int i = 0; i < m->operations.n; i++) {
        const char *op = m->operations.text[i];

        if (strlen(op) != 1 || !strchr("+-*", *op))
            return error_set(e,
                             "task.operations: found '%s', expected +, - or "
                             "*",
                             op);
        if (strchr(out, *op))
            return error_set(e, "task.operations: found '%s' twice", op);
        out[i] = *op;
        out[i + 1] = 0;
    }
    return 0;
}

static struct arithmetic arithmetic_of(const struct mlu *m,
                                       const char *operations)
{
    return (struct arithmetic){
        .low = m->low,
        .high = m->high,
        .operations = operations,
        .key = random_key((uint64_t)m->data_seed, "mlu"),
    };
}

static void add_generated(struct examples *x, const struct arithmetic *a,
                          bool end, uint64_t i)
{
    char line[ARITHMETIC_LINE];
    int32_t id[ARITHMETIC_LINE];
    int colon;
    const int len = arithmetic_line(a, i, line, &colon);

    mlu_add_line(x, line, len, colon, end, id);
}

/* Lines of train follow the others in the shuffled order. */
static uint64_t lines_before(const struct mlu *m)
{
    return (uint64_t)m->test_examples + (uint64_t)m->valid_examples;
}

/* Make lines; load() has checked the fields. */
static void make(const void *conf, const int *which, int n, struct examples *to)
{
    const struct mlu *m = conf;
    char operations[4];
    struct error none;

    take_operations(m, operations, &none);
    const struct arithmetic a = arithmetic_of(m, operations);

    for (int i = 0; i < n; i++)
        add_generated(to, &a, m->end, lines_before(m) + (uint64_t)which[i]);
}

static void note_lines(struct task *t, enum split split, const char *how)
{
    str_addf(&t->notes, "%s: %d %s lines\n", split_names[split],
             t->split[split].n, how);
}

static void generate_split(struct task *t, enum split split,
                           const struct arithmetic *a, uint64_t first,
                           uint64_t end)
{
    const struct mlu *m = t->conf;

    for (uint64_t i = first; i < end; i++)
        add_generated(&t->split[split], a, m->end, i);
    note_lines(t, split, "generated");
}

static void have_train_made(struct task *t, const struct arithmetic *a, int n)
{
    struct examples *x = &t->split[SPLIT_TRAIN];
    const struct mlu *m = t->conf;

    x->made = true;
    x->n = n;
    arithmetic_longest(a, &x->most[0], &x->most[1]);
    x->most[0] += m->end;
    x->most[1]++; /* END */
    note_lines(t, SPLIT_TRAIN, "made");
}

static int check_numbers(const struct mlu *m, const struct arithmetic *a,
                         struct error *e)
{
    const uint64_t all = (uint64_t)m->examples;

    if (m->low >= m->high)
        return error_set(e, "task.high: found %ld, expected more than low, %ld",
                         m->high, m->low);
    if (all > arithmetic_lines(a))
        return error_set(e,
                         "task.examples: found %ld, expected at most %llu, as "
                         "many as there are different lines",
                         m->examples, (unsigned long long)arithmetic_lines(a));
    if (lines_before(m) >= all)
        return error_set(e,
                         "task.examples: found %ld, expected more than valid "
                         "and test together, %ld",
                         m->examples, m->valid_examples + m->test_examples);
    return 0;
}

/* Test comes first in the shuffled order, then valid, then train, so that more
 * training lines do not change the others. */
static int generate(struct task *t, struct error *e)
{
    const struct mlu *m = t->conf;
    const uint64_t test = (uint64_t)m->test_examples, before = lines_before(m);
    const uint64_t all = (uint64_t)m->examples;
    char operations[4];
    const struct arithmetic a = arithmetic_of(m, operations);

    if (take_operations(m, operations, e) || check_numbers(m, &a, e))
        return -1;
    if (all - before > STORED)
        have_train_made(t, &a, (int)(all - before));
    else
        generate_split(t, SPLIT_TRAIN, &a, before, all);
    generate_split(t, SPLIT_VALID, &a, test, before);
    generate_split(t, SPLIT_TEST, &a, 0, test);
    return 0;
}

static int read_line(struct task *t, enum split split, const struct lines *l,
                     const char *line, struct error *e)
{
    const struct mlu *m = t->conf;
    const char *colon = strchr(line, ':');
    struct error inner = {0};

    if (!colon || colon == line || !colon[1])
        return lines_error(l, e, "found '%.100s', expected QUESTION:ANSWER",
                           line);
    if (mlu_take_line(&t->split[split], line, (size_t)(colon - line), m->end,
                      &inner))
        return lines_error(l, e, "%s", inner.text);
    return 0;
}

static int read_lines(struct task *t, enum split split, const char *name,
                      struct lines *l, struct error *e)
{
    char *line;
    size_t len;
    int more;

    while ((more = lines_next(l, &line, &len, e)) > 0)
        if (read_line(t, split, l, line, e))
            return -1;
    if (more < 0)
        return -1;
    if (task_end_file(t, name, lines_digest(l), split, e))
        return -1;
    str_addf(&t->notes, "%s: %d lines\n", split_names[split],
             t->split[split].n);
    return 0;
}

static int read_file(struct task *t, enum split split, const char *name,
                     const char *beside, struct error *e)
{
    struct lines *l;
    char *path;
    int bad;

    if (task_find_file(split, name, beside, &path, e))
        return -1;
    if (!path)
        return 0;
    l = lines_open(path, e);
    bad = l ? read_lines(t, split, name, l, e) : -1;
    lines_close(l);
    free(path);
    return bad;
}

static int load(struct task *t, const char *beside, struct error *e)
{
    const struct mlu *m = t->conf;
    const char *const file[] = {m->train, m->valid, m->test};
    bool files = *m->train || *m->valid || *m->test;

    *(struct decoding *)t->settings = (struct decoding)DECODING(m, 0);
    mlu_take_vocabulary(t);
    if (!files && generate(t, e))
        return -1;
    for (enum split s = 0; files && s < SPLITS; s++)
        if (read_file(t, s, file[s], beside, e))
            return -1;
    return 0;
}

static int check(const void *conf, struct error *e)
{
    const struct mlu *c = conf;

    return decoding_check(&(struct decoding)DECODING(c, 0), e);
}

static const char *const apart[] = {"beam", "n_best", "length_penalty", "end",
                                    NULL};

static const struct metric metrics[] = {
    {"accuracy", "lines whose whole answer is right"},
    {0},
};

static void tally(const struct task *t, enum split split,
                  const struct answer_sheet *a, struct units *u)
{
    const struct examples *x = &t->split[split];
    const float *score = a->column[DECODED_SCORE].floats;

    units_init(u, "example", x->n, 1);
    for (int i = 0; i < x->n; i++) {
        const struct values said = column_get(&a->column[DECODED_TOKEN], i);
        const int len = example_len(x, 1, i) - 1; /* without END */

        *units_at(u, i, 0) = (struct tally){
            .sum = said.n == len && !memcmp(said.at, example_tokens(x, 1, i),
                                            (size_t)len * sizeof(int32_t)),
            .of = 1,
        };
        if (isnan(score[i]))
            units_spoil(u, i);
    }
}

static const char *const operators[] = {"+", "-", "*", "other", NULL};

static const struct trait_kind traits[] = {
    {"operator", operators, "what stands before the last character"},
    {"answer", NULL, "characters of the right answer"},
    {0},
};

static void describe(const struct task *t, enum split split,
                     int32_t *const to[MAX_TRAITS])
{
    const struct examples *x = &t->split[split];
    const struct mlu *m = t->conf;

    for (int i = 0; i < x->n; i++) {
        const int n = example_len(x, 0, i) - m->end;
        const int32_t token = n > 1 ? example_tokens(x, 0, i)[n - 2] : 0;
        int32_t op = 0;

        while (operators[op + 1] && token != mlu_number(*operators[op]))
            op++;
        to[0][i] = op;
        to[1][i] = example_len(x, 1, i) - 1; /* without END */
    }
}

static void show(const struct task *t, enum split split, int i, struct str *out)
{
    struct examples one;

    examples_like(&one, &t->split[split]);
    examples_copy(&t->split[split], &i, 1, &one);
    for (int p = 0; p < 2; p++) {
        mlu_read(column_get(&one.part[p], 0), out);
        str_adds(out, p ? "\n" : ":");
    }
    examples_release(&one);
}

/* Write the digits of an answer. */
static void line(const struct task *t, enum split split,
                 const struct answer_sheet *a, int i, struct str *out)
{
    struct examples one;

    if (a) {
        mlu_read(column_get(&a->column[DECODED_TOKEN], i), out);
    } else {
        examples_like(&one, &t->split[split]);
        examples_copy(&t->split[split], &i, 1, &one);
        mlu_read(column_get(&one.part[1], 0), out);
        examples_release(&one);
    }
    str_adds(out, "\n");
}

/* --- questions that are in no split --------------------------------------- */

static const struct role roles[MAX_ROLES] = {
    {.name = "question", .member = "question"},
};

static int fresh_question(struct fresh *f, const struct cell *cell,
                          struct error *e)
{
    const struct mlu *m = f->task.conf;
    char *line = memory_format("%s:", cell->text);
    const int bad =
        mlu_take_line(&f->task.split[SPLIT_TEST], line, cell->len, m->end, e);

    free(line);
    return bad;
}

static void read_answer(const struct task *t, enum split split,
                        const struct answer_sheet *a, int i, struct str *out)
{
    (void)t;
    (void)split;
    mlu_read(column_get(&a->column[DECODED_TOKEN], i), out);
}

static const struct fresh_kind fresh = {
    .role = roles, .texts = 1, .add = fresh_question, .read = read_answer};

const struct task_kind task_mlu = {
    .is = {.name = "mlu",
           .summary = "evaluate x=2,y=-3,x*y character by character",
           .source = "Wangperawong 2018",
           .fields = fields,
           .size = sizeof(struct mlu),
           .check = check},
    .shape = SHAPE_SOURCE_TARGET,
    .head = &head_decode,
    .sample = "x=2,y=-3,x*y:-6\n"
              "x=7,y=1,y+x:8\n",
    .metrics = metrics,
    .apart = apart,
    .load = load,
    .make = make,
    .tally = tally,
    .traits = traits,
    .describe = describe,
    .line = line,
    .fresh = &fresh,
    .show = show,
};
