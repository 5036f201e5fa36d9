/*
 * hold_open FILE - delays the next process that opens a file.  Prints "ready"
 * when it has begun, and "wanted" once a process waits, which it does for half
 * a minute or until this one is killed.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static void nap(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
}

static int say(const char *word)
{
    puts(word);
    return fflush(stdout);
}

int main(int argc, char **argv)
{
    const int fd = argc == 2 ? open(argv[1], O_RDWR | O_CLOEXEC) : -1;
    int left = 100;

    signal(SIGIO, SIG_IGN);
    while (fd >= 0 && fcntl(fd, F_SETLEASE, F_WRLCK) && left--)
        nap();
    if (fd < 0 || left < 0)
        return 1;
    say("ready");
    while (fcntl(fd, F_GETLEASE) == F_WRLCK)
        nap();
    say("wanted");
    sleep(30);
    return 0;
}
