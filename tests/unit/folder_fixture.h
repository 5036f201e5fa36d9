/*
 * folder_fixture.h - a folder of its own for a test program, and one file in
 * it, which FOLDER_FILE names before this is included.
 */
#ifndef FOLDER_FIXTURE_H
#define FOLDER_FIXTURE_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char dir[] = "test_folder.XXXXXX";
static char path[64];

static inline int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(dir))
        return -1;
    snprintf(path, sizeof(path), "%s/" FOLDER_FILE, dir);
    return 0;
}

/* Fails when something else was left there. */
static inline int remove_folder(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(dir);
}

#endif
