#include "config.h"

#include "base/system/thread_binding.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/core/str.h"

/* Set by thread_binding_keep() for this program after its exec. */
#define IGNORED "CODARUN_BINDING_IGNORED"

static const char *const binds[] = {"OMP_PROC_BIND", "OMP_PLACES",
                                    "GOMP_CPU_AFFINITY"};
#define BINDS (sizeof(binds) / sizeof(*binds))

/* "NAME=value" from the environment, borrowed permanently. */
static const char *ignored[BINDS];

/* The C library and the sanitizers are not initialised yet: do not call
 * either. */
#define BARE __attribute__((no_sanitize("address", "undefined")))

BARE static const char *value_of(const char *entry, const char *name)
{
    while (*name && *entry == *name) {
        entry++;
        name++;
    }
    return *name || *entry != '=' ? NULL : entry + 1;
}

/* With OMP_PROC_BIND=false, in any case, OMP_PLACES binds nothing. */
BARE static bool is_false(const char *value)
{
    static const char word[] = "false";
    int n = 0;

    while (word[n] && (value[n] | 0x20) == word[n])
        n++;
    return !word[n] && !value[n];
}

BARE static bool unbound(char **env)
{
    for (; *env; env++) {
        const char *value = value_of(*env, binds[0]);

        if (value)
            return is_false(value);
    }
    return false;
}

BARE static void take_out(int argc, char **argv, char **env)
{
    char **to = env;

    (void)argc;
    (void)argv;
    if (unbound(env))
        return;
    for (; *env; env++) {
        const char *found = NULL;

        for (size_t i = 0; i < BINDS && !found; i++)
            if ((found = value_of(*env, binds[i])))
                ignored[i] = *env;
        if (!found)
            *to++ = *env;
    }
    *to = NULL;
}

__attribute__((section(".preinit_array"),
               used)) static void (*const first)(int, char **,
                                                 char **) = take_out;

void thread_binding_keep(void)
{
    struct str all = {0};

    for (size_t i = 0; i < BINDS; i++)
        if (ignored[i])
            str_addf(&all, "%s%s", all.len ? " " : "", ignored[i]);
    if (all.len)
        setenv(IGNORED, str_text(&all), 1);
    str_release(&all);
}

const char *thread_binding_ignored(void)
{
    return getenv(IGNORED);
}
