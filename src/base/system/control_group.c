#include "config.h"

#include "base/system/control_group.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/system/system_file.h"

/* Version 1 has no notation for no limit: it reports 2^63, rounded down to
 * pages. */
#define NO_LIMIT_BYTES 0x1p60

/* --- where the groups are mounted ----------------------------------------- */

/* A group on the path from the process's own to the topmost. */
struct control_group {
    char *folder; /* of its files; owned */
    char *name;   /* as in /proc/self/cgroup; owned */
    size_t top;   /* length of the topmost group's folder */
};

/* True if `word` is in a comma-separated list. */
static bool lists(const char *list, const char *word)
{
    const size_t n = strlen(word);

    for (const char *at = list; at; at = strchr(at, ',')) {
        at += *at == ',';
        if (!strncmp(at, word, n) && (!at[n] || at[n] == ','))
            return true;
    }
    return false;
}

/* The group of this process from a line "4:memory:/path" or "0::/path" of
 * /proc/self/cgroup; NULL if the line is for another controller.  "" is the
 * controller of version 2. */
static const char *name_in(char *line, const char *controller)
{
    char *list = strchr(line, ':');
    char *name = list ? strchr(list + 1, ':') : NULL;

    if (!name)
        return NULL;
    *name++ = '\0';
    list++;
    return *controller ? (lists(list, controller) ? name : NULL)
           : *list     ? NULL
                       : name;
}

static char *own_group(const char *root, const char *controller)
{
    char *text = system_text(root, "/proc/self/cgroup"), *rest = text, *line;
    const char *name = NULL;

    while (!name && (line = strsep(&rest, "\n")))
        name = name_in(line, controller);
    char *own = name ? memory_string(name) : NULL;

    free(text);
    return own;
}

/* mountinfo writes blanks and the like as \040. */
static void decode(char *path)
{
    char *to = path;

    for (const char *at = path; *at; to++) {
        if (at[0] == '\\' && strspn(at + 1, "01234567") >= 3) {
            *to =
                (char)((at[1] - '0') << 6 | (at[2] - '0') << 3 | (at[3] - '0'));
            at += 4;
        } else
            *to = *at++;
    }
    *to = '\0';
}

/* A line of mountinfo has the mount's number, parent, device, the mounted
 * folder of its file system, the mount point; then after a dash its type,
 * source and options. */
struct mount {
    char *root, *point, *type, *options;
};

static bool read_mount(char *line, struct mount *m)
{
    char *behind = strstr(line, " - "), *word[5];

    if (!behind)
        return false;
    *behind = '\0';
    behind += 3;
    for (int i = 0; i < 5; i++)
        word[i] = strsep(&line, " ");
    m->root = word[3];
    m->point = word[4];
    m->type = strsep(&behind, " ");
    strsep(&behind, " ");
    m->options = behind ? behind : "";
    if (!m->point)
        return false;
    decode(m->root);
    decode(m->point);
    return true;
}

/* True if the first part of a path is "..".  No group has that name: paths
 * start at the top of the namespace, so such a group is beside or above
 * that. */
static bool goes_up(const char *path)
{
    return !strncmp(path, "/..", 3) && (!path[3] || path[3] == '/');
}

/* True if it consists of "/../.."  only. */
static bool only_goes_up(const char *path)
{
    while (goes_up(path))
        path += 3;
    return !*path;
}

/* The rest of a group's name after the mounted folder; NULL if it does not
 * begin with that. */
static const char *behind(const char *name, const char *mounted)
{
    const size_t n = !strcmp(mounted, "/") ? 0 : strlen(mounted);

    if (strncmp(name, mounted, n) || (name[n] && name[n] != '/'))
        return NULL;
    return !strcmp(name + n, "/") ? "" : name + n;
}

static bool is_of(const struct mount *m, const char *controller)
{
    return *controller
               ? !strcmp(m->type, "cgroup") && lists(m->options, controller)
               : !strcmp(m->type, "cgroup2");
}

/* Use a mount if the group is visible there.  With `above` use a mount whose
 * root is above the namespace, and its topmost folder: a group above the
 * process's own, at an unknown distance. */
static bool take_mount(const char *root, const char *name,
                       const struct mount *m, bool above,
                       struct control_group *p)
{
    const char *path = behind(name, m->root);

    if (above ? path || !only_goes_up(m->root) : !path || goes_up(path))
        return false;
    p->folder = memory_format("%s%s%s", root, m->point, path ? path : "");
    p->name = memory_string(path ? name : m->root);
    p->top = strlen(root) + strlen(m->point);
    return true;
}

static bool find_mount(const char *root, const char *controller,
                       const char *name, bool above, struct control_group *p)
{
    char *text = system_text(root, "/proc/self/mountinfo"), *rest = text, *line;
    bool found = false;

    while (!found && (line = strsep(&rest, "\n"))) {
        struct mount m;

        found = read_mount(line, &m) && is_of(&m, controller) &&
                take_mount(root, name, &m, above, p);
    }
    free(text);
    return found;
}

static bool find_place(const char *root, const char *controller,
                       struct control_group *p)
{
    char *name = own_group(root, controller);
    const bool found = name && (find_mount(root, controller, name, false, p) ||
                                find_mount(root, controller, name, true, p));

