#include "config.h"

#include "cmd/data_fetch.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/log.h"
#include "base/show.h"
#include "fetch/progress.h"

/* Is there a file that is only to be had with a browser? */
static bool is_by_hand(const struct data_set *s)
{
    for (int i = 0; i < data_set_given(s); i++)
        if (!s->given[i].url)
            return true;
    return false;
}

static void list_one(const struct data_set *s, const char *folder)
{
    const long long bytes = data_set_bytes(s);
    char size[32] = "unknown", there[48] = "";

    if (is_by_hand(s))
        snprintf(size, sizeof(size), "by hand");
    else if (bytes >= 0)
        progress_bytes(bytes, size);
    if (folder && fetch_there(s, folder))
        snprintf(there, sizeof(there), "; %d of %d files are there",
                 fetch_there(s, folder), data_set_made(s));
    say("%-10s  %10s  %s; %s%s\n", s->name, size, s->what, s->page, there);
}

static int list(const char *folder)
{
    for (const struct data_set *s = data_sets; s->name; s++)
        list_one(s, folder);
    return 0;
}

static int plan(const struct data_set *s, const struct fetch *f,
                struct error *e)
{
    struct str out = {0};
    const int bad = fetch_plan(s, f, &out, e);

    if (!bad)
        show_put(str_text(&out), stdout);
    str_release(&out);
    return bad;
}

/* Names are looked at before anything is fetched. */
static int check(const char *const *name, int n, const struct fetch_wanted *w,
                 struct error *e)
{
    if (!w->how.folder || !*w->how.folder)
        return error_set(e,
                         "CODARUN_DATA is not set, expected the folder where "
                         "data sets are to be");
    if (!n)
        return error_set(e, "expected names of data sets, or --list");
    if (n > 1 && w->how.from)
        return error_set(e, "--from: found %d data sets, expected one", n);
    for (int i = 0; i < n; i++)
        if (!data_set_find(name[i], e))
            return -1;
    return 0;
}

int data_fetch(const char *const *name, int n, const struct fetch_wanted *w,
               struct error *e)
{
    struct fetch_wanted all = *w;

    all.how.folder = getenv("CODARUN_DATA");
    if (w->list)
        return list(all.how.folder);
    if (check(name, n, &all, e))
        return error_in(e, "data fetch");
    log_setup(0, "", false);
    for (int i = 0; i < n; i++) {
        const struct data_set *s = data_set_find(name[i], e);

        if (w->dry_run ? plan(s, &all.how, e) : fetch_set(s, &all.how, e))
            return -1;
    }
    return 0;
}
