/* inspection_write.c - an inspection as tables and documents. */
#include "config.h"

#include "report/inspection/inspection.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/store/arrays_file.h"
#include "report/statistics/statistics.h"
#include "text/formats/json_write.h"

/* --- the list ------------------------------------------------------------- */

/* True if an attention has heads of several kinds. */
static bool has_parts(const struct inspection *s)
{
    for (int i = 0; i < s->seen.n; i++)
        if (s->seen.map[i].first_head)
            return true;
    return false;
}

static int write_list(const struct inspection *s,
                      const struct format_kind *format, struct str *out,
                      struct error *e)
{
    const bool parts = format->data || has_parts(s);
    struct grid g = {.keys = 2};

    grid_column(&g, false, "site");
    grid_column(&g, true, "pass");
    grid_column(&g, false, "attention");
    grid_column(&g, true, "heads");
    grid_column(&g, true, "rows");
    grid_column(&g, true, "columns");
    if (parts)
        grid_column(&g, true, "first_head");
    for (int i = 0; i < s->seen.n; i++) {
        const struct attention_map *v = &s->seen.map[i];
        const int row = grid_row(&g);

        grid_set(&g, row, 0, "%s", v->site);
        grid_set(&g, row, 1, "%d", v->pass);
        grid_set(&g, row, 2, "%s", v->kind);
        grid_set(&g, row, 3, "%d", v->heads);
        grid_set(&g, row, 4, "%d", v->rows.n);
        grid_set(&g, row, 5, "%d", v->cols.n);
        if (parts)
            grid_set(&g, row, 6, "%d", v->first_head);
    }
    const struct sheet sheet = {.grid = &g, .line = s->request.line};
    const int failed = format_write(format, &sheet, out, e);

    grid_release(&g);
    return failed;
}

/* --- for people: a table for each matrix ---------------------------------- */

static void set_token(const struct inspection *s, const struct map_side *side,
                      int i, struct str *text)
{
    str_clear(text);
    inspection_token(s, side, i, text);
}

static struct grid matrix_grid(const struct inspection *s,
                               const struct inspection_head *h,
                               enum attention_part part)
{
    const struct attention_map *v = h->map;
    const float *x = attention_map_block(v, part, h->head);
    struct grid g = {.keys = 1};
    struct str text = {0};

    grid_column(&g, false, "%s", attention_part_names[part]);
    for (int j = 0; j < v->cols.n; j++) {
        set_token(s, &v->cols, j, &text);
        grid_reals(&g, "%s", str_text(&text));
    }
    for (int i = 0; i < v->rows.n; i++) {
        const int row = grid_row(&g);

        str_clear(&text);
        inspection_label(s, &v->rows, i, &text);
        grid_set(&g, row, 0, "%s", str_text(&text));
        for (int j = 0; j < v->cols.n; j++, x++)
            if (attention_map_allows(v, i, j))
                grid_set(&g, row, j + 1, "%.3f", shown(*x, 3));
    }
    str_release(&text);
    return g;
}

static int write_matrix(const struct inspection *s,
                        const struct inspection_head *h,
                        enum attention_part part,
                        const struct format_kind *format, struct str *out,
                        struct error *e)
{
    struct grid g = matrix_grid(s, h, part);
    struct str title = {0};

    inspection_name(s, h, &title);
    str_addf(&title, ": %s", attention_part_names[part]);
    str_adds(out, out->len ? "\n" : "");
    if (format == &format_text) /* which writes no titles */
        str_addf(out, "%s\n\n", str_text(&title));
    const struct sheet sheet = {
        .title = str_text(&title), .grid = &g, .line = s->request.line};
    const int failed = format_write(format, &sheet, out, e);

    str_release(&title);
    grid_release(&g);
    return failed;
}

static int write_matrices(const struct inspection *s,
                          const struct format_kind *format, struct str *out,
                          struct error *e)
{
    for (struct inspection_head h = {0}; inspection_next(s, &h);)
        for (enum attention_part part = 0; part < PARTS; part++)
            if (inspection_has(&h, part) &&
                write_matrix(s, &h, part, format, out, e))
                return -1;
    return 0;
}

