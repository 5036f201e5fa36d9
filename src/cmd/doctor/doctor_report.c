#include "config.h"

#include "cmd/doctor/doctor_report.h"

#include <gnu/libc-version.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/show.h"
#include "base/core/version.h"
#include "engine/comm/comm.h"
#include "engine/kernel/kernel.h"
#include "engine/store/hdf5.h"
#include "text/formats/json_write.h"

#define GIB (1024.0 * 1024.0 * 1024.0)

void doctor_report_release(struct doctor_report *r)
{
    free(r->results.nearest);
    free(r->cache.folder);
    findings_release(&r->results.found);
    findings_release(&r->data.found);
    findings_release(&r->cache.found);
    findings_release(&r->job);
}

static bool is_there(const struct doctor_report *r)
{
    return !strcmp(r->results.nearest, r->results.folder);
}

static int count_warnings(const struct doctor_report *r)
{
    return findings_warnings(&r->results.found) +
           findings_warnings(&r->data.found) +
           findings_warnings(&r->cache.found) + findings_warnings(&r->job);
}

/* --- for people ----------------------------------------------------------- */

static void say_program(void)
{
    char hdf5[32];

    hdf5_version(hdf5);
    say("codarun      %s, commit %s\n", version_text(), version_commit());
    say("MPI          %s, %s, %d rank%s%s\n", comm_library(),
        comm_world()->threads ? "with threads" : "without threads",
        comm_world()->size, comm_world()->size == 1 ? "" : "s",
        comm_launched() ? "" : " (not started by mpirun or srun)");
    say("OpenBLAS     %s\n", kernel_blas_config());
    say("HDF5         %s; files are built in memory, so no file locks\n", hdf5);
    say("libc         %s\n", gnu_get_libc_version());
}

static void say_results(const struct doctor_report *r)
{
    say("results      '%s'%s: %.1f GiB free, %s\n", r->results.folder,
        is_there(r) ? "" : " (not there yet)", r->results.bytes_free / GIB,
        r->results.writable ? "writable" : "not writable");
    findings_say(&r->results.found);
}

static void say_data(const struct doctor_report *r)
{
    if (r->data.folder)
        say("data         '%s' (CODARUN_DATA), then beside the experiment "
            "file\n",
            r->data.folder);
    else
        say("data         looked up beside the experiment file "
            "(CODARUN_DATA is not set)\n");
    findings_say(&r->data.found);
}

static void say_cache(const struct doctor_report *r)
{
    const char *folder = r->cache.folder;
    const struct cache_size *size = &r->cache.size;

    if (!folder)
        say("cache        none (CODARUN_CACHE is empty)\n");
    else if (!r->cache.there)
        say("cache        '%s' (not there yet)\n", folder);
    else if (*r->cache.unread.text)
        say("cache        '%s': %s\n", folder, r->cache.unread.text);
    else
        say("cache        '%s': %ld image%s of encoded data, %.2f GiB\n",
            folder, size->images, size->images == 1 ? "" : "s",
            size->bytes / GIB);
    findings_say(&r->cache.found);
}

void doctor_report_say(const struct doctor_report *r)
{
    const int warnings = count_warnings(r);

    say_program();
    for (int i = 0; i < r->ranks; i++)
        if (rank_report_is_first(r->rank, i))
            rank_report_say_machine(&r->rank[i]);
    for (int i = 0; i < r->ranks; i++)
        rank_report_say(i, &r->rank[i]);
    say_results(r);
    say_data(r);
    say_cache(r);
    findings_say(&r->job);
    if (warnings)
        say("%d warning%s\n", warnings, warnings == 1 ? "" : "s");
    else
        say("nothing is wrong\n");
}

/* --- for programs --------------------------------------------------------- */

static void put_program(struct str *out)
{
    char hdf5[32];

    hdf5_version(hdf5);
    json_begin(out, "program", '{');
    json_put_text(out, "version", version_text());
    json_put_text(out, "commit", version_commit());
    json_put_text(out, "mpi", comm_library());
    json_put_bool(out, "mpi_threads", comm_world()->threads);
    json_put_bool(out, "launched", comm_launched());
    json_put_text(out, "openblas", kernel_blas_config());
    json_put_text(out, "hdf5", hdf5);
    json_put_text(out, "libc", gnu_get_libc_version());
    json_finish(out, '}');
}

static void put_ranks(const struct doctor_report *r, struct str *out)
{
    json_begin(out, "hosts", '[');
    for (int i = 0; i < r->ranks; i++)
        if (rank_report_is_first(r->rank, i))
            rank_report_put_machine(&r->rank[i], out);
    json_finish(out, ']');
    json_begin(out, "ranks", '[');
    for (int i = 0; i < r->ranks; i++)
        rank_report_put(i, &r->rank[i], out);
    json_finish(out, ']');
}

static void put_folders(const struct doctor_report *r, struct str *out)
{
    const bool counted = r->cache.folder && !*r->cache.unread.text;

    json_begin(out, "results", '{');
    json_put_text(out, "folder", r->results.folder);
    json_put_bool(out, "exists", is_there(r));
    json_put_bool(out, "writable", r->results.writable);
    json_put_bytes(out, "free_bytes", r->results.bytes_free);
    json_finish(out, '}');
    json_begin(out, "data", '{');
    json_put_text(out, "folder", r->data.folder);
    json_finish(out, '}');
    json_begin(out, "cache", '{');
    json_put_text(out, "folder", r->cache.folder);
    json_put_bool(out, "exists", r->cache.there);
    json_put_count(out, "images", counted ? r->cache.size.images : -1);
    json_put_bytes(out, "bytes", counted ? r->cache.size.bytes : -1);
    json_finish(out, '}');
}

void doctor_report_put(const struct doctor_report *r, struct str *out)
{
    json_begin(out, NULL, '{');
    put_program(out);
    put_ranks(r, out);
    put_folders(r, out);
    json_begin(out, "findings", '[');
    findings_put(&r->results.found, out);
    findings_put(&r->data.found, out);
    findings_put(&r->cache.found, out);
    findings_put(&r->job, out);
    json_finish(out, ']');
    json_put_long(out, "warnings", count_warnings(r));
    json_finish(out, '}');
    str_adds(out, "\n");
}
