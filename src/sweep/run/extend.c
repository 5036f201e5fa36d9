#include "config.h"

#include "sweep/run/extend.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/numbers/digest_map.h"
#include "sweep/folder/folder.h"
#include "sweep/ledger/index.h"
#include "sweep/ledger/ledger.h"

static long trials_of(const char *text)
{
    size_t len;
    const char *trials = text_value(text, "sweep.trials", &len);

    return trials ? strtol(trials, NULL, 10) : 0;
}

/* True if only the number of trials differs, and has grown. */
static bool only_more(const char *was, const char *is)
{
    struct str difference = {0};
    const bool one = experiment_difference(was, is, &difference) == 1;

    str_release(&difference);
    return one && trials_of(is) > trials_of(was);
}

/* --- existing results ---------------------------------------------------- */

static int find_name(const struct digest_map *names, struct digest trial,
                     struct error *e)
{
    char hex[DIGEST_HEX];

    if (digest_map_find(names, trial) >= 0)
        return 0;
    digest_hex(trial, hex);
    return error_set(e, "its trial %s is none of this experiment's", hex);
}

static int check_files(const struct digest_map *names, const char *dir,
                       struct error *e)
{
    struct digest *trial;
    const long n = folder_results(dir, &trial, e);
    int failed = n < 0 ? -1 : 0;

    for (long i = 0; i < n && !failed; i++)
        failed = find_name(names, trial[i], e);
    free(trial);
    return failed;
}

static int check_journal(const struct experiment *x,
                         const struct digest_map *names, const char *dir,
                         struct error *e)
{
    char *path = folder_path(dir, FOLDER_JOURNAL);
    struct ledger l;

    ledger_init(&l, x);
    int failed = ledger_read(&l, path, e);

    for (long i = 0; i < l.index.n && !failed; i++)
        if (index_small(&l.index, &l.index.entry[i]))
            failed = find_name(names, l.index.entry[i].trial, e);
    ledger_release(&l);
    free(path);
    return failed;
}

/* Check that every existing result belongs to a trial with one of the names. */
static int check_results(const struct experiment *x,
                         const struct digest_map *names, const char *dir,
                         struct error *e)
{
    return check_files(names, dir, e) || check_journal(x, names, dir, e) ? -1
                                                                         : 0;
}

static int name_all(const struct experiment *x, struct digest_map *names,
                    struct error *e)
{
    for (long i = 0; i < experiment_trials(x); i++) {
        struct trial_config c;

        if (!experiment_has(x, i))
            continue;
        if (experiment_trial(x, i, &c, e))
            return -1;
        digest_map_add(names, c.digest, i);
        trial_config_release(&c);
    }
    return 0;
}

/* True if two texts have the same lines among those that begin with a word. */
static bool same_lines(const char *a, const char *b, const char *word)
{
    const size_t n = strlen(word);
    bool same = true;

    for (const char *line = a; *line; line += strcspn(line, "\n") + 1)
        if (strncmp(line, word, n) == 0) {
            char *one = memory_format("%.*s\n", (int)strcspn(line, "\n"), line);

            same &= strstr(b, one) != NULL;
            free(one);
        }
    return same;
}

static int check_kept(const char *was, const char *is, struct error *e)
{
    static const char *const kept[] = {"name", "sweep.method", "sweep.seed",
                                       "sweep.goal", "sweep.scheduler"};

    for (size_t i = 0; i < sizeof(kept) / sizeof(kept[0]); i++)
        if (!same_lines(was, is, kept[i]) || !same_lines(is, was, kept[i]))
            return error_set(e, "%s may not differ", kept[i]);
    return 0;
}

static int check(const struct experiment *x, const char *dir, const char *was,
                 const char *is, struct error *e)
{
    const struct scheduler_kind *k =
        (const struct scheduler_kind *)x->scheduler.kind;
    struct digest_map names = {0};

    if (check_kept(was, is, e))
        return -1;
    if (k->brackets)
        return error_set(e,
                         "those that %s has let go on would be others among "
                         "more",
                         k->is.name);
    if (only_more(was, is))
        return 0;
    if (search_free(&x->search) < experiment_trials(x))
        return error_set(e, "a search that learns takes more trials, and "
                            "nothing else that is new");
    const int failed =
        name_all(x, &names, e) || check_results(x, &names, dir, e);

    digest_map_release(&names);
    return failed ? -1 : 0;
}

int extend_check(const struct experiment *x, const char *dir, const char *was,
                 struct error *e)
{
    struct str is = {0};

    experiment_text(x, &is);
    const int failed = check(x, dir, was, str_text(&is), e);

    str_release(&is);
    return failed;
}
