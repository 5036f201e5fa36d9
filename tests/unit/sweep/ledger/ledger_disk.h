/*
 * ledger_disk.h - a journal in memory, and a simulated disk with the files of
 * trials, for the worlds of a ledger.
 */
#ifndef LEDGER_DISK_H
#define LEDGER_DISK_H

#include "tests/unit/study_searches.h"

#include <limits.h>

#include "sweep/ledger/record.h"
#include "sweep/ledger/write.h"
#include "tests/unit/dice.h"

enum { MOST_SLOTS = 6, MOST_PLAYED = 10 * TRIALS };

/* A line of the journal. */
struct line {
    char word[16], *detail; /* owned */
    long trial;
};

/* The files of a trial on the disk, by its name. */
struct section_cache {
    struct digest name;
    bool there, failed; /* it has a result; a failure */
    int attempt, saved; /* attempts: of the result, of the last saved state */
    double goal;
};

struct ledger_world {
    struct dice dice;
    const struct chosen *scheduler;
    struct policy policy;
    struct ledger ledger;
    struct journal *journal;
    long n, room, synced; /* lines; those that are safe */
    struct line *line;
    int kept_n;
    struct section_cache kept[MOST_PLAYED];
    double until[MOST_SLOTS];
    bool ends_there[MOST_SLOTS];
    int slots;
    long jobs;
    long began[MOST_PLAYED]; /* the last job that began a trial */
    int interrupted_n;
    long interrupted[MOST_SLOTS]; /* running when the last job died */
};

/* --- trials ----------------------------------------------------------------
 */

static int name_trial(void *context, const struct assignment *a,
                      struct digest *name, struct error *e)
{
    struct str text = {0};

    (void)context;
    if (search.sampler.kind == &climber.is && a->number >= ROUND &&
        !strcmp(a->value[0], "59"))
        return error_set(e, "it cannot be");
    assignment_whole(&search.space, a, &text);
    *name = digest_of(text.s, text.len);
    str_release(&text);
    return 0;
}

static void note_dropped(void *context, const struct error *why)
{
    (void)context;
    assert_non_null(strstr(why->text, "it cannot be"));
}

/* The goal of a trial. Some fail; a trial that begins from another does better.
 */
static double goal_of(const struct assignment *a, double share)
{
    const long x = strtol(a->value[0], NULL, 10);
    double goal = 100.0 - (double)labs(x - 63);

    for (; a->from; a = a->from)
        goal += 20;
    return x % 5 == 0 ? (double)NAN : goal - (1 - share) * (double)(x % 7);
}

/* --- the disk --------------------------------------------------------------
 */

static struct section_cache *kept_of(struct ledger_world *w, struct digest name)
{
    for (int i = 0; i < w->kept_n; i++)
        if (digest_equal(w->kept[i].name, name))
            return &w->kept[i];
    assert_true(w->kept_n < MOST_PLAYED);
    w->kept[w->kept_n] = (struct section_cache){.name = name};
    return &w->kept[w->kept_n++];
}

static struct section_cache *kept_trial(struct ledger_world *w, long trial)
{
    return kept_of(w, study_trial(w->ledger.study, trial)->name);
}

static int find(void *world, long trial, bool ended, struct found_result *r,
                struct error *e)
{
    const struct ledger_world *w = world;
    const struct trial *t = study_trial(w->ledger.study, trial);
    const struct section_cache *k = kept_trial(world, trial);

    (void)e;
    if (!k->there)
        return FOUND_NONE;
    *r = (struct found_result){
        .attempt = k->attempt, .failed = k->failed, .goal = k->goal};
    return ended && (k->failed ? t->phase == PHASE_FAILED : t->goal == k->goal)
               ? FOUND_SAME
               : FOUND_OTHER;
}

static bool has_saved(void *world, const struct trial *t)
{
    return kept_of(world, t->name)->saved >= t->attempt;
}

static void inherit(void *world, const struct assignment *a,
                    const struct trial *t)
{
    (void)world;
    (void)a;
    (void)t;
}

static void take_ending(const struct section_cache *k, struct found_ending *f)
{
    f->end = (struct ending){
        .failed = k->failed, .goal = k->goal, .file = {.bytes = 1}};
    str_adds(&f->reason, "failed");
}

static int ending(void *world, long trial, struct found_ending *f,
                  struct error *e)
{
    const struct section_cache *k = kept_trial(world, trial);

    (void)e;
    assert_true(k->there);
    take_ending(k, f);
    return 0;
}

static int take_away(void *world, long trial, struct error *e)
{
    (void)e;
    kept_trial(world, trial)->there = false;
    return 0;
}

static int fail_trial(void *world, long trial, int times,
                      struct found_ending *f, struct error *e)
{
    struct ledger_world *w = world;
    struct section_cache *k = kept_trial(w, trial);

    (void)e;
    assert_true(times > w->policy.retries);
    k->there = k->failed = true;
    k->attempt = study_trial(w->ledger.study, trial)->attempt + 1;
    k->goal = (double)NAN;
    take_ending(k, f);
    return 0;
}

static struct ledger_store store_of(struct ledger_world *w)
{
    return (struct ledger_store){.context = w,
                                 .find = find,
                                 .has_saved = has_saved,
                                 .inherit = inherit,
                                 .ending = ending,
                                 .remove = take_away,
                                 .fail = fail_trial};
}

/* --- the journal -----------------------------------------------------------
 */

static int add_line(void *world, const char *word, long trial, bool durable,
                    const char *detail, struct error *e)
{
    struct ledger_world *w = world;

    (void)durable;
    (void)e;
    GROW(w->line, w->n, w->room);
    struct line *l = &w->line[w->n++];

    *l = (struct line){.detail = memory_string(detail), .trial = trial};
    strcpy(l->word, word);
    return 0;
}

static int sync_lines(void *world, struct error *e)
{
    struct ledger_world *w = world;

    (void)e;
    w->synced = w->n;
    return 0;
}

static void cut_lines(struct ledger_world *w, long n)
{
    while (w->n > n)
        free(w->line[--w->n].detail);
}

/* Replay the first n lines; -1 with what is wrong. */
static int replay(const struct ledger_world *w, long n, struct ledger *l,
                  struct error *e)
{
    ledger_init_search(l, &search, w->scheduler);
    ledger_decide(
        l, MOST_SLOTS, &w->policy,
        &(struct ledger_names){.name = name_trial, .dropped = note_dropped});
    for (long i = 0; i < n; i++) {
        struct journal_entry entry = {.trial = w->line[i].trial,
                                      .detail = w->line[i].detail};

        strcpy(entry.word, w->line[i].word);
        if (ledger_take(l, &entry, e))
            return -1;
    }
    return 0;
}

#endif
