/* option.h - options that several commands share, with their checks and
 * output. */
#ifndef CMD_OPTION_H
#define CMD_OPTION_H

#include "cmd/completions.h"
#include "config/command_line/option.h"
#include "engine/task/task.h"
#include "report/format/format.h"

/* Their entries in a command's table: struct, member, and what differs. */
#define OPTION_OUTPUT(s, m)                                               \
    {                                                                     \
        CLI_TEXT(s, m), .name = "output", .letter = 'o', .value = "FILE", \
                        .help = "Write to FILE, replacing it"             \
    }
#define OPTION_FORMAT(s, m)                                                 \
    {                                                                       \
        CLI_KIND(s, m, &format_kinds),                                      \
            .name = "format", .value = "FORMAT",                            \
            .help = "text, markdown, csv, latex, html, json or hdf5; text " \
                    "unless given"                                          \
    }
/* The same for a command with only these two formats: an int, 1 for json. */
extern const char *const option_text_or_json[];
#define OPTION_TEXT_OR_JSON(s, m)                                            \
    {                                                                        \
        CLI_CHOICE(s, m, option_text_or_json), .name = "format",             \
                                               .value = "FORMAT",            \
                                               .help = "text, or json, one " \
                                                       "object; text "       \
                                                       "unless given"        \
    }
/* The name of older versions. */
#define OPTION_JSON(s, m)                                               \
    {                                                                   \
        CLI_SET(s, m, 1), .name = "json", .letter = 'j', .hidden = true \
    }
#define OPTION_TRIAL(s, m)                                                  \
    {                                                                       \
        CLI_WHOLE(s, m, 0, INT32_MAX),                                      \
            .name = "trial", .value = "N",                                  \
            .help = "This trial of DIR; the best unless given",             \
            .more = "The best is that of those that have finished, by the " \
                    "sweep's goal; standard error names it."                \
    }
#define OPTION_FORCE(s, m)                                                     \
    {                                                                          \
        CLI_FLAG(s, m), .name = "force", .help = "Replace FILE if it is there" \
    }
#define OPTION_SPLIT(s, m, help_)                                         \
    {                                                                     \
        CLI_CHOICE(s, m, split_names), .name = "split", .value = "SPLIT", \
                                       .help = (help_)                    \
    }
#define OPTION_SPLIT_SCORED(s, m, help_)                             \
    {                                                                \
        CLI_CHOICE(s, m, split_names + SPLIT_VALID),                 \
            .name = "split", .least = SPLIT_VALID, .value = "SPLIT", \
            .help = (help_)                                          \
    }
#define OPTION_SET(s, m, help_)                                           \
    {                                                                     \
        CLI_TEXTS(s, m), .name = "set", .value = "FIELD=VALUE",           \
                         .complete = completions_add_set, .help = (help_) \
    }

/* Words: one results folder, or several. */
#define WORD_SWEEP(s, m)                                            \
    {                                                               \
        CLI_WORD(s, m), .value = "DIR", .what = "a results folder", \
                        .complete = completions_add_sweeps          \
    }
#define WORD_TRIAL(s, m)                                               \
    {                                                                  \
        CLI_WORD(s, m), .value = "DIR|FILE",                           \
                        .what = "a results folder, or a trial's file", \
                        .complete = completions_add_sweeps             \
    }
#define WORDS_SWEEPS(s, m)                                  \
    {                                                       \
        CLI_WORDS(s, m), .least = 1, .value = "DIR",        \
                         .what = "a results folder",        \
                         .complete = completions_add_sweeps \
    }

/* Check that --output is given for a format that is not text. */
int option_format_file(const struct format_kind *format, const char *output,
                       struct error *e);

/* Check that --force is given if the file exists. */
int option_check_file(const char *file, bool force, struct error *e);

/* Return how many characters fit in a line of the output: the terminal's width;
 * 0 for a file. */
int option_line(const char *output);

/* Write to the file of --output, or print if that is NULL. */
int option_write(const char *output, const struct str *text, struct error *e);

#endif
