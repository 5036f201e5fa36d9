/*
 * text2code.c - descriptions to programs in AlgoLisp's Lisp, word by word.  The
 * problems are generated, or read from files.
 *
 * A program is scored as a text (`accuracy`), and by its results: it is run on
 * the problem's tests (`execution`).  Each part ends with TOKEN_END, also the
 * source (as in Tensor2Tensor).
 */
#include "tasks/programs/text2code.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct field fields[] = {
    FIELD_INT(struct text2code, examples, 20000, 3, 1e6,
              "problems in all; train has what valid and test leave"),
    FIELD_INT(struct text2code, valid_examples, 500, 1, 1e6,
              "problems of valid"),
    FIELD_INT(struct text2code, test_examples, 1000, 0, 1e6,
              "problems of test"),
    FIELD_INT(struct text2code, data_seed, 1, 0, 1e15,
              "of the generated problems"),
    FIELD_TEXT(struct text2code, train, "",
               "read problems from files instead, JSON a line"),
    FIELD_TEXT(struct text2code, valid, "", "needed with train"),
    FIELD_TEXT(struct text2code, test, "", "may be left out"),
    FIELD_SHARE(struct text2code),
    FIELD_INT(struct text2code, max_steps, 1000000, 1, 1e12,
              "a program that takes more for a test is over the limit"),
    FIELDS_DECODING(struct text2code),
    FIELD_END,
};

/* --- what it holds -------------------------------------------------------- */

static void release(struct task *t)
{
    struct text2code_own *own = t->own;

    for (int s = 0; s < SPLITS; s++)
        column_release(&own->problem[s]);
    free(own);
}

static void image(struct task *t, struct image *m)
{
    struct text2code_own *own = t->own = image_room(m, t->own, sizeof(*own));

    for (int s = 0; s < SPLITS; s++)
        column_image(&own->problem[s], m);
}

/* --- scores --------------------------------------------------------------- */

static const struct metric metrics[] = {
    [ACCURACY] = {"accuracy", "programs that are the right one"},
    [EXECUTION] = {"execution", "programs that pass the problem's tests; this "
                                "and the rest: of problems that have some"},
    [UNPARSED] = {"unparsed", "what is no program"},
    [LIMIT] = {"limit", "programs that take too many steps, too much memory or "
                        "too large numbers"},
    [METRICS] = {0},
};
static const char *const low[] = {"unparsed", "limit", NULL};

/* Read problem i of valid or test again, from the line that was kept. */
static void get_problem(const struct task *t, enum split split, int i,
                        struct problem *p)
{
    const struct text2code_own *own = t->own;
    const struct values line = column_get(&own->problem[split], i);
    struct error e;
    const int bad = problem_read(p, line.at, (size_t)line.n, &e);

    assert(!bad);
    (void)bad;
}

/* An unknown word is never right. */
static bool is_right(const struct values *said, const struct values *right)
{
    const int32_t *token = right->at;
    const int n = right->n - 1; /* without END */

    for (int i = 0; i < n; i++)
        if (token[i] == TOKEN_UNKNOWN)
            return false;
    return said->n == n && !memcmp(said->at, token, (size_t)n * sizeof(*token));
}

static enum verdict try_answer(const struct task *t, const struct values *said,
                               struct problem *p, struct text_list *program)
{
    const struct lisp_limits limits = text2code_limits(t->conf);
    const int32_t *token = said->at;

    program->n = 0;
    for (int i = 0; i < said->n; i++)
        text_list_add(program, t->words[TEXT2CODE_PROGRAM]->text[token[i]]);
    return problem_try(p, program->text, program->n, &limits);
}

/* Programs are run only if there are tests.  As in AlgoLisp's own evaluation,
 * problems without tests do not count in the metrics that need runs. */
static void tally_run(const struct problem *p, enum verdict v, struct tally *to)
{
    const double of = p->tests > 0;

    to[EXECUTION] = (struct tally){v == VERDICT_RIGHT, of};
    to[UNPARSED] = (struct tally){of * (v == VERDICT_UNPARSED), of};
    to[LIMIT] = (struct tally){v == VERDICT_LIMIT, of};
}

