/* folder.c - paths of a results folder. */
#include "config.h"

#include "results/folder.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/memory.h"

static void sharded(const char *dir, const char *sort, struct digest trial,
                    const char *ending, struct str *out)
{
    char hex[DIGEST_HEX];

    digest_hex(trial, hex);
    str_addf(out, "%s/%s/%.2s/%s%s", dir, sort, hex, hex, ending);
}

void folder_result_path(const char *dir, struct digest trial, struct str *out)
{
    sharded(dir, "trials", trial, ".h5", out);
}

void folder_state_path(const char *dir, struct digest trial, struct str *out)
{
    sharded(dir, "states", trial, "", out);
}

void folder_clean_results(const char *dir)
{
    static const char *const parts[] = {"trials", "states"};

    folder_clean(dir);
    for (int i = 0; i < 2; i++) {
        char *part = memory_format("%s/%s", dir, parts[i]);
        struct stat st;

        if (!lstat(part, &st) && S_ISLNK(st.st_mode))
            folder_clean(part);
        free(part);
    }
}

/* --- what is there -------------------------------------------------------- */

struct found {
    long n, room;
    struct digest *trial; /* [n] owned */
};

static void take(struct found *f, const char *file)
{
    char hex[DIGEST_HEX] = "";
    struct digest d;

    if (strlen(file) != 35 || strcmp(file + 32, ".h5") != 0)
        return;
    memcpy(hex, file, 32);
    if (digest_parse(hex, &d))
        return;
    GROW(f->trial, f->n, f->room);
    f->trial[f->n++] = d;
}

static void look_in(struct found *f, const char *dir)
{
    DIR *d = opendir(dir);
    const struct dirent *entry;

    while (d && (entry = readdir(d)))
        take(f, entry->d_name);
    if (d)
        closedir(d);
}

static int by_name(const void *a, const void *b)
{
    const struct digest x = *(const struct digest *)a;
    const struct digest y = *(const struct digest *)b;

    if (x.hi != y.hi)
        return x.hi < y.hi ? -1 : 1;
    return (x.lo > y.lo) - (x.lo < y.lo);
}

/* trials/ has a folder for each two digits. */
long folder_results(const char *dir, struct digest **trial)
{
    struct found f = {0};

    for (int i = 0; i < 256; i++) {
        char *part = memory_format("%s/trials/%02x", dir, i);

        look_in(&f, part);
        free(part);
    }
    if (f.n)
        qsort(f.trial, (size_t)f.n, sizeof(*f.trial), by_name);
    *trial = f.trial;
    return f.n;
}
