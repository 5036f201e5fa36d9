#include "config.h"

#include "cmd/selection_options.h"

#include "cmd/completions.h"

static int take_where(const char *text, void *selection, struct error *e)
{
    return selection_add(selection, text, e);
}

const struct cli_option selection_options[] = {
    {CLI_TAKEN_WHOLE(take_where), .name = "where", .value = "FIELD=VALUE",
     .complete = completions_add_where,
     .help = "Only trials with this value; also !=, and of numbers, such as a "
             "metric, <, <=, > and >=; may be repeated: all must hold",
     .more = "FIELD is a field by its dotted name, swept or not, or by the "
             "short name that tables print; a metric, such as valid.map; or "
             "what else a trial has, as `codarun table --help` lists it.  "
             "Shells take < and > for themselves: --where 'valid.map>60'.  A "
             "trial that has no value meets != alone.  A value that no trial "
             "has is an error, unless it is a status."},
    {CLI_FLAG(struct selection, finished), .name = "finished",
     .help = "Only trials that were trained to their end: none that failed, "
             "was interrupted or was ended by a scheduler"},
    CLI_END,
};
