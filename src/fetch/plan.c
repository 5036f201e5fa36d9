/* plan.c - describe what fetching a data set would do. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/files/file.h"
#include "fetch/fetch.h"
#include "fetch/obtain.h"
#include "fetch/progress.h"

static bool is_there(const char *folder, const struct made_file *m)
{
    char *path = memory_format("%s/%s", folder, m->path);
    const bool there = file_exists(path);

    free(path);
    return there;
}

int fetch_there(const struct data_set *s, const char *folder)
{
    int n = 0;

    for (const struct made_file *m = s->made; m->path; m++)
        n += is_there(folder, m);
    return n;
}

static void add_given(const struct obtain *o, int i, struct str *out)
{
    const long long bytes = obtain_bytes(o, i);
    const char *sha256 = obtain_sha256(o, i);
    char *url = obtain_url(o, i), *name = given_name(&o->set->given[i]);
    const char *by_hand = data_set_given(o->set) > 1
                              ? "no plain download: by hand, then --from=FOLDER"
                              : "no plain download: by hand, then --from=FILE";
    char size[32] = "size not known";

    if (bytes)
        progress_bytes(bytes, size);
    str_addf(out, "  %s: %s\n    %s\n    ", name, size, url ? url : by_hand);
    if (sha256)
        str_addf(out, "SHA-256 %s\n", sha256);
    else
        str_adds(out, "SHA-256 not known: it is shown, not checked\n");
    free(url);
    free(name);
}

static void add_made(const struct obtain *o, const struct made_file *m,
                     const char *folder, struct str *out)
{
    char *name = given_name(&o->set->given[m->of]);

    str_addf(out, "  %s/%s of %s%s%s%s\n", folder, m->path, name,
             m->member ? ", " : "", m->member ? m->member : "",
             is_there(folder, m) ? "; is there" : "");
    free(name);
}

int fetch_plan(const struct data_set *s, const struct fetch *f, struct str *out,
               struct error *e)
{
    struct checksums sums = {0};
    const struct obtain o = {&f->obtain, s, NULL,
                             f->obtain.sums ? &sums : NULL};
    const int bad =
        (f->obtain.sums && checksums_read(&sums, f->obtain.sums, e)) ||
        obtain_check_sums(&o, e);

    str_addf(out, "%s: %s\n  page: %s\n  licence: %s\n", s->name, s->what,
             s->page, s->licence);
    if (s->note)
        str_addf(out, "  note: %s\n", s->note);
    str_adds(out, "is given out as\n");
    for (int i = 0; i < data_set_given(s); i++)
        add_given(&o, i, out);
    str_adds(out, "and becomes\n");
    for (const struct made_file *m = s->made; m->path; m++)
        add_made(&o, m, f->folder, out);
    checksums_release(&sums);
    return bad ? -1 : 0;
}