static void tally(const struct task *t, enum split split,
                  const struct answer_sheet *a, struct units *u)
{
    struct problem p = {0};
    struct text_list program = {0};
    const float *score = a->column[DECODED_SCORE].floats;

    units_init(u, "problem", a->n, METRICS);
    for (int i = 0; i < a->n; i++) {
        const struct values said = column_get(&a->column[DECODED_TOKEN], i),
                            right = column_get(
                                &t->split[split].part[TEXT2CODE_PROGRAM], i);
        enum verdict v;

        get_problem(t, split, i, &p);
        v = try_answer(t, &said, &p, &program);
        *units_at(u, i, ACCURACY) = (struct tally){is_right(&said, &right), 1};
        tally_run(&p, v, units_at(u, i, 0));
        if (isnan(score[i]))
            units_spoil(u, i);
    }
    text_list_release(&program);
    problem_release(&p);
}

/* --- for people ----------------------------------------------------------- */

/* Append tokens separated by blanks, without END. */
static void add_tokens(const struct task *t, int part,
                       const struct values *tokens, struct str *out)
{
    const int32_t *token = tokens->at;
    const char *before = "";

    for (int i = 0; i < tokens->n; i++)
        if (token[i] != TOKEN_END) {
            str_addf(out, "%s%s", before, t->words[part]->text[token[i]]);
            before = " ";
        }
}

static void read_answer(const struct task *t, enum split split,
                        const struct answer_sheet *a, int i, struct str *out)
{
    const struct values said = column_get(&a->column[DECODED_TOKEN], i);

    (void)split;
    add_tokens(t, TEXT2CODE_PROGRAM, &said, out);
}

/* Write a program as in its file. */
static void line(const struct task *t, enum split split,
                 const struct answer_sheet *a, int i, struct str *out)
{
    if (a) {
        read_answer(t, split, a, i, out);
    } else {
        const struct values right =
            column_get(&t->split[split].part[TEXT2CODE_PROGRAM], i);

        add_tokens(t, TEXT2CODE_PROGRAM, &right, out);
    }
    str_adds(out, "\n");
}

static void show(const struct task *t, enum split split, int i, struct str *out)
{
    for (int p = 0; p < TEXT2CODE_PARTS; p++) {
        const struct values tokens = column_get(&t->split[split].part[p], i);

        str_adds(out, p == TEXT2CODE_TEXT ? "text: " : "program: ");
        add_tokens(t, p, &tokens, out);
        str_adds(out, "\n");
    }
}

static void write_problem(const struct task *t, enum split split, int i,
                          struct str *out)
{
    struct problem p = {0};

    text2code_make(t->conf, split, i, &p);
    problem_write(&p, out);
    problem_release(&p);
}

static int check(const void *conf, struct error *e)
{
    const struct text2code *c = conf;

    return decoding_check(&(struct decoding)DECODING(c, 0), e);
}

static const char *const apart[] = {"beam", "n_best", "length_penalty", NULL};

static const struct trait_kind traits[] = {
    {"text", NULL, "words of the description, with its end"},
    {"program", NULL, "tokens of the right program, with its end"},
    {0},
};

const struct task_kind task_text2code = {
    .is = {.name = "text2code",
           .summary = "descriptions to programs in AlgoLisp's small Lisp",
           .source = "Polosukhin and Skidanov 2018",
           .fields = fields,
           .size = sizeof(struct text2code),
           .check = check},
    .shape = SHAPE_SOURCE_TARGET,
    .head = &head_decode,
    .sample =
        "{\"text\": [\"the\", \"sum\", \"of\", \"a\"], \"short_tree\": "
        "[\"reduce\", \"a\", \"0\", \"+\"], \"args\": {\"a\": \"int[]\"}, "
        "\"return_type\": \"int\", \"tests\": [{\"input\": {\"a\": [1, 2]}, "
        "\"output\": 3}]}\n"
        "{\"text\": [\"twice\", \"b\"], \"short_tree\": [\"+\", \"b\", \"b\"], "
        "\"args\": {\"b\": \"int\"}, \"return_type\": \"int\", \"tests\": "
        "[{\"input\": {\"b\": 4}, \"output\": 8}]}\n",
    .metrics = metrics,
    .low = low,
    .apart = apart,
    .load = text2code_load,
    .release = release,
    .image = image,
    .tally = tally,
    .traits = traits,
    .describe = task_lengths,
    .read = read_answer,
    .line = line,
    .fresh = &text2code_fresh,
    .show = show,
    .ending = "jsonl",
    .write = write_problem,
};
