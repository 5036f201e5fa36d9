#include "config.h"

#include "sweep/coordinator/warnings.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "base/core/log.h"

#define MOST 128

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct warning kept[MOST];
static int first, n;
static _Thread_local long about = -1;

static void keep(const char *text)
{
    pthread_mutex_lock(&lock);
    if (n < MOST) {
        struct warning *w = &kept[(first + n++) % MOST];

        w->trial = about;
        snprintf(w->text, sizeof(w->text), "%.999s", text);
    }
    pthread_mutex_unlock(&lock);
}

void warnings_keep(bool on)
{
    log_listen(on ? keep : NULL);
}

void warnings_about(long trial)
{
    about = trial;
}

bool warnings_next(struct warning *w)
{
    pthread_mutex_lock(&lock);
    const bool any = n > 0;

    if (any) {
        *w = kept[first];
        first = (first + 1) % MOST;
        n--;
    }
    pthread_mutex_unlock(&lock);
    return any;
}
