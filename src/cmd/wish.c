#include "config.h"

#include "cmd/wish.h"

#include <string.h>

#include "cmd/offers.h"
#include "config/command_line/value.h"

/* "e,gate" */
static int take_parts(const char *names, void *member, struct error *e)
{
    unsigned *parts = member;
    size_t n;

    do {
        n = strcspn(names, ",");
        const int part = cli_among(attention_part_names, names, n, e);

        if (part < 0)
            return -1;
        *parts |= 1U << part;
        names += n;
    } while (*names++ == ',');
    return 0;
}

static void offer_parts(struct offers *o)
{
    offer_names(o, attention_part_names);
}

const struct cli_option wish_options[] = {
    {CLI_WHOLE(struct inside_wish, example, 0, INT32_MAX), .name = "example",
     .value = "N", .help = "This one of the split, from 0"},
    {CLI_TEXT(struct inside_wish, site), .name = "site", .value = "NAME",
     .offer = offer_sites,
     .help = "The attention of this name: whole, decoder.0.self; without its "
             "layer's number, decoder.self; or without any number, connector",
     .more = "In connector.0.1 the layer's number is the first, so "
             "connector.1 leaves it out."},
    {CLI_WHOLE(struct inside_wish, layer, 0, INT32_MAX), .name = "layer",
     .value = "N", .help = "Those of this layer, from 0"},
    {CLI_WHOLE(struct inside_wish, pass, 0, INT32_MAX), .name = "pass",
     .value = "N",
     .help = "This time, from 0, of those that the model comes by again"},
    {CLI_WHOLE(struct inside_wish, head, 0, INT32_MAX), .name = "head",
     .value = "N", .help = "This head alone, from 0"},
    {CLI_TAKEN(struct inside_wish, parts, take_parts), .name = "matrix",
     .value = "NAME,...", .offer = offer_parts,
     .help = "These alone of e, e2, f_e, n, gate, m and m_columns; all, and in "
             "a picture of several heads m, unless given"},
    {CLI_CHOICE(struct inside_wish, rows, inside_rows_names), .name = "rows",
     .value = "ROWS",
     .help = "Of a document with candidates the rows of their tokens, "
             "candidates, or all; candidates, where there are some, unless "
             "given",
     .more = "Each row has its place in the document.  The last site of "
             "a reader of cloze questions is pointer: e has the scores "
             "of the document's tokens, m their softmax."},
    CLI_END,
};

const char *wish_given(const struct inside_wish *w)
{
    return w->site         ? "site"
           : w->layer >= 0 ? "layer"
           : w->pass >= 0  ? "pass"
           : w->head >= 0  ? "head"
           : w->parts      ? "matrix"
           : w->rows >= 0  ? "rows"
                           : NULL;
}
