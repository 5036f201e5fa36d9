#include "config.h"

#include "cmd/named_trial.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/core/log.h"
#include "base/core/memory.h"
#include "engine/kernel/kernel.h"
#include "report/tables/best_trial.h"

/* DIR/trials/ab/ab12...h5 and DIR/states/ab/ab12....best.h5: number of names
 * after DIR. */
#define DEPTH 3

bool named_trial_is_file(const char *name)
{
    struct stat st;

    return stat(name, &st) == 0 && S_ISREG(st.st_mode);
}

/* Cut off a path's last name; false if it has only one. */
static bool cut_name(char *path)
{
    char *slash = strrchr(path, '/');

    if (slash)
        *slash = 0;
    return slash != NULL;
}

/* Split a file's path into its results folder, and the trial in its name. */
static int split_name(const char *file, char **dir, struct digest *trial,
                      struct error *e)
{
    const char *base = strrchr(file, '/');
    char hex[DIGEST_HEX] = "";
    bool deep = true;

    base = base ? base + 1 : file;
    strncpy(hex, base, DIGEST_HEX - 1);
    *dir = memory_format("./%s", file);
    if (*file == '/')
        memmove(*dir, file, strlen(file) + 1);
    for (int i = 0; i < DEPTH; i++)
        deep = cut_name(*dir) && deep;
    if (digest_parse(hex, trial) || !deep)
        return error_set(e,
                         "found file '%s', expected a results folder, or a "
                         "result or state file within one",
                         file);
    return 0;
}

static int of_file(const char *file, struct named_folder *p, long *number,
                   struct error *e)
{
    struct digest trial;
    char *dir;
    int failed =
        split_name(file, &dir, &trial, e) || named_folder_init(p, dir, e) ? -1
                                                                          : 0;

    free(dir);
    if (failed)
        return -1;
    *number = named_folder_number(p, trial);
    return *number >= 0 ? 0
                        : error_set(e,
                                    "file '%s' is of none of the trials of "
                                    "its folder, '%s'",
                                    file, p->dir);
}

/* Find the best trial.  It is not known if a result cannot be read. */
static int take_best(const struct named_folder *p, long *number,
                     struct error *e)
{
    const struct results_row *best;
    struct results s;

    if (results_read(&s, p->dir, &p->x, e)) {
        error_more(e, " (--trial N needs that trial alone)");
        return -1;
    }
    best = best_trial_named(&p->x, &s, e);
    *number = best ? best->number : -1;
    results_release(&s);
    return best ? 0 : -1;
}

static int of_folder(const char *name, struct named_folder *p, long *number,
                     struct error *e)
{
    if (named_folder_init(p, name, e))
        return -1;
    if (*number < 0 && results_known(&p->s) > 1)
        return take_best(p, number, e);
    *number = *number < 0 ? 0 : *number;
    return named_folder_check(p, *number, e);
}

int named_trial_check_alone(const char *name, long number, struct error *e)
{
    return number < 0 ? 0
                      : error_set(e,
                                  "found --trial with file '%s', expected one "
                                  "of them",
                                  name);
}

int named_trial_find(const char *name, long *number, struct named_folder *p,
                     struct error *e)
{
    *p = (struct named_folder){0};
    if (!named_trial_is_file(name))
        return of_folder(name, p, number, e);
    return named_trial_check_alone(name, *number, e) ||
                   of_file(name, p, number, e)
               ? -1
               : 0;
}

int named_trial_load(const char *name, long number, bool fresh,
                     struct named_folder *p, struct trained *t, struct error *e)
{
    const bool state = named_trial_is_file(name) && strstr(name, "/states/");

    *t = (struct trained){0};
    if (named_trial_find(name, &number, p, e))
        return -1;
    return trained_load(t, &p->s.ledger.proposed, p->dir, number,
                        state ? name : NULL, fresh, e);
}

void named_trial_warn(const struct trained *t)
{
    const char *now = kernel_identity((enum products)t->config.train.products);

    if (t->step != t->state.best_step && t->state.best_step >= 0)
        complain("'%s' has the parameters of step %ld; those of the "
                 "best, step %ld, were not kept",
                 t->path, t->step, t->state.best_step);
    if (strcmp(t->state.identity, now) != 0)
        complain("trained under '%s', answered under '%s': last bits "
                 "may differ",
                 t->state.identity, now);
}
