#include "config.h"

#include "base/system/processors.h"

#include <hwloc.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/die.h"
#include "base/core/memory.h"
#include "base/system/machine.h"

struct processors {
    hwloc_bitmap_t set; /* by the system's numbers */
};

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

/* NULL instead of a set that could not be filled. */
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
    hwloc_topology_t t = machine_topology();
    struct processors *p = empty();

    return filled(p, !t || hwloc_get_cpubind(t, p->set, HWLOC_CPUBIND_THREAD));
}

struct processors *processors_bound_of(long pid)
{
    hwloc_topology_t t = machine_topology();
    struct processors *p = empty();

    return filled(p, !t || hwloc_get_proc_cpubind(t, (pid_t)pid, p->set, 0));
}

struct processors *processors_parse(const char *list)
{
    struct processors *p = empty();

    return filled(p, hwloc_bitmap_list_sscanf(p->set, list));
}

bool processors_near(const struct processors *p, int number)
{
    hwloc_topology_t t = machine_topology();
    hwloc_bitmap_t nodes = hwloc_bitmap_alloc();

    if (t)
        hwloc_cpuset_to_nodeset(t, p->set, nodes);
    const bool near = hwloc_bitmap_isset(nodes, (unsigned)number);

    hwloc_bitmap_free(nodes);
    return near;
}

int processors_bind(const struct processors *p)
{
    hwloc_topology_t t = machine_topology();

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

/* The part of a set in each core, in the order of the machine's cores; a
 * processor without a known core counts as one. */
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

    if (machine_topology())
        add_known(&c, machine_topology(), p, rest);
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
