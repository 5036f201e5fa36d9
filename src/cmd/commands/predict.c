/*
 * predict.c - `codarun predict`: a trained model answers new texts.
 *
 * Texts are read and answered in batches; only one batch is in memory.  Each
 * thread encodes a portion of the batch and writes its answers.  The model
 * answers as in an evaluation, with all threads together.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/clock.h"
#include "base/core/log.h"
#include "base/core/memory.h"
#include "cmd/command.h"
#include "cmd/named_trial.h"
#include "cmd/option.h"
#include "cmd/output.h"
#include "cmd/predict_portion.h"
#include "engine/comm/comm.h"
#include "engine/train/predictor.h"
#include "text/files/unpack.h"

#define BATCH 4096       /* texts per thread */
#define LEAST_PORTION 32 /* the fewest that a thread encodes separately */
#define LONGEST 262144   /* bytes of a text: attention's cost is quadratic */

struct predict_arguments {
    const char *name, *file;
    long trial; /* -1 if not given */
    enum prediction_form form;
    int input; /* index in row_formats; -1 if not given */
    const char *roles;
    struct rows_layout layout;
    struct texts columns; /* owned */
    int threads;          /* 0 if not given */
    long batch;           /* 0 if not given */
    long longest;         /* most bytes of a text */
    bool quiet;
};

/* --- the command line ----------------------------------------------------- */

/* More threads than cores are useless, and each needs memory. */
static int check(void *asked, const struct parsed_line *l, struct error *e)
{
    const struct predict_arguments *a = asked;
    const int most = comm_cores() > 16 ? 4 * comm_cores() : 64;

    (void)l;
    return a->threads > most
               ? error_set(e, "--threads: found %d, expected %d at most here",
                           a->threads, most)
               : 0;
}

static const struct cli_option options[] = {
    WORD_TRIAL(struct predict_arguments, name),
    {CLI_WORD_OR_NONE(struct predict_arguments, file), .value = "TEXTS"},
    OPTION_TRIAL(struct predict_arguments, trial),
    {CLI_CHOICE(struct predict_arguments, form, prediction_form_names),
     .name = "format", .value = "FORMAT",
     .help = "Of answers: line, with tabs between, or json, an object a line; "
             "line unless given",
     .more = "An object has label and probabilities; score; text and "
             "log_probability; or text, start, end, probability and "
             "no_answer."},
    {CLI_CHOICE(struct predict_arguments, input, row_format_names),
     .name = "input", .value = "FORMAT",
     .help = "Of texts: tsv, csv, jsonl (an object a line) or json (an array "
             "of them); tsv unless given",
     .more = "Files may be packed as data files may be."},
    {CLI_TEXT(struct predict_arguments, roles), .name = "columns",
     .value = "ROLE,...",
     .help = "What stands where, as the field task.columns says it; the texts "
             "in their order unless given",
     .more = "_ stands for what is not read: question,answer,_ or "
             "question=NAME."},
    {CLI_FLAG(struct predict_arguments, layout.header), .name = "header",
     .help = "tsv, csv: the first row is a header",
     .more = "Without it a first row that has no more than the names of "
             "the trial's columns is answered like any other, with a "
             "warning."},
    {CLI_WHOLE(struct predict_arguments, threads, 1, INT32_MAX),
     .name = "threads", .value = "N", .help = "All cores unless given"},
    {CLI_WHOLE(struct predict_arguments, batch, 1, INT32_MAX), .name = "batch",
     .value = "N",
     .help = "Answer so many texts at a time; 1 answers each at once; 4096 for "
             "each thread unless given",
     .more = "No more texts are held in memory."},
    {CLI_WHOLE(struct predict_arguments, longest, 1, INT32_MAX),
     .name = "longest", .value = "N",
     .help = "Refuse a text of more bytes, which might take hours or all "
             "memory; 262144 unless given",
     .more = "The cost of attention grows with the square of the length."},
    {CLI_FLAG(struct predict_arguments, quiet), .name = "quiet", .letter = 'q',
     .help = "Do not say how long it took, nor which class a probability is "
             "of"},
    CLI_END,
};

