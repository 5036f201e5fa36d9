/* lease_replace.c - files that only the holder of a lease writes. */
#include "config.h"

#include <errno.h>
#include <unistd.h>

#include "base/files/temporary.h"
#include "sweep/folder/lease.h"

int lease_replace(struct lease *l, const char *path, const struct str *text,
                  struct error *e)
{
    struct temporary t;

    if (lease_lost(l, e) || temporary_open(&t, path, e))
        return -1;
    errno = ENOSPC; /* for a write that is incomplete */
    int failed = write(t.fd, str_text(text), text->len) != (ssize_t)text->len;

    if (failed)
        error_errno(e, "cannot write '%s'", t.tmp);
    failed = failed || temporary_close(&t, true, e) || lease_lost(l, e) ||
             temporary_put(&t, e) || temporary_sync(&t, e);
    temporary_release(&t);
    return failed ? -1 : 0;
}
