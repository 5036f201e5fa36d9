/*
 * A span of the document: its first and last token.
 */
#include "head/head.h"

static int columns(const struct model_spec *s,
                   struct column_kind out[MAX_COLUMNS])
{
    (void)s;
    out[0] = (struct column_kind){"span", COLUMN_INT, 2, OF_EXAMPLE};
    out[1] = (struct column_kind){"score", COLUMN_FLOAT, 1, OF_EXAMPLE};
    out[2] = (struct column_kind){"none", COLUMN_FLOAT, 1, OF_EXAMPLE};
    return 3;
}

static const struct column_kind needs[] = {
    {"span", COLUMN_INT, 2, OF_EXAMPLE},
    COLUMNS_END,
};

const struct head_kind head_span = {
    .is = {.name = "span",
           .summary = "a span of the document",
           .fields = no_fields},
    .reads = READS_SEQUENCE,
    .needs = needs,
    .columns = columns,
};
