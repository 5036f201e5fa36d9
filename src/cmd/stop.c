/* stop.c - `codarun stop`: a checkpoint and the end, asked for from anywhere.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/show.h"
#include "cmd/command.h"
#include "cmd/launch.h"
#include "cmd/results_folder.h"
#include "results/lease.h"
#include "results/sight.h"

#define LOOK_EVERY 0.1

enum { KEY_NO_WAIT = 256 };

static const struct argp_option options[] = {
    {"no-wait", KEY_NO_WAIT, NULL, 0, "Ask, and do not wait for the end", 0},
    {0},
};

struct arguments {
    const char *name;
    bool no_wait;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct arguments *a = state->input;

    switch (key) {
    case KEY_NO_WAIT:
        a->no_wait = true;
        return 0;
    case ARGP_KEY_ARG:
        if (a->name)
            argp_error(state, "found a second folder '%s', expected one", arg);
        a->name = arg;
        return 0;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "expected a results folder");
        return EINVAL;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "DIR",
    .doc = "Stop the sweep that runs in the results folder DIR, from any host "
           "that sees the folder: every rank writes a checkpoint, and `run` "
           "ends with status 85.  The same `run` goes on later.  DIR may also "
           "be the name of an experiment under results/.\v"
           "Waits until it has stopped.  Exit status: 0 when no sweep runs in "
           "DIR any more, 1 when it does not answer.",
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

/* Is the lease still that of `asked`? */
static bool goes_on(const char *dir, const struct holder *asked,
                    struct holder *now)
{
    struct error ignored;

    return holder_read(dir, now, NULL, &ignored) == HOLDER_NAMED &&
           !strcmp(now->token, asked->token) && !now->left &&
           holder_life(now) != HOLDER_DEAD;
}

static int wait_for_end(const char *dir, const struct holder *asked,
                        struct error *e)
{
    struct holder now;
    double renewed = clock_now();
    long beat = asked->beat;

    while (goes_on(dir, asked, &now)) {
        if (now.beat != beat)
            renewed = clock_now();
        beat = now.beat;
        if (clock_now() - renewed > asked->silence)
            return not_heard(dir, asked, e);
        clock_sleep(LOOK_EVERY);
    }
    return 0;
}

static void say_end(const char *dir)
{
    struct sight s;
    struct error ignored;

    if (sight_read(&s, dir, &ignored) > 0 && s.ended)
        say("'%s': ended (%s) with %ld of %ld trials done\n", dir, s.ended,
            s.finished + s.failed, s.trials);
    else
        say("'%s': no sweep runs in it any more\n", dir);
    sight_release(&s);
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
        say_end(dir);
    else
        say("'%s': process %ld on host %s is asked to stop\n", dir, h->pid,
            h->host);
    return 0;
}

static int stop(const char *dir, bool wait, struct error *e)
{
    struct holder h;
    const enum holder_found found = holder_read(dir, &h, NULL, e);

    if (found == HOLDER_ERROR)
        return -1;
    if (found == HOLDER_NAMED && !h.left && holder_life(&h) != HOLDER_DEAD)
        return ask(dir, &h, wait, e);
    say("'%s': no sweep runs in it\n", dir);
    return 0;
}

static int run(int argc, char **argv)
{
    struct arguments a = {0};
    struct error e = {0};

    launch_parse(&argp, argc, argv, &a);
    if (!launch_first())
        return EXIT_DONE;
    char *dir = results_folder(a.name, &e);
    const int failed = dir ? stop(dir, !a.no_wait, &e) : -1;

    if (failed)
        complain("%s", e.text);
    free(dir);
    return failed ? EXIT_ERROR : EXIT_DONE;
}

const struct command command_stop = {
    .name = "stop",
    .summary = "stop the sweep that runs in a results folder",
    .argp = &argp,
    .run = run,
};
