#include "config.h"

#include "sweep/run/signals.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

#include "base/core/clock.h"
#include "base/core/interrupt.h"

/* Seconds between two checks during a wait. */
#define LOOK_EVERY 0.1

static const struct {
    int number;
    const char *name;
} caught[] = {
    {SIGINT, "SIGINT"},   {SIGTERM, "SIGTERM"}, {SIGUSR1, "SIGUSR1"},
    {SIGUSR2, "SIGUSR2"}, {SIGXCPU, "SIGXCPU"}, {SIGHUP, "SIGHUP"},
};
#define CAUGHT ((int)(sizeof(caught) / sizeof(caught[0])))

static volatile sig_atomic_t seen;
static const char *_Atomic asked_by;
static _Atomic double ask_at; /* clock; 0 if there is no such time */
static const char *_Atomic ask_by;

#define NOBODY_YET (-1)
static volatile sig_atomic_t passed_to; /* a process group; 0 if none */
static volatile sig_atomic_t held; /* kept for signals_pass_on(); 0 if none */

static void note(int number)
{
    const int kept = errno;

    if (passed_to == NOBODY_YET)
        held = number;
    else if (passed_to)
        kill((pid_t)-passed_to, number);
    else if (!seen)
        seen = number;
    errno = kept;
}

void signals_hold(void)
{
    held = 0;
    passed_to = NOBODY_YET;
}

void signals_pass_on(pid_t group)
{
    passed_to = group;
    if (group && held)
        kill(-group, held);
    held = 0;
}

/* SIGHUP was ignored at the start, as by nohup: the sweep should then go on. */
static bool hangup_ignored;

static void note_hangup(void)
{
    struct sigaction now;

    if (!sigaction(SIGHUP, NULL, &now) && now.sa_handler == SIG_IGN)
        hangup_ignored = true;
}

/* MPI libraries catch SIGHUP when they are loaded (UCX, for a debugger).
 * Functions in this section run before any library's constructor; C libraries
 * other than glibc may ignore it. */
__attribute__((section(".preinit_array"),
               used)) static void (*const before_libraries)(void) = note_hangup;

void signals_catch(void)
{
    struct sigaction stop = {.sa_handler = note, .sa_flags = SA_RESTART};
    struct sigaction ignore = {.sa_handler = SIG_IGN};

    note_hangup();
    sigemptyset(&stop.sa_mask);
    sigemptyset(&ignore.sa_mask);
    for (int i = 0; i < CAUGHT; i++) {
        const bool stays = caught[i].number == SIGHUP && hangup_ignored;

        sigaction(caught[i].number, stays ? &ignore : &stop, NULL);
    }
    sigaction(SIGPIPE, &ignore, NULL);
    interrupt_by(signals_seen);
}

/* Set the request to stop if its time has come. */
static void check_clock(void)
{
    const double at = atomic_load(&ask_at);

    if (at > 0 && clock_now() >= at)
        signals_ask(atomic_load(&ask_by));
}

bool signals_seen(void)
{
    check_clock();
    return seen != 0 || atomic_load(&asked_by);
}

void signals_wait(double seconds)
{
    const double until = clock_now() + seconds;

    for (double left; (left = until - clock_now()) > 0 && !signals_seen();)
        clock_sleep(left < LOOK_EVERY ? left : LOOK_EVERY);
}

void signals_ask(const char *by)
{
    const char *nobody = NULL;

    if (!seen)
        atomic_compare_exchange_strong(&asked_by, &nobody, by);
}

void signals_ask_at(double clock, const char *by)
{
    atomic_store(&ask_by, by);
    atomic_store(&ask_at, clock);
}

const char *signals_name(void)
{
    for (int i = 0; i < CAUGHT; i++)
        if (caught[i].number == seen)
            return caught[i].name;
    return atomic_load(&asked_by);
}
