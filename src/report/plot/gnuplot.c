/* gnuplot.c - gnuplot, run as a program. */
#include "config.h"

#include "report/plot/gnuplot.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/files/file.h"

static char program[] = "gnuplot";

/* True if `program` is in the folder, given as n characters. */
static bool stands_in(const char *folder, size_t n)
{
    char *path =
        memory_format("%.*s/%s", n ? (int)n : 1, n ? folder : ".", program);
    const bool found = access(path, X_OK) == 0;

    free(path);
    return found;
}

bool gnuplot_found(void)
{
    const char *at = getenv("PATH");

    while (at) {
        const size_t n = strcspn(at, ":");

        if (stands_in(at, n))
            return true;
        at = at[n] ? at + n + 1 : NULL;
    }
    return false;
}

int gnuplot_missing(struct error *e)
{
    return error_set(e, "found no program gnuplot: install gnuplot-nox "
                        "(Debian) or gnuplot (Fedora), or take script and data "
                        "(--data) to a machine that has it");
}

/* Standard input, output and error, as unnamed temporary files. */
struct pipes {
    FILE *file[3];
};

static int pipes_open(struct pipes *p, const struct str *script,
                      struct error *e)
{
    *p = (struct pipes){{NULL}};
    for (int i = 0; i < 3; i++) {
        p->file[i] = tmpfile();
        if (!p->file[i])
            return error_errno(e, "temporary file");
    }
    fwrite(str_text(script), 1, script->len, p->file[0]);
    if (fflush(p->file[0]))
        return error_errno(e, "temporary file");
    rewind(p->file[0]);
    return 0;
}

static void pipes_close(struct pipes *p)
{
    for (int i = 0; i < 3; i++)
        if (p->file[i])
            fclose(p->file[i]);
}

static void read_back(FILE *f, struct str *out)
{
    rewind(f);
    str_add_stream(out, f);
}

/* Run it; returns the exit status, -1 if it could not be run. */
static int run(const struct pipes *p, struct error *e)
{
    extern char **environ;
    static char defaults[] = "--default-settings";
    char *const arguments[] = {program, defaults, NULL};
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status;

    posix_spawn_file_actions_init(&actions);
    for (int i = 0; i < 3; i++)
        posix_spawn_file_actions_adddup2(&actions, fileno(p->file[i]), i);
    errno = posix_spawnp(&child, program, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (errno)
        return error_errno(e, "gnuplot");
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return error_errno(e, "gnuplot");
    return status;
}

/* Set the error to the last nonempty line of its output or, if this gnuplot
 * lacks the terminal, to what the user can do. */
static int complain(FILE *said, struct error *e)
{
    struct str text = {0};
    const char *last = "it said nothing";

    read_back(said, &text);
    char *line = text.len ? strtok(text.s, "\n") : NULL;

    for (; line; line = strtok(NULL, "\n")) {
        line += strspn(line, " ^");
        last = *line ? line : last;
    }
    if (strstr(last, "unknown or ambiguous terminal"))
        error_set(e, "this gnuplot makes no such files: install gnuplot-nox "
                     "(Debian) or gnuplot (Fedora), which do");
    else
        error_set(e, "gnuplot drew nothing: %s", last);
    str_release(&text);
    return -1;
}

int gnuplot_draw(const struct str *script, struct str *picture, struct error *e)
{
    struct pipes p;
    int failed = pipes_open(&p, script, e);

    if (!failed) {
        const int status = run(&p, e);

        if (status == 0)
            read_back(p.file[1], picture);
        failed = status < 0 ? -1 : !picture->len ? complain(p.file[2], e) : 0;
    }
    pipes_close(&p);
    return failed;
}
