#include "config.h"

#include "cmd/data/data.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/core/log.h"
#include "base/core/show.h"
#include "cmd/completions.h"
#include "fetch/data_sets.h"
#include "fetch/fetch.h"
#include "fetch/progress.h"
#include "text/formats/json_write.h"

struct fetch_wanted {
    struct fetch how; /* its folder is $CODARUN_DATA */
    bool list, dry_run;
    int json; /* print the list as JSON */
};

/* True if a file can only be downloaded with a browser. */
static bool is_by_hand(const struct data_set *s)
{
    for (int i = 0; i < data_set_given(s); i++)
        if (!s->given[i].url)
            return true;
    return false;
}

/* A data set in the list. */
struct listed {
    const struct data_set *set;
    bool by_hand;
    long long bytes; /* -1 if some sizes are unknown */
    int there;       /* number of its files under $CODARUN_DATA; -1 if that is
                        not set */
};

static struct listed describe(const struct data_set *s, const char *folder)
{
    return (struct listed){.set = s,
                           .by_hand = is_by_hand(s),
                           .bytes = data_set_bytes(s),
                           .there = folder ? fetch_there(s, folder) : -1};
}

static void say_set(const struct listed *l)
{
    const struct data_set *s = l->set;
    char size[32] = "unknown", there[48] = "";

    if (l->by_hand)
        snprintf(size, sizeof(size), "by hand");
    else if (l->bytes >= 0)
        progress_bytes(l->bytes, size);
    if (l->there > 0)
        snprintf(there, sizeof(there), "; %d of %d files are there", l->there,
                 data_set_made(s));
    say("%-10s  %10s  %s; %s%s\n", s->name, size, s->what, s->page, there);
}

static void put_set(const struct listed *l, struct str *out)
{
    const struct data_set *s = l->set;

    json_begin(out, NULL, '{');
    json_put_text(out, "name", s->name);
    json_put_text(out, "what", s->what);
    json_put_text(out, "page", s->page);
    json_put_text(out, "licence", s->licence);
    json_put_bool(out, "by_hand", l->by_hand);
    json_put_count(out, "bytes", l->bytes);
    json_put_long(out, "files", data_set_made(s));
    json_put_count(out, "files_there", l->there);
    json_finish(out, '}');
}

static int list(const char *folder, bool json)
{
    struct str out = {0};

    if (json)
        json_begin(&out, NULL, '[');
    for (const struct data_set *s = data_sets; s->name; s++) {
        const struct listed l = describe(s, folder);

        if (json)
            put_set(&l, &out);
        else
            say_set(&l);
    }
    if (json) {
        json_finish(&out, ']');
        str_adds(&out, "\n");
    }
    show_put(str_text(&out), stdout);
    str_release(&out);
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

/* Check all names before anything is fetched. */
static int check(const char *const *name, int n, const struct fetch_wanted *w,
                 struct error *e)
{
    if (!w->how.folder || !*w->how.folder)
        return error_set(e,
                         "CODARUN_DATA is not set, expected the folder where "
                         "data sets are to be");
    if (!n)
        return error_set(e, "expected names of data sets, or --list");
    if (n > 1 && w->how.obtain.from)
        return error_set(e, "--from: found %d data sets, expected one", n);
    for (int i = 0; i < n; i++)
        if (!data_set_find(name[i], e))
            return -1;
    return 0;
}

struct data_fetch_arguments {
    struct strings name;
    struct fetch_wanted wanted;
};

static int run(void *asked, struct error *e)
{
    struct data_fetch_arguments *a = asked;
    struct fetch_wanted *w = &a->wanted;

    w->how.folder = getenv("CODARUN_DATA");
    if (w->list)
        return list(w->how.folder, w->json);
    if (check(a->name.text, a->name.n, w, e))
        return error_in(e, "data fetch");
    log_setup(0, "", false);
    for (int i = 0; i < a->name.n; i++) {
        const struct data_set *s = data_set_find(a->name.text[i], e);

        if (w->dry_run ? plan(s, &w->how, e) : fetch_set(s, &w->how, e))
            return -1;
    }
    return 0;
}

static void complete_sets(struct completions *o)
{
    for (int i = 0; data_sets[i].name; i++)
        completions_add(o, data_sets[i].name, data_sets[i].what);
}

static const struct cli_option options[] = {
    {CLI_WORDS(struct data_fetch_arguments, name), .value = "NAME",
     .complete = complete_sets},
    {CLI_FLAG(struct data_fetch_arguments, wanted.list), .name = "list",
     .help = "List the data sets that are known, with size and home; by hand: "
             "a browser fetches it from there, and --from takes it"},
    {CLI_CHOICE(struct data_fetch_arguments, wanted.json, option_text_or_json),
     .name = "format", .value = "FORMAT", .needs = "list",
     .help = "--list: text, or json, one array; text unless given"},
    {CLI_FLAG(struct data_fetch_arguments, wanted.dry_run), .name = "dry-run",
     .help = "Say what it would do, with licence, sizes and checksums",
     .more = "Pages, addresses and files are listed, too.  Nothing is "
             "asked for or written."},
    {CLI_TEXT(struct data_fetch_arguments, wanted.how.obtain.from),
     .name = "from", .value = "FILE",
     .help = "Take what its home gives out from here, or a folder with it",
     .more = "A folder has the files by their names.  Nothing is "
             "downloaded."},
    {CLI_TEXT(struct data_fetch_arguments, wanted.how.obtain.home),
     .name = "home", .value = "URL",
     .help = "Download files of the same names from below URL",
     .more = "The URL is http or https, such as a mirror's."},
    {CLI_TEXT(struct data_fetch_arguments, wanted.how.obtain.sums),
     .name = "sums", .value = "FILE",
     .help = "Check by these checksums, as sha256sum writes them",
     .more = "They take the place of those that are known.  Each of the "
             "set's files needs one, by its name or a path to it."},
    {CLI_FLAG(struct data_fetch_arguments, wanted.how.force), .name = "force",
     .help = "Fetch a set that is there again, and replace files that differ"},
    {CLI_WHOLE(struct data_fetch_arguments, wanted.how.obtain.retries, 0,
               INT32_MAX),
     .name = "retries", .value = "N",
     .help = "Try again N times in a row that bring nothing; 5 unless given",
     .more = "With 0 the first cut ends it."},
    CLI_END,
};

const struct command data_fetch = {
    .name = "fetch",
    .summary = "download public data sets and check them",
    .usage = "NAME...\n--list",
    .about = "Download public data sets, check them, and make the files that "
             "experiments read under $CODARUN_DATA.",
    .options = options,
    .size = sizeof(struct data_fetch_arguments),
    .preset =
        &(const struct data_fetch_arguments){
            .wanted = {.how = {.obtain = {.retries = 5}}}},
    .run = run,
};
