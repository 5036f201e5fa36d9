#include "comm/meeting.h"

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "comm/siblings.h"

#define VARIABLE "CODARUN_START_SECONDS"
#define MOST 86400 /* a day */

static void give_up(int signal)
{
    static const char text[] =
        "codarun: not all ranks have come within "
        "the time of " VARIABLE ": one of them may have died, or be an older "
        "codarun\n";

    (void)signal;
    if (write(STDERR_FILENO, text, sizeof(text) - 1) < 0)
        _exit(1); /* nor would another try say it */
    _exit(1);
}

int meeting_begin(struct error *e)
{
    const char *text = getenv(VARIABLE);
    char *end = NULL;
    const long seconds = text ? strtol(text, &end, 10) : 600;

    if (text && (end == text || *end || seconds < 1 || seconds > MOST))
        return error_set(e, VARIABLE ": found '%s', expected 1 to %d", text,
                         MOST);
    signal(SIGALRM, give_up);
    alarm((unsigned)seconds);
    siblings_watch();
    return 0;
}

void meeting_all_came(void)
{
    siblings_leave();
}

void meeting_end(void)
{
    alarm(0);
    signal(SIGALRM, SIG_DFL);
}
