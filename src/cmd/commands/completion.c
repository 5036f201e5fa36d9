/*
 * completion.c - `codarun completion`: the words that a shell offers on Tab,
 * from the tables by which command lines are parsed.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "cmd/command.h"
#include "cmd/completions.h"

/* --- parsing the words typed ---------------------------------------------- */

/* The words before the one to be completed, as a command reads them. */
struct typed {
    const struct command *command;
    struct cli_slots slots;        /* its options */
    int words;                     /* number of words so far, without options */
    const struct cli_option *open; /* the option whose value is next */
};

static const struct cli_option *option_of(const struct typed *t,
                                          const char *word)
{
    int i = -1;

    if (word[0] == '-' && word[1] == '-')
        i = cli_find(&t->slots, word + 2);
    else if (word[0] == '-' && word[1] && !word[2])
        i = cli_find_letter(&t->slots, word[1]);
    return i < 0 ? NULL : t->slots.slot[i].is;
}

static void take(struct typed *t, const char *word)
{
    const struct cli_option *o = option_of(t, word);

    if (t->open)
        t->open = NULL;
    else if (o && cli_takes_word(o))
        t->open = o;
    else if (word[0] != '-')
        t->words++;
}

/* --- offering words ------------------------------------------------------- */

static void complete_values(struct completions *o, const struct cli_option *of)
{
    if (of->complete)
        of->complete(o);
    else if (of->choices)
        completions_add_names(o, of->choices);
    else if (of->kinds)
        completions_add_kinds(o, of->kinds);
}

static void complete_options(const struct typed *t, struct completions *o)
{
    for (int i = 0; i < t->slots.n; i++) {
        const struct cli_option *of = t->slots.slot[i].is;

        if (!of->name || of->hidden)
            continue;
        char *name = memory_format("--%s", of->name);

        completions_add(o, name, of->help);
        free(name);
    }
    completions_add(o, "--help", "Print this help");
}

/* Offer values for the next word, at its position. */
static void complete_word(const struct typed *t, struct completions *o)
{
    int before = t->words;

    for (int i = 0; i < t->slots.n; i++) {
        const struct cli_option *of = t->slots.slot[i].is;

        if (!cli_is_word(of))
            continue;
        if (!before-- || of->type == CLI_TYPE_WORDS) {
            complete_values(o, of);
            return;
        }
    }
}

static void complete_below(const struct command *c, struct completions *o)
{
    for (int i = 0; c->sub && c->sub[i]; i++)
        completions_add(o, c->sub[i]->name, c->sub[i]->summary);
}

/* In a comma-separated list complete the part after the last comma; the caller
 * frees the head. */
static char *cut_list(struct completions *o, const char *head)
{
    const char *comma = strrchr(o->begun, ',');
    const int n = comma ? (int)(comma + 1 - o->begun) : 0;
    char *whole = memory_format("%s%.*s", head, n, o->begun);

    o->begun += n;
    o->head = whole;
    return whole;
}

/* Complete --NAME=VALUE in one word. */
static void complete_joined(const struct typed *t, struct completions *o)
{
    const char *equals = strchr(o->begun, '=');
    char *name = memory_format("%.*s", (int)(equals - o->begun), o->begun);
    char *head = memory_format("%s=", name);
    const struct cli_option *of = option_of(t, name);

    o->begun = equals + 1;
    if (of && cli_takes(of)) {
        char *whole = cut_list(o, head);

        complete_values(o, of);
        free(whole);
    }
    free(head);
    free(name);
}

static void complete_next(const struct typed *t, struct completions *o)
{
    if (!t->command->run && t->words) /* the word is not a command */
        return;
    if (!t->open && !strncmp(o->begun, "--", 2) && strchr(o->begun, '=')) {
        complete_joined(t, o);
        return;
    }
    if (!t->open && o->begun[0] == '-') {
        complete_options(t, o);
        return;
    }
    /* beside a command's own words, which can be files, only once a word is
     * begun */
    if (!t->open && !t->words && (!t->command->run || *o->begun))
        complete_below(t->command, o);
    char *whole = cut_list(o, "");

    if (t->open)
        complete_values(o, t->open);
    else
        complete_word(t, o);
    free(whole);
}

/* Bash splits --NAME=VALUE into three words.  Return whether word i is the = of
 * such an option. */
static bool is_parting(char **word, int n, int i)
{
    return i > 0 && i < n && !strcmp(word[i], "=") &&
           !strncmp(word[i - 1], "--", 2);
}

/* True if an option takes FIELD=VALUE. */
static bool takes_setting(const char *word)
{
    return !strcmp(word, "--set") || !strcmp(word, "--where");
}

/* Return the field whose value is typed, if bash has split --set FIELD=VALUE,
 * or --set=FIELD=VALUE, into words; NULL if it has not. */
static const char *set_field(char **word, int n)
{
    const int parting = !strcmp(word[n - 1], "=") ? n - 1 : n - 2;
    const int before = parting - 2;

    if (before < 0 || strcmp(word[parting], "=") != 0)
        return NULL;
    const bool set = takes_setting(word[before]) ||
                     (before && !strcmp(word[before], "=") &&
                      takes_setting(word[before - 1]));

    return set ? word[parting - 1] : NULL;
}

static void complete(char **word, int n, struct completions *o)
{
    const char *field = set_field(word, n);
    struct str name = {0};
    int named;

    o->begun = word[n - 1];
    if (field) {
        o->begun += !strcmp(o->begun, "=");
        completions_add_field_values(o, field);
        return;
    }
    struct typed t = {.command =
                          command_find(&program, n - 1, word, &named, &name)};

    cli_slots_init(&t.slots, t.command->options);
    for (int i = named; i < n - 1; i++)
        if (!is_parting(word, n, i))
            take(&t, word[i]);
    if (is_parting(word, n, n - 1))
        o->begun = "";
    complete_next(&t, o);
    cli_slots_release(&t.slots);
    str_release(&name);
}

/* --- the command ---------------------------------------------------------- */

struct completion_arguments {
    struct strings word;
};

static int run(void *asked, struct error *e)
{
    const struct completion_arguments *a = asked;
    struct completions o = {0};

    (void)e;
    complete((char **)a->word.text, a->word.n, &o);
    fputs(str_text(&o.out), stdout);
    str_release(&o.out);
    return EXIT_DONE;
}

static const struct cli_option options[] = {
    {CLI_WORDS(struct completion_arguments, word), .least = 1, .value = "WORD",
     .what = "the words of a command line"},
    CLI_END,
};

const struct command command_completion = {
    .name = "completion",
    .summary = "what a shell may offer next on a command line",
    .usage = "-- WORD...",
    .about = "Print what may stand in place of the last of the WORDs behind "
             "codarun, a line each, with a tab and its help: for the shells' "
             "own completion, which make install puts in place for bash and "
             "zsh.  Where a file is expected nothing is printed but the names "
             "of sweeps under results/, beside which the shells offer files.",
    .options = options,
    .size = sizeof(struct completion_arguments),
    .run = run,
};
