/* subprocess.c - run a function in a process of its own. */
#include "config.h"

#include "base/system/subprocess.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/core/clock.h"

/* Write all bytes, unless the reader is gone. */
static bool give(int to, const void *bytes, size_t n)
{
    const char *at = bytes;

    while (n) {
        const ssize_t some = write(to, at, n);

        if (some < 0 && errno != EINTR)
            return false;
        at += some > 0 ? some : 0;
        n -= some > 0 ? (size_t)some : 0;
    }
    return true;
}

/* In the child: write the result, and then the text. */
static _Noreturn void do_work(int (*work)(void *, struct str *), void *context,
                              int to)
{
    struct str text = {0};
    const int result = work(context, &text);
    const bool given = give(to, &result, sizeof(result)) &&
                       give(to, str_text(&text), text.len);

    _exit(given ? EXIT_SUCCESS : EXIT_FAILURE);
}

/* Read until the end: 1, or 0 if that takes too long. */
static int take(int from, double end, struct str *out)
{
    struct pollfd ready = {.fd = from, .events = POLLIN};
    char some[65536];

    for (;;) {
        const double left = end - clock_now();

        if (left <= 0)
            return 0;
        if (poll(&ready, 1, (int)(left * 1000) + 1) <= 0)
            continue;
        const ssize_t n = read(from, some, sizeof(some));

        if (n == 0)
            return 1;
        if (n > 0)
            str_add(out, some, (size_t)n);
    }
}

/* The child's exit status; -1 if it was killed by a signal or cannot be waited
 * for. */
static int ended(pid_t child)
{
    int status;

    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Append the child's text, once it is known to be complete. */
static int listen_to(pid_t child, int from, double seconds, struct str *out,
                     struct error *e)
{
    struct str said = {0};
    int result = -1;
    const int whole = take(from, clock_now() + seconds, &said);

    if (!whole)
        kill(child, SIGKILL);
    const int status = ended(child);

    if (!whole)
        error_set(e, "it took longer than %g s", seconds);
    else if (status || said.len < sizeof(result))
        error_set(e, "it died");
    else {
        memcpy(&result, said.s, sizeof(result));
        str_add(out, said.s + sizeof(result), said.len - sizeof(result));
    }
    str_release(&said);
    return result;
}

int subprocess_run(int (*work)(void *context, struct str *out), void *context,
                   double seconds, struct str *out, struct error *e)
{
    int end[2];

    if (pipe2(end, O_CLOEXEC)) /* programs started by the child do not inherit
                                  it */
        return error_errno(e, "pipe");
    const pid_t child = fork();

    if (child == 0) {
        close(end[0]);
        do_work(work, context, end[1]);
    }
    close(end[1]);
    const int result = child < 0 ? error_errno(e, "a process of its own")
                                 : listen_to(child, end[0], seconds, out, e);

    close(end[0]);
    return result;
}
