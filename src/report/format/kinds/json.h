/* json.h - columns and cells of the JSON of tables. */
#ifndef REPORT_FORMAT_KINDS_JSON_H
#define REPORT_FORMAT_KINDS_JSON_H

#include "base/core/str.h"
#include "engine/store/table_data.h"

/* Append a column: its name and type. */
void json_put_column(struct str *out, const char *name, enum cell_type type);

/* Append a cell as a member; NULL for an empty one. */
void json_put_cell(struct str *out, const char *name, enum cell_type type,
                   const char *text);

#endif
