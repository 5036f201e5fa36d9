/* report_follow.h - `codarun report --follow`: writes the page repeatedly until
 * no sweep of its folders is running. */
#ifndef CMD_REPORT_FOLLOW_H
#define CMD_REPORT_FOLLOW_H

#include "report/html/report.h"

/* Write the page every `every` seconds, or less often.  After a signal that
 * would stop a sweep it is written once more.  Returns what the last
 * html_report() returned. */
int report_follow(char *const *dir, int n, const struct html_options *options,
                  double every, struct error *e);

#endif
