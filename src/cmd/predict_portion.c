#include "cmd/predict_portion.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

/* A row that was read. */
struct portion_row {
    struct rows_place place;
    size_t at[MAX_ROLES], len[MAX_ROLES]; /* offsets in the portion's text */
    bool has[MAX_ROLES];
};

int portion_begin(struct portion *p, const struct task *of, const char *beside,
                  struct error *e)
{
    p->fresh = fresh_new(of, beside, e);
    return p->fresh ? 0 : -1;
}

void portion_release(struct portion *p)
{
    fresh_free(p->fresh);
    str_release(&p->text);
    str_release(&p->out);
    answer_sheet_release(&p->sheet);
    free(p->row);
    *p = (struct portion){0};
}

const struct examples *portion_examples(const struct portion *p)
{
    return &p->fresh->task.split[SPLIT_TEST];
}

static void keep_row(struct portion *p, const struct rows *rows,
                     const struct cell cell[MAX_ROLES])
{
    struct portion_row row = {.place = rows_place(rows)};

    for (int r = 0; r < MAX_ROLES && p->fresh->role[r].name; r++) {
        row.has[r] = cell[r].text != NULL;
        row.at[r] = p->text.len;
        row.len[r] = cell[r].len;
        if (row.has[r])
            str_add(&p->text, cell[r].text, cell[r].len + 1);
    }
    GROW(p->row, p->n, p->room);
    p->row[p->n++] = row;
}

void portion_clear(struct portion *p)
{
    fresh_clear(p->fresh);
    str_clear(&p->text);
    str_clear(&p->out);
    p->n = 0;
    p->error = (struct error){""};
}

int portion_read(struct portion *p, struct rows *rows, int most,
                 struct error *e)
{
    struct cell cell[MAX_ROLES];
    int more = 1;

    portion_clear(p);
    while (p->n < most && (more = rows_next(rows, cell, e)) > 0)
        keep_row(p, rows, cell);
    return more;
}

static void take_row(const struct portion *p, int i, struct cell *cell)
{
    const struct portion_row *row = &p->row[i];

    for (int r = 0; r < MAX_ROLES; r++)
        cell[r] = row->has[r] ? (struct cell){str_text(&p->text) + row->at[r],
                                              row->len[r]}
                              : (struct cell){0};
}

bool portion_is_headed(const struct portion *p)
{
    struct cell cell[MAX_ROLES];

    if (!p->n)
        return false;
    take_row(p, 0, cell);
    return fresh_is_header(p->fresh, cell);
}

static int check_length(const struct cell cell[MAX_ROLES], long longest,
                        struct error *e)
{
    for (int r = 0; r < MAX_ROLES; r++)
        if (cell[r].text && cell[r].len > (size_t)longest)
            return error_set(e,
                             "found a text of %zu bytes, expected %ld at most; "
                             "--longest=N takes longer ones",
                             cell[r].len, longest);
    return 0;
}

void portion_encode(struct portion *p, const struct rows *rows, long longest)
{
    struct error inner = {""};

    for (int i = 0; i < p->n; i++) {
        struct cell cell[MAX_ROLES];

        take_row(p, i, cell);
        if (check_length(cell, longest, &inner) ||
            fresh_add(p->fresh, cell, &inner)) {
            rows_error_at(rows, p->row[i].place, &p->error, inner.text);
            return;
        }
    }
}

void portion_write(struct portion *p, enum prediction_form form)
{
    for (int i = 0; i < p->sheet.n; i++)
        prediction_add(p->fresh, &p->sheet, i, form, &p->out);
    answer_sheet_release(&p->sheet);
}