/* --- answering ------------------------------------------------------------ */

struct session {
    const struct predict_arguments *asked;
    struct portion *portion; /* owned [portions], like the two below */
    int portions;
    struct predictor *predictor;
    struct rows *rows;
    long answers;
};

static void session_release(struct session *s)
{
    rows_close(s->rows);
    predictor_free(s->predictor);
    for (int i = 0; i < s->portions; i++)
        portion_release(&s->portion[i]);
    free(s->portion);
}

static const char *file_of(const struct predict_arguments *a)
{
    return a->file && strcmp(a->file, "-") != 0 ? a->file : UNPACK_STDIN;
}

/* Read a batch: returns 1, 0 at the end, or -1 on error, after the texts before
 * it. */
static int read_batch(struct session *s, struct error *e)
{
    const long all = s->asked->batch;
    int more = 1;

    for (int i = 0; i < s->portions; i++) {
        const long most = all * (i + 1) / s->portions - all * i / s->portions;

        if (more > 0)
            more = portion_read(&s->portion[i], s->rows, (int)most, e);
        else
            portion_clear(&s->portion[i]);
    }
    return more;
}

static void encode(void *of, int i)
{
    struct session *s = of;

    portion_encode(&s->portion[i], s->rows, s->asked->longest);
}

static void write_answers(void *of, int i)
{
    struct session *s = of;

    portion_write(&s->portion[i], s->asked->form);
}

/* Print answers.  If that fails, no error is set: main() reports it, once. */
static int print(struct session *s, const struct portion *p)
{
    if (output_write(&p->out))
        return -1;
    s->answers += portion_examples(p)->n;
    return 0;
}

static int answer_portion(struct session *s, struct portion *p, struct error *e)
{
    const struct examples *x = portion_examples(p);

    return x->n ? predictor_answer(s->predictor, x, &p->sheet, e) : 0;
}

/* Answer a batch up to a text that cannot be encoded. */
static int answer_batch(struct session *s, struct error *e)
{
    const struct error *bad = NULL;
    int n = 0;

    predictor_each(s->predictor, s->portions, encode, s);
    while (n < s->portions && !bad) {
        struct portion *p = &s->portion[n++];

        if (answer_portion(s, p, e))
            return -1;
        bad = *p->error.text ? &p->error : NULL;
    }
    predictor_each(s->predictor, n, write_answers, s);
    for (int i = 0; i < n; i++)
        if (print(s, &s->portion[i]))
            return -1;
    if (bad)
        *e = *bad;
    return bad ? -1 : 0;
}

/* For the first batch: warn of a header that is read as a text. */
static void warn_header(const struct session *s)
{
    const struct rows_layout *l = &s->asked->layout;

    const struct row_format *format = l->format ? l->format : row_formats[0];

    if (row_format_has_cells(format) && !l->header &&
        portion_is_headed(&s->portion[0]))
        complain("file '%s', line 1: found what columns are called, "
                 "and answers it as a text; expected --header with it",
                 file_of(s->asked));
}

static int answer_all(struct session *s, struct error *e)
{
    struct error unread = {""};
    int more = 1;

    for (bool first = true; more > 0; first = false) {
        more = read_batch(s, &unread);
        if (first)
            warn_header(s);
        if (answer_batch(s, e))
            return -1;
    }
    if (more < 0)
        *e = unread;
    return more;
}

/* Return one portion for each thread, fewer for few texts or for large ones. */
static int count_portions(const struct predict_arguments *a,
                          const struct task *t)
{
    const long most = a->batch / LEAST_PORTION;

    if (t->kind->fresh && t->kind->fresh->large)
        return 1;
    return most < 1 ? 1 : most < a->threads ? (int)most : a->threads;
}

