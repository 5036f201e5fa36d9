/* claim.c - who works in a results folder. */
#include "config.h"

#include "results/claim.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/process.h"
#include "base/str.h"
#include "results/folder.h"

/* Others may come and go between a look and a claim. */
#define CLAIM_TRIES 8

static void own_line(struct str *out)
{
    char host[256];

    process_host(host);
    str_addf(out, "%s %ld %llu\n", host, (long)getpid(),
             process_began(getpid()));
}

/* How many of the three a line names. */
static int owner_read(const char *line, struct owner *who)
{
    return sscanf(line, "%255s %ld %llu", who->host, &who->pid, &who->began);
}

static bool is_here(const struct owner *who)
{
    char here[256];

    process_host(here);
    return strcmp(who->host, here) == 0;
}

enum owner_life owner_life(const struct owner *who)
{
    if (!is_here(who))
        return OWNER_ELSEWHERE;
    if (!process_alive(who->pid) ||
        (who->began && process_began(who->pid) != who->began))
        return OWNER_DEAD;
    return OWNER_LIVES;
}

/*
 * Is an owner at work?  Of another host nobody can tell: a claim that was here
 * before us is taken over, one that came while we were at it is not.
 */
static bool alive(const struct owner *who, bool fresh)
{
    const enum owner_life life = owner_life(who);

    if (life == OWNER_ELSEWHERE)
        return fresh;
    return life == OWNER_LIVES && who->pid != (long)getpid();
}

/* The same, but a process that was killed just now is given time to end. */
static bool stays_alive(const struct owner *who, bool fresh)
{
    for (int i = 0; i < 40; i++) {
        if (!alive(who, fresh))
            return false;
        clock_sleep(0.05);
    }
    return true;
}

/*
 * Remove an owner's file that says `stale`.  Another claim may have replaced it
 * meanwhile: what was moved away is looked at, and put back.
 */
static int clear_away(const char *path, const struct str *stale,
                      struct error *e)
{
    char here[256], *aside;
    struct str moved = {0};
    struct error ignored;
    int failed = 0;

    process_host(here);
    aside = memory_format("%s.tmp.%s.%ld", path, here, (long)getpid());
    if (rename(path, aside)) {
        if (errno != ENOENT)
            failed = error_errno(e, "cannot take '%s' over", path);
    } else {
        if (!file_read(aside, &moved, &ignored) &&
            strcmp(str_text(&moved), str_text(stale)) != 0 && link(aside, path))
            failed = error_set(e, "'%s' is wanted by several", path);
        unlink(aside);
    }
    str_release(&moved);
    free(aside);
    return failed;
}

static int in_use(const char *dir, const char *path, const struct owner *who,
                  struct error *e)
{
    return error_set(e,
                     "folder '%s' is in use by process %ld on host %s "
                     "(remove '%s' if that is not codarun)",
                     dir, who->pid, who->host, path);
}

/* Whoever was there is gone, or there is an error. */
static int clear_of_others(const char *dir, const char *path, bool fresh,
                           struct error *e)
{
    struct str old = {0};
    struct owner who;
    int failed = 0;

    if (!file_exists(path))
        return 0;
    if (file_read(path, &old, e))
        failed = file_exists(path) ? -1 : 0;
    else {
        const bool named = owner_read(str_text(&old), &who) == 3;

        if (named && stays_alive(&who, fresh))
            failed = in_use(dir, path, &who, e);
        else {
            if (named && !is_here(&who))
                log_warning("folder last used on host %s: taking it over",
                            who.host);
            failed = clear_away(path, &old, e);
        }
    }
    str_release(&old);
    return failed;
}

int claim_take(const char *dir, struct error *e)
{
    char *path = folder_path(dir, FOLDER_OWNER);
    struct str own = {0};
    bool failed = true;

    own_line(&own);
    for (int i = 0; i < CLAIM_TRIES && failed; i++) {
        if (clear_of_others(dir, path, i > 0, e))
            break;
        failed =
            file_create(path, own.s, own.len, e); /* or another was first */
    }
    if (!failed)
        failed = claim_lost(dir, e);
    str_release(&own);
    free(path);
    return failed ? -1 : 0;
}

int claim_lost(const char *dir, struct error *e)
{
    char *path = folder_path(dir, FOLDER_OWNER);
    struct str now = {0};
    struct owner who;
    struct error ignored;
    int lost = 0;

    if (file_read(path, &now, &ignored) == 0 &&
        owner_read(str_text(&now), &who) >= 2 &&
        (!is_here(&who) || who.pid != (long)getpid()))
        lost = error_set(e,
                         "folder '%s' was taken over by process %ld on host "
                         "%s, which goes on with it",
                         dir, who.pid, who.host);
    str_release(&now);
    free(path);
    return lost;
}

void claim_release(const char *dir)
{
    char *path = folder_path(dir, FOLDER_OWNER);
    struct error ignored;

    if (!claim_lost(dir, &ignored))
        unlink(path);
    free(path);
}

bool claim_look(const char *dir, struct owner *who)
{
    char *path = folder_path(dir, FOLDER_OWNER);
    struct str text = {0};
    struct error ignored;

    *who = (struct owner){0};
    const bool there = file_read(path, &text, &ignored) == 0 &&
                       owner_read(str_text(&text), who) >= 2;

    str_release(&text);
    free(path);
    return there;
}
