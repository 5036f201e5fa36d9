#include "config.h"

#include "base/core/log.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/core/clock.h"
#include "base/core/die.h"
#include "base/core/show.h"
#include "base/core/str.h"
#include "base/core/utf8.h"

#define BATCH_SECONDS 30.0 /* least time between status lines in a log */
#define USUAL_COLUMNS 80   /* of a terminal that does not report it */
#define USUAL_ROWS 24      /* as above */
#define CLEAR_LINE "\r\033[K"

/* Recursive: if there is no memory for a line of the log, die() ends the status
 * line while the lock is held. */
static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static struct {
    int rank;
    bool quiet;
    bool terminal, out_terminal; /* whether standard error and output reach
                                    one */
    char who[128]; /* "rank 3 on node2: ", put before a rank's messages */
    void (*hear)(const char *text);
    bool standing;      /* a status line is shown */
    struct str status;  /* its text */
    double status_time; /* when one was last written to a batch log */
    bool status_said;
} state;

/*
 * Under mpirun a rank's output goes to mpirun, which copies it to its own: what
 * counts is whether that one is a terminal.
 */
static bool is_launched(void)
{
    return getenv("OMPI_COMM_WORLD_SIZE") != NULL;
}

static void launcher_path(int fd, char path[64])
{
    snprintf(path, 64, "/proc/%ld/fd/%d", (long)getppid(), fd);
}

static bool launcher_on_terminal(int fd)
{
    char path[64], target[64];
    ssize_t n;

    launcher_path(fd, path);
    n = readlink(path, target, sizeof(target) - 1);
    if (n < 0)
        return false;
    target[n] = '\0';
    return strncmp(target, "/dev/pts/", 9) == 0 ||
           strncmp(target, "/dev/tty", 8) == 0;
}

bool log_on_terminal(int fd)
{
    return is_launched() ? launcher_on_terminal(fd) : isatty(fd);
}

/* Zeros if the terminal does not report its size. */
static struct winsize terminal_size(int fd)
{
    struct winsize size = {0};
    char path[64];
    int of = fd;

    if (is_launched()) {
        launcher_path(fd, path);
        of = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
    }
    ioctl(of, TIOCGWINSZ, &size);
    if (of >= 0 && of != fd)
        close(of);
    return size;
}

int log_columns(int fd, int otherwise)
{
    if (!log_on_terminal(fd))
        return otherwise;
    const int columns = terminal_size(fd).ws_col;

    return columns > 1 ? columns : USUAL_COLUMNS;
}

int log_rows(int fd, int otherwise)
{
    if (!log_on_terminal(fd))
        return otherwise;
    const int rows = terminal_size(fd).ws_row;

    return rows > 1 ? rows : USUAL_ROWS;
}

/* What die() calls first. */
static const char *end_and_who(void)
{
    log_status_end();
    return state.who;
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
    state.terminal = log_on_terminal(STDERR_FILENO);
    state.out_terminal = log_on_terminal(STDOUT_FILENO);
    die_prefix = end_and_who;
    pthread_mutex_unlock(&lock);
}

void log_listen(void (*hear)(const char *text))
{
    pthread_mutex_lock(&lock);
    state.hear = hear;
    pthread_mutex_unlock(&lock);
}

static void put(int fd, const char *text, size_t len)
{
    ssize_t ignored = write(fd, text, len);

    (void)ignored; /* there is no other place to report it */
}

/* --- the status line ----------------------------------------------------- */

/* The bytes of the status line that fit into a line of the terminal. */
static size_t status_length(void)
{
    const size_t most = (size_t)log_columns(STDERR_FILENO, USUAL_COLUMNS) - 1;

    return utf8_cut(str_text(&state.status), state.status.len, most);
}

static void add_status(struct str *out)
{
    str_adds(out, CLEAR_LINE);
    str_add(out, str_text(&state.status), status_length());
}

static void log_line(const char *text)
{
    struct str out = {0};

    pthread_mutex_lock(&lock);
    if (state.terminal && (state.standing || state.rank))
        str_adds(&out, CLEAR_LINE); /* ours, or rank 0's, which is shown
                                       again */
    show_text(text, &out);
    str_adds(&out, "\n");
    if (state.standing)
        add_status(&out);
    put(STDERR_FILENO, out.s, out.len);
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

static atomic_bool silent; /* log_host_warning() prints nothing */

void log_first(bool first)
{
    atomic_store(&silent, !first);
}

void log_host_warning(const char *fmt, ...)
{
    struct str text = {0};
    va_list args;

    if (atomic_load(&silent))
        return;
    va_start(args, fmt);
    str_addv(&text, fmt, args);
    va_end(args);
    log_warning("%s", str_text(&text));
    str_release(&text);
}

/* On a terminal the line is redrawn in place, in a log it is printed now and
 * then. */
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
        put(STDERR_FILENO, out.s, out.len);
    str_release(&out);
}

void log_status(const char *fmt, ...)
{
    struct str text = {0};
    va_list args;

    if (!log_tells())
        return;
    pthread_mutex_lock(&lock);
    str_clear(&state.status);
    va_start(args, fmt);
    str_addv(&text, fmt, args);
    va_end(args);
    show_text(str_text(&text), &state.status);
    str_release(&text);
    show_status();
    pthread_mutex_unlock(&lock);
}

/*
 * The line is printed once more, since something else may have been written
 * over it, such as the ^C of a Ctrl-C.  It is one write, so that mpirun cannot
 * put standard output, where the line is cleared as well, between its text and
 * its end.  It takes no memory, for die().
 */
void log_status_end(void)
{
    pthread_mutex_lock(&lock);
    if (state.standing) {
        const struct iovec line[] = {
            {CLEAR_LINE, sizeof(CLEAR_LINE) - 1},
            {state.status.s, status_length()},
            {"\n", 1},
        };
        ssize_t ignored = writev(STDERR_FILENO, line, 3);

        (void)ignored;
    }
    if (state.standing && state.out_terminal)
        put(STDOUT_FILENO, CLEAR_LINE, sizeof(CLEAR_LINE) - 1);
    state.standing = false;
    pthread_mutex_unlock(&lock);
}

void complain(const char *fmt, ...)
{
    struct str text = {0}, out = {0};
    va_list args;

    va_start(args, fmt);
    str_addv(&text, fmt, args);
    va_end(args);
    str_adds(&out, "codarun: ");
    show_text(str_text(&text), &out);
    str_adds(&out, "\n");
    log_status_end();
    fputs(str_text(&out), stderr);
    str_release(&text);
    str_release(&out);
}
