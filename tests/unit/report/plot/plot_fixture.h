/*
 * plot_fixture.h - the folder of by_trait_fixture.h as the input of a picture,
 * and reading the blocks of a page.
 */
#ifndef PLOT_FIXTURE_H
#define PLOT_FIXTURE_H

#include "tests/unit/by_trait_fixture.h"

#include "report/plot/plot.h"

static struct parameter made_parameters[] = {
    {.name = "model.attention.kind"},
    {.name = "train.seed"},
};

/* The parts of the input, which tests can change. */
static struct experiment made_experiment;
static struct results made_results;
static const struct folder made_folder = {&made_experiment, &made_results};

/* Return an input with one folder and the current results. */
static inline struct plot_input input_of(struct space space)
{
    made_experiment =
        (struct experiment){.name = memory_string("made"),
                            .search = {.space = space, .maximize = true}};
    chosen_preset(&made_experiment.search.sampler, &sampler_kinds, "grid");
    made_results.ledger.proposed =
        (struct proposed){.x = &made_experiment, .n = made_results.n};
    return (struct plot_input){
        1, &made_folder, {.most = 12, .split = SPLIT_NONE}};
}

/* Return an input with the results of make_results(). */
static inline struct plot_input make_input(changer *change)
{
    make_results(&made_results, change);
    return input_of((struct space){2, made_parameters});
}

static inline void release_input(void)
{
    results_release(&made_results);
    chosen_release(&made_experiment.search.sampler);
    free(made_experiment.name);
}

static inline void draw_page(const char *kind, const struct plot_input *in,
                             struct page *page)
{
    struct error e;

    *page = (struct page){0};
    if (plot_kind_find(kind, strlen(kind))->draw(in, page, &e))
        fail_msg("%s", e.text);
}

/* Return cell (row, column) of a block, without counting rows that separate
 * lines; NAN if there is none or it is NaN. */
static inline double page_cell(const struct page *page, int block, int row,
                               int column)
{
    const char *at = str_text(&page->data);

    for (; block; block--)
        at = strstr(at, "\n\n\n") + 3;
    for (int line = -2; line < row || *at == '\n'; at += strcspn(at, "\n") + 1)
        line += *at != '\n';
    for (; column; column--) {
        at += strcspn(at, "\t\n");
        if (*at++ != '\t')
            return (double)NAN;
    }
    return strtod(at, NULL);
}

#endif
