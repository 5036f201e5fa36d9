/*
 * pivot_fixture.h - two made-up folders for tests of pivots: kinds of
 * attention, sizes and seeds, and a function of the test that changes the first
 * folder.
 */
#ifndef PIVOT_FIXTURE_H
#define PIVOT_FIXTURE_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "report/tables/pivot.h"

#define PM " \xc2\xb1 "

enum { SEEDS = 4, TRIALS = 4 * SEEDS };

static struct parameter parameter[] = {
    {.name = "model.attention.kind"},
    {.name = "model.hidden"},
    {.name = "train.seed"},
};
static char *where[] = {"model.attention.kind"}, *coda[] = {"coda"};
static char *metrics[] = {"test.map"};
static double number[] = {70.5};
static struct published published[] = {
    {1, where, coda, 0, NULL, 1, metrics, number, "CoDA, table 2"}};

static struct experiment experiment = {
    .name = "wikiqa",
    .search = {.space = {3, parameter}, .maximize = true},
    .published_n = 1,
    .published = published,
};

/* Kind i / 8, hidden (i / 4) % 2, seed i % 4; the second folder is 10 higher.
 * Coda is better by slightly more than 2. */
static inline double map_of(int folder, int i)
{
    return 60 + 10 * folder + 2 * (i / 8) + 0.5 * (i / 4 % 2) +
           0.125 * (i % 4) * (i / 8 ? 1.5 : 1);
}

static inline void make_results(struct results *s, int folder)
{
    *s = (struct results){.n = TRIALS};
    s->dir = memory_format("results/%c", 'a' + folder);
    s->row = memory_zeroed(TRIALS, sizeof(*s->row));
    for (int i = 0; i < TRIALS; i++) {
        struct result *r = &s->row[i].result;

        s->row[i].number = i;
        s->row[i].trial = (struct digest){(uint64_t)folder, (uint64_t)i};
        s->row[i].present = true;
        s->row[i].config.own = memory_format(
            "model.attention.kind: %s\nmodel.hidden: %d\ntrain.seed: %d\n"
            "train.batch: %d\n",
            i / 8 ? "coda" : "softmax", 100 << (i / 4 % 2), i % 4, 32);
        r->metrics = 3;
        strcpy(r->metric[0], "map");
        strcpy(r->metric[1], "error");
        strcpy(r->metric[2], "one");
        r->test[0] = map_of(folder, i);
        r->test[1] = 100 - r->test[0];
        r->test[2] = 7;
        for (int m = 0; m < 3; m++)
            r->valid[m] = NAN;
    }
}

static inline void lose_a_size(struct results *s)
{
    for (int i = 8; i < 12; i++)
        s->row[i].present = false;
}

static inline int pivot(int folders, const struct pivot_view *view,
                        void (*change)(struct results *), struct str *out,
                        struct error *e)
{
    struct results s[2];
    struct folder folder[2];

    for (int i = 0; i < 2; i++) {
        make_results(&s[i], i);
        folder[i] = (struct folder){&experiment, &s[i]};
    }
    if (change)
        change(&s[0]);
    const int failed = report_pivot_folders(folder, folders, view, out, e);

    for (int i = 0; i < 2; i++)
        results_release(&s[i]);
    return failed;
}

static inline void expect(int folders, struct pivot_view view,
                          void (*change)(struct results *),
                          const char *expected)
{
    struct str out = {0};
    struct error e = {""};

    if (pivot(folders, &view, change, &out, &e))
        fail_msg("%s", e.text);
    if (!strstr(out.s, expected))
        fail_msg("expected %s in\n%s", expected, out.s);
    str_release(&out);
}

static inline void expect_not(int folders, struct pivot_view view,
                              void (*change)(struct results *),
                              const char *unexpected)
{
    struct str out = {0};
    struct error e = {""};

    if (pivot(folders, &view, change, &out, &e))
        fail_msg("%s", e.text);
    if (strstr(out.s, unexpected))
        fail_msg("found %s in\n%s", unexpected, out.s);
    str_release(&out);
}

static inline void refuses(struct pivot_view view, const char *said)
{
    struct str out = {0};
    struct error e = {""};

    assert_int_equal(pivot(1, &view, NULL, &out, &e), -1);
    if (!strstr(e.text, said))
        fail_msg("expected %s, found %s", said, e.text);
    str_release(&out);
}

/* Check a sweep that maximizes, and one that minimizes. */
static inline void expect_either_way(struct pivot_view view,
                                     void (*change)(struct results *),
                                     const char *most, const char *least)
{
    expect(1, view, change, most);
    experiment.search.maximize = false;
    expect(1, view, change, least);
    experiment.search.maximize = true;
}

#endif
