/*
 * table_fixture.h - made-up results of a sweep: two kinds of attention, three
 * seeds, and published numbers for both kinds.
 */
#ifndef TABLE_FIXTURE_H
#define TABLE_FIXTURE_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "report/tables/table.h"

enum { TRIALS = 6 };

static const double map[TRIALS] = {60, 61, 62, 63, 65, 0};
static const char *const kinds[] = {"softmax", "softmax", "softmax",
                                    "coda",    "coda",    "coda"};

/* Trial 5 failed unless `whole`, in which case it reached 64. */
static inline void make_results(struct results *s, bool whole)
{
    *s = (struct results){.n = TRIALS};
    s->row = memory_zeroed(TRIALS, sizeof(*s->row));
    for (int i = 0; i < TRIALS; i++) {
        struct results_row *row = &s->row[i];
        struct result *r = &row->result;
        row->number = i;
        row->config.own = memory_format(
            "model.attention.kind: %s\nmodel.hidden: 200\ntrain.seed: %d\n",
            kinds[i], i % 3 + 1);
        row->present = true;
        r->metrics = 2;
        strcpy(r->metric[0], "map");
        strcpy(r->metric[1], "mrr");
        r->test[0] = i == 5 ? 64 : map[i];
        r->test[1] = r->test[0] + 1.5;
        r->valid[0] = r->test[0] + 5;
        r->steps = 1000;
        r->best_step = 100 * (i + 1);
        r->params = digest_of(&i, 1);
        facts_add(&r->facts, "identity", "numerics=%d", i == 4 ? 2 : 1);
        facts_add(&r->facts, "notes",
                  "243 test questions, those with an "
                  "answer");
        if (i == 5 && !whole) {
            r->status = TRIAL_FAILED;
            r->reason = memory_string("loss is NaN | step 7");
            r->best_step = -1;
            r->params = (struct digest){0};
            r->test[0] = r->test[1] = r->valid[0] = NAN;
        }
    }
}

static char *where_name[] = {"model.attention.kind"};
static char *softmax[] = {"softmax"}, *coda[] = {"coda"};
static char *metrics[] = {"test.map"};
static double published_softmax[] = {66.4}, published_coda[] = {70.5};

static struct parameter parameter[] = {
    {.name = "model.attention.kind"},
    {.name = "train.seed"},
};

static struct published published[] = {
    {1, where_name, softmax, 0, NULL, 1, metrics, published_softmax,
     "CoDA, table 2"},
    {1, where_name, coda, 0, NULL, 1, metrics, published_coda, "CoDA, table 2"},
};

static const struct experiment experiment = {
    .name = "wikiqa",
    .goal = 0,
    .search = {.space = {2, parameter}, .maximize = true},
    .published_n = 2,
    .published = published,
};

static inline void report(const struct experiment *x, const struct results *s,
                          struct table_view view, struct str *out)
{
    struct error e;

    assert_int_equal(report_results(x, s, "results/wikiqa", &view, out, &e), 0);
}

static inline void expect(bool whole, const struct format_kind *format,
                          bool trials, const char *expected)
{
    struct results s;
    struct str out = {0};

    make_results(&s, whole);
    report(&experiment, &s,
           (struct table_view){.format = format, .trials = trials}, &out);
    if (strcmp(str_text(&out), expected) != 0)
        print_message("%s", str_text(&out));
    assert_string_equal(str_text(&out), expected);
    str_release(&out);
    results_release(&s);
}

#define PM " \xc2\xb1 "

#endif
