/*
 * settings.h - settings: groups of trials, of one or many folders, that differ
 * only in their seeds.
 *
 * Two trials have the same setting if their whole configurations are equal
 * except for fields whose last word is `seed`.  So seeds that were run in
 * separate folders are joined.  A trial that is in two folders counts once.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_PLOT_SETTINGS_H
#define REPORT_PLOT_SETTINGS_H

#include "report/plot/plot.h"

struct setting_trial {
    int folder;                    /* its index in the input */
    const struct results_row *row; /* borrowed; has finished */
};

struct plot_setting {
    char *label;  /* "coda", "attention=coda, hidden=200"; with more fields its
                     first trial's number: "3: coda 200 0.001", or with several
                     folders "trial 3"; owned */
    char *values; /* the experiment's name and all values; owned */
    int n, room;
    struct setting_trial *trial; /* owned */
};

struct plot_settings {
    int n, room;
    struct plot_setting *setting; /* owned; ordered by their first trials */
    int dropped;                  /* number of settings left out, none of them
                                     better */
    long failed;                  /* number of trials left out as they failed */
};

/* Collect the `most` settings with the best means of their goals. */
void settings_init(struct plot_settings *s, const struct plot_input *in,
                   int most);
void settings_release(struct plot_settings *s);

/* Set the legend's title "trial: attention batch" if labels are only values of
 * many fields. */
void settings_legend(const struct plot_settings *s, const struct plot_input *in,
                     struct panel *panel);

/* Append what is drawn around means, " (band: range of seeds)", if any setting
 * has several seeds; `name` is "band" or "whiskers". */
void settings_band(const struct plot_settings *s, const char *name,
                   enum plot_band band, struct str *out);

/* Add a note of what is left out. */
void settings_note(const struct plot_settings *s, const char *kind,
                   struct page *page);

#endif
