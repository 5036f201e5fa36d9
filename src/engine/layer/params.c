#include "engine/layer/params.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/kernel/team_vector.h"

/* Offsets are multiples of a cache line, so that rows of common widths are
 * aligned. */
#define ALIGN 16

/* --- names ---------------------------------------------------------------- */

static void cut(struct str *s, size_t len)
{
    s->len = len;
    if (s->s)
        s->s[len] = '\0';
}

void params_enter(struct params *p, const char *fmt, ...)
{
    const size_t outer = p->scope.len;
    va_list args;

    GROW(p->outer, p->depth, p->depth_room);
    p->outer[p->depth++] = outer;
    va_start(args, fmt);
    str_addv(&p->scope, fmt, args);
    va_end(args);
    if (p->scope.len > outer)
        str_adds(&p->scope, ".");
}

void params_leave(struct params *p)
{
    assert(p->depth > 0);
    cut(&p->scope, p->outer[--p->depth]);
}

const char *params_scope(struct params *p)
{
    char *name = memory_string(str_text(&p->scope));

    if (p->scope.len)
        name[p->scope.len - 1] = '\0';
    params_keep(p, name);
    return name;
}

int params_find(const struct params *p, const char *name)
{
    for (int i = 0; i < p->n; i++)
        if (!strcmp(p->param[i].name, name))
            return i;
    return -1;
}

static bool is_named(const struct params *p, const char *name)
{
    for (int i = 0; i < p->tables; i++)
        if (!strcmp(p->table[i].name, name))
            return true;
    return params_find(p, name) >= 0;
}

/* Set a name; call before the parameter or table is counted. */
static void set_name(struct params *p, const char *name, char to[PARAM_NAME])
{
    const size_t n = strlen(name);

    if (!p->wrong && (n == 0 || n >= PARAM_NAME))
        p->wrong = memory_format("parameter '%s': its name has %zu bytes, "
                                 "expected 1 to %d",
                                 name, n, PARAM_NAME - 1);
    else if (!p->wrong && is_named(p, name))
        p->wrong = memory_format("two parameters are named '%s'", name);
    snprintf(to, PARAM_NAME, "%s", name);
}

int params_check(const struct params *p, struct error *e)
{
    assert(p->depth == 0);
    return p->wrong ? error_set(e, "%s", p->wrong) : 0;
}

/* --- declarations --------------------------------------------------------- */

int params_add_whole(struct params *p, int rows, int cols, enum init init,
                     float scale, const char *name)
{
    GROW(p->param, p->n, p->room);
    struct param *x = &p->param[p->n];

    *x = (struct param){.rows = rows,
                        .cols = cols,
                        .offset = p->len,
                        .init = init,
                        .scale = scale};
    set_name(p, name, x->name);
    p->len += ((size_t)rows * cols + ALIGN - 1) / ALIGN * ALIGN;
    return p->n++;
}

int params_add(struct params *p, int rows, int cols, enum init init,
               float scale, const char *fmt, ...)
{
    const size_t outer = p->scope.len;
    va_list args;

    va_start(args, fmt);
    str_addv(&p->scope, fmt, args);
    va_end(args);
    const int number =
        params_add_whole(p, rows, cols, init, scale, str_text(&p->scope));

    cut(&p->scope, outer);
    return number;
}

void params_release(struct params *p)
{
    str_release(&p->scope);
    free(p->outer);
    free(p->wrong);
    for (int i = 0; i < p->kept; i++)
        free(p->keep[i]);
    free(p->keep);
    free(p->table);
    free(p->param);
    *p = (struct params){0};
}

void params_keep(struct params *p, void *values)
{
    GROW(p->keep, p->kept, p->kept_room);
    p->keep[p->kept++] = values;
}

void params_note_table(struct params *p, int rows, int cols,
                       const float *values, const char *name)
{
    const size_t outer = p->scope.len;

    GROW(p->table, p->tables, p->tables_room);
    struct fixed_table *x = &p->table[p->tables];

    *x = (struct fixed_table){.rows = rows, .cols = cols, .values = values};
    str_adds(&p->scope, name);
    set_name(p, str_text(&p->scope), x->name);
    cut(&p->scope, outer);
    p->tables++;
}

