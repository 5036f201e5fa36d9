#include "config.h"

#include "fetch/progress.h"

#include <stdio.h>
#include <string.h>

#include "base/core/clock.h"
#include "base/core/log.h"

enum { BAR = 8 }; /* short, so that the remaining time fits into 80 columns */

void progress_bytes(long long bytes, char out[32])
{
    if (bytes < 10000)
        snprintf(out, 32, "%lld bytes", bytes);
    else if (bytes < 1000000000)
        snprintf(out, 32, "%.*f MB", bytes < 1000000 ? 2 : 1,
                 (double)bytes / 1e6);
    else
        snprintf(out, 32, "%.2f GB", (double)bytes / 1e9);
}

void progress_begin(struct progress *p, const char *name)
{
    *p = (struct progress){.name = name, .begun = clock_now()};
}

void progress_expect(struct progress *p, long long have, long long whole)
{
    p->first = have;
    p->whole = whole;
    p->begun = clock_now();
}

static void add_bar(const struct progress *p, long long have, char out[BAR + 4])
{
    int full = (int)(have * BAR / p->whole);

    full = full < 0 ? 0 : full > BAR ? BAR : full;
    out[0] = '[';
    memset(out + 1, '=', (size_t)full);
    memset(out + 1 + full, ' ', (size_t)(BAR - full));
    memcpy(out + 1 + BAR, "] ", 3);
}

static void tell(const struct progress *p, long long have, double seconds)
{
    const double speed = seconds > 0 ? (double)(have - p->first) / seconds : 0;
    char bar[BAR + 4] = "", some[32], all[32] = "?", left[32] = "";

    progress_bytes(have, some);
    if (p->whole > 0) {
        add_bar(p, have, bar);
        progress_bytes(p->whole, all);
        if (speed > 0)
            clock_words((double)(p->whole - have) / speed, left);
    }
    log_status("%s %s%s of %s, %.1f MB/s%s%s", p->name, bar, some, all,
               speed / 1e6, *left ? ", left: " : "", left);
}

/* At most ten times a second, and nothing in the first half second. */
void progress_tell(struct progress *p, long long have)
{
    const double now = clock_now();

    if (now - p->begun < 0.5 || now - p->told < 0.1)
        return;
    p->told = now;
    tell(p, have, now - p->begun);
}

void progress_end(struct progress *p)
{
    if (p->told > 0)
        log_status_end();
}
