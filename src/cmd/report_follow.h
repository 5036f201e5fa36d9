/* report_follow.h - `codarun report --follow`: the page, again and again until
 * no sweep of its folders runs. */
#ifndef CMD_REPORT_FOLLOW_H
#define CMD_REPORT_FOLLOW_H

#include "report/html/report.h"

/* Every so many seconds, or less often.  A signal that would stop a sweep ends
 * it behind one more page.  Returns what the last html_report() does. */
int report_follow(char *const *dir, int n, const struct html_options *options,
                  double every, struct error *e);

#endif
