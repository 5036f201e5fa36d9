/*
 * simulation_report.h - the outcome of a sweep simulated on fleets, for people
 * and programs.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_SIMULATE_SIMULATION_REPORT_H
#define SWEEP_SIMULATE_SIMULATION_REPORT_H

#include "sweep/experiment/experiment.h"
#include "sweep/simulate/fleet.h"
#include "sweep/simulate/gantt.h"
#include "sweep/simulate/options.h"

struct simulation_report {
    const struct experiment *x; /* borrowed, like the two below */
    const struct simulate_options *o;
    const struct trial_model *trials;
    struct fleet_account *account; /* [o->n] one for each size of the fleet;
                                      owned */
    struct gantt gantt;            /* of the last fleet; owned */
    struct str
        left_out; /* results whose files are damaged, a line each; owned */
};
void simulation_report_release(struct simulation_report *p);

/* Append a row for each size, the numbers that are the same for all sizes, and
 * the chart. */
void simulation_report_text(const struct simulation_report *p, struct str *out);

/* The same without the chart as one object, times in seconds. */
void simulation_report_json(const struct simulation_report *p, struct str *out);

#endif
