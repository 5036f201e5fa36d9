/* sweep_keys.c - the keys of the section sweep. */
#include "sweep/experiment/experiment_internal.h"

const struct sweep_key sweep_keys[] = {
    {"method", "NAME | {kind: NAME, ...}",
     "what the next trial is: grid (unless given), random, sobol, tpe, gp"},
    {"scheduler", "NAME | {kind: NAME, ...}",
     "which trials are trained to their end; none (all) unless given"},
    {"goal", "{maximize: METRIC} | {minimize: METRIC}",
     "a metric of valid, which chooses each trial's checkpoint; the task's "
     "first, maximized, unless given"},
    {"parameters", "{FIELD: VALUES, ...}",
     "fields that differ between trials: a list, {min, max, scale, step}, "
     "{mean, deviation, scale, min, max, step}, or {values, when}"},
    {"variants", "{NAME: {FIELD: VALUE, ...}, ...}",
     "named sets of fields, a row each"},
    {"trials", "whole number",
     "how many are drawn; a grid has as many as it has"},
    {"repeats", "whole number", "seeds of each trial, train.seed and on"},
    {"seed", "whole number", "of everything that is drawn; 1 unless given"},
    {"rules", "[TEXT, ...]",
     "what holds for all trials: \"train.batch * model.hidden <= 9600\""},
    {"zip", "[[FIELD, FIELD], ...]",
     "lists whose values go together, one by one"},
    {NULL, NULL, NULL},
};

int sweep_check_keys(const struct document *d, struct error *e)
{
    const char *names[sizeof(sweep_keys) / sizeof(*sweep_keys)];
    int n = 0;

    for (const struct sweep_key *k = sweep_keys; k->name; k++)
        names[n++] = k->name;
    names[n] = NULL;
    return document_check_keys(d, "sweep", names, e);
}
