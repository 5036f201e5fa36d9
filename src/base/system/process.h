/*
 * process.h - is a process of this host, known by its number, still at work?
 * And this one, started again.
 *
 * Linux's /proc answers; without it a process counts as alive while its number
 * is taken.
 */
#ifndef BASE_SYSTEM_PROCESS_H
#define BASE_SYSTEM_PROCESS_H

#include <stdbool.h>

/* The name of this host, "unknown" where it has none: processes of others
 * cannot be asked. */
void process_host(char name[256]);

/* When it began, in clock ticks since the machine did: tells a process from a
 * later one of the same number.  0 when it cannot be asked. */
unsigned long long process_began(long pid);

/* Does it run, rather than wait for its parent to notice that it ended? */
bool process_alive(long pid);

/* Start this program again in place of itself, with the environment as it is
 * now and the same name in top and pgrep.  Returns only where that failed. */
void process_again(char **argv);

/* Seconds since it began, or -1 when it cannot be asked. */
double process_age(long pid);

/* Where this process's number has a meaning: the start of the kernel, as text,
 * and the number of the PID namespace.  "" and 0 where nobody says. */
#define PROCESS_BOOT 40
void process_boot(char boot[PROCESS_BOOT]);
unsigned long long process_namespace(void);

#endif
