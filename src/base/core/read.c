#include "config.h"

#include "base/core/read.h"

#include <errno.h>
#include <unistd.h>

ssize_t read_bytes(int fd, void *bytes, size_t n)
{
    ssize_t got;

    do
        got = read(fd, bytes, n);
    while (got < 0 && errno == EINTR);
    return got;
}

int read_all(struct str *out, size_t most,
             ssize_t (*some)(void *from, void *bytes, size_t n), void *from)
{
    char piece[1 << 16];
    ssize_t n;

    while ((n = some(from, piece, sizeof(piece))) > 0) {
        if ((size_t)n > most)
            return 1;
        str_add(out, piece, (size_t)n);
        most -= (size_t)n;
    }
    return n < 0 ? -1 : 0;
}
