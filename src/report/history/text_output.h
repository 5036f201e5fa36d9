/* text_output.h - where a text is written piece by piece: a file or put(). */
#ifndef REPORT_HISTORY_TEXT_OUTPUT_H
#define REPORT_HISTORY_TEXT_OUTPUT_H

#include "base/files/file.h"
#include "report/history/history_view.h"

struct text_output {
    struct file_stream *file; /* NULL if put() is called */
    int (*put)(const struct str *text);
};

int text_output_open(struct text_output *o, const struct history_view *v,
                     struct error *e);

/* Write a text and empty it.  -1 without an error if put() failed. */
int text_output_put(struct text_output *o, struct str *text, struct error *e);

int text_output_close(struct text_output *o, bool wanted, struct error *e);

#endif
