#include "config.h"

#include "cmd/output.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cmd/command.h"

/* open() takes the least one that is free, here for the use that it is not
 * put to: to write there stays an error. */
void output_begin(void)
{
    for (int fd = 0; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 &&
            open("/dev/null", fd ? O_RDONLY : O_WRONLY) < 0)
            return;
}

/* Has the reader of a pipe gone?  An error of before has left no errno. */
static bool reader_gone(void)
{
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};

    return poll(&out, 1, 0) == 1 && out.revents & POLLERR;
}

static int kept; /* the errno of what output_write() could not write, or 0 */

int output_write(const struct str *text)
{
    if (fwrite(str_text(text), 1, text->len, stdout) == text->len &&
        !fflush(stdout))
        return 0;
    kept = errno;
    return -1;
}

int output_end(int status)
{
    errno = kept;
    const bool lost = fflush(stdout) || ferror(stdout);
    const int why = errno;

    if (!lost || why == EPIPE || reader_gone())
        return status;
    fprintf(stderr, "codarun: standard output: %s\n",
            why ? strerror(why) : "not all of it could be written");
    return status ? status : EXIT_ERROR;
}
