#include "engine/data/features.h"

#include <stdio.h>

int feature_columns(const struct feature *f, struct column_kind out[MAX_PARTS])
{
    const enum column_type type = f->classes ? COLUMN_INT : COLUMN_FLOAT;
    int n = 0;

    for (int p = 0; p < MAX_PARTS; p++)
        if (f->of[p]) {
            out[n] = (struct column_kind){.type = type, .width = 1, .of = p};
            snprintf(out[n].name, sizeof(out[n].name), "%s %d", f->name, p);
            n++;
        }
    if (n)
        return n;
    out[0] = (struct column_kind){.type = type, .width = 1, .of = OF_EXAMPLE};
    snprintf(out[0].name, sizeof(out[0].name), "%s", f->name);
    return 1;
}
