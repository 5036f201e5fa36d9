/*
 * stored_answers FILE SPLIT - the answers of a result file to valid or test, a
 * line an example: columns with tabs between, their values with blanks, floats
 * with the digits that read back as the same.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "engine/store/result.h"
#include "engine/task/task.h"

static void print_values(const struct column *c, int i)
{
    const struct values v = column_get(c, i);

    for (int k = 0; k < v.n; k++) {
        printf("%s", k ? " " : "");
        if (c->is.type == COLUMN_FLOAT)
            printf("%.9g", (double)((const float *)v.at)[k]);
        else
            printf("%d", (int)((const int32_t *)v.at)[k]);
    }
}

static void print_answers(const struct answer_sheet *a)
{
    for (int i = 0; i < a->n; i++)
        for (int c = 0; c < a->columns; c++) {
            print_values(&a->column[c], i);
            printf("%s", c + 1 < a->columns ? "\t" : "\n");
        }
}

int main(int argc, char **argv)
{
    struct result r;
    struct error e;

    if (argc != 3 || result_read(argv[1], &r, &e)) {
        fprintf(stderr, "stored_answers: %s\n",
                argc == 3 ? e.text : "expected FILE SPLIT");
        return 1;
    }
    for (enum split s = 0; s < SPLITS; s++)
        if (!strcmp(argv[2], split_names[s]))
            print_answers(&r.answers[s]);
    result_release(&r);
    return 0;
}
