/* stop.c - `codarun stop`: asks a sweep, from any host, to save a checkpoint
 * and end. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/clock.h"
#include "base/core/memory.h"
#include "base/core/show.h"
#include "base/files/file.h"
#include "cmd/command.h"
#include "cmd/option.h"
#include "cmd/results_folder.h"
#include "sweep/folder/folder.h"
#include "sweep/folder/holder_watch.h"
#include "sweep/folder/lease.h"
#include "sweep/folder/sweep_status.h"

#define LOOK_EVERY 0.1

/* Several heartbeats at their longest interval. */
#define FIND_SECONDS 10.0

struct stop_arguments {
    const char *name;
    bool no_wait;
};

static const struct cli_option options[] = {
    WORD_SWEEP(struct stop_arguments, name),
    {CLI_FLAG(struct stop_arguments, no_wait), .name = "no-wait",
     .help = "Ask, and do not wait for the end"},
    CLI_END,
};

static int not_heard(const char *dir, const struct holder *h, struct error *e)
{
    char words[32];

    clock_words(h->silence, words);
    return error_set(e,
                     "folder '%s': process %ld on host %s has not renewed its "
                     "lease for %s: the next run takes it over",
                     dir, h->pid, h->host, words);
}

static bool runs(const struct holder *h)
{
    return !h->left && h->pid && holder_life(h) != HOLDER_DEAD;
}

static bool is_of(const struct holder_watch *w, const struct holder *asked)
{
    return !strcmp(w->holder.token, asked->token);
}

static int others_now(const char *dir, const struct holder *now,
                      struct error *e)
{
    return error_set(e,
                     "folder '%s': process %ld on host %s runs the sweep now, "
                     "and was not asked",
                     dir, now->pid, now->host);
}

/* Wait for its end.  A look that fails is repeated. */
static int watch_its_end(struct holder_watch *w, const struct holder *asked,
                         struct error *e)
{
    enum holder_found found;

    while ((found = holder_watch_read(w, e)) == HOLDER_ERROR ||
           (found == HOLDER_NAMED && is_of(w, asked) && runs(&w->holder))) {
        if (clock_now() - w->unchanged > asked->silence)
            return found == HOLDER_ERROR ? -1 : not_heard(w->dir, asked, e);
        clock_sleep(LOOK_EVERY);
    }
    return runs(&w->holder) && !is_of(w, asked)
               ? others_now(w->dir, &w->holder, e)
               : 0;
}

static int wait_for_end(const char *dir, const struct holder *asked,
                        struct error *e)
{
    struct holder_watch w = {.dir = dir};
    const int failed = watch_its_end(&w, asked, e);

    holder_watch_release(&w);
    return failed;
}

/* True if the job that was asked has reported its end. */
static bool said_by(const struct sweep_status *s, const struct holder *h)
{
    return s->ended && s->host && !strcmp(s->host, h->host) &&
           s->process == h->pid &&
           (unsigned long long)s->process_began == h->began;
}

static void say_end(const char *dir, const struct holder *asked)
{
    struct sweep_status s;
    struct error ignored;

    if (sweep_status_read(&s, dir, &ignored) > 0 && said_by(&s, asked))
        say("'%s': ended (%s) with %ld of %ld trials done\n", dir, s.ended,
            s.finished + s.failed, s.trials);
    else
        say("'%s': no sweep runs in it any more\n", dir);
    sweep_status_release(&s);
}

static int ask(const char *dir, const struct holder *h, bool wait,
               struct error *e)
{
    if (!*h->token)
        return error_set(
            e,
            "folder '%s': process %ld on host %s is an older "
            "codarun, which cannot be asked: send it SIGUSR1 there",
            dir, h->pid, h->host);
    if (lease_ask_to_stop(dir, h, e) || (wait && wait_for_end(dir, h, e)))
        return -1;
    if (wait)
        say_end(dir, h);
    else
        say("'%s': process %ld on host %s is asked to stop\n", dir, h->pid,
            h->host);
    return 0;
}

/* Find the holder.  A running job rewrites a lease that was removed or damaged,
 * and a lease can be unreadable for a moment, so this is repeated. */
static enum holder_found find(const char *dir, struct holder *h,
                              struct error *e)
{
    const double until = clock_now() + FIND_SECONDS;
    enum holder_found found;

    while ((found = holder_read(dir, h, NULL, e)) != HOLDER_NAMED &&
           lease_may_be_held(dir) && clock_now() < until)
        clock_sleep(LOOK_EVERY);
    return found;
}

static int stop(const char *dir, bool wait, struct error *e)
{
    struct holder h;
    const enum holder_found found = find(dir, &h, e);

    if (found == HOLDER_ERROR)
        return -1;
    if (found == HOLDER_NAMED && runs(&h))
        return ask(dir, &h, wait, e);
    say("'%s': no sweep runs in it\n", dir);
    return 0;
}

/* Return the folder; a sweep that has just begun may have only its lease. */
static char *find_folder(const char *name, struct error *e)
{
    char *owner = folder_path(name, FOLDER_OWNER);
    char *dir =
        file_exists(owner) ? memory_string(name) : results_folder(name, e);

    free(owner);
    return dir;
}

static int run(void *asked, struct error *e)
{
    const struct stop_arguments *a = asked;
    char *dir = find_folder(a->name, e);
    const int failed = dir ? stop(dir, !a->no_wait, e) : -1;

    free(dir);
    return failed ? -1 : EXIT_DONE;
}

const struct command command_stop = {
    .name = "stop",
    .summary = "stop the sweep that runs in a results folder",
    .about =
        "Stop the sweep that runs in the results folder DIR, from any host "
        "that sees the folder: every rank writes a checkpoint, and `run` "
        "ends with status 85.  The same `run` goes on later.  DIR may "
        "also be the name of an experiment under results/.",
    .more = "Waits until it has stopped.  Exit status: 0 when no sweep runs in "
            "DIR any more, 1 when it does not answer, or when another process "
            "has taken the sweep over meanwhile.",
    .options = options,
    .size = sizeof(struct stop_arguments),
    .run = run,
};
