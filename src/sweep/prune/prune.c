#include "config.h"

#include "sweep/prune/prune.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/files/cache.h"
#include "base/files/folder_entries.h"
#include "sweep/folder/lease.h"
#include "sweep/results/results.h"
#include "sweep/run/run_ledger.h"
#include "sweep/run/signals.h"

/* --- files that can be removed -------------------------------------------- */

static int check_whole(const struct run_ledger *b, struct error *e)
{
    if (!b->left_out)
        return 0;
    return error_set(e,
                     "results folder '%s': nothing was removed, for files are "
                     "damaged, as said above (the same `codarun run` trains "
                     "again what is lost)",
                     b->o->dir);
}

static int find_retention(struct retention *f, const struct prune_options *o,
                          const struct liveness *p, struct error *e)
{
    const struct sweep_options read_only = {.dir = o->dir, .dry_run = true};
    struct experiment x = {0};
    struct run_ledger b;

    if (results_experiment(o->dir, &x, e))
        return -1;
    const int failed =
        run_ledger_read_only(&b, &x, &read_only, p, e) || check_whole(&b, e);

    if (!failed)
        retention_add(f, &x, b.study, o->most);
    run_ledger_close(&b);
    experiment_release(&x);
    return failed ? -1 : 0;
}

static int find(struct prune_list *l, const struct prune_options *o, int folder,
                const struct liveness *p, struct error *e)
{
    struct retention f = {0};
    const int failed = find_retention(&f, o, p, e) ||
                       prune_list_find(l, o->dir, folder, &f, e);

    retention_release(&f);
    return failed ? -1 : 0;
}

/* --- removing --------------------------------------------------------------
 */

/* The folder of the last file: trials/ab/ or states/ab/. */
struct at {
    int folder;    /* the results folder's */
    int sort, fd;  /* of trials/, and of the folder in it; -1: closed */
    char name[16]; /* the latter's path; "": the results folder */
};

/* Close the folder, and remove it if it is empty; it is made again when
 * needed. */
static void leave(struct at *at)
{
    if (at->fd >= 0)
        close(at->fd);
    if (at->sort >= 0) {
        unlinkat(at->sort, strchr(at->name, '/') + 1, AT_REMOVEDIR);
        close(at->sort);
    }
    at->sort = at->fd = -1;
    at->name[0] = '\0';
}

/* Open a folder without following links, even if folders have been replaced
 * meanwhile. */
static int enter(struct at *at, const char *path, size_t n)
{
    char sort[sizeof(at->name)];

    leave(at);
    memcpy(at->name, path, n);
    at->name[n] = '\0';
    if (!n)
        return 0;
    memcpy(sort, at->name, sizeof(sort));
    *strchr(sort, '/') = '\0';
    at->sort = folder_open_in(at->folder, sort);
    if (at->sort >= 0)
        at->fd = folder_open_in(at->sort, strchr(at->name, '/') + 1);
    return at->fd < 0 && errno != ENOENT ? -1 : 0;
}

static int remove_file(struct at *at, const char *path)
{
    const char *slash = strrchr(path, '/');
    const size_t n = slash ? (size_t)(slash - path) : 0;

    if ((strncmp(at->name, path, n) != 0 || at->name[n]) && enter(at, path, n))
        return -1;
    const int folder = n ? at->fd : at->folder;

    return folder >= 0 && unlinkat(folder, path + (n ? n + 1 : 0), 0) &&
                   errno != ENOENT
               ? -1
               : 0;
}

#define LOOK_EVERY 100 /* files between checks that the lease is still ours */

/* Keep in the list only the files that were removed. */
static void forget_from(struct prune_list *l, long n)
{
    while (l->n > n)
        free(l->file[--l->n].path);
}

static enum prune_end remove_all(struct prune_list *l, const char *dir,
                                 int folder, struct lease *lease,
                                 struct error *e)
{
    struct at at = {.folder = folder, .sort = -1, .fd = -1};
    enum prune_end end = PRUNE_DONE;
    long i;

