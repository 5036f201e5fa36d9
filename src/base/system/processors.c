#include "config.h"

#include "base/system/processors.h"

#include <hwloc.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/core/die.h"
#include "base/core/memory.h"

struct processors {
    hwloc_bitmap_t set; /* by the system's numbers */
};

/* --- the machine -----------------------------------------------------------
 */

static hwloc_topology_t topology; /* NULL: it cannot be read */
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* hwloc reads of another machine where one of these is set, of whose processors
 * this process may use all, it says. */
static const char *const elsewhere[] = {"HWLOC_CPUID_PATH", "HWLOC_FSROOT",
                                        "HWLOC_SYNTHETIC", "HWLOC_XMLFILE"};
#define ELSEWHERE (sizeof(elsewhere) / sizeof(*elsewhere))

static const char *ignored; /* the one that was; or NULL */

static hwloc_topology_t read_machine(void)
{
    hwloc_topology_t t;

    if (hwloc_topology_init(&t))
        return NULL;
    hwloc_topology_set_all_types_filter(t, HWLOC_TYPE_FILTER_KEEP_NONE);
    hwloc_topology_set_type_filter(t, HWLOC_OBJ_CORE,
                                   HWLOC_TYPE_FILTER_KEEP_ALL);
    if (!hwloc_topology_load(t))
        return t;
    hwloc_topology_destroy(t);
    return NULL;
}

/* With none of the variables set; they are for other programs, too. */
static hwloc_topology_t read_this_machine(void)
{
    char *kept[ELSEWHERE] = {0};

    for (size_t i = 0; i < ELSEWHERE; i++) {
        const char *value = getenv(elsewhere[i]);

        if (!value)
            continue;
        kept[i] = memory_string(value);
        ignored = elsewhere[i];
        unsetenv(elsewhere[i]);
    }
    hwloc_topology_t t = read_machine();

    for (size_t i = 0; i < ELSEWHERE; i++) {
        if (kept[i])
            setenv(elsewhere[i], kept[i], 1);
        free(kept[i]);
    }
    return t;
}

static void load(void)
{
    topology = read_machine();
    if (!topology || hwloc_topology_is_thissystem(topology))
        return;
    hwloc_topology_destroy(topology);
    topology = read_this_machine();
}

static hwloc_topology_t the_machine(void)
{
    pthread_once(&once, load);
    return topology;
}

const char *processors_ignored(void)
{
    the_machine();
    return ignored;
}

struct machine processors_machine(void)
{
    hwloc_topology_t t = the_machine();
    struct machine m = {0};

    if (t) {
        m.cores = hwloc_get_nbobjs_by_type(t, HWLOC_OBJ_CORE);
        m.processors = hwloc_get_nbobjs_by_type(t, HWLOC_OBJ_PU);
    }
    if (m.processors < 1)
        m.processors = (int)sysconf(_SC_NPROCESSORS_ONLN);
    if (m.cores < 1)
        m.cores = m.processors;
    return m;
}

/* --- sets ------------------------------------------------------------------
 */

static struct processors *empty(void)
{
    struct processors *p = memory_new(sizeof(*p));

    p->set = hwloc_bitmap_alloc();
    if (!p->set)
        die("out of memory for a set of processors");
    return p;
}

void processors_free(struct processors *p)
{
    if (p)
        hwloc_bitmap_free(p->set);
    free(p);
}

struct processors *processors_copy(const struct processors *p)
{
    struct processors *copy = empty();

    hwloc_bitmap_copy(copy->set, p->set);
    return copy;
}

/* A set that something has failed to fill is none. */
static struct processors *filled(struct processors *p, int failed)
{
    if (!failed && !hwloc_bitmap_iszero(p->set) &&
        hwloc_bitmap_weight(p->set) > 0)
        return p;
    processors_free(p);
    return NULL;
}

struct processors *processors_bound(void)
{
    hwloc_topology_t t = the_machine();
    struct processors *p = empty();

    return filled(p, !t || hwloc_get_cpubind(t, p->set, HWLOC_CPUBIND_THREAD));
}

struct processors *processors_bound_of(long pid)
{
    hwloc_topology_t t = the_machine();
    struct processors *p = empty();

