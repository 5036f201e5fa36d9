#include "config.h"

#include "sweep/sweep_parts.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"

static void print_values(const struct experiment *x, long trial)
{
    char **value = memory_zeroed((size_t)x->parameters + 1, sizeof(*value));

    experiment_values(x, trial, value);
    for (int i = 0; i < x->parameters; i++) {
        printf("  %s", value[i]);
        free(value[i]);
    }
    free(value);
}

int sweep_list(const struct experiment *x, const struct crew *crew,
               struct error *e)
{
    const long n = experiment_trials(x);

    printf("%s: %ld trial%s, %d at once, %d rank%s each\n", x->name, n,
           n == 1 ? "" : "s", crew->groups, crew->ranks,
           crew->ranks == 1 ? "" : "s");
    for (long i = 0; i < n; i++) {
        struct trial_size size;

        if (trial_check(x, i, crew->ranks, &size, e))
            return error_in(e, "trial %ld", i);
        printf("%5ld  %zu parameters  %ld steps  %ld grain%s  %.0f MiB a rank",
               i, size.params, size.steps, size.grains,
               size.grains == 1 ? "" : "s", size.bytes / 1048576);
        print_values(x, i);
        printf("\n");
    }
    return 0;
}
