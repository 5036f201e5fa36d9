#include "config.h"

#include "base/system/memory_limit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/system/control_group.h"
#include "base/system/slurm_grant.h"
#include "base/system/system_file.h"

/* --- /proc -----------------------------------------------------------------
 */

/* The bytes of a line "NAME: 123 kB"; 0 if there is none. */
static double kib_line(const char *text, const char *name)
{
    const size_t n = strlen(name);

    for (const char *at = text; at && *at; at = strchr(at, '\n')) {
        at += *at == '\n';
        if (!strncmp(at, name, n) && at[n] == ':')
            return 1024 * strtod(at + n + 1, NULL);
    }
    return 0;
}

/* --- what the libraries need ------------------------------------------------
 */

#define LEAST_KIB 491520UL

/* The loader calls it before any library starts. */
static void refuse_too_little(void)
{
    struct rlimit r;

    if (getrlimit(RLIMIT_AS, &r) || r.rlim_cur / 1024 >= LEAST_KIB)
        return;
    dprintf(STDERR_FILENO,
            "codarun: ulimit -v: found %lu KiB, expected %lu at least\n",
            (unsigned long)r.rlim_cur / 1024, LEAST_KIB);
    _exit(1);
}

__attribute__((section(".preinit_array"),
               used)) static void (*const first)(void) = refuse_too_little;

/* --- the limits ------------------------------------------------------------
 */

static void add(struct memory_limits *l, struct memory_limit limit,
                const char *by)
{
    if (!isfinite(limit.most))
        return;
    limit.left = fmin(fmax(limit.left, 0), limit.most);
    snprintf(limit.by, sizeof(limit.by), "%s", by);
    l->limit[l->n++] = limit;
}

/* A system kills processes only once its swap is full, too; but swap is too
 * slow to plan with, so the limit is the memory alone. */
static void add_host(struct memory_limits *l, const char *root, double resident)
{
    char *text = system_text(root, "/proc/meminfo");
    double all = kib_line(text, "MemTotal");
    const double left =
        kib_line(text, "MemAvailable") + kib_line(text, "SwapFree");

    free(text);
    if (!(all > 0))
        all = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    l->available = left > 0 && left < all ? left : all;
    add(l, (struct memory_limit){.most = all, .left = all, .mine = resident},
        "this host");
}

static void add_group(struct memory_limits *l, const char *root)
{
    const struct group_limit g = control_group_memory(root);

    add(l, (struct memory_limit){.most = g.most, .left = g.most - g.used},
        g.by);
}

static void add_slurm(struct memory_limits *l, double resident)
{
    const char *by;
    const double most = slurm_memory(&by);

    add(l, (struct memory_limit){.most = most, .left = most, .mine = resident},
        by);
}

static double own_limit(int resource)
{
    struct rlimit r;

    return getrlimit((__rlimit_resource_t)resource, &r) ||
                   r.rlim_cur == RLIM_INFINITY
               ? INFINITY
               : (double)r.rlim_cur;
}

static void add_own(struct memory_limits *l, int resource, double used,
                    bool maps, const char *by)
{
    const double most = own_limit(resource);

    add(l,
        (struct memory_limit){
            .most = most, .left = most - used, .own = true, .maps = maps},
        by);
}

void memory_limits_find(const char *root, struct memory_limits *l)
{
    char *status = system_text(root, "/proc/self/status");

    *l = (struct memory_limits){.allocated = memory_allocated()};
    add_host(l, root, kib_line(status, "VmRSS"));
    add_group(l, root);
    add_slurm(l, kib_line(status, "VmRSS"));
    add_own(l, RLIMIT_AS, kib_line(status, "VmSize"), true, "ulimit -v");
    add_own(l, RLIMIT_DATA, kib_line(status, "VmData"), false, "ulimit -d");
    free(status);
}

/* If more than this is left, the part that is not for trials (memory_budget.c)
 * is enough for the freed memory that the C library keeps. */
#define LITTLE 0x1p31

static struct memory_limits noted; /* n is 0 until it is filled */

void memory_limits_note(int ranks)
{
    memory_limits_find("", &noted);
    if (noted.available / ranks < LITTLE)
        memory_save();
    for (int i = 0; i < noted.n; i++) {
        const struct memory_limit *l = &noted.limit[i];

        if (l->left / (l->own ? 1 : ranks) < LITTLE)
            memory_save();
    }
}

const struct memory_limits *memory_limits(void)
{
    if (!noted.n)
        memory_limits_note(1);
    return &noted;
}

double memory_limits_shared(void)
{
    const struct memory_limits *l = memory_limits();
    double least = l->available;

    for (int i = 0; i < l->n; i++)
        if (!l->limit[i].own)
            least = fmin(least, l->limit[i].left);
    return least;
}
