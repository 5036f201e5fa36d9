/*
 * A simulated job goes on after a death as a real one: the study that a replay
 * log restores decides as that of a ledger with the same journal.  Both are
 * told the same events, from a seed.
 */
#include "config.h"

#include "tests/unit/study_searches.h"

#include "sweep/simulate/replay_log.h"
#include "tests/unit/dice.h"
#include "tests/unit/study_seeds.h"
#include "tests/unit/sweep/simulate/memory_ledger.h"

enum { WORLDS = 100, SEARCHES = 5, MOST_SLOTS = 9, MOST_STEPS = 20000 };

struct pair {
    struct dice dice;
    const struct chosen *scheduler;
    int slots;
    struct study *s;
    struct replay_log log;
    struct memory_ledger real;
    struct next at[MOST_SLOTS]; /* what each slot trains */
    int deaths;
};

/* --- trials --------------------------------------------------------------- */

/* A few are not valid, where a search that learns may drop them. */
static int name_trial(void *context, const struct assignment *a,
                      struct digest *name, struct error *e)
{
    struct str text = {0};

    (void)context;
    if (!strcmp(a->value[0], "59") && a->number >= search_free(&search))
        return error_set(e, "it is not valid");
    assignment_whole(&search.space, a, &text);
    *name = digest_of(text.s, text.len);
    str_release(&text);
    return 0;
}

static void drop(void *context, const struct error *why)
{
    (void)context;
    assert_non_null(strstr(why->text, "it is not valid"));
}

/* --- two studies ---------------------------------------------------------- */

static void tell(struct pair *p, const struct event *e)
{
    if (e->word == EVENT_SAVED)
        study_tell(p->s, e);
    else
        replay_log_add(&p->log, p->s, e);
    memory_ledger_tell(&p->real, e);
}

static bool is_same(double a, double b)
{
    return isnan(a) ? isnan(b) : a == b;
}

/* One of both may lack dropped trials at the end, and drops them again. */
static long expect_rest_dropped(const struct study *s, long n)
{
    for (long i = n; i < study_trials(s); i++)
        assert_true(study_trial(s, i)->dropped);
    return study_trials(s);
}

static void expect_same_trials(const struct pair *p)
{
    const struct study *real = p->real.ledger.study;
    const long n = expect_rest_dropped(p->s, study_trials(real));
    const long m = expect_rest_dropped(real, study_trials(p->s));

    for (long i = 0; i < n && i < m; i++) {
        const struct trial *a = study_trial(p->s, i), *b = study_trial(real, i);

        assert_true(digest_equal(a->name, b->name));
        assert_true(is_same(a->goal, b->goal));
        assert_int_equal(a->duplicate_of, b->duplicate_of);
        assert_int_equal(a->attempt, b->attempt);
        assert_int_equal(a->losses, b->losses);
        assert_int_equal(a->job_deaths, b->job_deaths);
        assert_int_equal(a->blames, b->blames);
        assert_int_equal(a->phase, b->phase);
        assert_int_equal(a->dropped, b->dropped);
        assert_int_equal(a->given_up, b->given_up);
        assert_int_equal(study_rung(p->s, i), study_rung(real, i));
    }
}

/* The next decision of both; false if there is none. */
static bool decide(struct pair *p, struct next *d)
{
    struct next real = {0};
    const bool any = study_next(p->s, d);

    assert_int_equal(study_next(p->real.ledger.study, &real), any);
    if (!any)
        return false;
    assert_int_equal(d->word, real.word);
    assert_int_equal(d->trial, real.trial);
    assert_int_equal(d->attempt, real.attempt);
    assert_int_equal(d->slot, real.slot);
    assert_true(d->until == real.until);
    assert_int_equal(d->ends_there, real.ends_there);
    return true;
}

static void name_next(struct pair *p, long trial)
{
    struct assignment a = study_assignment(p->s, trial);
    struct event e = {.word = EVENT_NAMED, .trial = trial};
    struct error why;

    if (name_trial(NULL, &a, &e.name, &why))
        e.word = EVENT_REFUSED;
    assignment_release(&search.space, &a);
    replay_log_add(&p->log, p->s, &e);
    memory_ledger_name(&p->real, trial);
}

