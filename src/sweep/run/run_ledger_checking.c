/*
 * run_ledger_checking.c - notes on starts that died while they checked the
 * input.
 *
 * A start loads what its first trial needs, to find errors before anything is
 * written. That may kill the job, by a crash in a library or a lack of memory,
 * before an attempt has begun that could be in the journal. So the trial is
 * noted meanwhile, by a line in the file `checking` of its folder. If the check
 * ends in any other way, the line is removed, and so is a folder that was made
 * only for the check.
 *
 * If the next start finds a line, that trial is a suspect (ledger/store.h): the
 * input is checked by another trial. More than run.retries such deaths in a row
 * are hardly the trials' own fault: the start that finds so many prints a
 * warning.
 *
 * Threads: one at a time.
 */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/core/log.h"
#include "base/core/memory.h"
#include "base/files/file.h"
#include "base/files/folder_nearest.h"
#include "sweep/folder/folder.h"
#include "sweep/run/disk_space.h"
#include "sweep/run/run_ledger_internal.h"

/* A line of the file is a trial's name and its values, or marks that a warning
 * of the lines before it was printed. */
#define TOLD "told\n"

static char *file_in(const struct run_ledger *b)
{
    return folder_path(b->o->dir, FOLDER_CHECKING);
}

static int write_file(const struct run_ledger *b, const struct str *text,
                      struct error *e)
{
    char *path = file_in(b);
    const int failed = lease_replace(b->lease, path, text, e);

    free(path);
    return failed ? -1 : 0;
}

/* Return the lines after the last mark. */
static const char *untold(const char *text)
{
    for (const char *p = text; (p = strstr(p, TOLD)); text = p)
        p += strlen(TOLD);
    return text;
}

static void tell(struct run_ledger *b, long deaths, const char *last)
{
    const int n = (int)strcspn(last, "\n");
    struct error ignored;

    log_warning(
        "results folder '%s': the last %ld start%s died while the input "
        "was checked, the last one by trial %.*s",
        b->o->dir, deaths, deaths == 1 ? "" : "s", n, last);
    str_adds(&b->checking, TOLD);
    write_file(b, &b->checking, &ignored);
}

/* Remove the last line: the running start was stopped, and did not die. */
static void drop_last(struct str *lines)
{
    if (!lines->len)
        return;
    do
        lines->len--;
    while (lines->len && lines->s[lines->len - 1] != '\n');
    lines->s[lines->len] = '\0';
}

int run_ledger_checking_read(struct run_ledger *b, struct error *e)
{
    char *path = file_in(b);
    const int failed =
        file_exists(path) && ((b->fresh && run_ledger_lease(b, e)) ||
                              file_read(path, &b->checking, e));
    long deaths = 0;

    free(path);
    if (b->before.lived)
        drop_last(&b->checking);
    const char *last = untold(str_text(&b->checking)), *next = last;

    for (; (next = strchr(next, '\n')); next++, deaths++)
        if (next[1])
            last = next + 1;
    if (deaths > b->x->run.retries)
        tell(b, deaths, last);
    return failed ? -1 : 0;
}

static bool died_of(const struct run_ledger *b, struct digest trial)
{
    char hex[DIGEST_HEX];

    digest_hex(trial, hex);
    return strstr(str_text(&b->checking), hex) != NULL;
}

void run_ledger_checking_blame(struct run_ledger *b)
{
    long i;

    while ((i = study_first(b->study)) >= 0 && !b->o->dry_run &&
           !trial_is_suspect(study_trial(b->study, i)) &&
           died_of(b, study_trial(b->study, i)->name)) {
        ledger_trial_of(&b->ledger, i)->verdict = EVENT_BLAMED;
        study_tell(b->study, &(struct event){.word = EVENT_BLAMED, .trial = i});
    }
}

static void add_line(const struct run_ledger *b, long trial, struct str *text)
{
    const struct trial *t = study_trial(b->study, trial);
    char hex[DIGEST_HEX];

    digest_hex(t->name, hex);
    str_adds(text, str_text(&b->checking));
    str_addf(text, "%s (", hex);
    study_text(b->study, trial, ", ", text);
    str_adds(text, ")\n");
}

int run_ledger_checking_begin(struct run_ledger *b, long trial, struct error *e)
{
    struct str text = {0};

    if (b->o->dry_run)
        return 0;
    if (b->fresh)
        b->beside = folder_nearest(b->o->dir);
    add_line(b, trial, &text);
    const int failed = (b->fresh && (disk_space_check(b->o->dir, 0, e) ||
                                     run_ledger_lease(b, e))) ||
                       write_file(b, &text, e);

    str_release(&text);
    return failed ? -1 : 0;
}

void run_ledger_checking_forget(struct run_ledger *b)
{
    char *path = file_in(b);
    struct error ignored;

    if (!lease_lost(b->lease, &ignored))
        unlink(path);
    free(path);
}

void run_ledger_checking_end(struct run_ledger *b)
{
    struct error ignored;

    if (b->o->dry_run)
        return;
    if (b->checking.len)
        write_file(b, &b->checking, &ignored);
    else
        run_ledger_checking_forget(b);
}

void run_ledger_checking_release(struct run_ledger *b)
{
    char *dir = b->beside ? memory_string(b->o->dir) : NULL;

    while (dir && strcmp(dir, b->beside) != 0 &&
           (!rmdir(dir) || errno == ENOENT) && strrchr(dir, '/'))
        *strrchr(dir, '/') = '\0';
    free(dir);
    free(b->beside);
    str_release(&b->checking);
}
