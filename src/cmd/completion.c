/*
 * completion.c - `codarun completion`: what a shell offers on Tab, from the
 * tables that command lines are parsed by.
 */
#include "config.h"

#include <argp.h>
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attention/attention.h"
#include "base/memory.h"
#include "cmd/command.h"
#include "cmd/launch.h"
#include "cmd/offers.h"
#include "format/format.h"
#include "head/ensemble.h"
#include "kernel/kernel.h"
#include "plot/plot.h"
#include "report/aggregates.h"
#include "report/comparison.h"
#include "report/prediction.h"
#include "store/arrays_file.h"
#include "task/rows.h"
#include "task/task.h"
#include "text/tokens.h"
#include "vectors/settings.h"

/* --- values of options ---------------------------------------------------- */

static void offer_formats(struct offers *o)
{
    offer_kinds(o, &format_kinds);
}

static void offer_attentions(struct offers *o)
{
    offer_kinds(o, &attention_kinds);
}

static void offer_tests(struct offers *o)
{
    for (int i = 0; i < TESTS; i++)
        offer(o, test_kinds[i].name, NULL);
}

static void offer_aggregates(struct offers *o)
{
    for (int i = 0; i < aggregates_n; i++)
        offer(o, aggregates[i].name, NULL);
}

/* FIELD=VALUE, of which a shell may have both in one word. */
static void offer_set(struct offers *o)
{
    const char *equals = strchr(o->begun, '=');

    if (!equals) {
        o->tail = "=";
        offer_fields(o);
        return;
    }
    char *field = memory_format("%.*s", (int)(equals - o->begun), o->begun);
    char *head = memory_format("%s%s=", o->head ? o->head : "", field);

    o->head = head;
    o->begun = equals + 1;
    offer_field_values(o, field);
    o->head = NULL;
    free(head);
    free(field);
}

static void offer_curves(struct offers *o)
{
    offer(o, "loss", "of training");
    offer(o, "learning_rate", NULL);
    offer_metrics(o);
}

/* Those that have names; a command's own stand before any's. */
static const struct {
    const char *command, *option;
    const char *const *names; /* NULL: as add() has them */
    void (*add)(struct offers *o);
} values[] = {
    {"ensemble", "by", ensemble_by_names, NULL},
    {"export", "format", arrays_format_names, NULL},
    {"predict", "format", prediction_form_names, NULL},
    {"predict", "input", row_format_names, NULL},
    {"plot", "band", plot_band_names, NULL},
    {"plot", "metric", NULL, offer_curves},
    {"plot", "parameter", NULL, offer_fields},
    {"table", "rows", NULL, offer_fields},
    {"table", "columns", NULL, offer_fields},
    {"vectors", "method", vectors_method_names, NULL},
    {"vectors", "tokens", token_rule_names, NULL},
    {NULL, "attention", NULL, offer_attentions},
    {NULL, "by", NULL, offer_traits},
    {NULL, "daggers", NULL, offer_tests},
    {NULL, "format", NULL, offer_formats},
    {NULL, "matrix", attention_part_names, NULL},
    {NULL, "metric", NULL, offer_metrics},
    {NULL, "products", products_names, NULL},
    {NULL, "rows", inside_rows_names, NULL},
    {NULL, "set", NULL, offer_set},
    {NULL, "show", NULL, offer_aggregates},
    {NULL, "split", split_names, NULL},
    {NULL, "value", NULL, offer_metrics},
};

static void offer_values(struct offers *o, const char *command,
                         const char *option)
{
    for (size_t i = 0; i < sizeof(values) / sizeof(*values); i++) {
        const char *own = values[i].command;

        if (strcmp(values[i].option, option) != 0 ||
            (own && strcmp(own, command) != 0))
            continue;
        if (values[i].names)
            offer_names(o, values[i].names);
        else
            values[i].add(o);
        return;
    }
}

/* --- options -------------------------------------------------------------- */

/* Walk over the options of a parser and of its children: the first that
 * `use` says is it, or NULL. */
static const struct argp_option *
walk(const struct argp *argp,
     bool (*use)(const struct argp_option *option, void *context),
     void *context)
{
    const struct argp_option *found = NULL;

    if (!argp)
        return NULL;
    for (const struct argp_option *p = argp->options;
         p && (p->name || p->key || p->doc) && !found; p++)
        if (p->name && use(p, context))
            found = p;
    for (const struct argp_child *c = argp->children; c && c->argp && !found;
         c++)
        found = walk(c->argp, use, context);
    return found;
}

static bool offer_option(const struct argp_option *p, void *context)
{
    char *name = memory_format("--%s", p->name);

    offer(context, name, p->doc);
    free(name);
    return false;
}

/* Is it the one of a word: --NAME, or -k? */
static bool is_named(const struct argp_option *p, void *context)
{
    const char *word = context;

    if (word[1] == '-')
        return strcmp(p->name, word + 2) == 0;
    return isalnum(p->key) && word[1] == p->key && !word[2];
}

static const struct argp_option *option_of(const struct argp *argp,
                                           const char *word)
{
    return word[0] == '-' && word[1] ? walk(argp, is_named, (char *)word)
                                     : NULL;
}

/* --- a command line ------------------------------------------------------- */

/* The words before the one that is typed, as a command sees them. */
struct line {
    const struct command *command; /* or the one below it that is named */
    const char *name;              /* of the command itself */
    const char **word;             /* [words] but for options; owned */
    int words, room;
    const struct argp_option *open; /* the option whose value is typed next */
};

