/*
 * extend.h - more trials for a sweep that has a results folder.
 */
#ifndef SWEEP_RUN_EXTEND_H
#define SWEEP_RUN_EXTEND_H

#include "sweep/experiment/experiment.h"

/*
 * May an experiment go on in a folder whose text `was` another?  It may when
 * name, method, seed, goal and scheduler are the same and every trial that the
 * folder has a result of is one of the experiment's; of a search that learns,
 * when nothing but the number of trials grew; where trials compete in brackets,
 * never.  -1: why not.
 */
int extend_check(const struct experiment *x, const char *dir, const char *was,
                 struct error *e);

#endif
