/*
 * settings.h - trials of one or many folders that differ in nothing but their
 * seeds.
 *
 * Trials are of one setting where their whole configurations are the same but
 * for fields whose last word is `seed`, so seeds that were run in folders of
 * their own come together.  A trial that stands in two folders counts once.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_PLOT_SETTINGS_H
#define REPORT_PLOT_SETTINGS_H

#include "report/plot/plot.h"

struct setting_trial {
    int folder;                    /* its number in the input */
    const struct results_row *row; /* borrowed; finished */
};

struct plot_setting {
    char *label;  /* "coda", "attention=coda, hidden=200"; of more fields its
                     first trial's number: "3: coda 200 0.001", or of several
                     folders "trial 3"; owned */
    char *values; /* the experiment's name, and all of them; owned */
    int n, room;
    struct setting_trial *trial; /* owned */
};

struct plot_settings {
    int n, room;
    struct plot_setting *setting; /* owned; in the order of their first trial */
    int dropped;                  /* more that there are, none of them better */
    long failed;                  /* trials that are left out */
};

/* The `most` that have the best means of their goals. */
void settings_init(struct plot_settings *s, const struct plot_input *in,
                   int most);
void settings_release(struct plot_settings *s);

/* Above a legend, where labels have many fields' values alone: "trial:
 * attention batch". */
void settings_legend(const struct plot_settings *s, const struct plot_input *in,
                     struct panel *panel);

/* Append what is drawn around means, " (band: range of seeds)", where any is of
 * several seeds; `name` is "band" or "whiskers". */
void settings_band(const struct plot_settings *s, const char *name,
                   enum plot_band band, struct str *out);

/* A note of what is left out. */
void settings_note(const struct plot_settings *s, const char *kind,
                   struct page *page);

#endif
