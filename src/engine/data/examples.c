#include "engine/data/examples.h"

#include <assert.h>
#include <stdatomic.h>
#include <string.h>

const struct shape_parts shapes[SHAPES] = {
    [SHAPE_SEQUENCE] = {"sequence", 1, {"sequence"}},
    [SHAPE_PAIR] = {"pair", 2, {"first", "second"}},
    [SHAPE_SOURCE_TARGET] = {"source and target", 2, {"source", "target"}},
    [SHAPE_DOCUMENT_QUERY] = {"document and query", 2, {"document", "query"}},
};

const char *const token_names[TOKEN_FIRST] = {
    [TOKEN_NULL] = "<null>",       [TOKEN_UNKNOWN] = "<unknown>",
    [TOKEN_BEGIN] = "<begin>",     [TOKEN_END] = "<end>",
    [TOKEN_BETWEEN] = "<between>",
};

static uint64_t next_serial(void)
{
    static atomic_uint_fast64_t last;

    return atomic_fetch_add(&last, 1) + 1;
}

void examples_init(struct examples *x, enum shape shape,
                   const struct column_kind *const *columns)
{
    *x = (struct examples){
        .serial = next_serial(), .shape = shape, .parts = shapes[shape].parts};
    for (int p = 0; p < x->parts; p++) {
        struct column_kind is = {
            .type = COLUMN_INT, .width = COLUMN_RAGGED, .of = OF_EXAMPLE};

        memcpy(is.name, shapes[shape].role[p], sizeof(is.name));
        column_init(&x->part[p], &is);
    }
    for (; columns && *columns; columns++)
        examples_add_column(x, *columns);
}

void examples_add_column(struct examples *x, const struct column_kind *is)
{
    assert(!x->n && x->columns < MAX_COLUMNS);
    column_init(&x->column[x->columns++], is);
}

void examples_like(struct examples *x, const struct examples *other)
{
    examples_init(x, other->shape, NULL);
    for (int c = 0; c < other->columns; c++)
        examples_add_column(x, &other->column[c].is);
    x->permuted = other->permuted;
}

void examples_clear(struct examples *x)
{
    for (int p = 0; p < x->parts; p++)
        column_clear(&x->part[p]);
    for (int c = 0; c < x->columns; c++)
        column_clear(&x->column[c]);
    x->n = 0;
}

void examples_release(struct examples *x)
{
    for (int p = 0; p < x->parts; p++)
        column_release(&x->part[p]);
    for (int c = 0; c < x->columns; c++)
        column_release(&x->column[c]);
    *x = (struct examples){0};
}

void examples_image(struct examples *x, struct image *m)
{
    if (!x->serial)
        x->serial = next_serial();
    IMAGE_VALUE(m, x->n);
    IMAGE_VALUE(m, x->shape);
    IMAGE_VALUE(m, x->parts);
    IMAGE_VALUE(m, x->columns);
    IMAGE_VALUE(m, x->permuted);
    IMAGE_VALUE(m, x->made);
    IMAGE_VALUE(m, x->most);
    for (int p = 0; p < x->parts; p++)
        column_image(&x->part[p], m);
    for (int c = 0; c < x->columns; c++)
        column_image(&x->column[c], m);
}

void examples_add(struct examples *x, const struct example *e)
{
    for (int p = 0; p < x->parts; p++)
        column_add(&x->part[p], e->part[p]);
    for (int c = 0; c < x->columns; c++) {
        const struct column_kind *is = &x->column[c].is;

        assert(is->of < 0 || e->column[c].n == e->part[is->of].n * is->width);
        assert(is->of != OF_VISIT ||
               (e->column[c].n > 0 && e->column[c].n % is->width == 0));
        column_add(&x->column[c], e->column[c]);
    }
    x->n++;
}

void examples_copy(const struct examples *from, const int *which, int n,
                   struct examples *to)
{
    if (from->made) {
        from->make(from->of, which, n, to);
        return;
    }
    for (int i = 0; i < n; i++) {
        const struct example e = examples_get(from, which[i]);

        examples_add(to, &e);
    }
}

struct example examples_get(const struct examples *x, int i)
{
    struct example e = {0};

    assert(!x->made);
    for (int p = 0; p < x->parts; p++)
        e.part[p] = column_get(&x->part[p], i);
    for (int c = 0; c < x->columns; c++)
        e.column[c] = column_get(&x->column[c], i);
    return e;
}

int examples_place(const struct examples *x, const struct column_kind *is)
{
    return columns_find(x->column, x->columns, is);
}

const struct column *examples_find(const struct examples *x,
                                   const struct column_kind *is)
{
    const int at = examples_place(x, is);

    return at < 0 ? NULL : &x->column[at];
}

const struct column *examples_column(const struct examples *x, const char *name)
{
    return column_named(x->column, x->columns, name);
}

int examples_longest(const struct examples *x, int part)
{
    int most = x->made ? x->most[part] : 0;

    for (int i = 0; i < x->n && !x->made; i++)
        if (example_len(x, part, i) > most)
            most = example_len(x, part, i);
    return most;
}