/* --- initial values ------------------------------------------------------- */

static double dot(int n, const double *x, const double *y)
{
    double sum = 0.0;

    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

/* Gram-Schmidt on contiguous columns: subtract from x its components along the
 * `before` columns in front of it, and normalise it to length 1. */
static void square_up(int n, int before, double *x)
{
    for (const double *y = x - (size_t)before * (size_t)n; y < x; y += n) {
        const double along = dot(n, x, y);

        for (int i = 0; i < n; i++)
            x[i] -= along * y[i];
    }
    const double length = sqrt(dot(n, x, x));

    for (int i = 0; i < n; i++)
        x[i] /= length;
}

/* Twice: one pass leaves more than rounding errors if a column nearly depends
 * on the earlier ones. */
static void orthogonalise(const struct param *p, float *val)
{
    const size_t rows = (size_t)p->rows, cols = (size_t)p->cols;
    double *x = memory_new(sizeof(double) * rows * cols);

    for (size_t j = 0; j < cols; j++) {
        for (size_t i = 0; i < rows; i++)
            x[j * rows + i] = val[i * cols + j];
        for (int twice = 0; twice < 2; twice++)
            square_up(p->rows, (int)(j % rows), x + j * rows);
        for (size_t i = 0; i < rows; i++)
            val[i * cols + j] = (float)(p->scale * x[j * rows + i]);
    }
    free(x);
}

static void init_one(const struct param *x, uint64_t seed, float *val)
{
    size_t n = (size_t)x->rows * x->cols;
    struct address start = {0};
    char stream[sizeof(x->name) + 8];

    snprintf(stream, sizeof(stream), "init %s", x->name);
    struct random_key key = random_key(seed, stream);
    float span = sqrtf(6.0f / (float)(x->rows + x->cols));

    switch (x->init) {
    case INIT_ZERO:
        break; /* the vector was zeroed */
    case INIT_ONE:
        for (size_t i = 0; i < n; i++)
            val[i] = 1.0f;
        break;
    case INIT_GLOROT:
        random_uniform(key, start, n, -span, span, val);
        break;
    case INIT_NORMAL:
        random_normal(key, start, n, x->scale, val);
        break;
    case INIT_UNIFORM:
        random_uniform(key, start, n, -x->scale, x->scale, val);
        break;
    case INIT_FAN_IN:
        span = 1.0f / sqrtf(x->scale);
        random_uniform(key, start, n, -span, span, val);
        break;
    case INIT_HE:
        random_normal(key, start, n, sqrtf(2.0f / x->scale), val);
        break;
    case INIT_GIVEN:
        memcpy(val, x->given, n * sizeof(*val));
        break;
    case INIT_ORTHOGONAL:
        random_normal(key, start, n, 1.0f, val);
        orthogonalise(x, val);
        break;
    }
}

void params_init(const struct params *p, uint64_t seed, float *val)
{
    for (size_t i = 0; i < p->len; i++)
        val[i] = 0.0f;
    for (int i = 0; i < p->n; i++)
        init_one(&p->param[i], seed, val + p->param[i].offset);
}

struct node *params_node(struct tape *t, const struct params *p, int i)
{
    const struct param *x = &p->param[i];

    if (x->held)
        return tape_borrow(t, (float *)t->params + x->offset, x->rows, x->cols);
    return (x->table ? tape_table : tape_param)(t, i, x->offset, x->rows,
                                                x->cols);
}

void params_clear_rest(const struct tape *t, const struct params *p)
{
    for (int i = 0; i < p->n; i++) {
        const struct param *x = &p->param[i];

        if (!(x->table && t->tables) && !tape_param_begun(t, i))
            team_zero((size_t)x->rows * (size_t)x->cols,
                      tape_grad(t, x->offset));
    }
}
