#include "config.h"

#include "sweep/run/hook.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/core/log.h"
#include "base/core/memory.h"
#include "base/files/folder_entries.h"
#include "base/system/launcher.h"
#include "config/field/field.h"
#include "engine/kernel/kernel.h"
#include "sweep/run/signals.h"

extern char **environ;

/* --- its environment ------------------------------------------------------ */

struct environment {
    int n, room;
    char **line; /* [n] "NAME=value"; owned, as is each; ends with NULL */
};

static void add(struct environment *v, char *line)
{
    GROW(v->line, v->n, v->room);
    v->line[v->n++] = line;
}

static void add_text(struct environment *v, const char *name, const char *text)
{
    add(v, memory_format("CODARUN_%s=%s", name, text ? text : ""));
}

/* Add a number; below 0 it is unknown. */
static void add_count(struct environment *v, const char *name, long count)
{
    char text[32] = "";

    if (count >= 0)
        snprintf(text, sizeof(text), "%ld", count);
    add_text(v, name, text);
}

static void add_real(struct environment *v, const char *name, double value)
{
    struct str text = {0};

    if (isfinite(value))
        real_text(value, &text);
    add_text(v, name, str_text(&text));
    str_release(&text);
}

/* True if a variable of this name was added. */
static bool has(const struct environment *v, const char *line)
{
    const size_t n = strcspn(line, "=") + 1;

    for (int i = 0; i < v->n; i++)
        if (!strncmp(v->line[i], line, n))
            return true;
    return false;
}

static void describe(const struct hook *h, int status, struct environment *v)
{
    const struct sweep_status *s = &h->end;

    add_text(v, "STATUS", s->ended);
    add_text(v, "WHY", s->why);
    add_count(v, "EXIT", status);
    add_text(v, "DIR", h->dir);
    add_text(v, "NAME", s->name);
    add_count(v, "TRIALS", s->trials);
    add_count(v, "TRIALS_DONE", s->finished + s->failed);
    add_count(v, "FAILED", s->failed);
    add_text(v, "GOAL", s->goal);
    add_real(v, "BEST", s->best < 0 ? (double)NAN : s->best_goal);
    add_count(v, "BEST_TRIAL", s->best);
    add_text(v, "BEST_VALUES", s->best_values);
    for (char **line = environ; *line; line++)
        if (!launcher_says(*line) && !kernel_says(*line) && !has(v, *line))
            add(v, memory_string(*line));
    add(v, NULL);
}

static void environment_release(struct environment *v)
{
    for (int i = 0; i < v->n; i++)
        free(v->line[i]);
    free(v->line);
}

/* --- its process ---------------------------------------------------------- */

/* Let children not inherit files that libraries have left open. */
static void close_for_children(void *context, int folder,
                               const struct dirent *entry)
{
    const int fd = (int)strtol(entry->d_name, NULL, 10);

    (void)context;
    (void)folder;
    if (fd > STDERR_FILENO)
        fcntl(fd, F_SETFD, FD_CLOEXEC);
}

/* Keep dead children, so that they can be waited for. */
static void keep_dead_children(void)
{
    struct sigaction usual = {.sa_handler = SIG_DFL};

    sigemptyset(&usual.sa_mask);
    sigaction(SIGCHLD, &usual, NULL);
}

static void set_attributes(posix_spawnattr_t *a)
{
    sigset_t all, none;

    sigfillset(&all);
    sigemptyset(&none);
    posix_spawnattr_init(a);
    posix_spawnattr_setsigdefault(a, &all);
    posix_spawnattr_setsigmask(a, &none);
    posix_spawnattr_setflags(a, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF |
                                    POSIX_SPAWN_SETSIGMASK);
}

/* Start the command without fork(): memory that a network card uses must not be
 * shared with a child. */
static int start(const char *command, char **environment, pid_t *child)
{
    char *const arguments[] = {(char[]){"sh"}, (char[]){"-c"}, (char *)command,
                               NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    struct error ignored;

    folder_each("/proc/self/fd", close_for_children, NULL, &ignored);
    keep_dead_children();
    set_attributes(&attributes);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null",
                                     O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
    errno = posix_spawn(child, "/bin/sh", &actions, &attributes, arguments,
                        environment);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return errno ? -1 : 0;
}

static void tell(int status)
{
    if (WIFSIGNALED(status))
        complain("run.hook was ended by signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    else if (WEXITSTATUS(status))
        complain("run.hook ended with status %d", WEXITSTATUS(status));
}

void hook_begin(struct hook *h, int status)
{
    struct environment v = {0};

    if (!h->end.name || !*h->command)
        return;
    fflush(NULL); /* its output must come after ours */
    describe(h, status, &v);
    signals_hold();
    if (start(h->command, v.line, &h->child)) {
        h->child = 0;
        complain("run.hook: /bin/sh cannot be started: %s", strerror(errno));
    }
    signals_pass_on(h->child);
    environment_release(&v);
}

/* Its pid must not become another process's while a signal may still be sent to
 * it. */
static int wait_for(pid_t child, int *status)
{
    siginfo_t ignored;

    while (waitid(P_PID, (id_t)child, &ignored, WEXITED | WNOWAIT) &&
           errno == EINTR)
        continue;
    signals_pass_on(0);
    return waitpid(child, status, 0) < 0 ? -1 : 0;
}

void hook_finish(struct hook *h)
{
    int status;

    if (!h->child)
        return;
    if (wait_for(h->child, &status))
        complain("run.hook: %s", strerror(errno));
    else
        tell(status);
    h->child = 0;
}

void hook_release(struct hook *h)
{
    free(h->command);
    free(h->dir);
    sweep_status_release(&h->end);
    *h = (struct hook){0};
}
