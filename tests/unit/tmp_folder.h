/*
 * tmp_folder.h - a folder of its own under /tmp for a test program, which goes
 * away with all that is in it.
 */
#ifndef TMP_FOLDER_H
#define TMP_FOLDER_H

#include <stdlib.h>

#include "base/files/file.h"

static char folder[] = "/tmp/codarun-test-XXXXXX";

static inline int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static inline int remove_folder(void **state)
{
    (void)state;
    return folder_remove(folder);
}

#endif
