/*
 * text2code_load.c - makes examples of problems that are generated or read from
 * files.
 */
#include "tasks/programs/text2code.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "tasks/programs/problem_made.h"
#include "text/files/lines.h"
#include "text/language/tokens.h"
#include "text/language/vocabulary.h"

/* --- one problem ---------------------------------------------------------- */

struct text2code_loading {
    struct task *task;
    enum split split;
    struct vocabulary words[TEXT2CODE_PARTS];
    struct problem problem;
    struct str line;
    int tested; /* problems of valid or test that have tests */
    int solved; /* those of them whose own program is right */
};

/* Return words as numbers, with TOKEN_END. */
static struct values number(struct text2code_loading *l, int part,
                            const struct text_list *words)
{
    int32_t *token = memory_new(((size_t)words->n + 1) * sizeof(*token));
    struct vocabulary *v = &l->words[part];

    for (int i = 0; i < words->n; i++) {
        const char *word = words->text[i];

        token[i] = l->split == SPLIT_TRAIN
                       ? vocabulary_add(v, word, strlen(word))
                       : vocabulary_find(v, word, strlen(word));
        if (token[i] < 0)
            token[i] = TOKEN_UNKNOWN;
    }
    token[words->n] = TOKEN_END;
    return (struct values){token, words->n + 1};
}

/* Keep a problem, by which valid and test are scored. */
static void keep_problem(struct text2code_loading *l)
{
    const struct lisp_limits limits = text2code_limits(l->task->conf);
    struct text2code_own *own = l->task->own;
    struct problem *p = &l->problem;

    l->tested += p->tests > 0;
    str_clear(&l->line);
    problem_write(p, &l->line);
    column_add(&own->problem[l->split],
               (struct values){l->line.s, (int)l->line.len});
    l->solved +=
        problem_try(p, p->token.text, p->token.n, &limits) == VERDICT_RIGHT;
}

static void add_example(struct text2code_loading *l)
{
    struct example x = {0};

    x.part[TEXT2CODE_TEXT] = number(l, TEXT2CODE_TEXT, &l->problem.word);
    x.part[TEXT2CODE_PROGRAM] = number(l, TEXT2CODE_PROGRAM, &l->problem.token);
    examples_add(&l->task->split[l->split], &x);
    for (int p = 0; p < TEXT2CODE_PARTS; p++)
        free((void *)x.part[p].at);
}

static void add_problem(struct text2code_loading *l)
{
    add_example(l);
    if (l->split != SPLIT_TRAIN)
        keep_problem(l);
}

/* Write the notes on a split that is complete. */
static void settle_split(struct text2code_loading *l, const char *what)
{
    struct str *notes = &l->task->notes;

    str_addf(notes, "%s: %d %s", split_names[l->split],
             l->task->split[l->split].n, what);
    if (l->split != SPLIT_TRAIN && l->tested < l->task->split[l->split].n)
        str_addf(notes, ", %d with tests", l->tested);
    if (l->split != SPLIT_TRAIN)
        str_addf(notes, "; of %d the program passes the tests", l->solved);
    str_adds(notes, "\n");
    if (l->split != SPLIT_TRAIN && !l->tested)
        l->task->uncounted[l->split] = TEXT2CODE_RUN;
    l->solved = l->tested = 0;
}

/* --- generated problems --------------------------------------------------- */

/* The problem of the shuffled order with which a split begins.  Test comes
 * first, then valid, then train, so that more training examples do not change
 * the others. */
static uint64_t first_of(const struct text2code *c, enum split split)
{
    return (uint64_t)(split == SPLIT_TEST ? 0
                      : split == SPLIT_VALID
                          ? c->test_examples
                          : c->test_examples + c->valid_examples);
}

static int count_of(const struct text2code *c, enum split split)
{
    const long held = c->valid_examples + c->test_examples;

    return (int)(split == SPLIT_TEST    ? c->test_examples
                 : split == SPLIT_VALID ? c->valid_examples
                                        : c->examples - held);
}

void text2code_make(const struct text2code *c, enum split split, int i,
                    struct problem *p)
{
    problem_make(random_key((uint64_t)c->data_seed, "text2code"),
                 first_of(c, split) + (uint64_t)i, p);
}

static int generate(struct text2code_loading *l, struct error *e)
{
    const struct text2code *c = l->task->conf;

    if (c->valid_examples + c->test_examples >= c->examples)
        return error_set(e,
                         "task.examples: found %ld, expected more than valid "
                         "and test together, %ld",
                         c->examples, c->valid_examples + c->test_examples);
    for (l->split = 0; l->split < SPLITS; l->split++) {
        for (int i = 0; i < count_of(c, l->split); i++) {
            text2code_make(c, l->split, i, &l->problem);
            add_problem(l);
        }
        settle_split(l, "generated problems");
    }
    return 0;
}

/* --- files ---------------------------------------------------------------- */

static int read_lines(struct text2code_loading *l, struct lines *lines,
                      struct error *e)
{
    struct error inner = {0};
    char *line;
    size_t len;
    int more;