static void obey(struct pair *p, const struct next *d)
{
    if (d->word == NEXT_NAME)
        name_next(p, d->trial);
    else if (d->word == NEXT_SETTLE)
        tell(p, &(struct event){.word = EVENT_SETTLED});
    else if (d->word == NEXT_FAIL)
        tell(p, &(struct event){.word = EVENT_FAILED, .trial = d->trial});
    else {
        assert_int_equal(d->word, NEXT_TRAIN);
        replay_log_begin(&p->log, p->s, d);
        memory_ledger_start(&p->real, d);
        p->at[d->slot] = *d;
    }
}

/* --- a simulation --------------------------------------------------------- */

/* How an attempt ends, or that it saved something. */
static enum event_word roll_event(struct pair *p, const struct next *d)
{
    const uint32_t n = roll(&p->dice, 12);

    if (n < 3)
        return EVENT_SAVED;
    if (n < 5)
        return EVENT_LOST;
    if (n < 6)
        return EVENT_FAILED;
    return d->until > 0 && !d->ends_there && n < 11 ? EVENT_PAUSED
                                                    : EVENT_FINISHED;
}

/* Something happens on one of the slots. */
static void go_on(struct pair *p)
{
    int slot = (int)roll(&p->dice, (uint32_t)p->slots);

    while (study_slot(p->s, slot) < 0)
        slot = (slot + 1) % p->slots;
    const struct next *d = &p->at[slot];
    const uint32_t goal = roll(&p->dice, 50);

    tell(p, &(struct event){.word = roll_event(p, d),
                            .trial = d->trial,
                            .goal = goal ? goal / 7.0 : (double)NAN});
}

static void job_dies(struct pair *p)
{
    replay_log_crash(&p->log, p->s, p->slots);
    study_free(p->s);
    memory_ledger_end(&p->real);
    p->slots = 1 + (int)roll(&p->dice, MOST_SLOTS);
    p->s = replay_log_replay(&p->log, p->slots);
    memory_ledger_begin(&p->real, &search, p->scheduler, p->slots);
    expect_same_trials(p);
    p->deaths++;
}

static void begin(struct pair *p, const struct chosen *scheduler, uint64_t seed)
{
    const struct policy policy = {.retries = (long)(seed % 4)};

    *p = (struct pair){
        .dice = {.key = random_key(seed, "pair")},
        .scheduler = scheduler,
        .slots = 1 + (int)(seed % MOST_SLOTS),
        .log = {.search = &search, .scheduler = scheduler, .policy = policy},
        .real = {.policy = policy, .names = {name_trial, drop}}};
    p->s = study_new(&search, scheduler, p->slots);
    study_policy(p->s, &policy);
    memory_ledger_begin(&p->real, &search, scheduler, p->slots);
}

/* Returns the number of deaths. */
static int play(const struct chosen *scheduler, uint64_t seed)
{
    struct pair p;
    struct next d = {0};

    begin(&p, scheduler, seed);
    for (int steps = 0;; steps++) {
        assert_true(steps < MOST_STEPS); /* else it never ends */
        while (decide(&p, &d) && d.word != NEXT_QUIT)
            obey(&p, &d);
        if (d.word == NEXT_QUIT)
            break;
        if (roll(&p.dice, 12))
            go_on(&p);
        else
            job_dies(&p);
    }
    expect_same_trials(&p);
    study_free(p.s);
    replay_log_release(&p.log);
    memory_ledger_release(&p.real);
    return p.deaths;
}

static void play_mix(const struct sampler_kind *sampler,
                     const struct kind *scheduler)
{
    struct chosen c;
    char mix[100];
    int deaths = 0;

    search.sampler.kind = &sampler->is;
    snprintf(mix, sizeof(mix), "%s/%s", sampler->is.name, scheduler->name);
    assert_int_equal(chosen_preset(&c, &scheduler_kinds, scheduler->name), 0);
    for (uint64_t seed = 0; next_world(mix, WORLDS, &seed);) {
        search.seed = 1 + (long)(seed % SEARCHES);
        deaths += play(&c, seed);
    }
    assert_true(deaths > WORLDS || is_one_wanted());
    chosen_release(&c);
}

/* A scheduler that waits for a whole population does not work with a search
 * that waits for rounds. */
static void it_decides_as_a_ledger_with_the_same_journal(void **state)
{
    (void)state;
    for (const struct kind *const *k = scheduler_kinds.list; *k; k++) {
        play_mix(&drawer, *k);
        if (!((const struct scheduler_kind *)*k)->explore)
            play_mix(&climber, *k);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(it_decides_as_a_ledger_with_the_same_journal,
                                  say_how_if_failed),
    };

    signal(SIGABRT, aborted);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
