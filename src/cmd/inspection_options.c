#include "config.h"

#include "cmd/inspection_options.h"

#include <string.h>

#include "cmd/completions.h"
#include "config/command_line/value.h"

/* Parse "e,gate". */
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

static void complete_parts(struct completions *o)
{
    completions_add_names(o, attention_part_names);
}

const struct cli_option inspection_options[] = {
    {CLI_WHOLE(struct inspection_request, example, 0, INT32_MAX),
     .name = "example", .value = "N", .help = "This one of the split, from 0"},
    {CLI_TEXT(struct inspection_request, site), .name = "site", .value = "NAME",
     .complete = completions_add_sites,
     .help = "The attention of this name: whole, decoder.0.self; without its "
             "layer's number, decoder.self; or without any number, connector",
     .more = "In connector.0.1 the layer's number is the first, so "
             "connector.1 leaves it out."},
    {CLI_WHOLE(struct inspection_request, layer, 0, INT32_MAX), .name = "layer",
     .value = "N", .help = "Those of this layer, from 0"},
    {CLI_WHOLE(struct inspection_request, pass, 0, INT32_MAX), .name = "pass",
     .value = "N",
     .help = "This time, from 0, of those that the model comes by again"},
    {CLI_WHOLE(struct inspection_request, head, 0, INT32_MAX), .name = "head",
     .value = "N", .help = "This head alone, from 0"},
    {CLI_TAKEN(struct inspection_request, parts, take_parts), .name = "matrix",
     .value = "NAME,...", .complete = complete_parts,
     .help = "These alone of e, e2, f_e, n, gate, m and m_columns; all, and in "
             "a picture of several heads m, unless given"},
    {CLI_CHOICE(struct inspection_request, rows, inspection_rows_names),
     .name = "rows", .value = "ROWS",
     .help = "Of a document with candidates the rows of their tokens, "
             "candidates, or all; candidates, where there are some, unless "
             "given",
     .more = "Each row has its place in the document.  The last site of "
             "a reader of cloze questions is pointer: e has the scores "
             "of the document's tokens, m their softmax."},
    CLI_END,
};

const char *inspection_options_given(const struct inspection_request *w)
{
    return w->site         ? "site"
           : w->layer >= 0 ? "layer"
           : w->pass >= 0  ? "pass"
           : w->head >= 0  ? "head"
           : w->parts      ? "matrix"
           : w->rows >= 0  ? "rows"
                           : NULL;
}
