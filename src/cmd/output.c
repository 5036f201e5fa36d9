#include "config.h"

#include "cmd/output.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/core/log.h"
#include "base/core/show.h"
#include "cmd/command.h"

/* open() returns the lowest free number.  The file is opened in the wrong
 * direction, so that using it is still an error. */
void output_begin(void)
{
    for (int fd = 0; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 &&
            open("/dev/null", fd ? O_RDONLY : O_WRONLY) < 0)
            return;
}

/* An earlier write has failed, but its errno is lost, so this asks poll(). */
bool output_reader_gone(void)
{
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};

    return poll(&out, 1, 0) == 1 && out.revents & POLLERR;
}

static int kept; /* errno of the first failure of output_write(), or 0 */

/* Print a text made safe for a terminal, which would interpret some
 * characters. */
static void put_shown(const struct str *text)
{
    struct str out = {0};

    show_output(str_text(text), text->len, &out);
    fwrite(str_text(&out), 1, out.len, stdout);
    str_release(&out);
}

void output_put(const struct str *text)
{
    if (log_on_terminal(STDOUT_FILENO))
        put_shown(text);
    else
        fwrite(str_text(text), 1, text->len, stdout);
}

int output_write(const struct str *text)
{
    errno = 0;
    output_put(text);
    if (!fflush(stdout) && !ferror(stdout))
        return 0;
    kept = errno;
    return -1;
}

int output_end(int status)
{
    errno = kept;
    const bool lost = fflush(stdout) || ferror(stdout);
    const int why = errno;

    if (!lost || why == EPIPE || output_reader_gone())
        return status;
    complain("standard output: %s",
             why ? strerror(why) : "not all of it could be written");
    return status ? status : EXIT_ERROR;
}
