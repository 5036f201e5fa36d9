/*
 * result_files.h - a results folder of its own for a test program, and files of
 * results in it.
 */
#ifndef RESULT_FILES_H
#define RESULT_FILES_H

#include <string.h>

#include "base/core/str.h"
#include "base/files/file.h"
#include "engine/store/result.h"
#include "sweep/folder/folder.h"
#include "tests/unit/tmp_folder.h"

static inline void write_result(const struct result *r)
{
    struct str path = {0};
    struct error e;

    folder_result_path(folder, r->trial, &path);
    *strrchr(path.s, '/') = 0;
    assert_int_equal(folder_make(path.s, &e), 0);
    str_clear(&path);
    folder_result_path(folder, r->trial, &path);
    assert_int_equal(result_write(path.s, r, &e), 0);
    str_release(&path);
}

#endif
