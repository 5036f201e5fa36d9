#include "engine/comm/start_timeout.h"

#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/system/launcher.h"
#include "engine/comm/local_ranks.h"

#define VARIABLE "CODARUN_START_SECONDS"
#define MOST 86400 /* one day */
#define SOON 15    /* comm/local_ranks.c has reported a dead rank by then */

/* Seconds from the message that ranks are missing to the end of the time; 0:
 * the message was written, or will not be. */
static unsigned rest;

static void give_up(int signal)
{
    static const char text[] =
        "codarun: not all ranks have come within "
        "the time of " VARIABLE ": one of them may have died, or be an older "
        "codarun\n";

    (void)signal;
    if (write(STDERR_FILENO, text, sizeof(text) - 1) < 0)
        _exit(1); /* another write would fail, too */
    _exit(1);
}

static void say_waiting(int number)
{
    static const char text[] =
        "codarun: not all ranks have come yet: the others wait, until the time "
        "of " VARIABLE " is over\n";
    const ssize_t told = write(STDERR_FILENO, text, sizeof(text) - 1);

    (void)told;
    signal(number, give_up);
    alarm(rest);
    rest = 0;
}

/* Only rank 0 writes the message, if there are other ranks. */
static void set_alarms(unsigned seconds)
{
    const unsigned soon = seconds > 2 * SOON ? SOON : seconds / 2;
    const char *variable;
    const bool speaks = launcher_first() && launcher_tasks(&variable) > 1;

    rest = speaks && soon ? seconds - soon : 0;
    signal(SIGALRM, rest ? say_waiting : give_up);
    alarm(seconds - rest);
}

int start_timeout_begin(struct error *e)
{
    const char *text = getenv(VARIABLE);
    char *end = NULL;
    const long seconds = text ? strtol(text, &end, 10) : 600;

    if (text && (end == text || *end || seconds < 1 || seconds > MOST))
        return error_set(e, VARIABLE ": found '%s', expected 1 to %d", text,
                         MOST);
    set_alarms((unsigned)seconds);
    local_ranks_watch();
    return 0;
}

void start_timeout_all_came(void)
{
    local_ranks_leave();
    const unsigned left = alarm(0);

    signal(SIGALRM, give_up);
    alarm(left + rest);
    rest = 0;
}

void start_timeout_end(void)
{
    alarm(0);
    signal(SIGALRM, SIG_DFL);
}
