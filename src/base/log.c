#include "config.h"

#include "base/log.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/str.h"

#define BATCH_SECONDS 30.0 /* least time between status lines in a log */
#define CLEAR_LINE "\r\033[K"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct {
    int rank;
    bool quiet, terminal;
    char who[128]; /* log_who() */
    void (*hear)(const char *text);
    bool standing;      /* a status line is on the screen */
    struct str status;  /* its text */
    double status_time; /* when one last went to a batch log */
    bool status_said;
} state;

/*
 * Under mpirun standard error is a pipe to mpirun, which copies it to its own
 * standard error: what counts is whether that one is a terminal.
 */
static bool launcher_on_terminal(void)
{
    char name[64], target[64];
    ssize_t n;

    if (!getenv("OMPI_COMM_WORLD_SIZE"))
        return false;
    snprintf(name, sizeof(name), "/proc/%ld/fd/2", (long)getppid());
    n = readlink(name, target, sizeof(target) - 1);
    if (n < 0)
        return false;
    target[n] = '\0';
    return strncmp(target, "/dev/pts/", 9) == 0 ||
           strncmp(target, "/dev/tty", 8) == 0;
}

void log_setup(int rank, const char *host, bool quiet)
{
    pthread_mutex_lock(&lock);
    state.rank = rank;
    state.quiet = quiet;
    state.who[0] = '\0';
    if (rank)
        snprintf(state.who, sizeof(state.who), "rank %d on %.80s: ", rank,
                 host);
    state.terminal = isatty(STDERR_FILENO) || launcher_on_terminal();
    pthread_mutex_unlock(&lock);
}

const char *log_who(void)
{
    return state.who;
}

void log_listen(void (*hear)(const char *text))
{
    pthread_mutex_lock(&lock);
    state.hear = hear;
    pthread_mutex_unlock(&lock);
}

static void put(const struct str *s)
{
    ssize_t ignored = write(STDERR_FILENO, s->s, s->len);

    (void)ignored; /* there is nowhere left to complain */
}

static void add_status(struct str *out)
{
    struct winsize size = {.ws_col = 80};
    size_t width, len = state.status.len;

    ioctl(STDERR_FILENO, TIOCGWINSZ, &size);
    width = size.ws_col > 1 ? size.ws_col - 1u : 79;
    str_adds(out, CLEAR_LINE);
    str_add(out, str_text(&state.status), len < width ? len : width);
}

static void log_line(const char *text)
{
    struct str out = {0};

    pthread_mutex_lock(&lock);
    if (state.standing)
        str_adds(&out, CLEAR_LINE);
    str_addf(&out, "%s\n", text);
    if (state.standing)
        add_status(&out);
    put(&out);
    pthread_mutex_unlock(&lock);
    str_release(&out);
}

bool log_tells(void)
{
    return state.rank == 0 && !state.quiet;
}

void log_info(const char *fmt, ...)
{
    struct str text = {0};
    va_list args;

    if (!log_tells())
        return;
    va_start(args, fmt);
    str_addv(&text, fmt, args);
    va_end(args);
    log_line(str_text(&text));
    str_release(&text);
}

static void tell_listener(const char *text)
{
    pthread_mutex_lock(&lock);
    void (*hear)(const char *) = state.hear;
    pthread_mutex_unlock(&lock);

    if (hear)
        hear(text);
}

void log_warning(const char *fmt, ...)
{
    struct str text = {0}, line = {0};
    va_list args;

    va_start(args, fmt);
    str_addv(&text, fmt, args);
    va_end(args);
    str_addf(&line, "codarun: %swarning: %s", state.who, str_text(&text));
    log_line(str_text(&line));
    tell_listener(str_text(&text));
    str_release(&line);
    str_release(&text);
}

/* On a terminal the line is redrawn in place, in a log it comes now and then.
 */
static void show_status(void)
{
    struct str out = {0};
    double t = clock_now();

    if (state.terminal) {
        add_status(&out);
        state.standing = true;
    } else if (!state.status_said || t - state.status_time >= BATCH_SECONDS) {
        str_addf(&out, "%s\n", str_text(&state.status));
        state.status_time = t;
        state.status_said = true;
    }
    if (out.len > 0)
        put(&out);
    str_release(&out);
}

void log_status(const char *fmt, ...)
{
    va_list args;

    if (!log_tells())
        return;
    pthread_mutex_lock(&lock);
    str_clear(&state.status);
    va_start(args, fmt);
    str_addv(&state.status, fmt, args);
    va_end(args);
    show_status();
    pthread_mutex_unlock(&lock);
}

void log_status_end(void)
{
    pthread_mutex_lock(&lock);
    if (state.standing)
        put(&(struct str){.s = (char[]){'\n', '\0'}, .len = 1});
    state.standing = false;
    pthread_mutex_unlock(&lock);
}
