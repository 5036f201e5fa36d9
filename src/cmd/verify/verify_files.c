/* verify_files.c - checks every file of a results folder. */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/core/log.h"
#include "base/core/memory.h"
#include "base/core/show.h"
#include "base/files/file.h"
#include "base/files/folder_entries.h"
#include "cmd/command.h"
#include "cmd/verify/verify.h"
#include "engine/store/checked_file.h"
#include "engine/store/hdf5.h"
#include "sweep/folder/folder.h"
#include "sweep/ledger/liveness.h"
#include "sweep/results/events.h"
#include "sweep/results/other_data.h"
#include "text/formats/json_write.h"

/* The state of a check. */
struct verification {
    const struct named_folder *place;
    struct str *json;  /* the open object; NULL to print text */
    struct str errors; /* a line for each damaged file; owned */
    int damaged;       /* damaged files, and folders that cannot be read */
    struct other_data data;
};

static void add_damage(struct verification *c, const struct error *e)
{
    complain("%s", e->text);
    str_addf(&c->errors, "%s\n", e->text);
    c->damaged++;
}

/* --- trials --------------------------------------------------------------- */

/* What was found for a trial. */
struct seen {
    long trial;
    int found; /* as named_folder_load() returns */
    enum trial_status status;
    bool small; /* only in the journal */
    struct digest params, all;
};

static void say_trial(const struct seen *s)
{
    char params[DIGEST_HEX], all[DIGEST_HEX];

    digest_hex(s->params, params);
    digest_hex(s->all, all);
    if (!s->found)
        say("trial %ld  missing\n", s->trial);
    else if (s->found > 0)
        say("trial %ld  %s  parameters %s  result %s%s\n", s->trial,
            trial_status_names[s->status], params, all,
            s->small ? " (in the journal)" : "");
}

static void put_trial(const struct seen *s, struct str *out)
{
    char all[DIGEST_HEX];

    digest_hex(s->all, all);
    json_begin(out, NULL, '{');
    json_put_long(out, "trial", s->trial);
    json_put_text(out, "file",
                  s->found < 0 ? "damaged"
                  : !s->found  ? "missing"
                  : s->small   ? "journal"
                               : "whole");
    json_put_text(out, "status",
                  s->found > 0 ? trial_status_names[s->status] : NULL);
    parameters_put(s->params, out);
    json_put_text(out, "result", s->found > 0 ? all : NULL);
    json_finish(out, '}');
}

static void take_result(struct verification *c, const struct result *r,
                        struct seen *s)
{
    s->status = r->status;
    s->small = r->small;
    s->params = r->params;
    s->all = result_digest(r);
    if (r->status == TRIAL_FINISHED)
        other_data_take(&c->data, c->place->dir, s->trial, &r->facts,
                        (struct digest){0});
}

static void check_trial(struct verification *c, const struct results_row *row)
{
    struct seen s = {.trial = row->number};
    struct result r = {0};
    struct error e = {""};

    s.found = named_folder_load_number(c->place, row->number, &r, &e);
    if (s.found > 0)
        take_result(c, &r, &s);
    if (c->json)
        put_trial(&s, c->json);
    else
        say_trial(&s);
    /* the journal may show that a file was lost */
    if (s.found < 0 || (!s.found && results_gone(&c->place->s, row, &e)))
        add_damage(c, &e);
    result_release(&r);
}

/* --- other files ---------------------------------------------------------- */

static void check_file(struct verification *c, const char *path,
                       const char *kind)
{
    struct str image = {0};
    struct error e = {""};

    if (checked_file_read(path, kind, &image, &e) ||
        (hdf5_check(image.s, image.len, &e) &&
         error_in(&e, "%s file '%s'", kind, path)))
        add_damage(c, &e);
    str_release(&image);
}

/* Check what a running sweep writes for others to read. */
static void check_news(struct verification *c)
{
    struct error e = {""};
    struct liveness p;

    liveness_read(&p, c->place->dir);
    if (p.wrong.text[0])
        add_damage(c, &p.wrong);
    if (events_check(c->place->dir, &e))
        add_damage(c, &e);
    liveness_release(&p);
}

struct states {
    struct verification *check;
    const char *folder;
};

static void check_states(struct verification *c, const char *folder);

static void check_state(void *context, int folder, const struct dirent *entry)
{
    const struct states *s = context;
    char *path = memory_format("%s/%s", s->folder, entry->d_name);
    const mode_t is = entry_type(folder, entry, false);

    if (S_ISDIR(is))
        check_states(s->check, path);
    else if (!S_ISLNK(is) && str_ends_in(path, ".h5"))
        check_file(s->check, path, "state");
    free(path);
}

/* Check the states in a folder; it need not exist. */
static void check_states(struct verification *c, const char *folder)
{
    struct states s = {c, folder};
    struct error e;

    if (folder_each(folder, check_state, &s, &e) && errno != ENOENT)
        add_damage(c, &e);
}

/* --- all of them ---------------------------------------------------------- */

static void check_all(struct verification *c, const struct error *journal)
{
    char *states = folder_path(c->place->dir, FOLDER_STATES);
    char *sweep = folder_path(c->place->dir, FOLDER_SWEEP);

    if (journal->text[0])
        add_damage(c, journal);
    for (long i = 0; i < c->place->s.n; i++)
        check_trial(c, &c->place->s.row[i]);
    check_states(c, states);
    if (file_exists(sweep))
        check_file(c, sweep, "sweep");
    check_news(c);
    free(states);
    free(sweep);
}

static void say_end(const struct verification *c, const char *others)
{
    if (c->damaged)
        say("damaged files: %d\n", c->damaged);
    else
        say("every file is whole\n");
    show_put(others, stdout);
}

static void put_end(const struct verification *c, const char *others)
{
    json_finish(c->json, ']');
    json_put_long(c->json, "damaged_files", c->damaged);
    json_put_lines(c->json, "damage", str_text(&c->errors));
    json_put_lines(c->json, "other_data", others);
    json_finish(c->json, '}');
    str_adds(c->json, "\n");
    show_put(str_text(c->json), stdout);
}

int verify_files(const struct named_folder *p, const struct error *journal,
                 bool json)
{
    struct str out = {0}, others = {0};
    struct verification c = {.place = p, .json = json ? &out : NULL};

    if (json) {
        json_begin(&out, NULL, '{');
        json_put_text(&out, "folder", p->dir);
        json_begin(&out, "trials", '[');
    }
    check_all(&c, journal);
    /* trials that have read other data than the rest */
    const long other = other_data_say(&c.data, &others);

    if (json)
        put_end(&c, str_text(&others));
    else
        say_end(&c, str_text(&others));
    other_data_release(&c.data);
    str_release(&c.errors);
    str_release(&others);
    str_release(&out);
    return other || c.damaged ? EXIT_ERROR : EXIT_DONE;
}
