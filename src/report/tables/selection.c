/* selection.c - selecting trials of folders. */
#include "config.h"

#include "report/tables/selection.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "report/tables/column_names.h"
#include "sweep/results/trial_columns.h"

#define VALUES_READ 1000 /* values searched for a hint */
#define VALUES_SHOWN 8   /* of them, in an error's list */

/* --- conditions ----------------------------------------------------------- */

/* The longer signs come first. */
static const struct {
    const char *sign;
    enum relation is;
} relations[] = {
    {"!=", RELATION_OTHER}, {"<=", RELATION_AT_MOST}, {">=", RELATION_AT_LEAST},
    {"=", RELATION_EQUAL},  {"<", RELATION_LESS},     {">", RELATION_MORE},
};
#define RELATIONS (sizeof(relations) / sizeof(*relations))

static int wrong(const char *text, struct error *e)
{
    return error_set(e,
                     "found '%s', expected FIELD=VALUE, FIELD!=VALUE or, of "
                     "numbers, FIELD<VALUE, FIELD<=VALUE, FIELD>VALUE or "
                     "FIELD>=VALUE",
                     text);
}

static bool of_numbers(const struct criterion *c)
{
    return c->relation != RELATION_EQUAL && c->relation != RELATION_OTHER;
}

int selection_add(struct selection *s, const char *text, struct error *e)
{
    const size_t n = strcspn(text, "=!<>");
    struct criterion c = {.number = (double)NAN};
    size_t r = 0;

    while (r < RELATIONS &&
           strncmp(text + n, relations[r].sign, strlen(relations[r].sign)) != 0)
        r++;
    if (!n || r == RELATIONS)
        return wrong(text, e);
    const char *value = text + n + strlen(relations[r].sign);

    c.relation = relations[r].is;
    if (!value_is_number(value, &c.number)) {
        c.number = (double)NAN;
        if (of_numbers(&c))
            return error_set(e, "found '%s' in '%s', expected a number", value,
                             text);
    }
    c.text = memory_string(text);
    c.name = memory_format("%.*s", (int)n, text);
    c.value = memory_string(value);
    GROW(s->criterion, s->n, s->room);
    s->criterion[s->n++] = c;
    return 0;
}

void selection_release(struct selection *s)
{
    for (int i = 0; i < s->n; i++) {
        free(s->criterion[i].text);
        free(s->criterion[i].name);
        free(s->criterion[i].value);
    }
    free(s->criterion);
    *s = (struct selection){0};
}

/* --- evaluating conditions ------------------------------------------------ */

/* A condition on a column that was found. */
struct bound {
    const struct criterion *is;
    struct trial_column column;
    bool texts; /* its values are texts, even if they look like numbers */
};

/* Return a trial's number in the column, NaN if it has none. */
static double number_of(const struct bound *b, const struct results_row *row)
{
    struct str text = {0};
    double x = trial_number(&b->column, row);

    if (!b->texts && trial_text(&b->column, row, true, &text) &&
        !value_is_number(str_text(&text), &x))
        x = (double)NAN;
    str_release(&text);
    return x;
}

/* True if it has this text, in the form for people or for programs. */
static bool has_text(const struct bound *b, const struct results_row *row)
{
    bool same = false;

    for (int whole = 0; whole < 2 && !same; whole++) {
        struct str text = {0};

        same = trial_text(&b->column, row, whole, &text) &&
               !strcmp(str_text(&text), b->is->value);
        str_release(&text);
    }
    return same;
}

static bool equals(const struct bound *b, const struct results_row *row)
{
    return number_of(b, row) == b->is->number || has_text(b, row);
}

/* True if its value is unknown, since its result is damaged. */
static bool is_unknown(const struct bound *b, const struct results_row *row)
{
    const struct trial_column *c = &b->column;

    return row->left_out && c->type != TRIAL_FIELD &&
           strcmp(c->name, "trial") != 0 && strcmp(c->name, "digest") != 0;
}

static bool meets(const struct bound *b, const struct results_row *row)
{
    if (is_unknown(b, row))
        return true;
    switch (b->is->relation) {
    case RELATION_EQUAL:
        return equals(b, row);
    case RELATION_OTHER:
        return !equals(b, row);
    case RELATION_LESS:
        return number_of(b, row) < b->is->number;
    case RELATION_MORE:
        return number_of(b, row) > b->is->number;
    case RELATION_AT_MOST:
        return number_of(b, row) <= b->is->number;
    case RELATION_AT_LEAST:
        return number_of(b, row) >= b->is->number;
    }
    return false;
}

