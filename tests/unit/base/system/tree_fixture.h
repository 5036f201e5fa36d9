/*
 * tree_fixture.h - a made tree of files of /proc and /sys about a process.
 */
#ifndef TREE_FIXTURE_H
#define TREE_FIXTURE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/files/file.h"

static char tree[] = "/tmp/codarun-tree-XXXXXX";

/* Make a new, empty tree for every test. */
static inline int make_tree(void **state)
{
    (void)state;
    strcpy(tree + strlen(tree) - 6, "XXXXXX");
    return mkdtemp(tree) ? 0 : -1;
}

static inline int remove_tree(void **state)
{
    (void)state;
    return folder_remove(tree);
}

/* Add a file with this path to the tree. */
static inline void tree_file(const char *path, const char *text)
{
    char *full = memory_format("%s%s", tree, path);
    struct error e;

    if (folder_make_for(full, &e) || file_refresh(full, text, strlen(text), &e))
        fail_msg("%s", e.text);
    free(full);
}

/* Put the process into a group of version 2, mounted as systemd does. */
static inline void in_group(const char *name)
{
    char *line = memory_format("0::%s\n", name);

    tree_file("/proc/self/cgroup", line);
    tree_file("/proc/self/mountinfo",
              "22 27 0:21 / /proc rw,nosuid - proc proc rw\n"
              "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 "
              "cgroup2 rw,nsdelegate\n");
    free(line);
}

/* The same for version 1: memory and cpu have separate hierarchies. */
static inline void in_groups_of_version_1(const char *memory, const char *cpu)
{
    char *lines = memory_format("12:pids:/none\n9:memory:%s\n"
                                "4:cpu,cpuacct:%s\n1:name=systemd:/none\n",
                                memory, cpu);

    tree_file("/proc/self/cgroup", lines);
    tree_file("/proc/self/mountinfo",
              "32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw,relatime shared:9 - "
              "cgroup cgroup rw,cpu,cpuacct\n"
              "35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup "
              "rw,memory\n");
    free(lines);
}

#endif
