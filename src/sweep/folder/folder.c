/* folder.c - paths of a results folder. */
#include "config.h"

#include "sweep/folder/folder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/str.h"
#include "base/files/file.h"
#include "base/files/folder_entries.h"
#include "base/files/temporary.h"

static const char *const files[] = {[FOLDER_YAML] = "experiment.yaml",
                                    [FOLDER_TEXT] = "experiment.text",
                                    [FOLDER_ORIGIN] = "origin",
                                    [FOLDER_JOURNAL] = "journal",
                                    [FOLDER_SWEEP] = "sweep.h5",
                                    [FOLDER_TRIALS] = "trials",
                                    [FOLDER_STATES] = "states",
                                    [FOLDER_STATUS] = "status.json",
                                    [FOLDER_EVENTS] = "events.jsonl",
                                    [FOLDER_OWNER] = "owner",
                                    [FOLDER_STOP] = "stop",
                                    [FOLDER_CHECKING] = "checking"};

/* As in train/train.h. */
static const char *const endings[] = {
    [STATE_BEST] = ".best.h5", [STATE_LAST] = ".last.h5"};

const char *folder_entry(enum folder_file file)
{
    return files[file];
}

char *folder_path(const char *dir, enum folder_file file)
{
    return memory_format("%s/%s", dir, files[file]);
}

bool folder_names_own(const char *name, size_t n)
{
    for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++)
        if (strlen(files[i]) == n && !strncmp(name, files[i], n))
            return true;
    return false;
}

static void sharded(const char *dir, const char *sort, struct digest trial,
                    const char *ending, struct str *out)
{
    char hex[DIGEST_HEX];

    digest_hex(trial, hex);
    str_addf(out, "%s/%s/%.2s/%s%s", dir, sort, hex, hex, ending);
}

void folder_result_path(const char *dir, struct digest trial, struct str *out)
{
    sharded(dir, files[FOLDER_TRIALS], trial, ".h5", out);
}

void folder_state_path(const char *dir, struct digest trial, struct str *out)
{
    sharded(dir, files[FOLDER_STATES], trial, "", out);
}

int folder_make_for_trial(const char *path, struct error *e)
{
    char *inner = memory_string(path);

    *strrchr(inner, '/') = '\0'; /* DIR/states/ab */
    char *outer = memory_string(inner);

    *strrchr(outer, '/') = '\0'; /* DIR/states */
    const bool lacks = folder_make_one(outer, e) && !file_exists(outer);
    const int failed = lacks ? -1 : folder_make_one(inner, e);

    free(outer);
    free(inner);
    return failed;
}

char *folder_state_file(const char *dir, struct digest trial,
                        enum folder_state which)
{
    struct str path = {0};

    sharded(dir, files[FOLDER_STATES], trial, endings[which], &path);
    return str_take(&path);
}

bool folder_is_state(const char *path, enum folder_state which)
{
    return str_ends_in(path, endings[which]);
}

/* Read a trial's digest, with which the names of its files begin.  Returns what
 * follows it, or NULL. */
static const char *skip_digest(const char *name, struct digest *trial)
{
    char hex[DIGEST_HEX] = "";

    if (strlen(name) < DIGEST_HEX - 1)
        return NULL;
    memcpy(hex, name, DIGEST_HEX - 1);
    return digest_parse(hex, trial) ? NULL : name + DIGEST_HEX - 1;
}

/* ".step-120.h5" */
static bool is_step(const char *ending)
{
    static const char begins[] = ".step-";
    const size_t n = sizeof(begins) - 1;

    if (strncmp(ending, begins, n) != 0)
        return false;
    const size_t digits = strspn(ending + n, "0123456789");

    return digits && !strcmp(ending + n + digits, ".h5");
}

bool folder_names_state(const char *name, struct digest *trial,
                        enum folder_state *which)
{
    const char *ending = skip_digest(name, trial);

    if (!ending)
        return false;
    for (int i = STATE_BEST; i <= STATE_LAST; i++)
        if (!strcmp(ending, endings[i])) {
            *which = (enum folder_state)i;
            return true;
        }
    *which = STATE_STEP;
    return is_step(ending);
}

static bool names_result(const char *name, struct digest *trial)
{
    const char *ending = skip_digest(name, trial);

    return ending && !strcmp(ending, ".h5");
}

bool folder_names_damaged(const char *name)
{
    static const char mark[] = ".damaged";
    char whole[64] = "";
    enum folder_state which;
    struct digest trial;

    if (!str_ends_in(name, mark) || strlen(name) >= sizeof(whole))
        return false;
    memcpy(whole, name, strlen(name) - strlen(mark));
    return names_result(whole, &trial) ||
           folder_names_state(whole, &trial, &which);
}

/* trials/ and states/ have a folder for each two digits. */
static char *shard(const char *dir, enum folder_file sort, int digits)
{
    return memory_format("%s/%s/%02x", dir, files[sort], (unsigned)digits);
}

static void clean_shards(const char *dir, enum folder_file sort)
{
    for (int i = 0; i < 256; i++) {
        char *part = shard(dir, sort, i);

        folder_clean(part);
        free(part);
    }
}

void folder_clean_results(const char *dir)
{
    for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++) {
        char *path = folder_path(dir, (enum folder_file)i);

        file_clean(path);
        free(path);
    }
    clean_shards(dir, FOLDER_TRIALS);
    clean_shards(dir, FOLDER_STATES);
}

/* --- result files --------------------------------------------------------- */

struct trials_found {
    long n, room;
    struct digest *trial; /* [n] owned */
};

static void take(void *context, int folder, const struct dirent *entry)
{
    struct trials_found *f = context;
    struct digest d;

    (void)folder;
    if (!names_result(entry->d_name, &d))
        return;
    GROW(f->trial, f->n, f->room);
    f->trial[f->n++] = d;
}

/* A missing folder has no results. */
static int add_results(struct trials_found *f, const char *dir, struct error *e)
{
    struct error wrong;

    if (!folder_each(dir, take, f, &wrong) || errno == ENOENT)
        return 0;
    *e = wrong;
    return -1;
}

static int by_name(const void *a, const void *b)
{
    const struct digest x = *(const struct digest *)a;
    const struct digest y = *(const struct digest *)b;

    if (x.hi != y.hi)
        return x.hi < y.hi ? -1 : 1;
    return (x.lo > y.lo) - (x.lo < y.lo);
}

long folder_results(const char *dir, struct digest **trial, struct error *e)
{
    struct trials_found f = {0};
    int failed = 0;

    *trial = NULL;
    for (int i = 0; i < 256 && !failed; i++) {
        char *part = shard(dir, FOLDER_TRIALS, i);

        failed = add_results(&f, part, e);
        free(part);
    }
    if (failed) {
        free(f.trial);
        return -1;
    }
    if (f.n)
        qsort(f.trial, (size_t)f.n, sizeof(*f.trial), by_name);
    *trial = f.trial;
    return f.n;
}
