/*
 * thread_binding.h - OpenMP's variables that bind threads, taken out.
 *
 * With OMP_PROC_BIND, OMP_PLACES or GOMP_CPU_AFFINITY, which some clusters set
 * for everybody, GCC's OpenMP library narrows the mask of the process to the
 * first place before main() is called, and holds every thread on a place of the
 * mask it found: where the launcher has bound a rank to one core, all of them
 * on that one.  So these variables are taken out of the environment before any
 * library looks, by what the loader calls first of all (.preinit_array); which
 * cores a rank's threads use is comm's to say.  OMP_PROC_BIND=false binds
 * nothing, and stays.
 *
 * A program has this where it calls one of the functions.  Where the loader
 * knows no .preinit_array (musl) nothing is taken out.
 *
 * Threads: before there are any.
 */
#ifndef BASE_SYSTEM_THREAD_BINDING_H
#define BASE_SYSTEM_THREAD_BINDING_H

/* Let this program know of it, too, when it is started again by exec. */
void thread_binding_keep(void);

/* What was taken out, "OMP_PROC_BIND=true OMP_PLACES=cores"; NULL: nothing.
 * Borrowed. */
const char *thread_binding_ignored(void);

#endif
