/* fields.c - the swept fields of a folder as axes of pictures. */
#include "config.h"

#include "report/plot/fields.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/numbers/math_functions.h"
#include "report/plot/ticks.h"

#define LOG_FACTOR 30.0 /* from the smallest to the largest value of a list */

static bool read_number(const char *text, double *x)
{
    return value_is_number(text, x) && isfinite(*x);
}

/* Return the text of a trial's value, NULL if it has none.  The caller frees
 * it. */
static char *text_of(const struct plot_field *f, const struct results_row *row)
{
    struct str text = {0};

    if (!row_value(&row->config, f->parameter->name, &text)) {
        str_release(&text);
        return NULL;
    }
    return str_take(&text);
}

static int place_of(const struct plot_field *f, const char *text)
{
    for (int i = 0; i < f->n; i++)
        if (!strcmp(f->value[i], text))
            return i;
    return -1;
}

static void add_text(struct plot_field *f, const char *text)
{
    if (place_of(f, text) >= 0)
        return;
    GROW(f->value, f->n, f->room);
    f->value[f->n++] = memory_string(text);
}

/* --- the trials' values --------------------------------------------------- */

static void see_number(struct plot_field *f, double x)
{
    if (f->distinct == 0)
        f->low = f->high = x;
    f->distinct = f->distinct == 0 || (x == f->low && x == f->high) ? 1 : 2;
    f->low = fmin(f->low, x);
    f->high = fmax(f->high, x);
}

static bool see_numbers(struct plot_field *f, const struct results *s)
{
    for (long i = 0; i < s->n; i++) {
        char *text =
            results_row_finished(&s->row[i]) ? text_of(f, &s->row[i]) : NULL;
        double x;
        const bool is = !text || read_number(text, &x);

        if (text && is)
            see_number(f, x);
        free(text);
        if (!is)
            return false;
    }
    return true;
}

static void see_texts(struct plot_field *f, const struct results *s)
{
    for (long i = 0; i < s->n; i++) {
        char *text =
            results_row_finished(&s->row[i]) ? text_of(f, &s->row[i]) : NULL;

        if (text)
            add_text(f, text);
        free(text);
    }
    f->distinct = f->n;
}

static void see(struct plot_field *f, int field, const struct folder *of)
{
    const struct parameter *p = &of->x->search.space.parameter[field];

    *f =
        (struct plot_field){.parameter = p, .name = plot_field_name(of, field)};
    f->numbers = see_numbers(f, of->s);
    if (!f->numbers)
        see_texts(f, of->s);
    f->log = f->numbers && f->low > 0 && (p->log || p->n) &&
             f->high / f->low >= (p->log ? TICKS_FACTOR : LOG_FACTOR);
}

/* --- choosing fields ------------------------------------------------------ */

static bool is_wanted(const struct plot_view *view, const char *name)
{
    for (int i = 0; i < view->parameters; i++)
        if (!strcmp(view->parameter[i], name))
            return true;
    return !view->parameters && !field_is_seed(name);
}

static int check_wanted(const struct folder *f, const struct plot_view *view,
                        struct error *e)
{
    const struct space *space = &f->x->search.space;
    const char **known = memory_zeroed((size_t)space->n + 1, sizeof(*known));
    struct str text = {0};
    int failed = 0;

    for (int p = 0; p < space->n; p++)
        known[p] = space->parameter[p].name;
    names_list(known, space->n, &text);
    for (int i = 0; i < view->parameters && !failed; i++) {
        bool found = false;

        for (int p = 0; p < space->n; p++)
            found |= !strcmp(known[p], view->parameter[i]);
        if (!found)
            failed = error_set(e,
                               "'%s': found parameter '%s', expected one that "
                               "is swept: %s",
                               f->s->dir, view->parameter[i], str_text(&text));
    }
    str_release(&text);
    free(known);
    return failed;
}

static void release_field(struct plot_field *f)
{
    for (int i = 0; i < f->n; i++)
        free(f->value[i]);
    free(f->value);
    free(f->name);
}

int plot_fields_init(struct plot_fields *fs, const struct folder *f,
                     const struct plot_view *view, struct error *e)
{
    const struct space *space = &f->x->search.space;

    *fs = (struct plot_fields){0};
    if (check_wanted(f, view, e))
        return -1;
    fs->field = memory_zeroed((size_t)space->n + 1, sizeof(*fs->field));
    for (int p = 0; p < space->n; p++) {
        struct plot_field *field = &fs->field[fs->n];

        if (!is_wanted(view, space->parameter[p].name))
            continue;
        see(field, p, f);
        if (field->distinct > 1)
            fs->n++;
        else
            release_field(field);
    }
    if (fs->n)
        return 0;
    plot_fields_release(fs);
    return error_set(e,
                     "'%s': found no swept field with two values among "
                     "finished trials, expected one at least",
                     f->s->dir);
}

void plot_fields_release(struct plot_fields *fs)
{
    for (int i = 0; i < fs->n; i++)
        release_field(&fs->field[i]);
    free(fs->field);
    *fs = (struct plot_fields){0};
}

/* --- places on an axis ---------------------------------------------------- */

double plot_field_at(const struct plot_field *f, const struct results_row *row)
{
    char *text = text_of(f, row);
    double x = (double)NAN;

    if (text && !f->numbers)
        x = place_of(f, text);
    else if (text)
        read_number(text, &x);
    free(text);
    return x;
}

double plot_field_share(const struct plot_field *f,
                        const struct results_row *row)
{
    const double x = plot_field_at(f, row);

    return f->numbers ? plot_field_place(f, x) : x / (f->n - 1);
}

double plot_field_place(const struct plot_field *f, double x)
{
    return f->log ? natural_log(x / f->low) / natural_log(f->high / f->low)
                  : (x - f->low) / (f->high - f->low);
}

double plot_field_value(const struct plot_field *f, double share)
{
    if (!f->numbers)
        return share * (f->n - 1);
    return f->log ? f->low * exponential(share * natural_log(f->high / f->low))
                  : f->low + share * (f->high - f->low);
}

int plot_field_listed(const struct plot_field *f, double close,
                      double x[MARKS_LISTED])
{
    const struct parameter *p = f->parameter;
    int n = 0;

    for (int i = 0; f->numbers && p->n <= MARKS_LISTED && i < p->n; i++) {
        bool takes = value_is_number(p->value[i], &x[n]) && x[n] >= f->low &&
                     x[n] <= f->high;

        for (int k = 0; takes && k < n; k++)
            takes = fabs(plot_field_place(f, x[k]) -
                         plot_field_place(f, x[n])) >= close;
        n += takes;
    }
    return n;
}

/* --- all of them ---------------------------------------------------------- */

static int draw_folder(const struct folder *f, const struct plot_view *view,
                       plot_fields_drawer *one, struct page *page,
                       struct error *e)
{
    struct plot_fields fields;
    struct measure m;
    int failed = 0;

    if (plot_fields_init(&fields, f, view, e))
        return -1;
    for (int i = 0; i < plot_measures(view) && !failed; i++)
        failed =
            plot_measure(f, view, i, &m, e) || one(f, &fields, &m, page, e);
    plot_fields_release(&fields);
    return failed ? -1 : 0;
}

int plot_fields_draw(const struct plot_input *in, plot_fields_drawer *one,
                     struct page *page, struct error *e)
{
    for (int i = 0; i < in->n; i++)
        if (draw_folder(&in->folder[i], &in->view, one, page, e))
            return -1;
    return 0;
}