    while ((more = lines_next(lines, &line, &len, e)) > 0) {
        if (problem_read(&l->problem, line, len, &inner))
            return lines_error(lines, e, "%s", inner.text);
        add_problem(l);
    }
    return more;
}

static int end_split(struct text2code_loading *l, const char *name,
                     const struct lines *lines, struct error *e)
{
    if (task_end_file(l->task, name, lines_digest(lines), l->split, e))
        return -1;
    settle_split(l, "problems");
    return 0;
}

static int read_file(struct text2code_loading *l, const char *name,
                     const char *beside, struct error *e)
{
    struct lines *lines;
    char *path;
    int bad;

    if (task_find_file(l->split, name, beside, &path, e))
        return -1;
    if (!path)
        return 0;
    lines = lines_open(path, e);
    bad = !lines || read_lines(l, lines, e) || end_split(l, name, lines, e);
    lines_close(lines);
    free(path);
    return bad ? -1 : 0;
}

static int read_files(struct text2code_loading *l, const char *beside,
                      struct error *e)
{
    const struct text2code *c = l->task->conf;
    const char *const file[] = {c->train, c->valid, c->test};

    for (l->split = 0; l->split < SPLITS; l->split++)
        if (read_file(l, file[l->split], beside, e))
            return -1;
    return 0;
}

/* --- both ----------------------------------------------------------------- */

static void loading_release(struct text2code_loading *l)
{
    for (int p = 0; p < TEXT2CODE_PARTS; p++)
        vocabulary_release(&l->words[p]);
    problem_release(&l->problem);
    str_release(&l->line);
}

/* Move the vocabularies into the task. */
static void take_words(struct text2code_loading *l)
{
    for (int p = 0; p < TEXT2CODE_PARTS; p++) {
        struct words *w = l->task->words[p] = memory_zeroed(1, sizeof(*w));

        w->n = l->words[p].n;
        w->text = l->words[p].word;
        l->words[p].word = NULL;
        l->words[p].n = 0;
        str_addf(&l->task->notes, "%s vocabulary: %d words of train\n",
                 shapes[l->task->kind->shape].role[p], w->n - TOKEN_FIRST);
    }
}

static struct text2code_own *own_new(void)
{
    static const struct column_kind problem = {"problem", COLUMN_BYTE,
                                               COLUMN_RAGGED, OF_EXAMPLE};
    struct text2code_own *own = memory_zeroed(1, sizeof(*own));

    for (int s = 0; s < SPLITS; s++)
        column_init(&own->problem[s], &problem);
    return own;
}

int text2code_load(struct task *t, const char *beside, struct error *e)
{
    const struct text2code *c = t->conf;
    struct text2code_loading l = {.task = t};
    int bad;

    *(struct decoding *)t->settings = (struct decoding)DECODING(c, 0);
    t->own = own_new();
    for (int p = 0; p < TEXT2CODE_PARTS; p++)
        vocabulary_init(&l.words[p], token_names, TOKEN_FIRST);
    bad = *c->train || *c->valid || *c->test ? read_files(&l, beside, e)
                                             : generate(&l, e);
    take_words(&l);
    loading_release(&l);
    return bad;
}

/* --- descriptions that are in no split ------------------------------------ */

static const struct role roles[MAX_ROLES] = {
    {.name = "text", .member = "text"},
};

static int fresh_begin(struct fresh *f, const char *beside, struct error *e)
{
    const struct words *w = f->task.words[TEXT2CODE_TEXT];
    struct text2code_loading *l = f->way;

    (void)beside;
    (void)e;
    l->task = &f->task;
    l->split = SPLIT_TEST;
    for (int p = 0; p < TEXT2CODE_PARTS; p++)
        vocabulary_init(&l->words[p], token_names, TOKEN_FIRST);
    for (int i = TOKEN_FIRST; i < w->n; i++)
        vocabulary_add(&l->words[TEXT2CODE_TEXT], w->text[i],
                       strlen(w->text[i]));
    return 0;
}

/* Add a fresh description, words separated by white space, with an empty
 * program. */
static int fresh_text(struct fresh *f, const struct cell *cell, struct error *e)
{
    struct text2code_loading *l = f->way;
    struct token_list words = {0};

    (void)e;
    problem_clear(&l->problem);
    tokens_split(TOKENS_SPACES, cell->text, cell->len, &words);
    for (size_t i = 0; i < words.n; i++)
        text_list_add(&l->problem.word,
                      problem_keep(&l->problem, cell->text + words.span[i].at,
                                   words.span[i].len));
    tokens_release(&words);
    add_example(l);
    return 0;
}

static void fresh_end(struct fresh *f)
{
    loading_release(f->way);
}

const struct fresh_kind text2code_fresh = {
    .role = roles,
    .texts = 1,
    .size = sizeof(struct text2code_loading),
    .begin = fresh_begin,
    .add = fresh_text,
    .end = fresh_end,
};