/* True if is() holds for any trial. */
static bool any_trial(const struct folders *f,
                      bool (*is)(const void *, const struct results_row *),
                      const void *context)
{
    for (int i = 0; i < f->n; i++)
        for (long r = 0; r < f->s[i].n; r++)
            if (is(context, &f->s[i].row[r]))
                return true;
    return false;
}

/* --- checking that values exist ------------------------------------------- */

/* List the valid values or, for other columns, the first values of trials, each
 * once, in the form for people. */
static void list_values(const struct bound *b, const struct folders *f,
                        struct name_list *values)
{
    const char *const *may = b->column.texts;

    for (; may && *may; may++)
        name_list_add(values, *may);
    for (int i = 0; i < f->n; i++)
        for (long r = 0; r < f->s[i].n && values->n < VALUES_READ; r++) {
            struct str text = {0};

            if (trial_text(&b->column, &f->s[i].row[r], false, &text))
                name_list_add(values, str_text(&text));
            str_release(&text);
        }
}

static int no_value(const struct bound *b, const struct name_list *values,
                    struct error *e)
{
    const char *const *names = (const char *const *)values->name;
    struct str text = {0};

    if (values->n > VALUES_SHOWN)
        str_adds(&text, "a value such as ");
    names_list(names, values->n > VALUES_SHOWN ? VALUES_SHOWN : values->n,
               &text);
    nearest_hint(b->is->value, names, values->n, &text);
    error_set(e, "found value '%s' of %s, expected %s", b->is->value,
              b->column.name,
              values->n ? str_text(&text) : "none, as no trial has any");
    str_release(&text);
    return -1;
}

static bool has_value(const void *bound, const struct results_row *row)
{
    const struct bound *b = bound;

    return of_numbers(b->is) ? !isnan(number_of(b, row)) : equals(b, row);
}

/* True if it is a valid value, although no trial has it. */
static bool may_be(const struct bound *b)
{
    const char *const *texts = b->column.texts;

    return texts && str_among(texts, b->is->value, strlen(b->is->value));
}

static int check(const struct bound *b, const struct folders *f,
                 struct error *e)
{
    struct name_list values = {0};
    int bad = 0;

    if (any_trial(f, has_value, b) || may_be(b))
        return 0;
    list_values(b, f, &values);
    if (!of_numbers(b->is))
        bad = no_value(b, &values, e);
    else if (values.n)
        bad = error_set(e,
                        "found %s, whose values are no numbers, such as "
                        "'%s', expected = or !=",
                        b->column.name, values.name[0]);
    name_list_release(&values);
    return bad;
}

/* --- selecting the trials ------------------------------------------------- */

struct choice {
    const struct selection *is;
    struct bound *bound; /* [is->n] */
};

static bool is_chosen(const void *context, const struct results_row *row)
{
    const struct choice *c = context;

    for (int i = 0; i < c->is->n; i++)
        if (!meets(&c->bound[i], row))
            return false;
    return !c->is->finished || row->left_out ||
           (results_row_finished(row) &&
            !facts_get(&row->result.facts, "ended_early"));
}

static void say(const struct selection *s, struct str *out)
{
    for (int i = 0; i < s->n; i++)
        str_addf(out, "%s%s", i ? ", " : "", s->criterion[i].text);
    if (s->finished)
        str_addf(out, "%sfinished", s->n ? ", " : "");
}

static int bind_one(const struct criterion *c, const struct column_names *names,
                    const struct folders *f, struct bound *b, struct error *e)
{
    const char *name = column_names_find(names, c->name, e);

    if (!name)
        return -1;
    *b = (struct bound){.is = c, .column = trial_column(name)};
    b->texts = b->column.type != TRIAL_FIELD || field_lacks_numbers(name);
    return check(b, f, e);
}

int folders_select(struct folders *f, const struct selection *s,
                   struct error *e)
{
    struct choice c = {.is = s};
    struct column_names names;
    struct str by = {0};
    int bad = 0;

    if (!s->n && !s->finished)
        return 0;
    c.bound = memory_zeroed((size_t)s->n + 1, sizeof(*c.bound));
    column_names_init(&names, f->folder, f->n, NULL);
    for (int i = 0; i < s->n && !bad; i++)
        if (bind_one(&s->criterion[i], &names, f, &c.bound[i], e))
            bad = error_in(e, "--where %s", s->criterion[i].text);
    say(s, &by);
    if (!bad && !any_trial(f, is_chosen, &c))
        bad =
            error_set(e, "found no trial that is selected: %s", str_text(&by));
    for (int i = 0; i < f->n && !bad; i++)
        results_select(&f->s[i], is_chosen, &c, str_text(&by));
    str_release(&by);
    column_names_release(&names);
    free(c.bound);
    return bad;
}
