#include "config.h"

#include "cmd/data/data.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/core/show.h"
#include "cmd/data/data_counts.h"
#include "text/formats/json_write.h"

enum { BAR = 40 };

/* --- for people ----------------------------------------------------------- */

static void say_bin(const struct length_bin *b, int texts)
{
    static const char bar[] = "########################################";
    const int full = (int)((long long)b->texts * BAR / texts);
    char range[32];

    if (!b->to)
        snprintf(range, sizeof(range), "%d or more", b->from);
    else if (b->to == b->from + 1)
        snprintf(range, sizeof(range), "%d", b->from);
    else
        snprintf(range, sizeof(range), "%d to %d", b->from, b->to - 1);
    say("    %14s %9d %5.1f %%%s%.*s\n", range, b->texts,
        100.0 * b->texts / texts, full ? " " : "", full, bar);
}

static void say_part(const struct part_counts *c, bool drawn)
{
    say("  %s: %.0f tokens, %d distinct, %.2f %% unknown\n"
        "    length: mean %.1f, least %d, median %d, 95 %% within %d, most "
        "%d\n",
        c->role, c->tokens, c->distinct,
        c->tokens > 0 ? 100 * c->unknown / c->tokens : 0, c->tokens / c->texts,
        c->least, c->median, c->within_95, c->most);
    for (int i = 0; drawn && i < c->bins; i++)
        say_bin(&c->bin[i], c->texts);
}

static void say_class(const char *name, long n, int all)
{
    char *is = show_copy(name);

    say("  label %s: %ld, %.1f %%\n", is, n, 100.0 * (double)n / all);
    free(is);
}

static void say_split(const struct split_counts *c, bool drawn)
{
    say("\n%s: %d examples\n", split_names[c->split], c->examples);
    for (int i = 0; i < c->classes; i++)
        say_class(c->name[i], c->of_class[i], c->examples);
    for (int p = 0; p < c->parts; p++)
        if (c->made)
            say("  %s: %d tokens at most; each is made when it is read\n",
                c->part[p].role, c->part[p].most);
        else
            say_part(&c->part[p], drawn);
}

/* Return the part that a vocabulary belongs to; NULL if all parts share one. */
static const char *owner(const struct task *t, int part)
{
    const bool several =
        shapes[t->kind->shape].parts > 1 && t->words[1] != t->words[0];

    return several ? shapes[t->kind->shape].role[part] : NULL;
}

/* Return the number of vocabularies: one for all parts, or one for each. */
static int vocabularies(const struct task *t)
{
    return owner(t, 0) ? shapes[t->kind->shape].parts : 1;
}

static void say_vocabulary(const struct task *t)
{
    for (int p = 0; p < vocabularies(t); p++) {
        const char *of = owner(t, p);

        say("vocabulary%s%s: %d words\n", of ? " of " : "", of ? of : "",
            t->words[p]->n - TOKEN_FIRST);
    }
}

/* Print the splits that have examples. */
static void say_splits(const struct task *t, enum split drawn)
{
    for (enum split s = 0; s < SPLITS; s++) {
        struct split_counts c;

        if (!t->split[s].n)
            continue;
        split_counts_init(&c, t, s);
        say_split(&c, s == drawn);
        split_counts_release(&c);
    }
}

static void say_stats(const struct task *t, enum split drawn)
{
    struct str doubts = {0};

    say("task %s, reads: %s\n%s", t->kind->is.name, shapes[t->kind->shape].name,
        str_text(&t->notes));
    say_vocabulary(t);
    say_splits(t, drawn);
    task_warnings(t, &doubts);
    if (doubts.len)
        say("\nThis may be a mistake:\n%s", doubts.s);
    str_release(&doubts);
}

/* --- for programs --------------------------------------------------------- */

static void put_vocabulary(const struct task *t, struct str *out)
{
    json_begin(out, "vocabulary", '[');
    for (int p = 0; p < vocabularies(t); p++) {
        json_begin(out, NULL, '{');
        json_put_text(out, "of", owner(t, p));
        json_put_long(out, "words", t->words[p]->n - TOKEN_FIRST);
        json_finish(out, '}');
    }
    json_finish(out, ']');
}

static void put_splits(const struct task *t, struct str *out)
{
    json_begin(out, "splits", '[');
    for (enum split s = 0; s < SPLITS; s++) {
        struct split_counts c;

        if (!t->split[s].n)
            continue;
        split_counts_init(&c, t, s);
        split_counts_put(&c, out);
        split_counts_release(&c);
    }
    json_finish(out, ']');
}

static void put_stats(const struct task *t, struct str *out)
{
    struct str doubts = {0};

    task_warnings(t, &doubts);
    json_begin(out, NULL, '{');
    json_put_text(out, "task", t->kind->is.name);
    json_put_text(out, "reads", shapes[t->kind->shape].name);
    json_put_lines(out, "notes", str_text(&t->notes));
    put_vocabulary(t, out);
    put_splits(t, out);
    json_put_lines(out, "doubts", str_text(&doubts));
    json_finish(out, '}');
    str_adds(out, "\n");
    str_release(&doubts);
}

/* --- the command ---------------------------------------------------------- */

struct data_stats_arguments {
    struct task_asked of;
    enum split drawn;
    int json;
};

static int show(const struct task *t, const void *how, struct error *e)
{
    const struct data_stats_arguments *a = how;
    struct str out = {0};

    if (!t->split[a->drawn].n)
        return error_set(e, "the task has no %s examples",
                         split_names[a->drawn]);
    if (a->json) {
        put_stats(t, &out);
        show_put(str_text(&out), stdout);
    } else
        say_stats(t, a->drawn);
    str_release(&out);
    return 0;
}

static int run(void *asked, struct error *e)
{
    const struct data_stats_arguments *a = asked;

    return data_task_of_either(&a->of, show, a, e);
}

static const struct cli_option options[] = {
    {CLI_WORD(struct data_stats_arguments, of.name), .value = "EXPERIMENT|NAME",
     .what = "an experiment file or a data set's name"},
    OPTION_SPLIT(struct data_stats_arguments, drawn,
                 "Histograms of train, valid or test; train unless given"),
    DATA_SET_FIELD(struct data_stats_arguments, of),
    OPTION_TEXT_OR_JSON(struct data_stats_arguments, json),
    CLI_END,
};

const struct command data_stats = {
    .name = "stats",
    .summary = "count examples, classes, tokens and words",
    .about = "Count examples, classes, tokens and words of the experiment's "
             "first trial, or of the public data set NAME.",
    .more = "JSON has the histograms of every split.",
    .options = options,
    .size = sizeof(struct data_stats_arguments),
    .preset = &(const struct data_stats_arguments){.drawn = SPLIT_TRAIN},
    .run = run,
};
