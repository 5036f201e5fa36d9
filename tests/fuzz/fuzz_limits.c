/*
 * The system's files about this process's limits: a tree of such files, each
 * preceded by a line of a form feed.
 *
 * Seeds: tests/fuzz/seeds/limits*
 */
#include "fuzz.h"

#include <math.h>

#include "base/system/control_group.h"
#include "base/system/memory_limit.h"
#include "base/system/processor_limit.h"

#define GROUP "sys/fs/cgroup/a/b/"

static const char *const files[] = {
    "proc/self/cgroup",        "proc/self/mountinfo",
    "proc/self/status",        "proc/meminfo",
    GROUP "memory.max",        GROUP "memory.current",
    GROUP "memory.stat",       GROUP "memory.limit_in_bytes",
    GROUP "cpu.max",           GROUP "cpu.cfs_quota_us",
    GROUP "cpu.cfs_period_us",
};

static void make_tree(const uint8_t *data, size_t n)
{
    for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++) {
        const uint8_t *end = n ? memchr(data, '\f', n) : NULL;
        const size_t len = end ? (size_t)(end - data) : n;

        fuzz_file(files[i], data, len);
        data += len + (end != NULL);
        n -= len + (end != NULL);
    }
}

static void make_folders(void)
{
    struct error e;

    for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++)
        MUST(!folder_make_for(fuzz_path(files[i]), &e));
}

static void check_memory(const char *root)
{
    struct memory_limits l;

    memory_limits_find(root, &l);
    MUST(l.n <= MEMORY_LIMITS && l.available >= 0);
    for (int i = 0; i < l.n; i++) {
        const struct memory_limit *m = &l.limit[i];

        MUST(isfinite(m->most) && m->left >= 0 && m->left <= m->most);
        MUST(isfinite(m->mine) && m->by[0]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    static bool begun;

    if (!begun)
        make_folders();
    begun = true;
    make_tree(data, n);
    const struct group_limit l = control_group_memory(fuzz_folder());
    const struct processor_limit p = processor_limit_find(fuzz_folder());

    MUST(l.most >= 0 && l.used >= 0 && !l.by[0] == isinf(l.most));
    MUST(p.most >= 0 && processor_limit_share(&p, 3) >= 1);
    check_memory(fuzz_folder());
    return 0;
}