    return filled(p, !t || hwloc_get_proc_cpubind(t, (pid_t)pid, p->set, 0));
}

struct processors *processors_parse(const char *list)
{
    struct processors *p = empty();

    return filled(p, hwloc_bitmap_list_sscanf(p->set, list));
}

int processors_bind(const struct processors *p)
{
    hwloc_topology_t t = the_machine();

    return t ? hwloc_set_cpubind(t, p->set, HWLOC_CPUBIND_THREAD) : -1;
}

char *processors_text(const struct processors *p)
{
    const int n = hwloc_bitmap_list_snprintf(NULL, 0, p->set);
    char *text = memory_new((size_t)n + 1);

    hwloc_bitmap_list_snprintf(text, (size_t)n + 1, p->set);
    return text;
}

struct digest processors_digest(const struct processors *p)
{
    char *text = processors_text(p);
    struct hasher *h = hasher_new();

    hasher_add(h, text, strlen(text));
    const struct digest d = hasher_digest(h);
    hasher_free(h);
    free(text);
    return d;
}

int processors_count(const struct processors *p)
{
    return hwloc_bitmap_weight(p->set);
}

/* --- cores -----------------------------------------------------------------
 */

/* What a set has of each core, in the order in which cores lie; a processor
 * that no core is known of stands for one. */
struct cores {
    hwloc_bitmap_t *core; /* owned */
    int n, room;
};

static void add_core(struct cores *c, hwloc_bitmap_t set)
{
    GROW(c->core, c->n, c->room);
    c->core[c->n++] = set;
}

static void add_known(struct cores *c, hwloc_topology_t t,
                      const struct processors *p, hwloc_bitmap_t rest)
{
    hwloc_obj_t core = NULL;

    while ((core = hwloc_get_next_obj_by_type(t, HWLOC_OBJ_CORE, core)))
        if (hwloc_bitmap_intersects(core->cpuset, p->set)) {
            hwloc_bitmap_t set = hwloc_bitmap_alloc();

            hwloc_bitmap_and(set, core->cpuset, p->set);
            hwloc_bitmap_andnot(rest, rest, set);
            add_core(c, set);
        }
}

static struct cores cores_of(const struct processors *p)
{
    hwloc_bitmap_t rest = hwloc_bitmap_dup(p->set);
    struct cores c = {0};
    int i;

    if (the_machine())
        add_known(&c, the_machine(), p, rest);
    hwloc_bitmap_foreach_begin(i, rest)
    {
        hwloc_bitmap_t set = hwloc_bitmap_alloc();

        hwloc_bitmap_only(set, (unsigned)i);
        add_core(&c, set);
    }
    hwloc_bitmap_foreach_end();
    hwloc_bitmap_free(rest);
    return c;
}

static void cores_release(struct cores *c)
{
    for (int i = 0; i < c->n; i++)
        hwloc_bitmap_free(c->core[i]);
    free(c->core);
}

int processors_cores(const struct processors *p)
{
    struct cores c = cores_of(p);
    const int n = c.n;

    cores_release(&c);
    return n;
}

/* Cores [first, end). */
static struct processors *whole(const struct cores *c, int first, int end)
{
    struct processors *part = empty();

    for (int i = first; i < end; i++)
        hwloc_bitmap_or(part->set, part->set, c->core[i]);
    return part;
}

/* Their processors [first, end), counted core by core. */
static struct processors *single(const struct cores *c, int first, int end)
{
    struct processors *part = empty();
    int seen = 0;

    for (int i = 0; i < c->n; i++) {
        int j;

        hwloc_bitmap_foreach_begin(j, c->core[i])
        {
            if (seen >= first && seen < end)
                hwloc_bitmap_set(part->set, (unsigned)j);
            seen++;
        }
        hwloc_bitmap_foreach_end();
    }
    return part;
}

struct processors *processors_part(const struct processors *p, int n, int i)
{
    const int count = processors_count(p);
    struct cores c = cores_of(p);
    struct processors *part;

    if (c.n >= n)
        part = whole(&c, i * c.n / n, (i + 1) * c.n / n);
    else if (count >= n)
        part = single(&c, i * count / n, (i + 1) * count / n);
    else
        part = single(&c, i % count, i % count + 1);
    cores_release(&c);
    return part;
}
