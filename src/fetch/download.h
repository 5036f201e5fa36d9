/*
 * download.h - a file from an http or https server, resumed where it was cut.
 *
 * What has come stands in PATH.part until all of it is there, synced and
 * renamed; beside it PATH.from says whence: the URL, and what its server named
 * this version of the file by (a strong ETag, or else Last-Modified).  A later
 * call asks for the rest under the condition that the file is still that one
 * (If-Range), and takes 416 for the end where the part is as long as the file.
 * Where it changed, where the server named nothing, or has no ranges, all of it
 * comes anew: two versions are never glued together.
 *
 * A connection that is cut, or stalls for a minute, is tried again, and so are
 * statuses that say "later" (408, 429, 5xx); other statuses end it.  A host
 * that is not found, or with which TLS cannot begin, ends it unless bytes of
 * the file have come before.  Redirects are followed, from https to https
 * alone.  The environment's proxies are used, as by curl.
 *
 * Threads: one at a time, and of one path one process: each would write into
 *          the other's part.
 * Errors:  -1 with the URL or the file; what has come stays for the next call,
 *          but where it is too long to be the file.
 */
#ifndef FETCH_DOWNLOAD_H
#define FETCH_DOWNLOAD_H

#include "base/core/error.h"

struct download {
    const char *url, *path;
    const char *name; /* for the progress line */
    long long bytes;  /* that it must have; 0: not known */
    long retries;     /* in a row that bring no byte more than there ever was;
                         0: a cut connection ends it */
};

/* Nothing is done where PATH is there already, from that URL. */
int download(const struct download *d, struct error *e);

#endif
