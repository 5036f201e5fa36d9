#include "task/rows_parts.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "text/csv_record.h"

const char *const file_format_names[] = {"tsv", "jsonl", "csv", "json", NULL};
const char *const tree_texts_names[] = {"none", "sentences", "phrases", NULL};

/* Cut a line at its tabs; returns how many columns, all counted. */
static int cut(char *line, char *column[MAX_COLUMNS])
{
    int n = 0;

    for (;;) {
        if (n < MAX_COLUMNS)
            column[n] = line;
        n++;
        line = strchr(line, '\t');
        if (!line)
            return n;
        *line++ = 0;
    }
}

/* Cut the next row into cells; returns 1, 0 at the end, or -1. */
static int next_cells(struct rows *t, char *column[MAX_COLUMNS], int *n,
                      struct error *e)
{
    char *line;
    size_t len;
    int more;

    if (t->layout.format == FORMAT_CSV)
        return csv_record(t->lines, &t->record, column, MAX_COLUMNS, n, e);
    more = lines_next(t->lines, &line, &len, e);
    if (more > 0)
        *n = cut(line, column);
    return more;
}

/* Which names there are: the nearest, or all; of one cell, that it is one. */
static void add_header(const struct rows *t, int r, char *const *column,
                       struct str *out)
{
    const char *const *names = (const char *const *)column;

    if (t->columns == 1) {
        str_addf(out, ", which is one cell '%.200s': %s has %s between cells",
                 column[0], file_format_names[t->layout.format],
                 t->layout.format == FORMAT_CSV ? "commas" : "tabs");
        return;
    }
    nearest_hint(t->name[r], names, t->columns, out);
    if (out->len)
        return;
    str_adds(out, "; expected one of ");
    names_list(names, t->columns, out);
}

static int no_header(const struct rows *t, int r, char *const *column,
                     struct error *e)
{
    struct str names = {0};

    add_header(t, r, column, &names);
    rows_error(t, e, "found no column '%s' in the header%s", t->name[r],
               str_text(&names));
    str_release(&names);
    return -1;
}

static int find_header(struct rows *t, int r, char *const *column,
                       struct error *e)
{
    int found = 0;

    for (int i = 0; i < t->columns; i++)
        if (!strcmp(column[i], t->name[r])) {
            t->at[r] = i;
            found++;
        }
    if (found > 1)
        return rows_error(t, e,
                          "found column '%s' %d times in the header, expected "
                          "it once",
                          t->name[r], found);
    return found ? 0 : no_header(t, r, column, e);
}

static int read_header(struct rows *t, struct error *e)
{
    char *column[MAX_COLUMNS];
    int n, more = next_cells(t, column, &n, e);

    if (more < 0)
        return -1;
    if (!more)
        return rows_error(t, e, "found nothing, expected a header");
    if (n > MAX_COLUMNS)
        return rows_error(t, e, "found %d columns, expected at most %d", n,
                          MAX_COLUMNS);
    if (!t->by_name)
        return 0;
    t->columns = n;
    for (int r = 0; r < t->roles; r++)
        if (t->name[r] && find_header(t, r, column, e))
            return -1;
    return 0;
}

static int open_json(struct rows *t, const char *path, struct error *e)
{
    t->json = json_open(path, e);
    return t->json ? json_enter(t->json, '[', e) : -1;
}

static int open_lines(struct rows *t, const char *path, struct error *e)
{
    t->lines = lines_open(path, e);
    if (!t->lines)
        return -1;
    return rows_is_table(t) && t->layout.header ? read_header(t, e) : 0;
}

struct rows *rows_open(const char *path, const struct rows_layout *layout,
                       struct error *e)
{
    struct rows *t = memory_zeroed(1, sizeof(*t));

    t->layout = *layout;
    phrases_init(&t->phrases);
    for (; t->roles < MAX_ROLES && layout->role[t->roles].name; t->roles++)
        t->at[t->roles] = -1;
    if (rows_take_columns(t, e))
        goto fail;
    for (int r = 0; r < t->roles; r++)
        t->want[r].key = t->name[r] ? t->name[r] : "";
    if (layout->format == FORMAT_JSON ? open_json(t, path, e)
                                      : open_lines(t, path, e))
        goto fail;
    return t;

fail:
    rows_close(t);
    return NULL;
}

void rows_close(struct rows *t)
{
    if (!t)
        return;
    lines_close(t->lines);
    json_close(t->json);
    for (int r = 0; r < MAX_ROLES; r++) {
        free(t->name[r]);
        str_release(&t->want[r].value);
    }
    str_release(&t->record);
    phrases_release(&t->phrases);
    free(t);
}

static void set_cell(const struct rows *t, struct cell *cell, const char *role,
                     const char *text)
{
    cell[rows_role(t, role, strlen(role))] = (struct cell){text, strlen(text)};
}

