/*
 * option.h - options and words of a command line, as tables.
 *
 * A command describes each of its options and words once: name, type, where its
 * value goes, range, help.  The table is used by the parser, for --help, for
 * the manual page and for shell completion.
 *
 * To give a command an option: add a member to the struct that its command line
 * is read into, and a line to its table.  There is nothing else to do.
 *
 *     struct asked { const char *dir, *output; long width; bool trials; };
 *     static const struct cli_option options[] = {
 *         {CLI_WORD(struct asked, dir), .value = "DIR",
 *          .what = "a results folder"},
 *         {CLI_TEXT(struct asked, output), .name = "output", .letter = 'o',
 *          .value = "FILE", .help = "Write to FILE, replacing it"},
 *         {CLI_WHOLE(struct asked, width, 1, INT32_MAX), .name = "width",
 *          .value = "N", .help = "So many values in a row", .needs = "by"},
 *         {CLI_FLAG(struct asked, trials), .name = "trials",
 *          .help = "A row for each trial", .excludes = "by"},
 *         CLI_END,
 *     };
 */
#ifndef CONFIG_COMMAND_LINE_OPTION_H
#define CONFIG_COMMAND_LINE_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/core/error.h"
#include "config/field/field.h"

struct completions;

/* A list of texts from a command line; each is borrowed from it. */
struct strings {
    int n, room;
    const char **text; /* owned */
};

enum cli_type {
    CLI_TYPE_END,
    CLI_TYPE_GROUP,  /* the options of another table, under a heading */
    CLI_TYPE_FLAG,   /* bool: true */
    CLI_TYPE_SET,    /* an integer: `least` */
    CLI_TYPE_WHOLE,  /* an integer */
    CLI_TYPE_REAL,   /* double */
    CLI_TYPE_CHOICE, /* int or enum: `least` and the index in `choices` */
    CLI_TYPE_KIND,   /* const struct kind *, of `kinds` */
    CLI_TYPE_TEXT,   /* const char * */
    CLI_TYPE_TEXTS,  /* struct strings; the option may be repeated */
    CLI_TYPE_TAKEN,  /* as take() reads it */
    CLI_TYPE_WORD,   /* const char *: an argument that is no option */
    CLI_TYPE_WORDS,  /* struct strings: all further words */
};

struct cli_option {
    const char *name; /* "output": --output; NULL for a word or a group */
    char letter;      /* 'o': -o; 0: none */
    enum cli_type type;
    size_t offset, size; /* of its member */
    double least, most;  /* WHOLE, REAL: range; WORD, WORDS: least number */
    bool above;          /* REAL: more than `least` */
    bool optional;       /* the value may be absent: --name or --name=VALUE, and
                            without one the member keeps its preset */
    bool hidden; /* accepted, but not shown: an option of an older codarun */
    const char *const *choices; /* CHOICE: names, NULL-terminated */
    const struct kinds *kinds;  /* KIND */
    /* TAKEN: read a text into the member.  An error says what was found and
     * what was expected, without the option's name. */
    int (*take)(const char *text, void *member, struct error *e);
    const struct cli_option *options; /* GROUP */
    const char *value;                /* the value's name in help: "FILE" */
    const char *what; /* the same in an error: "a results folder", "hours" */
    /* `needs`: the name of an option that has to be given with it; `excludes`:
     * names of options that must not be, separated by blanks. */
    const char *needs, *excludes;
    void (*complete)(struct completions *o); /* shell completion of its value;
                                                NULL: choices, kinds or files */
    const char *help; /* one sentence without its full stop; GROUP: heading, or
                         NULL */
    const char *more; /* further sentences, for the manual page; NULL: none */
};

#define CLI_AT(s, m) .offset = offsetof(s, m), .size = sizeof(((s *)0)->m)

#define CLI_FLAG(s, m) .type = CLI_TYPE_FLAG, CLI_AT(s, m)
#define CLI_SET(s, m, x) .type = CLI_TYPE_SET, CLI_AT(s, m), .least = (x)
#define CLI_WHOLE(s, m, least_, most_) \
    .type = CLI_TYPE_WHOLE, CLI_AT(s, m), .least = (least_), .most = (most_)
#define CLI_REAL(s, m, least_, most_) \
    .type = CLI_TYPE_REAL, CLI_AT(s, m), .least = (least_), .most = (most_)
#define CLI_CHOICE(s, m, names) \
    .type = CLI_TYPE_CHOICE, CLI_AT(s, m), .choices = (names)
#define CLI_KIND(s, m, kinds_) \
    .type = CLI_TYPE_KIND, CLI_AT(s, m), .kinds = (kinds_)
#define CLI_TEXT(s, m) .type = CLI_TYPE_TEXT, CLI_AT(s, m)
#define CLI_TEXTS(s, m) .type = CLI_TYPE_TEXTS, CLI_AT(s, m)
#define CLI_TAKEN(s, m, take_) \
    .type = CLI_TYPE_TAKEN, CLI_AT(s, m), .take = (take_)
/* take() reads into the whole struct of the table. */
#define CLI_TAKEN_WHOLE(take_) .type = CLI_TYPE_TAKEN, .take = (take_)
#define CLI_WORD(s, m) .least = 1, CLI_WORD_OR_NONE(s, m)
#define CLI_WORD_OR_NONE(s, m) .type = CLI_TYPE_WORD, CLI_AT(s, m)
#define CLI_WORDS(s, m) .type = CLI_TYPE_WORDS, CLI_AT(s, m)
#define CLI_GROUP(s, m, table) \
    .type = CLI_TYPE_GROUP, CLI_AT(s, m), .options = (table)
/* A group whose members are in the command's own struct. */
#define CLI_GROUP_WHOLE(table) .type = CLI_TYPE_GROUP, .options = (table)
#define CLI_END              \
    {                        \
        .type = CLI_TYPE_END \
    }

static inline bool cli_is_word(const struct cli_option *o)
{
    return o->type == CLI_TYPE_WORD || o->type == CLI_TYPE_WORDS;
}

static inline bool cli_is_option(const struct cli_option *o)
{
    return o->type != CLI_TYPE_GROUP && !cli_is_word(o);
}

/* True if help shows it. */
static inline bool cli_is_shown(const struct cli_option *o)
{
    return cli_is_option(o) && !o->hidden;
}

/* True if it has a value. */
static inline bool cli_takes(const struct cli_option *o)
{
    return o->type != CLI_TYPE_FLAG && o->type != CLI_TYPE_SET;
}

/* True if its value is the next word, unless it is joined by an =. */
static inline bool cli_takes_word(const struct cli_option *o)
{
    return cli_takes(o) && !o->optional;
}

/* A table and the tables of its groups as one list; a group is in it before its
 * options. */
struct cli_slot {
    const struct cli_option *is;
    size_t offset; /* of its member in the whole command's struct */
};
struct cli_slots {
    int n, room;
    struct cli_slot *slot; /* [n] owned */
};
void cli_slots_init(struct cli_slots *s, const struct cli_option *table);
void cli_slots_release(struct cli_slots *s);

/* The index of the option of this name, or of this letter; -1 if there is
 * none. */
int cli_find(const struct cli_slots *s, const char *name);
int cli_find_letter(const struct cli_slots *s, int letter);

/* The names of all options, with their dashes, owned; the caller frees the
 * array and each.  Returns how many. */
int cli_names(const struct cli_slots *s, char ***names);

#endif
