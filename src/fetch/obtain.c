#include "config.h"

#include "fetch/obtain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/core/log.h"
#include "base/core/memory.h"
#include "base/core/show.h"
#include "base/files/file.h"
#include "fetch/download.h"

char *obtain_url(const struct obtain *o, int i)
{
    const struct given_file *g = &o->set->given[i];
    const char *home = o->options->home;

    if (home) {
        char *name = given_name(g);
        const char *slash = *home && home[strlen(home) - 1] == '/' ? "" : "/";
        char *url = memory_format("%s%s%s", home, slash, name);

        free(name);
        return url;
    }
    return g->url ? memory_string(g->url) : NULL;
}

static const char *brought(const struct obtain *o, int i, struct error *e)
{
    char *name = given_name(&o->set->given[i]);
    const char *hex = checksums_of_file(o->sums, name, e);

    free(name);
    return hex;
}

int obtain_check_sums(const struct obtain *o, struct error *e)
{
    for (int i = 0; o->sums && i < data_set_given(o->set); i++)
        if (!brought(o, i, e))
            return error_in(e, "--sums: '%s'", o->options->sums);
    return 0;
}

const char *obtain_sha256(const struct obtain *o, int i)
{
    struct error ignored;

    return o->sums ? brought(o, i, &ignored) : o->set->given[i].sha256;
}

/* Checksums from the user may be of files with other sizes. */
long long obtain_bytes(const struct obtain *o, int i)
{
    return o->sums ? 0 : o->set->given[i].bytes;
}

static bool is_folder(const char *path)
{
    struct stat st;

    return !stat(path, &st) && S_ISDIR(st.st_mode);
}

/* Find the file where the user has it. */
static int find(const struct obtain *o, int i, struct obtained *out,
                struct error *e)
{
    char *name = given_name(&o->set->given[i]);

    if (is_folder(o->options->from))
        out->path = memory_format("%s/%s", o->options->from, name);
    else
        out->path = memory_string(o->options->from);
    free(name);
    if (!file_exists(o->options->from))
        return error_set(e, "--from: found no file or folder '%s'",
                         o->options->from);
    if (!is_folder(o->options->from) && data_set_given(o->set) > 1)
        return error_set(e,
                         "--from: found a file, expected a folder with the "
                         "%d files that codarun data fetch --dry-run lists",
                         data_set_given(o->set));
    out->origin = memory_string(out->path);
    if (!file_exists(out->path))
        return error_set(e, "--from: found no file '%s'", out->path);
    return file_check(out->path, e) ? error_in(e, "--from") : 0;
}

static int refuse(const struct data_set *s, const char *name, struct error *e)
{
    return error_set(e,
                     "its home has no plain download of %s: %s (%s); give it "
                     "by --from=%s",
                     name, s->note, s->page,
                     data_set_given(s) > 1 ? "FOLDER" : "FILE");
}

static int get(const struct obtain *o, int i, struct obtained *out,
               struct error *e)
{
    char *name = given_name(&o->set->given[i]);
    struct download d = {.name = name,
                         .bytes = obtain_bytes(o, i),
                         .retries = o->options->retries};
    int bad;

    out->origin = obtain_url(o, i);
    out->path = memory_format("%s/%s", o->folder, name);
    d.url = out->origin;
    d.path = out->path;
    bad = d.url ? download(&d, e) : refuse(o->set, name, e);
    free(name);
    return bad;
}

/* How files with these endings begin.  Some servers return a page with status
 * 200 instead of a file they do not have. */
static const struct packing {
    const char *ending, *name, *magic;
} packings[] = {
    {".gz", "gzip", "\x1f\x8b"},
    {".xz", "xz", "\xfd\x37zXZ"},
    {".zst", "zstd", "\x28\xb5\x2f\xfd"},
    {".bz2", "bzip2", "BZh"},
    {".zip", "zip", "PK"},
    {0},
};

static bool begins_with(const char *path, const char *magic)
{
    const size_t n = strlen(magic);
    FILE *file = fopen(path, "rbe");
    char first[8];
    const bool same =
        file && fread(first, 1, n, file) == n && !memcmp(first, magic, n);

    if (file)
        fclose(file);
    return same;
}

static int check_packing(const struct obtained *out, struct error *e)
{
    const char *ending = strrchr(out->path, '.');

    for (const struct packing *p = packings; p->name && ending; p++)
        if (!strcmp(ending, p->ending) && !begins_with(out->path, p->magic))
            return error_set(e,
                             "'%s': found no %s data, expected some by its "
                             "name",
                             out->origin, p->name);
    return 0;
}

static int check(const struct obtain *o, int i, struct obtained *out,
                 struct error *e)
{
    const long long bytes = obtain_bytes(o, i), found = file_bytes(out->path);
    const char *sha256 = obtain_sha256(o, i);

    if (bytes && found != bytes)
        return error_set(e, "'%s': found %lld bytes, expected %lld",
                         out->origin, found, bytes);
    if (check_packing(out, e))
        return -1;
    if (sha256_file(out->path, out->sha256, e))
        return -1;
    if (sha256 && strcmp(sha256, out->sha256) != 0)
        return error_set(e, "'%s': found SHA-256 %s, expected %s", out->origin,
                         out->sha256, sha256);
    if (!sha256)
        say("%s: SHA-256 %s, %lld bytes; checksum not known: shown, not "
            "checked\n",
            out->origin, out->sha256, found);
    return 0;
}

int obtain(const struct obtain *o, int i, struct obtained *out, struct error *e)
{
    if (o->options->from ? find(o, i, out, e) : get(o, i, out, e))
        return -1;
    char *origin = out->origin;

    out->origin = show_copy(origin); /* only shown from here on, so in one
                                        line */
    free(origin);
    if (!check(o, i, out, e))
        return 0;
    if (!o->options->from)
        unlink(out->path);
    return -1;
}

void obtained_release(struct obtained *g)
{
    free(g->path);
    free(g->origin);
}
