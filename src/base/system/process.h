/*
 * process.h - whether a process of this host, given by its number, still runs;
 * and starting this program again.
 *
 * Linux's /proc answers.  Without it a process counts as alive while its number
 * is taken.
 */
#ifndef BASE_SYSTEM_PROCESS_H
#define BASE_SYSTEM_PROCESS_H

#include <stdbool.h>

/* The name of this host, "unknown" if it has none.  Processes of other hosts
 * cannot be asked about. */
void process_host(char name[256]);

/* When it began, in clock ticks since the machine did: distinguishes a process
 * from a later one with the same number.  0 if unknown. */
unsigned long long process_began(long pid);

/* True if it runs; false if it is a zombie or has ended. */
bool process_alive(long pid);

/* Start this program again in place of itself (exec), with the environment as
 * it is now and the same name in top and pgrep.  Returns only on failure. */
void process_again(char **argv);

/* Seconds since it began, or -1 if unknown. */
double process_age(long pid);

/* The context in which this process's number has a meaning: the id of the
 * kernel's boot, as text, and the number of the PID namespace.  "" and 0 if
 * unknown. */
#define PROCESS_BOOT 40
void process_boot(char boot[PROCESS_BOOT]);
unsigned long long process_namespace(void);

#endif
