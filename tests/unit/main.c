/*
 * main.c - the program of a folder's unit tests: it runs one test, whose name
 * is that of the link by which the program was called.
 *
 *     tests/unit/base/core/test_arena [ARGUMENT]...
 *     tests/unit/base_tests test_arena [ARGUMENT]...
 *
 * A test is a process of its own, so what it changes for its process (threads,
 * MPI, the environment) no other test sees.
 */
#include "config.h"

#define UNIT_MAIN
#include "tests/test.h"

#include <stdio.h>
#include <string.h>

char **unit_arguments;
static struct unit_test *first;

void unit_register(struct unit_test *t)
{
    t->next = first;
    first = t;
}

/* The last part of a path. */
static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

/* The test of tests/unit/NAME.c, or NULL. */
static const struct unit_test *find(const char *name)
{
    const size_t n = strlen(name);

    for (const struct unit_test *t = first; t; t = t->next) {
        const char *file = last_part(t->file);
        if (!strncmp(file, name, n) && !strcmp(file + n, ".c"))
            return t;
    }
    return NULL;
}

int main(int argc, char **argv)
{
    const struct unit_test *t = find(last_part(argv[0]));

    unit_arguments = argv;
    if (!t && argc > 1 && (t = find(argv[1])))
        unit_arguments = argv + 1;
    if (t)
        return t->run();
    fprintf(stderr, "usage: %s TEST [ARGUMENT]...\n", argv[0]);
    for (t = first; t; t = t->next)
        fprintf(stderr, "    %s\n", t->file);
    return 2;
}
