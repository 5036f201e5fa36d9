/*
 * main.c - codarun COMMAND ...: finds the subcommand and runs it.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/show.h"
#include "base/storage.h"
#include "base/thread_binding.h"
#include "base/version.h"
#include "cmd/command.h"
#include "cmd/launch.h"
#include "cmd/output.h"
#include "comm/comm.h"
#include "config/field.h"
#include "format/format.h"
#include "kernel/kernel.h"
#include "model/model.h"
#include "optimizer/optimizer.h"
#include "sampler/sampler.h"
#include "scheduler/scheduler.h"
#include "task/task.h"
#include "train/average.h"

#define KIND(name) extern const struct command command_##name;
#include "cmd/kinds.def"
#undef KIND

#define KIND(name) &command_##name,
const struct command *const commands[] = {
#include "cmd/kinds.def"
    NULL,
};
#undef KIND
#define COMMANDS ((int)(sizeof(commands) / sizeof(commands[0])) - 1)

static void print_help(FILE *to)
{
    fprintf(to, "Usage: codarun COMMAND [ARGUMENT]...\n"
                "Attention experiments on clusters and workstations.\n\n");
    for (int i = 0; i < COMMANDS; i++)
        fprintf(to, "  %-10s  %s\n", commands[i]->name, commands[i]->summary);
    fprintf(to, "\n'codarun help COMMAND' tells more; so does the manual "
                "page codarun(1).\n");
}

static void print_version(void)
{
    printf("codarun %s\ncommit %s\n%s\n%s\n", version_text(), version_commit(),
           kernel_identity(PRODUCTS_OWN), kernel_build());
}

static int unknown(const char *name)
{
    const char *names[COMMANDS], *near;

    for (int i = 0; i < COMMANDS; i++)
        names[i] = commands[i]->name;
    near = nearest_name(name, names, COMMANDS);
    if (launch_first())
        complain("unknown command '%s'%s%s%s", name,
                 near ? ", did you mean '" : ", see codarun --help",
                 near ? near : "", near ? "'?" : "");
    return launch_first() ? EXIT_USAGE : EXIT_DONE;
}

/* A kind that lacks something is our mistake, but one a newcomer makes. */
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

static int run(const struct command *c, int argc, char **argv)
{
    char *name = memory_format("codarun %s", c->name);
    struct error e = {0};
    int status;

    argv[0] = name;
    if (c->mpi)
        comm_start(&argc, &argv);
    if (storage_watch(&e) || check_kinds(&e) || kernel_start(&e)) {
        complain("%s", e.text);
        status = EXIT_ERROR;
    } else
        status = c->run(argc, argv);
    if (c->mpi)
        status = launch_end(status);
    free(name);
    return output_end(status);
}

static bool is_one_of(const char *word, const char *one, const char *other,
                      const char *third)
{
    return !strcmp(word, one) || !strcmp(word, other) || !strcmp(word, third);
}

/* `help COMMAND ...` and `COMMAND -h` are `COMMAND ... --help`. */
static void turn_help(int argc, char **argv)
{
    static char asked[] = "--help";

    if (argc > 2 && !strcmp(argv[1], "help")) {
        memmove(&argv[1], &argv[2], (size_t)(argc - 2) * sizeof(*argv));
        argv[argc - 1] = asked;
    } else if (argc > 2 && !strcmp(argv[2], "-h"))
        argv[2] = asked;
}

int main(int argc, char **argv)
{
    output_begin();
    memory_keep();
    thread_binding_keep();
    kernel_correct_blas(argv);
    if (argc < 2) {
        if (launch_first())
            print_help(stderr);
        return launch_first() ? EXIT_USAGE : EXIT_DONE;
    }
    turn_help(argc, argv);
    if (is_one_of(argv[1], "--help", "-h", "help")) {
        if (launch_first())
            print_help(stdout);
        return output_end(EXIT_DONE);
    }
    if (is_one_of(argv[1], "--version", "-V", "version")) {
        if (launch_first())
            print_version();
        return output_end(EXIT_DONE);
    }
    for (int i = 0; i < COMMANDS; i++)
        if (!strcmp(argv[1], commands[i]->name))
            return run(commands[i], argc - 1, argv + 1);
    return unknown(argv[1]);
}