static int table_row(struct rows *t, struct cell *cell, struct error *e)
{
    char *column[MAX_COLUMNS];
    int n, more = next_cells(t, column, &n, e);

    if (more <= 0)
        return more;
    if (n != t->columns)
        return rows_error(t, e, "found %d column%s, expected %d%s", n,
                          n == 1 ? "" : "s", t->columns,
                          t->layout.hint ? t->layout.hint : "");
    for (int r = 0; r < t->roles; r++) {
        cell[r] = (struct cell){0};
        if (t->at[r] >= 0) {
            cell[r].text = column[t->at[r]];
            cell[r].len = strlen(cell[r].text);
        }
    }
    return 1;
}

/* Read the next row when all answers of this one are done. */
static int next_question(struct rows *t, struct error *e)
{
    struct wide *w = &t->wide;

    if (w->next < w->n)
        return 1;
    const int more = next_cells(t, w->cell, &w->n, e);

    if (more <= 0)
        return more;
    if (!w->row++)
        t->columns = w->n;
    if (w->n < 2 || w->n > MAX_COLUMNS || w->n != t->columns)
        return rows_error(t, e,
                          "found %d column%s, expected a question and its "
                          "answers, as many as in the first row",
                          w->n, w->n == 1 ? "" : "s");
    snprintf(w->id, sizeof(w->id), "%ld", w->row);
    w->next = 1;
    return 1;
}

static int answer_row(struct rows *t, struct cell *cell, struct error *e)
{
    struct wide *w = &t->wide;
    const int more = next_question(t, e);

    if (more <= 0)
        return more;
    w->label[0] = w->next == 1 ? '1' : '0';
    set_cell(t, cell, "question", w->cell[0]);
    set_cell(t, cell, "answer", w->cell[w->next++]);
    set_cell(t, cell, "label", w->label);
    set_cell(t, cell, "id", w->id);
    return 1;
}

/* --- objects -------------------------------------------------------------- */

static int members(struct rows *t, struct cell *cell, struct error *e)
{
    for (int r = 0; r < t->roles; r++) {
        cell[r] = (struct cell){0};
        if (t->at[r] < 0)
            continue;
        if (!t->want[r].found)
            return rows_error(t, e, "found no member '%s'", t->name[r]);
        cell[r].text = str_text(&t->want[r].value);
        cell[r].len = t->want[r].value.len;
    }
    return 1;
}

static int line_row(struct rows *t, struct cell *cell, struct error *e)
{
    struct error inner = {0};
    char *line;
    size_t len;
    int more = lines_next(t->lines, &line, &len, e);

    if (more <= 0)
        return more;
    if (json_object(line, len, t->want, t->roles, &inner))
        return rows_error(t, e, "%s", inner.text);
    return members(t, cell, e);
}

static int element_row(struct rows *t, struct cell *cell, struct error *e)
{
    const int more = json_element(t->json, e);

    if (more < 0)
        return -1;
    if (!more)
        return json_end(t->json, e);
    t->at_json = json_here(t->json);
    if (json_members(t->json, t->want, t->roles, e))
        return -1;
    return members(t, cell, e);
}

/* --- trees ---------------------------------------------------------------- */

static int phrase_row(struct rows *t, struct cell *cell, struct error *e)
{
    struct phrases *p = &t->phrases;
    const bool all = t->layout.trees == TREES_PHRASES;
    const int more = phrases_next(p, t->lines, all, e);

    set_cell(t, cell, "text", str_text(&p->text));
    set_cell(t, cell, "label", p->label);
    return more;
}

long rows_repeats(const struct rows *t)
{
    return t->phrases.repeats;
}

/* --- any ------------------------------------------------------------------ */

int rows_next(struct rows *t, struct cell cell[MAX_ROLES], struct error *e)
{
    if (t->layout.trees)
        return phrase_row(t, cell, e);
    if (t->layout.wide)
        return answer_row(t, cell, e);
    if (rows_is_table(t))
        return table_row(t, cell, e);
    return t->json ? element_row(t, cell, e) : line_row(t, cell, e);
}

bool rows_has(const struct rows *t, int role)
{
    return t->layout.wide || t->at[role] >= 0;
}

const char *rows_header_hint(const struct rows *t)
{
    return rows_is_table(t) && !t->layout.header && !t->layout.wide &&
                   !t->layout.trees && lines_number(t->lines) == 1
               ? "; task.header: true where line 1 is a header"
               : "";
}

struct digest rows_digest(const struct rows *t)
{
    return t->json ? json_digest(t->json) : lines_digest(t->lines);
}

struct rows_place rows_place(const struct rows *t)
{
    return t->json ? (struct rows_place){.json = t->at_json}
                   : (struct rows_place){.line = lines_number(t->lines)};
}

int rows_error_at(const struct rows *t, struct rows_place at, struct error *e,
                  const char *text)
{
    return t->json ? json_error(t->json, at.json, e, "%s", text)
                   : lines_error_at(t->lines, at.line, e, text);
}

int rows_error(const struct rows *t, struct error *e, const char *fmt, ...)
{
    char text[1500];
    va_list args;

    va_start(args, fmt);
    vsnprintf(text, sizeof(text), fmt, args);
    va_end(args);
    return rows_error_at(t, rows_place(t), e, text);
}