/* --- for programs: a row for each pair ------------------------------------ */

enum { SITE, PASS, HEAD, ROW, COLUMN, ROW_TOKEN, COLUMN_TOKEN, KEYS };

/* Columns after the keys; -1 for a part that does not exist. */
struct pair_columns {
    int part[PARTS], kind;
};

static struct pair_columns pair_columns(const struct inspection *s,
                                        struct grid *g)
{
    struct pair_columns c;

    g->keys = KEYS;
    grid_column(g, false, "site");
    grid_column(g, true, "pass");
    grid_column(g, true, "head");
    grid_column(g, true, "row");
    grid_column(g, true, "column");
    grid_column(g, false, "row_token");
    grid_column(g, false, "column_token");
    for (enum attention_part part = 0; part < PARTS; part++)
        c.part[part] = inspection_any_has(s, part)
                           ? grid_reals(g, "%s", attention_part_names[part])
                           : -1;
    c.kind = grid_column(g, false, "attention");
    return c;
}

static void add_pair(const struct inspection *s,
                     const struct inspection_head *h, int i, int j,
                     const struct pair_columns *c, struct grid *g)
{
    const struct attention_map *v = h->map;
    const size_t at = (size_t)i * (size_t)v->cols.n + (size_t)j;
    const int row = grid_row(g);
    struct str text = {0};

    grid_set(g, row, SITE, "%s", v->site);
    grid_set(g, row, PASS, "%d", v->pass);
    grid_set(g, row, HEAD, "%d", inspection_number(h));
    grid_set(g, row, ROW, "%d", attention_map_place(&v->rows, i));
    grid_set(g, row, COLUMN, "%d", j);
    set_token(s, &v->rows, i, &text);
    grid_set(g, row, ROW_TOKEN, "%s", str_text(&text));
    set_token(s, &v->cols, j, &text);
    grid_set(g, row, COLUMN_TOKEN, "%s", str_text(&text));
    for (enum attention_part part = 0; part < PARTS; part++)
        if (inspection_has(h, part))
            grid_set(g, row, c->part[part], "%.9g",
                     attention_map_block(v, part, h->head)[at]);
    grid_set(g, row, c->kind, "%s", v->kind);
    str_release(&text);
}

static int write_pairs(const struct inspection *s,
                       const struct format_kind *format, struct str *out,
                       struct error *e)
{
    struct grid g = {0};
    const struct pair_columns c = pair_columns(s, &g);

    for (struct inspection_head h = {0}; inspection_next(s, &h);)
        for (int i = 0; i < h.map->rows.n; i++)
            for (int j = 0; j < h.map->cols.n; j++)
                if (attention_map_allows(h.map, i, j))
                    add_pair(s, &h, i, j, &c, &g);
    const int failed =
        format_write(format, &(struct sheet){.grid = &g}, out, e);

    grid_release(&g);
    return failed;
}

/* --- for programs: a document --------------------------------------------- */

static void put_tokens(const struct inspection *s, const char *name,
                       const struct map_side *side, struct str *out)
{
    struct str text = {0};

    json_begin(out, name, '[');
    for (int i = 0; i < side->n; i++) {
        set_token(s, side, i, &text);
        json_put_text(out, NULL, str_text(&text));
    }
    json_finish(out, ']');
    str_release(&text);
}

/* Write the rows' places among all rows, if some are left out, and the places
 * of the right candidate. */
static void put_places(const struct map_side *rows, struct str *out)
{
    if (rows->place) {
        json_begin(out, "places", '[');
        for (int i = 0; i < rows->n; i++)
            json_put_long(out, NULL, rows->place[i]);
        json_finish(out, ']');
    }
    if (rows->candidate) {
        json_begin(out, "right", '[');
        for (int i = 0; i < rows->n; i++)
            if (rows->candidate[i] == CANDIDATE_RIGHT)
                json_put_long(out, NULL, attention_map_place(rows, i));
        json_finish(out, ']');
    }
}