static const struct command *find_command(const char *name)
{
    for (const struct command *const *c = commands; *c; c++)
        if (!strcmp((*c)->name, name))
            return *c;
    return NULL;
}

/* The one below a command that its first word names, or the command. */
static const struct command *find_sub(const struct command *c, const char *name)
{
    for (const struct command *s = c->sub; s && s->name; s++)
        if (!strcmp(s->name, name))
            return s;
    return c;
}

static void take(struct line *l, const char *word)
{
    const struct argp_option *p = option_of(l->command->argp, word);

    if (l->open)
        l->open = NULL;
    else if (p && p->arg)
        l->open = p;
    else if (word[0] != '-') {
        if (!l->words)
            l->command = find_sub(l->command, word);
        GROW(l->word, l->words, l->room);
        l->word[l->words++] = word;
    }
}

static void offer_words(const struct line *l, struct offers *o)
{
    const struct command *c = l->command;

    if (!l->words && c->sub)
        for (const struct command *s = c->sub; s->name; s++)
            offer(o, s->name, s->summary);
    else if (c->offer)
        c->offer(l->word, l->words, o);
}

/* Behind the last comma another word begins; the head is to be freed. */
static char *cut_list(struct offers *o, const char *head)
{
    const char *comma = strrchr(o->begun, ',');
    const int n = comma ? (int)(comma + 1 - o->begun) : 0;
    char *whole = memory_format("%s%.*s", head, n, o->begun);

    o->begun += n;
    o->head = whole;
    return whole;
}

/* --NAME=VALUE in one word. */
static void offer_joined(const struct line *l, struct offers *o)
{
    const char *equals = strchr(o->begun, '=');
    char *name = memory_format("%.*s", (int)(equals - o->begun), o->begun);
    char *head = memory_format("%s=", name);
    const struct argp_option *p = option_of(l->command->argp, name);

    o->begun = equals + 1;
    if (p && p->arg) {
        char *whole = cut_list(o, head);

        offer_values(o, l->name, p->name);
        free(whole);
    }
    free(head);
    free(name);
}

static void offer_next(const struct line *l, struct offers *o)
{
    if (!l->open && !strncmp(o->begun, "--", 2) && strchr(o->begun, '=')) {
        offer_joined(l, o);
        return;
    }
    if (!l->open && o->begun[0] == '-') {
        walk(l->command->argp, offer_option, o);
        offer(o, "--help", "Give this help list");
        return;
    }
    char *whole = cut_list(o, "");

    if (l->open)
        offer_values(o, l->name, l->open->name);
    else
        offer_words(l, o);
    free(whole);
}

/* Bash takes --NAME=VALUE for three words: of those before the last one,
 * whether word i is an = that only parts two. */
static bool is_parting(char **word, int n, int i)
{
    return i > 0 && i < n && !strcmp(word[i], "=") &&
           !strncmp(word[i - 1], "--", 2);
}

/* The field whose value is typed, where bash has taken --set FIELD=VALUE, or
 * --set=FIELD=VALUE, for words of their own; NULL: none is. */
static const char *set_field(char **word, int n)
{
    const int parting = !strcmp(word[n - 1], "=") ? n - 1 : n - 2;
    const int before = parting - 2;

    if (before < 0 || strcmp(word[parting], "=") != 0)
        return NULL;
    const bool set = !strcmp(word[before], "--set") ||
                     (before && !strcmp(word[before], "=") &&
                      !strcmp(word[before - 1], "--set"));

    return set ? word[parting - 1] : NULL;
}

static void complete(char **word, int n, struct offers *o)
{
    struct line l = {.command = find_command(word[0]), .name = word[0]};
    const char *field = set_field(word, n);

    o->begun = word[n - 1];
    if (field) {
        o->begun += !strcmp(o->begun, "=");
        offer_field_values(o, field);
        return;
    }
    if (n == 1) {
        for (const struct command *const *c = commands; *c; c++)
            offer(o, (*c)->name, (*c)->summary);
        return;
    }
    if (!l.command)
        return;
    for (int i = 1; i < n - 1; i++)
        if (!is_parting(word, n, i))
            take(&l, word[i]);
    if (is_parting(word, n, n - 1))
        o->begun = "";
    offer_next(&l, o);
    free(l.word);
}

/* --- the command ---------------------------------------------------------- */

struct arguments {
    char **word; /* [n] borrowed */
    int n;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct arguments *a = state->input;

    (void)arg;
    switch (key) {
    case ARGP_KEY_ARGS:
        a->word = state->argv + state->next;
        a->n = state->argc - state->next;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "expected the words of a command line");
        return EINVAL;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .parser = parse,
    .args_doc = "-- WORD...",
    .doc = "Print what may stand in place of the last of the WORDs behind "
           "codarun, a line each, with a tab and its help: for the shells' "
           "own completion, which make install puts in place for bash and "
           "zsh.  Where a file is expected nothing is printed but the names of "
           "sweeps under results/, beside which the shells offer files.",
};

static int run(int argc, char **argv)
{
    struct arguments a = {0};
    struct offers o = {0};

    launch_parse(&argp, argc, argv, &a);
    if (!launch_first())
        return EXIT_DONE;
    complete(a.word, a.n, &o);
    fputs(str_text(&o.out), stdout);
    str_release(&o.out);
    return EXIT_DONE;
}

const struct command command_completion = {
    .name = "completion",
    .summary = "what a shell may offer next on a command line",
    .argp = &argp,
    .run = run,
};
