/*
 * The real coordinator and workers in simulated clusters, driven by a seed:
 * ranks are paused, disconnected and die, the disk fails, jobs are killed
 * between any two events, and the sweep is the same. For each mix of a sampler
 * and a scheduler, as in CODARUN_WORLD=random/halving/1234.
 */
#include "config.h"

#include "tests/unit/sweep/coordinator/cluster_job.h"

#include <fcntl.h>

#include "tests/unit/study_seeds.h"

/* Warnings of thousands of worlds are hidden; those of a world that runs alone
 * are shown. */
static int errors = -1;

static void silence_warnings(void)
{
    const int nothing = open("/dev/null", O_WRONLY);

    if (is_one_wanted() || nothing < 0)
        return;
    errors = dup(STDERR_FILENO);
    dup2(nothing, STDERR_FILENO);
    close(nothing);
}

static void show_warnings(void)
{
    if (errors >= 0)
        dup2(errors, STDERR_FILENO);
}

static int show_warnings_and_say_how(void **state)
{
    show_warnings();
    return say_how_if_failed(state);
}

static void aborted_in_silence(int number)
{
    show_warnings();
    aborted(number);
}

enum { WORLDS = 320, SEARCHES = 4, SIZES = 8 };

static char *values[] = {"1", "31", "12", "27", "45", "30",
                         "9", "38", "24", "5",  "22", "33"};
static struct parameter list[] = {{.name = "x", .value = values}};
static struct parameter range[] = {
    {.name = "x", .min = 1, .max = 60, .whole = true}};

static char *rules[] = {"x != 13", "x != 22", "x != 30"};

/* A search of so many trials. */
static struct search search_of(const struct kind *sampler, int trials,
                               long seed)
{
    const bool grid = !strcmp(sampler->name, "grid");

    list[0].n = trials;
    return (struct search){.space = {1, grid ? list : range},
                           .sampler = {.kind = sampler},
                           .trials = trials,
                           .seed = seed,
                           .conduct_2 = seed % 2, /* with duplicates */
                           .maximize = true,
                           .rules = 3,
                           .rule = rules};
}

static char *play_alone(const struct search *search,
                        const struct chosen *scheduler, uint64_t seed,
                        bool calm, bool *failed_by_world)
{
    struct cluster *c = memory_zeroed(1, sizeof(*c));

    cluster_begin(c, search, scheduler, seed, calm);
    char *found = play(c);

    *failed_by_world = c->failed_by_world;
    cluster_end(c);
    free(c);
    return found;
}

static void play_world(const struct kind *sampler,
                       const struct chosen *scheduler, uint64_t seed,
                       bool compare, char *calm[SIZES][SEARCHES])
{
    const int size = (int)(seed / 3 % SIZES), which = (int)(seed % SEARCHES);
    const struct search s = search_of(sampler, 3 + size, 1 + which);
    char **expected = &calm[size][which];
    bool failed;

    if (!*expected)
        *expected = play_alone(&s, scheduler, 0, true, &failed);
    char *found = play_alone(&s, scheduler, seed, false, &failed);

    if (compare && !failed && strcmp(found, *expected) != 0)
        fail_msg("found\n%sexpected\n%s", found, *expected);
    free(found);
}

static void play_mix(const struct kind *sampler, const struct chosen *scheduler)
{
    char *calm[SIZES][SEARCHES] = {{NULL}}, mix[100];
    const bool compare = !scheduler_kind_of(scheduler)->by_arrival;

    snprintf(mix, sizeof(mix), "%s/%s", sampler->name, scheduler->kind->name);
    for (uint64_t seed = 0; next_world(mix, WORLDS, &seed);)
        play_world(sampler, scheduler, seed, compare, calm);
    for (int i = 0; i < SIZES * SEARCHES; i++)
        free(calm[i / SEARCHES][i % SEARCHES]);
}

/* A scheduler that waits for a whole population does not suit a search in
 * rounds. */
static void play_schedulers(const struct kind *sampler)
{
    const bool learns = ((const struct sampler_kind *)sampler)->round;

    for (const struct kind *const *k = scheduler_kinds.list; *k; k++) {
        struct chosen c;

        if (learns && ((const struct scheduler_kind *)*k)->explore)
            continue;
        assert_int_equal(chosen_preset(&c, &scheduler_kinds, (*k)->name), 0);
        play_mix(sampler, &c);
        chosen_release(&c);
    }
}

static void a_sweep_is_the_same_on_any_cluster(void **state)
{
    static const char *const samplers[] = {"random", "grid"};

    (void)state;
    silence_warnings();
    for (int i = 0; i < 2; i++) {
        struct chosen c;

        assert_int_equal(chosen_preset(&c, &sampler_kinds, samplers[i]), 0);
        play_schedulers(c.kind);
        chosen_release(&c);
    }
    play_schedulers(&follower.is);
}

/* Fast trials, of which a rank holds several, and a few slow ones. */
static void no_trial_waits_behind_a_slow_one(void **state)
{
    struct chosen random, none;

    (void)state;
    silence_warnings();
    chosen_preset(&random, &sampler_kinds, "random");
    chosen_preset(&none, &scheduler_kinds, "none");
    for (uint64_t seed = 0; next_world("slow", 200, &seed);) {
        const struct search s = search_of(random.kind, 40, (long)seed);
        struct cluster *c = memory_zeroed(1, sizeof(*c));

        cluster_begin(c, &s, &none, seed, true);
        c->is.ranks = 2 + (int)(seed % 4);
        c->is.slots_per_group = 16;
        c->is.step = 2e-4;
        c->is.slow = 2000;
        free(play(c));
        cluster_end(c);
        free(c);
    }
    chosen_release(&random);
    chosen_release(&none);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_sweep_is_the_same_on_any_cluster,
                                  show_warnings_and_say_how),
        cmocka_unit_test_teardown(no_trial_waits_behind_a_slow_one,
                                  show_warnings_and_say_how),
    };

    signal(SIGABRT, aborted_in_silence);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
