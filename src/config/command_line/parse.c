/* parse.c - parse a command line by its table. */
#include "config.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "config/command_line/command.h"
#include "config/command_line/value.h"

struct parsed_line {
    const struct cli_slots *slots;
    char *asked;
    bool *given; /* [slots->n] */
};

/* What getopt_long() returns for an option without a letter: this plus the
 * index of its slot. */
enum { BEHIND_LETTERS = 256, HELP = 1 << 20, USAGE };

static int take(struct parsed_line *l, int i, const char *text, struct error *e)
{
    const struct cli_slot *s = &l->slots->slot[i];

    l->given[i] = true;
    if (!text && cli_takes(s->is)) /* the preset's value stays */
        return 0;
    if (cli_take(s->is, text, l->asked + s->offset, e))
        return s->is->name ? error_in(e, "--%s", s->is->name) : -1;
    return 0;
}

/* --- options -------------------------------------------------------------- */

/* As an argument of getopt_long(); also the number of colons after a letter. */
static int takes(const struct cli_option *o)
{
    return !cli_takes(o) ? no_argument
           : o->optional ? optional_argument
                         : required_argument;
}

/* The table for getopt_long(); the caller frees it. */
static struct option *long_options(const struct cli_slots *s)
{
    struct option *all = memory_zeroed((size_t)s->n + 3, sizeof(*all)),
                  *p = all;

    for (int i = 0; i < s->n; i++)
        if (s->slot[i].is->name)
            *p++ = (struct option){s->slot[i].is->name, takes(s->slot[i].is),
                                   NULL, BEHIND_LETTERS + i};
    *p++ = (struct option){"help", no_argument, NULL, HELP};
    *p = (struct option){"usage", no_argument, NULL, USAGE};
    return all;
}

/* ":o:qh"; the caller frees it. */
static char *letters(const struct cli_slots *s)
{
    struct str out = {0};

    str_adds(&out, ":");
    for (int i = 0; i < s->n; i++)
        if (s->slot[i].is->letter)
            str_addf(&out, "%c%.*s", s->slot[i].is->letter,
                     takes(s->slot[i].is), "::");
    if (cli_find_letter(s, 'h') < 0)
        str_adds(&out, "h");
    return str_take(&out);
}

static int slot_of(const struct cli_slots *s, int key)
{
    return key >= BEHIND_LETTERS ? key - BEHIND_LETTERS
                                 : cli_find_letter(s, key);
}

/* The number of names that begin with `word`; they are appended. */
static int count_begun(const char *word, char *const *name, int names,
                       struct str *out)
{
    int n = 0;

    for (int i = 0; i < names; i++)
        if (!strncmp(name[i], word, strlen(word)))
            str_addf(out, "%s%s", n++ ? " or " : "", name[i]);
    return n;
}

/* Appended for an option to which no name is similar. */
static const char see_help[] = ", see --help";

static int unknown_option(const struct cli_slots *s, const char *word,
                          struct error *e)
{
    char *bare = memory_format("%.*s", (int)strcspn(word, "="), word);
    char **name;
    struct str hint = {0}, several = {0};
    const int n = cli_names(s, &name);

    if (count_begun(bare, name, n, &several) > 1)
        error_set(e, "option '%s' may be %s", bare, str_text(&several));
    else {
        nearest_hint(bare, (const char *const *)name, n, &hint);
        error_set(e, "unknown option '%s'%s", bare,
                  hint.len ? hint.s : see_help);
    }
    for (int i = 0; i < n; i++)
        free(name[i]);
    free(name);
    str_release(&hint);
    str_release(&several);
    free(bare);
    return -1;
}

/* The error for what stopped getopt_long(): optopt is 0 for an unknown long
 * name, the key of an option that takes no value, or a letter. */
static int refuse(const struct cli_slots *s, char *const *argv, struct error *e)
{
    if (optopt >= BEHIND_LETTERS) {
        const char *word = argv[optind - 1], *equals = strchr(word, '=');

        return error_set(e, "found '%s', expected no value after %.*s", word,
                         equals ? (int)(equals - word) : (int)strlen(word),
                         word);
    }
    if (optopt)
        return error_set(e, "unknown option '-%c'%s", optopt, see_help);
    return unknown_option(s, argv[optind - 1], e);
}

static int lacks_value(const struct cli_slots *s, struct error *e)
{
    const struct cli_option *o = s->slot[slot_of(s, optopt)].is;

    return error_set(e, "--%s: expected %s", o->name, o->value);
}

static enum command_line read_options(struct parsed_line *l, int argc,
                                      char **argv, const char *short_ones,
                                      const struct option *long_ones,
                                      struct error *e)
{
    int key;

    optind = 0; /* start again */
    opterr = 0;
    while ((key = getopt_long(argc, argv, short_ones, long_ones, NULL)) >= 0) {
        const int i = slot_of(l->slots, key);

        if (key == HELP || (key == 'h' && i < 0) ||
            (key == '?' && optopt == '?'))
            return COMMAND_LINE_HELP;
        if (key == USAGE)
            return COMMAND_LINE_USAGE;
        if (key == '?')
            return refuse(l->slots, argv, e);
        if (key == ':')
            return lacks_value(l->slots, e);
        if (take(l, i, optarg, e))
            return COMMAND_LINE_WRONG;
    }
    return COMMAND_LINE_READ;
}

