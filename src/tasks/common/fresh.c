#include "tasks/common/fresh.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "tasks/common/long_word.h"

/* A task that borrows from the loaded one, with empty splits of the same
 * columns. */
static struct task borrowed(const struct task *of)
{
    struct task t = *of;

    for (int s = 0; s < SPLITS; s++)
        examples_like(&t.split[s], &of->split[s]);
    t.notes = (struct str){0};
    t.file = NULL;
    t.files = 0;
    t.own = NULL;
    t.image = NULL;
    return t;
}

int fresh_check_words(const struct role *role, const struct cell *cell,
                      struct error *e)
{
    if (!long_word_in(cell->text, cell->len))
        return 0;
    return error_set(e, "%s: found a word of more than %d bytes, expected none",
                     role->name, LONGEST_WORD);
}

int fresh_restore(const struct chosen *kind, const struct fresh_known *k,
                  const char *beside, struct task **t, struct error *e)
{
    const struct fresh_kind *fresh =
        ((const struct task_kind *)kind->kind)->fresh;

    if (!fresh || !fresh->restore)
        return 0;
    *t = task_empty(kind);
    const int done = fresh->restore(*t, k, beside, e);

    if (done > 0)
        return 1;
    task_free(*t);
    *t = NULL;
    return done ? error_in(e, "task '%s'", kind->kind->name) : 0;
}

struct fresh *fresh_new(const struct task *of, const char *beside,
                        struct error *e)
{
    const struct fresh_kind *k = of->kind->fresh;
    struct fresh *f;

    if (!k) {
        error_set(e, "task '%s' answers no fresh texts", of->kind->is.name);
        return NULL;
    }
    f = memory_zeroed(1, sizeof(*f));
    f->task = borrowed(of);
    f->of = of;
    f->way = memory_zeroed(1, k->size);
    for (int r = 0; r < MAX_ROLES && k->role[r].name; r++) {
        f->role[r] = k->role[r];
        f->role[r].optional = r >= k->texts;
    }
    if (k->begin && k->begin(f, beside, e)) {
        error_in(e, "task '%s'", of->kind->is.name);
        fresh_free(f);
        return NULL;
    }
    return f;
}

void fresh_free(struct fresh *f)
{
    if (!f)
        return;
    if (f->of->kind->fresh->end)
        f->of->kind->fresh->end(f);
    for (int s = 0; s < SPLITS; s++)
        examples_release(&f->task.split[s]);
    for (int i = 0; i < f->task.files; i++)
        free(f->task.file[i].path);
    free(f->task.file);
    str_release(&f->task.notes);
    free(f->way);
    free(f);
}

struct rows *fresh_rows(const struct fresh *f, const char *path,
                        struct rows_layout layout, struct error *e)
{
    layout.role = f->role;
    return rows_open(path, &layout, e);
}

/* True if text is the name of role r's column, as a field `columns` gives
 * it. */
static bool is_called(const struct fresh *f, int r, const char *text)
{
    const char *role = f->role[r].name;
    const size_t n = strlen(role);
    void *at = NULL;
    const struct field *columns = field_within(
        f->of->kind->is.fields, (void *)f->of->conf, "columns", &at);
    const struct texts *all = at;
    bool is = !strcmp(text, role);

    for (int i = 0; columns && i < all->n; i++)
        is |= !strncmp(all->text[i], role, n) && all->text[i][n] == '=' &&
              !strcmp(all->text[i] + n + 1, text);
    return is;
}

bool fresh_is_header(const struct fresh *f, const struct cell *cell)
{
    bool is = true;

    for (int r = 0; r < MAX_ROLES && f->role[r].name; r++)
        is &= !cell[r].text || is_called(f, r, cell[r].text);
    return is;
}

int fresh_add(struct fresh *f, const struct cell *cell, struct error *e)
{
    return f->of->kind->fresh->add(f, cell, e);
}

void fresh_clear(struct fresh *f)
{
    examples_clear(&f->task.split[SPLIT_TEST]);
    if (f->of->kind->fresh->clear)
        f->of->kind->fresh->clear(f);
}

void fresh_read(const struct fresh *f, const struct answer_sheet *a, int i,
                struct str *out)
{
    const struct task_kind *k = f->of->kind;

    if (k->read)
        k->read(&f->task, SPLIT_TEST, a, i, out);
    else if (k->fresh->read)
        k->fresh->read(&f->task, SPLIT_TEST, a, i, out);
}
