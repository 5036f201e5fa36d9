/*
 * thread_binding.h - remove OpenMP's variables that bind threads.
 *
 * With OMP_PROC_BIND, OMP_PLACES or GOMP_CPU_AFFINITY, which some clusters set
 * for everybody, GCC's OpenMP library narrows the mask of the process to the
 * first place before main() is called, and binds every thread to a place of the
 * mask it found.  If the launcher has bound a rank to one core, all its threads
 * run on that one.  So these variables are removed from the environment before
 * any library reads them, by a function that the loader calls first of all
 * (.preinit_array); comm decides which cores a rank's threads use.
 * OMP_PROC_BIND=false binds nothing, and stays.
 *
 * A program has this if it calls one of the functions.  If the loader does not
 * know .preinit_array (musl) nothing is removed.
 *
 * Threads: before there are any.
 */
#ifndef BASE_SYSTEM_THREAD_BINDING_H
#define BASE_SYSTEM_THREAD_BINDING_H

/* Keep the record of what was removed when this program is started again by
 * exec. */
void thread_binding_keep(void);

/* What was removed, "OMP_PROC_BIND=true OMP_PLACES=cores"; NULL if nothing was.
 * Borrowed. */
const char *thread_binding_ignored(void);

#endif
