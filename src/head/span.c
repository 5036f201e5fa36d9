/*
 * An answer that is some tokens of the document.
 */
#include "head/head.h"

static int width(const struct model_spec *s)
{
    (void)s;
    return 2;
}

static int columns(const struct model_spec *s,
                   struct column_kind out[MAX_COLUMNS])
{
    (void)s;
    out[SPAN_TOKENS] = (struct column_kind){"span", COLUMN_INT, 2, OF_EXAMPLE};
    out[SPAN_SCORE] =
        (struct column_kind){"score", COLUMN_FLOAT, 1, OF_EXAMPLE};
    out[SPAN_NONE] = (struct column_kind){"none", COLUMN_FLOAT, 1, OF_EXAMPLE};
    return 3;
}

static struct node *loss(struct tape *t, const struct grain *g,
                         struct node *scores, float label_smoothing)
{
    (void)t;
    (void)g;
    (void)label_smoothing;
    return scores;
}

static void answer(struct tape *t, const struct grain *g,
                   const struct node *scores, struct answers *out)
{
    (void)t;
    (void)g;
    (void)scores;
    (void)out;
}

static const struct column_kind needs[] = {
    {"span", COLUMN_INT, 2, OF_EXAMPLE},
    COLUMNS_END,
};

const struct head_kind head_span = {
    .is = {.name = "span",
           .summary = "a span of the document",
           .fields = no_fields},
    .reads = READS_TOKENS,
    .needs = needs,
    .columns = columns,
    .width = width,
    .loss = loss,
    .answer = answer,
};
