/*
 * verify.c - `codarun verify`: are files whole, are two runs equal, does a
 * trial come out again?
 */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/folder_entries.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/show.h"
#include "base/str.h"
#include "cmd/command.h"
#include "cmd/launch.h"
#include "cmd/option.h"
#include "cmd/place.h"
#include "cmd/verify.h"
#include "comm/comm.h"
#include "results/events.h"
#include "results/folder.h"
#include "results/other_data.h"
#include "results/presence.h"
#include "store/envelope.h"
#include "store/hdf5.h"

struct arguments {
    const char *name[2];
    long rerun; /* -1: not asked for */
};

static const struct cli_option options[] = {
    WORD_SWEEP(struct arguments, name[0]),
    {CLI_WORD(struct arguments, name[1]), .optional = true, .value = "DIR2",
     .offer = offer_sweeps},
    {CLI_WHOLE(struct arguments, rerun, 0, INT32_MAX), .name = "rerun",
     .letter = 'r', .value = "TRIAL",
     .help = "Train this trial of DIR again, on all ranks, and compare; or "
             "that of the experiment FILE, and compare with its row in CSV",
     .more = "Steps, metrics and the digest of the parameters are "
             "compared.  A data file that is not there, or not the one "
             "that the trial read, is named.  Of a sweep that was run "
             "with --set, FILE is experiment.yaml of its results folder, "
             "which has these settings."},
    CLI_END,
};

/* --- every file --------------------------------------------------------- */

/* place_load() of a trial by its number. */
static int load(const struct place *p, long number, struct result *r,
                struct error *e)
{
    struct trial_config c;

    if (experiment_trial(&p->x, number, &c, e))
        return -1;
    const int found = place_load(p, &c, r, e);

    trial_config_release(&c);
    return found;
}

/* Not 0: the journal tells of it. */
static int missing(const struct place *p, const struct results_row *row)
{
    struct error e;
    const int gone = results_gone(&p->s, row, &e);

    say("trial %ld  missing\n", row->number);
    if (gone)
        complain("%s", e.text);
    return gone;
}

static int check_trial(const struct place *p, const struct results_row *row,
                       struct other_data *data)
{
    char params[DIGEST_HEX], all[DIGEST_HEX];
    struct error e = {""};
    struct result r;
    const int found = load(p, row->number, &r, &e);

    if (found < 0)
        complain("%s", e.text);
    if (found == 0)
        return missing(p, row);
    if (found < 0)
        return -1;
    digest_hex(r.params, params);
    digest_hex(result_digest(&r), all);
    say("trial %ld  %s  parameters %s  result %s%s\n", row->number,
        trial_status_names[r.status], params, all,
        r.small ? " (in the journal)" : "");
    if (r.status == TRIAL_FINISHED)
        other_data_take(data, p->dir, row->number, &r.facts,
                        (struct digest){0});
    result_release(&r);
    return 0;
}

static int check_file(const char *path, const char *kind)
{
    struct str image = {0};
    struct error e = {""};
    const int failed = envelope_read(path, kind, &image, &e) ||
                       (hdf5_check(image.s, image.len, &e) &&
                        error_in(&e, "%s file '%s'", kind, path));

    if (failed)
        complain("%s", e.text);
    str_release(&image);
    return failed ? 1 : 0;
}

/* What a running sweep writes beside its results, for others to read. */
static int check_news(const char *dir)
{
    struct error e = {""};
    struct presence p;
    int n = 0;

    presence_find(&p, dir);
    if (p.wrong.text[0] && ++n)
        complain("%s", p.wrong.text);
    if (events_check(dir, &e) && ++n)
        complain("%s", e.text);
    presence_release(&p);
    return n;
}

struct states {
    const char *folder;
    int damaged; /* files, and folders that cannot be read */
};

static int check_states(const char *folder);

static void check_state(void *context, int folder, const struct dirent *entry)
{
    struct states *s = context;
    char *path = memory_format("%s/%s", s->folder, entry->d_name);
    const mode_t is = entry_type(folder, entry, false);

    if (S_ISDIR(is))
        s->damaged += check_states(path);
    else if (!S_ISLNK(is) && str_ends_in(path, ".h5"))
        s->damaged += check_file(path, "state");
    free(path);
}

/* What is below a folder; one that is not there has none. */
static int check_states(const char *folder)
{
    struct states s = {.folder = folder};
    struct error e;

    if (folder_each(folder, check_state, &s, &e) && errno != ENOENT) {
        complain("%s", e.text);
        s.damaged++;
    }
    return s.damaged;
}

/* Returns how many of the trials have read other data than the others. */
static long check_data(struct other_data *data)
{
    struct str lines = {0};
    const long trials = other_data_say(data, &lines);

    show_put(str_text(&lines), stdout);
    str_release(&lines);
    other_data_release(data);
    return trials;
}