static int begin(struct session *s, const struct trained *t, struct error *e)
{
    const struct predict_arguments *a = s->asked;

    s->portions = count_portions(a, t->task);
    s->portion = memory_zeroed((size_t)s->portions, sizeof(*s->portion));
    for (int i = 0; i < s->portions; i++)
        if (portion_begin(&s->portion[i], t->task, t->beside, e))
            return -1;
    s->predictor =
        predictor_new(t->model, &t->config.train, t->params, a->threads);
    s->rows = fresh_rows(s->portion[0].fresh, file_of(a), a->layout, e);
    return s->rows ? 0 : -1;
}

static void say_time(const struct session *s, double loading, double seconds)
{
    complain("%ld answer%s in %.2f s, %.4g a second, after %.2f s of loading",
             s->answers, s->answers == 1 ? "" : "s", seconds,
             (double)s->answers / seconds, loading);
}

static int answer(const struct predict_arguments *a, const struct trained *t,
                  double began, struct error *e)
{
    struct session s = {.asked = a};
    int failed = begin(&s, t, e);
    const double from = clock_now();

    if (!failed) {
        named_trial_warn(t);
        if (!a->quiet && a->form == PREDICTION_LINE)
            prediction_explain(t->task);
        failed = answer_all(&s, e);
        if (!a->quiet)
            say_time(&s, from - began, clock_now() - from);
    }
    session_release(&s);
    return failed;
}

/* Parse "question,answer,_". */
static void read_columns(struct predict_arguments *a)
{
    const char *at = a->roles ? a->roles : "";

    for (size_t n; *at; at += n + (at[n] == ',')) {
        n = strcspn(at, ",");
        if (!n)
            continue;
        a->columns.text =
            memory_resize(a->columns.text, ((size_t)a->columns.n + 1) *
                                               sizeof(*a->columns.text));
        a->columns.text[a->columns.n++] = memory_format("%.*s", (int)n, at);
    }
}

static void fill(struct predict_arguments *a)
{
    read_columns(a);
    if (a->input >= 0)
        a->layout.format = row_formats[a->input];
    a->layout.columns = &a->columns;
    a->layout.hint = "; --columns says what stands where, --header that line 1 "
                     "is a header";
    a->layout.says_header = "--header";
    if (!a->threads)
        a->threads = comm_cores();
    if (!a->batch)
        a->batch = BATCH * (long)a->threads;
}

static int run(void *asked, struct error *e)
{
    struct predict_arguments *a = asked;
    const double began = clock_now();
    struct trained t;
    struct named_folder p;

    fill(a);
    const bool failed = (named_trial_load(a->name, a->trial, true, &p, &t, e) ||
                         answer(a, &t, began, e)) &&
                        *e->text;

    trained_release(&t);
    named_folder_release(&p);
    for (int i = 0; i < a->columns.n; i++)
        free(a->columns.text[i]);
    free(a->columns.text);
    return failed ? -1 : EXIT_DONE;
}

const struct command command_predict = {
    .name = "predict",
    .summary = "answer new texts with a trained model",
    .about = "Answer new texts, of TEXTS or standard input (no TEXTS, or -), "
             "with the parameters that a trial of the results folder DIR has "
             "kept, or with those of a state FILE of it.",
    .more =
        "A text is a line: of sentiment the text; of nli premise and "
        "hypothesis; of rank question and answer; of span and open passage "
        "and question; of cloze document, query with @placeholder or XXXXX in "
        "it, and candidates with | between; of mt a source; of text2code a "
        "description; of mlu a question.  Several parts have a tab between, "
        "or are members of a JSON object, which codarun(1) names: of span and "
        "open passage (or context) and question.  Each is answered by a line, "
        "in the order of the texts; the "
        "answers are the same, bit for bit, for any number of threads.  A line "
        "that cannot be read ends it with status 1, once those before it are "
        "answered.  Of sentiment, nli, rank and cloze the state has the "
        "vocabulary; of the others, and with subwords, the data that the trial "
        "was trained on are read again, as word vectors always are, and must "
        "be what they were.",
    .options = options,
    .check = check,
    .size = sizeof(struct predict_arguments),
    .preset = &(const struct predict_arguments){.trial = -1,
                                                .input = -1,
                                                .longest = LONGEST},
    .run = run,
};
