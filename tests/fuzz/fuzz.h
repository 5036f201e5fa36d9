/*
 * fuzz.h - functions of all fuzz targets: bytes as a file, and checks of
 * errors.
 *
 * A target passes bytes that libFuzzer makes to one reader, as a file if it
 * reads one.  The reader accepts them or returns one line of error; anything
 * else (a crash, a leak, undefined behaviour, a wait of 25 s or 2 GiB of
 * memory) is a finding.  `make fuzz` builds and runs them (run.sh).
 *
 * To add one:
 *   1. copy fuzz_split_ids.c to fuzz_NAME.c and rename in it;
 *   2. name its seeds in the last line of its first comment, `Seeds:`: patterns
 *      of files from the sources' root on, or made/..., which seeds.sh makes;
 *   3. add a line to fuzz_targets in tests/local.mk.
 *
 * Threads: one.
 */
#ifndef FUZZ_H
#define FUZZ_H

#include "config.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/core/error.h"
#include "base/core/utf8.h"
#include "base/files/file.h"
#include "text/files/lines.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

#define MUST(holds)                                                    \
    do {                                                               \
        if (!(holds)) {                                                \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, \
                    #holds);                                           \
            abort();                                                   \
        }                                                              \
    } while (0)

/* Check that an error is one line of text. */
static inline void fuzz_refused(const struct error *e)
{
    const size_t n = strlen(e->text);

    MUST(n > 0);
    MUST(utf8_valid(e->text, n) == n);
    for (size_t i = 0; i < n; i++)
        MUST((unsigned char)e->text[i] >= ' ');
}

static char fuzz_dir[1000];

static inline void fuzz_leave(void)
{
    folder_remove(fuzz_dir);
}

/* The folder of this process, created at the first call. */
static inline const char *fuzz_folder(void)
{
    const char *tmp = getenv("TMPDIR");

    if (!fuzz_dir[0]) {
        snprintf(fuzz_dir, sizeof(fuzz_dir), "%s/codarun-fuzz-XXXXXX",
                 tmp ? tmp : "/tmp");
        MUST(mkdtemp(fuzz_dir) != NULL);
        atexit(fuzz_leave);
    }
    return fuzz_dir;
}

/* The path of a file in it, valid until the next call. */
static inline const char *fuzz_path(const char *name)
{
    static char path[1100];

    snprintf(path, sizeof(path), "%s/%s", fuzz_folder(), name);
    return path;
}

/* The same, after writing these bytes to the file. */
static inline const char *fuzz_file(const char *name, const void *bytes,
                                    size_t n)
{
    const char *path = fuzz_path(name);
    FILE *f = fopen(path, "wb");

    MUST(f != NULL);
    MUST(fwrite(bytes, 1, n, f) == n);
    MUST(fclose(f) == 0);
    return path;
}

/* A file that seeds.sh has made, by its name below made/; the path is valid
 * until the next call. */
static inline const char *fuzz_made(const char *name)
{
    static char path[1000];
    const char *made = getenv("FUZZ_MADE");

    MUST(made != NULL); /* run.sh sets it */
    snprintf(path, sizeof(path), "%s/%s", made, name);
    return path;
}

/* The bytes, NUL-terminated; the caller frees them. */
static inline char *fuzz_text(const uint8_t *data, size_t n)
{
    char *text = malloc(n + 1);

    MUST(text != NULL);
    if (n)
        memcpy(text, data, n);
    text[n] = '\0';
    return text;
}

#endif