static void put_part(const struct inspection_head *h, enum attention_part part,
                     struct str *out)
{
    const float *x = attention_map_block(h->map, part, h->head);

    json_begin(out, attention_part_names[part], '[');
    for (int i = 0; i < h->map->rows.n; i++) {
        json_begin(out, NULL, '[');
        for (int j = 0; j < h->map->cols.n; j++)
            json_put_float(out, NULL, *x++);
        json_finish(out, ']');
    }
    json_finish(out, ']');
}

static void put_head(const struct inspection *s,
                     const struct inspection_head *h, bool whole,
                     struct str *out)
{
    json_begin(out, NULL, '{');
    json_put_text(out, "site", h->map->site);
    json_put_long(out, "pass", h->map->pass);
    json_put_long(out, "head", inspection_number(h));
    json_put_text(out, "attention", h->map->kind);
    put_tokens(s, "rows", &h->map->rows, out);
    put_tokens(s, "columns", &h->map->cols, out);
    put_places(&h->map->rows, out);
    for (enum attention_part part = 0; part < PARTS && whole; part++)
        if (inspection_has(h, part))
            put_part(h, part, out);
    json_finish(out, '}');
}

/* `whole`: include the matrices. */
static void put_document(const struct inspection *s, bool whole,
                         struct str *out)
{
    char hex[DIGEST_HEX];

    digest_hex(s->of->config.digest, hex);
    json_begin(out, NULL, '{');
    json_put_text(out, "trial", hex);
    json_put_long(out, "step", s->of->step);
    json_put_text(out, "model", s->of->model->kind->is.name);
    json_put_text(out, "split", split_names[s->request.split]);
    json_put_long(out, "example", s->request.example);
    json_begin(out, "heads", '[');
    for (struct inspection_head h = {0}; inspection_next(s, &h);)
        put_head(s, &h, whole, out);
    json_finish(out, ']');
    json_finish(out, '}');
}

static int write_json(const struct inspection *s, struct str *out)
{
    put_document(s, true, out);
    str_adds(out, "\n");
    return 0;
}

/* --- for programs: arrays ------------------------------------------------- */

static int write_arrays(const struct inspection *s, struct str *out,
                        struct error *e)
{
    struct named_array *array = NULL;
    struct str about = {0};
    int n = 0, room = 0;

    for (struct inspection_head h = {0}; inspection_next(s, &h);)
        for (enum attention_part part = 0; part < PARTS; part++) {
            if (!inspection_has(&h, part))
                continue;
            GROW(array, n, room);
            array[n++] = (struct named_array){
                .name = memory_format("%s.pass%d.head%d.%s", h.map->site,
                                      h.map->pass, inspection_number(&h),
                                      attention_part_names[part]),
                .rows = h.map->rows.n,
                .cols = h.map->cols.n,
                .values = attention_map_block(h.map, part, h.head)};
        }
    put_document(s, false, &about);
    const struct arrays all = {
        .n = n, .array = array, .about = str_text(&about), .file = "inspect"};
    const int failed = arrays_file(&all, ARRAYS_HDF5, out, e);

    for (int i = 0; i < n; i++)
        free((char *)array[i].name);
    free(array);
    str_release(&about);
    return failed;
}

int inspection_write(const struct inspection *s,
                     const struct format_kind *format, struct str *out,
                     struct error *e)
{
    if (format == &format_text) {
        inspection_example(s, out);
        str_adds(out, s->lists ? "\n" : "");
    }
    if (s->lists)
        return write_list(s, format, out, e);
    if (!format->data)
        return write_matrices(s, format, out, e);
    if (format->file)
        return write_arrays(s, out, e);
    return !strcmp(format->is.name, "json") ? write_json(s, out)
                                            : write_pairs(s, format, out, e);
}
