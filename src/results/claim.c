/* claim.c - who works in a results folder. */
#include "config.h"

#include "results/claim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/process.h"
#include "base/str.h"

static void own_line(struct str *out)
{
    char host[256];

    process_host(host);
    str_addf(out, "%s %ld %llu\n", host, (long)getpid(),
             process_began(getpid()));
}

/* Is the owner named in a line at work?  Elsewhere nobody can tell. */
static bool alive(const char *line, long *pid)
{
    char here[256], host[256];
    unsigned long long began;

    process_host(here);
    if (sscanf(line, "%255s %ld %llu", host, pid, &began) != 3)
        return false;
    if (strcmp(host, here) != 0) {
        log_warning("folder last used on host %s: taking it over", host);
        return false;
    }
    if (*pid == (long)getpid() || !process_alive(*pid))
        return false;
    return began == 0 || process_began(*pid) == began;
}

/* The same, but a process that was killed just now is given time to end. */
static bool stays_alive(const char *line, long *pid)
{
    for (int i = 0; i < 40; i++) {
        if (!alive(line, pid))
            return false;
        clock_sleep(0.05);
    }
    return true;
}

int claim_take(const char *dir, struct error *e)
{
    char *path = memory_format("%s/owner", dir);
    struct str old = {0}, own = {0};
    long pid;
    int failed = 0;

    own_line(&own);
    if (file_exists(path))
        failed = file_read(path, &old, e);
    if (!failed && stays_alive(str_text(&old), &pid))
        failed = error_set(e,
                           "folder '%s' is in use by process %ld on this host "
                           "(remove '%s' if that is not codarun)",
                           dir, pid, path);
    /* Two that begin in the same instant: the last to write goes on. */
    if (!failed)
        failed = file_replace(path, own.s, own.len, e) || claim_lost(dir, e);
    str_release(&old);
    str_release(&own);
    free(path);
    return failed ? -1 : 0;
}

int claim_lost(const char *dir, struct error *e)
{
    char *path = memory_format("%s/owner", dir), here[256], host[256];
    struct str now = {0};
    struct error ignored;
    int lost = 0;
    long pid;

    process_host(here);
    if (file_read(path, &now, &ignored) == 0 &&
        sscanf(str_text(&now), "%255s %ld", host, &pid) == 2 &&
        (strcmp(host, here) != 0 || pid != (long)getpid()))
        lost = error_set(e,
                         "folder '%s' was taken over by process %ld on host "
                         "%s, which goes on with it",
                         dir, pid, host);
    str_release(&now);
    free(path);
    return lost;
}

void claim_release(const char *dir)
{
    char *path = memory_format("%s/owner", dir);
    struct error ignored;

    if (!claim_lost(dir, &ignored))
        unlink(path);
    free(path);
}
