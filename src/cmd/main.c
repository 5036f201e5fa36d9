/*
 * main.c - codarun COMMAND ...: finds the subcommand and runs it.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/log.h"
#include "base/core/memory.h"
#include "base/files/io_watchdog.h"
#include "base/system/thread_binding.h"
#include "cmd/command.h"
#include "cmd/launch.h"
#include "cmd/manual_page.h"
#include "cmd/output.h"
#include "config/field/field.h"
#include "engine/kernel/kernel.h"
#include "engine/model/model.h"
#include "engine/optimizer/optimizer.h"
#include "engine/task/data_path.h"
#include "engine/task/task.h"
#include "engine/train/average.h"
#include "fetch/data_sets.h"
#include "report/format/format.h"
#include "sweep/sampler/sampler.h"
#include "sweep/scheduler/scheduler.h"

#define KIND(name) extern const struct command command_##name;
#include "cmd/kinds.def"
#undef KIND

#define KIND(name) &command_##name,
const struct command *const commands[] = {
#include "cmd/kinds.def"
    NULL,
};
#undef KIND

const struct command program = {
    .name = "codarun",
    .sub = commands,
    .about = "Attention experiments on clusters and workstations.",
    .more = "'codarun help COMMAND' tells more; so does the manual page "
            "codarun(1).  'codarun --version' prints the version.",
};

/* A kind with something missing is a programming error, but a frequent one in
 * new kinds. */
static int check_kinds(struct error *e)
{
    static const struct kinds *const all[] = {
        &task_kinds,    &model_kinds,     &attention_kinds,
        &head_kinds,    &optimizer_kinds, &average_kinds,
        &sampler_kinds, &scheduler_kinds, &format_kinds};

    for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++)
        if (kinds_check(all[i], e))
            return -1;
    return 0;
}

static int start(struct error *e)
{
    return io_watchdog_start(e) || check_kinds(e) || kernel_start(e) ? -1 : 0;
}

/* Report a wrong command line, by one of the processes that were started. */
static int wrong(const char *name, struct error *e)
{
    if (!launch_first())
        return EXIT_DONE;
    if (*name)
        error_in(e, "%s", name);
    complain("%s", e->text);
    return EXIT_USAGE;
}

static int print_help(const struct command *c, const char *name,
                      enum command_line asked, FILE *to)
{
    struct str text = {0};

    if (asked == COMMAND_LINE_USAGE)
        command_usage(c, name, &text);
    else
        command_help(c, name, &text);
    if (launch_first())
        fputs(str_text(&text), to);
    str_release(&text);
    return EXIT_DONE;
}

/* Add a hint if the first word may have been meant as a subcommand of a command
 * that has words of its own. */
static void hint_below(const struct command *c, const char *word,
                       struct error *e)
{
    const char *near = c->sub ? command_near(c, word) : NULL;

    if (near)
        error_more(e, "; did you mean '%s'?", near);
}

static int run(const struct command *c, const char *name, int argc, char **argv)
{
    void *asked = memory_zeroed(1, c->size + 1);
    const char *first = argc > 1 ? argv[1] : "";
    struct error e = {""};
    const enum command_line read = command_read(c, argc, argv, asked, &e);
    int status = EXIT_DONE;

    if (read == COMMAND_LINE_WRONG) {
        hint_below(c, first, &e);
        status = wrong(name, &e);
    } else if (read != COMMAND_LINE_READ)
        status = print_help(c, name, read, stdout);
    else if (start(&e))
        status = -1;
    else if (c->ranks || launch_first())
        status = c->run(asked, &e);
    if (status < 0) {
        complain("%s", e.text);
        status = EXIT_ERROR;
    }
    command_release(c, asked);
    free(asked);
    return status;
}

/* Report an option before the command, where few are allowed; the last one only
 * for codarun itself. */
static int misplaced(const char *name, const char *word, struct error *e)
{
    static const char *const few[] = {"--help", "--usage", "--version"};
    const char *near = nearest_name(word, few, *name ? 2 : 3);

    return near ? error_set(e, "unknown option '%s'; did you mean '%s'?", word,
                            near)
                : error_set(e,
                            "found '%s' before the command, expected it behind",
                            word);
}

/* Print the help of a command that only has subcommands, or an error. */
static int choose(const struct command *c, const char *name, int argc,
                  char **argv)
{
    static const char *const help[] = {"--help", "-h", "-?", "help", NULL};
    struct error e = {""};

    if (argc < 2) {
        print_help(c, name, COMMAND_LINE_HELP, stderr);
        return launch_first() ? EXIT_USAGE : EXIT_DONE;
    }
    if (str_among(help, argv[1], strlen(argv[1])))
        return print_help(c, name, COMMAND_LINE_HELP, stdout);
    if (!strcmp(argv[1], "--usage"))
        return print_help(c, name, COMMAND_LINE_USAGE, stdout);
    if (argv[1][0] == '-')
        misplaced(name, argv[1], &e);
    else
        command_unknown(c, argv[1], &e);
    return wrong(name, &e);
}

/* Change `help COMMAND ...` to `COMMAND ... --help`. */
static void turn_help(int argc, char **argv)
{
    static char asked[] = "--help";

    if (argc < 2 || strcmp(argv[1], "help") != 0)
        return;
    memmove(&argv[1], &argv[2], (size_t)(argc - 2) * sizeof(*argv));
    argv[argc - 1] = asked;
}

/* Change `--version ...` to `version ...`. */
static void turn_version(int argc, char **argv)
{
    static char version[] = "version";

    if (argc > 1 && (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-V")))
        argv[1] = version;
}

/* Run `help --manual`: standard input is the template. */
static int print_manual(void)
{
    struct str page = {0};
    struct error e = {""};
    const int bad = manual_page(stdin, &page, &e);

    if (bad)
        complain("manual page: %s", e.text);
    else
        fputs(str_text(&page), stdout);
    str_release(&page);
    return bad ? EXIT_ERROR : EXIT_DONE;
}

static int obey(int argc, char **argv)
{
    struct str name = {0};
    int words, status;

    if (argc == 3 && !strcmp(argv[1], "help") && !strcmp(argv[2], "--manual"))
        return launch_first() ? print_manual() : EXIT_DONE;
    turn_help(argc, argv);
    turn_version(argc, argv);
    const struct command *c =
        command_find(&program, argc - 1, argv + 1, &words, &name);

    if (c->run)
        status = run(c, str_text(&name), argc - words, argv + words);
    else
        status = choose(c, str_text(&name), argc - words, argv + words);
    str_release(&name);
    return status;
}

int main(int argc, char **argv)
{
    output_begin();
    memory_keep();
    thread_binding_keep();
    kernel_correct_blas(argv);
    data_path_sets(data_set_making);
    return output_end(obey(argc, argv));
}