    free(name);
    return found;
}

static bool is_topmost(const struct control_group *p)
{
    return strlen(p->folder) <= p->top;
}

/* Go to the group above; false if none is visible. */
static bool climb(struct control_group *p)
{
    char *folder = strrchr(p->folder, '/'), *name = strrchr(p->name, '/');

    if (is_topmost(p) || !folder)
        return false;
    *folder = '\0';
    if (name)
        name[name == p->name] = '\0';
    return true;
}

static void place_release(struct control_group *p)
{
    free(p->folder);
    free(p->name);
}

/* --- the groups' files ---------------------------------------------------- */

/* The number at the beginning of a file; `otherwise` if there is none
 * ("max"). */
static double number(const struct control_group *p, const char *file,
                     double otherwise)
{
    char *path = memory_format("/%s", file);
    char *text = system_text(p->folder, path), *end;
    const double value = strtod(text, &end);
    const bool found = end != text;

    free(text);
    free(path);
    return found ? value : otherwise;
}

/* A line "NAME number" of memory.stat. */
static double stat_line(const char *text, const char *name)
{
    const size_t n = strlen(name);

    for (const char *at = text; at && *at; at = strchr(at, '\n')) {
        at += *at == '\n';
        if (!strncmp(at, name, n) && at[n] == ' ')
            return strtod(at + n, NULL);
    }
    return NAN;
}

/* The sum of the lines that exist. */
static double stat_lines(const char *text, const char *const *name)
{
    double sum = 0;

    for (; *name; name++) {
        const double value = stat_line(text, *name);

        sum += value > 0 ? value : 0;
    }
    return sum;
}

static double left(const struct group_limit *l)
{
    return l->most - l->used;
}

/* Take a limit instead of the one so far, if less is left of it. */
static bool consider(struct group_limit *least, double most, double used,
                     const char *file, const char *group)
{
    struct group_limit l = {.most = most, .used = used};

    if (!(most >= 0) || !(left(&l) < left(least)))
        return false;
    snprintf(l.by, sizeof(l.by), "%s of control group '%.120s'", file, group);
    *least = l;
    return true;
}

/* The files of one version's memory controller. */
struct memory_files {
    const char *controller;
    const char *limit[3], *usage, *reclaimed[4];
};

static const struct memory_files memory_files[] = {
    {"",
     {"memory.max", "memory.high"},
     "memory.current",
     {"inactive_file", "active_file", "slab_reclaimable"}},
    {"memory",
     {"memory.limit_in_bytes"},
     "memory.usage_in_bytes",
     {"total_inactive_file", "total_active_file"}},
};

/* Groups above the topmost that a container sees: with version 1 the smallest
 * limit of these is in its memory.stat. */
static void consider_above(const char *stat, double used, const char *group,
                           struct group_limit *least)
{
    const double most = stat_line(stat, "hierarchical_memory_limit");

    if (most < NO_LIMIT_BYTES && consider(least, most, used, "", group))
        snprintf(least->by, sizeof(least->by),
                 "a control group above '%.120s' (hierarchical_memory_limit)",
                 group);
}

static void consider_memory(const struct control_group *p,
                            const struct memory_files *f,
                            struct group_limit *least)
{
    char *stat = system_text(p->folder, "/memory.stat");
    const double in_use =
        number(p, f->usage, 0) - stat_lines(stat, f->reclaimed);
    const double used = in_use > 0 ? in_use : 0;

    for (int i = 0; f->limit[i]; i++) {
        const double most = number(p, f->limit[i], INFINITY);

        if (most < NO_LIMIT_BYTES)
            consider(least, most, used, f->limit[i], p->name);
    }
    if (is_topmost(p))
        consider_above(stat, used, p->name, least);
    free(stat);
}

struct group_limit control_group_memory(const char *root)
{
    struct group_limit least = {.most = INFINITY};

    for (int i = 0; i < 2; i++) {
        struct control_group p;

        if (!find_place(root, memory_files[i].controller, &p))
            continue;
        do
            consider_memory(&p, &memory_files[i], &least);
        while (climb(&p));
        place_release(&p);
    }
    return least;
}

/* "200000 100000", or "max 100000". */
static double quota(const struct control_group *p)
{
    char *text = system_text(p->folder, "/cpu.max");
    double time, period;
    const bool found = sscanf(text, "%lf %lf", &time, &period) == 2;

    free(text);
    return found && time > 0 && period > 0 ? time / period : INFINITY;
}

/* -1 means no limit. */
static double quota_of_version_1(const struct control_group *p)
{
    const double time = number(p, "cpu.cfs_quota_us", -1);
    const double period = number(p, "cpu.cfs_period_us", 0);

    return time > 0 && period > 0 ? time / period : INFINITY;
}

struct group_limit control_group_processors(const char *root)
{
    struct group_limit least = {.most = INFINITY};

    for (int version = 2; version; version--) {
        struct control_group p;

        if (!find_place(root, version == 2 ? "" : "cpu", &p))
            continue;
        do {
            if (version == 2)
                consider(&least, quota(&p), 0, "cpu.max", p.name);
            else
                consider(&least, quota_of_version_1(&p), 0, "cpu.cfs_quota_us",
                         p.name);
        } while (climb(&p));
        place_release(&p);
    }
    return least;
}