    for (i = 0; i < l->n && end == PRUNE_DONE; i++) {
        if (i % LOOK_EVERY == 0 && lease_lost(lease, e))
            end = PRUNE_HELD;
        else if (signals_seen()) {
            error_set(e, "stopped by %s: the same command goes on",
                      signals_name());
            end = PRUNE_STOPPED;
        } else if (remove_file(&at, l->file[i].path)) {
            error_errno(e, "cannot remove '%s/%s'", dir, l->file[i].path);
            end = PRUNE_ERROR;
        }
    }
    leave(&at);
    forget_from(l, end == PRUNE_DONE ? i : i - 1);
    return end;
}

/* --- the lease --------------------------------------------------------------
 */

static void ask_to_stop(void)
{
    signals_ask("codarun stop");
}

static int silence_of(const char *dir, double *silence, struct error *e)
{
    struct experiment x;

    if (results_experiment(dir, &x, e))
        return -1;
    *silence = x.run.silence;
    experiment_release(&x);
    return 0;
}

/* As `run` does: a dead holder's trials are still to be judged by the next run
 * of the sweep. */
static void give_back(struct lease *l, const struct lease_before *before)
{
    if (before->found != HOLDER_NONE)
        lease_leave(l);
    else
        lease_release(l);
}

static enum prune_end under_lease(const struct prune_options *o, int folder,
                                  const struct liveness *p,
                                  struct prune_list *l, struct error *e)
{
    struct lease_terms terms = {.dir = o->dir, .stop = ask_to_stop};
    struct lease_before before;
    struct lease *lease;
    enum prune_end end;

    if (silence_of(o->dir, &terms.silence, e))
        return PRUNE_ERROR;
    const enum lease_taken taken = lease_take(&lease, &terms, &before, e);

    if (taken)
        return taken == LEASE_HELD ? PRUNE_HELD : PRUNE_ERROR;
    end = find(l, o, folder, p, e) ? PRUNE_ERROR
                                   : remove_all(l, o->dir, folder, lease, e);
    give_back(lease, &before);
    return end;
}

static enum prune_end without_lease(const struct prune_options *o, int folder,
                                    const struct liveness *p,
                                    struct prune_list *l, struct error *e)
{
    if (!p->held || p->holder.left)
        return find(l, o, folder, p, e) ? PRUNE_ERROR : PRUNE_DONE;
    error_set(e,
              "folder '%s' is in use by process %ld on host %s, or may be "
              "('codarun status' tells how it stands)",
              o->dir, p->holder.pid, p->holder.host);
    return PRUNE_HELD;
}

/* --- encoded data ----------------------------------------------------------
 */

static void add_image(void *list, const char *path, double bytes)
{
    prune_list_add(list, PRUNE_IMAGE, path, (long long)bytes);
}

static enum prune_end add_images(const struct prune_options *o,
                                 struct prune_list *l, struct error *e)
{
    const double day = 24 * 3600;
    char *folder = cache_folder();
    const int failed = folder && cache_stale(folder, (double)o->unused * day,
                                             !o->dry_run, add_image, l, e);

    free(folder);
    return failed ? PRUNE_ERROR : PRUNE_DONE;
}

enum prune_end prune(const struct prune_options *o, struct prune_list *l,
                     struct error *e)
{
    const int folder = open(o->dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    struct liveness p;
    enum prune_end end;

    *l = (struct prune_list){0};
    if (folder < 0) {
        error_errno(e, "folder '%s': cannot read", o->dir);
        return PRUNE_ERROR;
    }
    liveness_read(&p, o->dir);
    end = o->dry_run ? without_lease(o, folder, &p, l, e)
                     : under_lease(o, folder, &p, l, e);
    if (end == PRUNE_DONE)
        end = add_images(o, l, e);
    liveness_release(&p);
    close(folder);
    return end;
}