/* --- words ---------------------------------------------------------------- */

/* The slot of the next word after slot i; slots->n if there is none. */
static int next_word(const struct cli_slots *s, int i)
{
    do
        i++;
    while (i < s->n && !cli_is_word(s->slot[i].is));
    return i;
}

static int read_words(struct parsed_line *l, int n, char *const *word,
                      struct error *e)
{
    const struct cli_slots *s = l->slots;
    int i = next_word(s, -1);

    for (int w = 0; w < n; w++) {
        if (i == s->n)
            return w ? error_set(e,
                                 "found '%s' after '%s', expected nothing "
                                 "more",
                                 word[w], word[w - 1])
                     : error_set(e, "found '%s', expected nothing more",
                                 word[w]);
        if (take(l, i, word[w], e))
            return -1;
        if (s->slot[i].is->type == CLI_TYPE_WORD)
            i = next_word(s, i);
    }
    return 0;
}

/* -1 if required words are missing. */
static int check_words(const struct parsed_line *l, struct error *e)
{
    const char *before = NULL;

    for (int i = 0; i < l->slots->n; i++) {
        const struct cli_slot *s = &l->slots->slot[i];
        const struct strings *words = (void *)(l->asked + s->offset);
        const int n = s->is->type == CLI_TYPE_WORDS ? words->n : l->given[i];

        if (cli_is_word(s->is) && n < s->is->least)
            return before ? error_set(e, "expected %s after '%s'", s->is->what,
                                      before)
                          : error_set(e, "expected %s", s->is->what);
        if (s->is->type == CLI_TYPE_WORD && l->given[i])
            before = *(const char *const *)(l->asked + s->offset);
    }
    return 0;
}

/* --- options that need or exclude others ---------------------------------- */

static bool is_given(const struct parsed_line *l, const char *name, size_t n)
{
    for (int i = 0; i < l->slots->n; i++) {
        const char *other = l->slots->slot[i].is->name;

        if (other && l->given[i] && strlen(other) == n &&
            !strncmp(other, name, n))
            return true;
    }
    return false;
}

bool parsed_line_has(const struct parsed_line *l, const char *name)
{
    return is_given(l, name, strlen(name));
}

/* Move to the next name of a list like "by" or "rows columns"; returns its
 * length, 0 at the end. */
static size_t next_name(const char **at)
{
    *at += strspn(*at, " ");
    return strcspn(*at, " ");
}

static int check_company(const struct parsed_line *l,
                         const struct cli_option *o, struct error *e)
{
    const char *at = o->excludes ? o->excludes : "";

    if (o->needs && !parsed_line_has(l, o->needs))
        return error_set(e, "found --%s, expected it with --%s", o->name,
                         o->needs);
    for (size_t n; (n = next_name(&at)); at += n)
        if (is_given(l, at, n))
            return error_set(e, "found --%s with --%.*s, expected one of them",
                             o->name, (int)n, at);
    return 0;
}

static int check_options(const struct parsed_line *l, struct error *e)
{
    for (int i = 0; i < l->slots->n; i++)
        if (l->given[i] && check_company(l, l->slots->slot[i].is, e))
            return -1;
    return 0;
}

/* --- a command line ------------------------------------------------------- */

static enum command_line read_line(const struct command *c,
                                   struct parsed_line *l, int argc, char **argv,
                                   struct error *e)
{
    char *short_ones = letters(l->slots);
    struct option *long_ones = long_options(l->slots);
    enum command_line read =
        read_options(l, argc, argv, short_ones, long_ones, e);

    free(short_ones);
    free(long_ones);
    if (read == COMMAND_LINE_READ &&
        (read_words(l, argc - optind, argv + optind, e) || check_words(l, e) ||
         check_options(l, e) || (c->check && c->check(l->asked, l, e))))
        read = COMMAND_LINE_WRONG;
    return read;
}

enum command_line command_read(const struct command *c, int argc, char **argv,
                               void *asked, struct error *e)
{
    struct cli_slots slots;

    if (c->preset)
        memcpy(asked, c->preset, c->size);
    cli_slots_init(&slots, c->options);
    struct parsed_line l = {&slots, asked,
                            memory_zeroed((size_t)slots.n + 1, 1)};
    const enum command_line read = read_line(c, &l, argc, argv, e);

    free(l.given);
    cli_slots_release(&slots);
    return read;
}

void command_release(const struct command *c, void *asked)
{
    struct cli_slots slots;

    if (c->release)
        c->release(asked);
    cli_slots_init(&slots, c->options);
    for (int i = 0; i < slots.n; i++)
        if (slots.slot[i].is->type == CLI_TYPE_TEXTS ||
            slots.slot[i].is->type == CLI_TYPE_WORDS) {
            struct strings *s = (void *)((char *)asked + slots.slot[i].offset);

            free(s->text);
            *s = (struct strings){0};
        }
    cli_slots_release(&slots);
}