/* `journal` is what is wrong with that, or empty. */
static int check_folder(const struct place *p, const struct error *journal)
{
    char *states = folder_path(p->dir, FOLDER_STATES);
    char *sweep = folder_path(p->dir, FOLDER_SWEEP);
    struct other_data data = {0};
    int damaged = journal->text[0] != '\0';

    if (damaged)
        complain("%s", journal->text);
    for (long i = 0; i < p->s.n; i++)
        damaged += check_trial(p, &p->s.row[i], &data) != 0;
    damaged += check_states(states);
    if (file_exists(sweep))
        damaged += check_file(sweep, "sweep");
    damaged += check_news(p->dir);
    if (damaged)
        say("damaged files: %d\n", damaged);
    else
        say("every file is whole\n");
    free(states);
    free(sweep);
    return check_data(&data) || damaged ? EXIT_ERROR : EXIT_DONE;
}

/* --- two runs ----------------------------------------------------------- */

/* 1 when they differ, which is said.  What stands in a journal has no answers
 * to compare. */
static int compare_results(long number, struct result *one,
                           struct result *other)
{
    const bool apart = one->small != other->small;
    char what[48];

    if (apart) {
        result_lighten(one);
        result_lighten(other);
    }
    if (result_differs(one, other, what)) {
        struct str file = {0};

        say("trial %ld  differs in %s", number, what);
        if (data_facts_differ(&one->facts, &other->facts, &file))
            say("; it has read another %s", str_text(&file));
        say("\n");
        str_release(&file);
        return 1;
    }
    say("trial %ld  equal%s\n", number,
        apart ? ", as far as the journal has it: without answers" : "");
    return 0;
}

/* 0 equal or missing in both, 1 different, -1 an error. */
static int compare_trial(const struct place *a, const struct place *b,
                         const struct results_row *row, struct error *e)
{
    struct result one = {0}, other = {0};
    const long number = place_number(b, row->trial);
    const int in_a = load(a, row->number, &one, e);
    const int in_b = in_a < 0 || number < 0 ? -1 : load(b, number, &other, e);
    int differs = in_a != in_b;

    if (in_a >= 0 && number < 0) {
        say("trial %ld  is no trial of %s\n", row->number, b->dir);
        differs = 1;
    } else if (in_b < 0) {
        differs = -1;
    } else if (differs) {
        say("trial %ld  missing in %s\n", row->number, in_a ? b->dir : a->dir);
    } else if (in_a) {
        differs = compare_results(row->number, &one, &other);
    } else {
        say("trial %ld  missing in both\n", row->number);
    }
    result_release(&one);
    result_release(&other);
    return differs;
}

static int compare_folders(const struct place *a, const struct place *b)
{
    struct error e = {""};
    long differ = 0;

    for (long i = 0; i < a->s.n; i++) {
        const int d = compare_trial(a, b, &a->s.row[i], &e);
        if (d < 0)
            complain("%s", e.text);
        differ += d != 0;
    }
    for (long i = 0; i < b->s.n; i++)
        if (place_number(a, b->s.row[i].trial) < 0) {
            say("trial %ld of %s  is no trial of %s\n", b->s.row[i].number,
                b->dir, a->dir);
            differ++;
        }
    if (differ)
        say("trials that differ: %ld\n", differ);
    else
        say("the two runs are equal\n");
    return differ ? EXIT_ERROR : EXIT_DONE;
}

static int on_first_rank(const struct arguments *a)
{
    struct place p[2] = {{0}};
    struct error e = {""}, damage = {""};
    const bool two = a->name[1] != NULL;
    const int failed = two ? place_init(&p[0], a->name[0], &e) ||
                                 place_init(&p[1], a->name[1], &e)
                           : place_open(&p[0], a->name[0], &damage, &e);
    int status = EXIT_ERROR;

    if (failed)
        complain("%s", e.text);
    else if (two)
        status = compare_folders(&p[0], &p[1]);
    else
        status = check_folder(&p[0], &damage);
    place_release(&p[0]);
    place_release(&p[1]);
    return status;
}

static int run(void *asked, struct error *e)
{
    const struct arguments *a = asked;

    (void)e;
    if (a->rerun < 0)
        return launch_first() ? on_first_rank(a) : EXIT_DONE;
    comm_start();
    log_setup(comm_world()->rank, comm_world()->host, true);
    return launch_end(a->name[1] ? rerun_row(a->rerun, a->name[0], a->name[1])
                                 : rerun_stored(a->rerun, a->name[0]));
}

const struct command command_verify = {
    .name = "verify",
    .summary = "check files, prove two runs equal, train a trial again",
    .usage = "DIR\nDIR1 DIR2\n--rerun TRIAL DIR\n--rerun TRIAL FILE CSV",
    .about = "Check every file of a results folder and print what hash each "
             "trial's parameters have; or prove that two runs are equal; or "
             "train a trial again and compare.",
    .more = "Two trials are equal when configuration, status, steps, metrics, "
            "history, answers and parameters are, bit for bit.  CSV is what "
            "`codarun table --trials --format csv` wrote: a trial is equal to "
            "its row when every column is, the digest of its parameters too.  "
            "Exit status: 0 when all is whole and equal, else 1.",
    .options = options,
    .size = sizeof(struct arguments),
    .preset = &(const struct arguments){.rerun = -1},
    .run = run,
    .ranks = true,
};
