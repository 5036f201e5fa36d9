/* data_kinds_json.c - the names that experiments can use, as JSON. */
#include "config.h"

#include "cmd/data/data_kinds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/model/model.h"
#include "engine/task/task.h"
#include "sweep/experiment/experiment.h"
#include "text/formats/json_write.h"

/* --- fields --------------------------------------------------------------- */

static const char *const type_names[] = {
    [FIELD_TYPE_INT] = "integer",  [FIELD_TYPE_REAL] = "number",
    [FIELD_TYPE_BOOL] = "boolean", [FIELD_TYPE_CHOICE] = "choice",
    [FIELD_TYPE_TEXT] = "text",    [FIELD_TYPE_TEXTS] = "texts",
    [FIELD_TYPE_KIND] = "kind",
};

static bool is_number(const struct field *f)
{
    return f->type == FIELD_TYPE_INT || f->type == FIELD_TYPE_REAL;
}

/* Write a number of a field, as a whole number if the field is. */
static void put_number(const struct field *f, const char *name, double x,
                       struct str *out)
{
    if (f->type == FIELD_TYPE_INT && fabs(x) < 1e18)
        json_put_long(out, name, (long)x);
    else
        json_put_real(out, name, is_number(f) ? x : (double)NAN);
}

/* Write the default as in an experiment; null if the field is required. */
static void put_default(const struct field *f, struct str *out)
{
    if (f->required)
        json_put_text(out, "default", NULL);
    else if (is_number(f))
        put_number(f, "default", f->preset, out);
    else if (f->type == FIELD_TYPE_BOOL)
        json_put_bool(out, "default", f->preset != 0);
    else if (f->type == FIELD_TYPE_CHOICE)
        json_put_text(out, "default", f->choices[(int)f->preset]);
    else if (f->type == FIELD_TYPE_TEXTS) {
        json_begin(out, "default", '[');
        json_finish(out, ']');
    } else if (field_is_unset(f))
        json_put_text(out, "default", KIND_UNSET);
    else
        json_put_text(out, "default", f->preset_text ? f->preset_text : "");
}

/* Write the names of choices or kinds; null for other fields. */
static void put_choices(const struct field *f, struct str *out)
{
    if (f->type != FIELD_TYPE_CHOICE && f->type != FIELD_TYPE_KIND) {
        json_put_text(out, "choices", NULL);
        return;
    }
    json_begin(out, "choices", '[');
    for (int i = 0; f->choices && f->choices[i]; i++)
        json_put_text(out, NULL, f->choices[i]);
    if (field_is_unset(f))
        json_put_text(out, NULL, KIND_UNSET);
    for (int i = 0; f->kinds && f->kinds->list[i]; i++)
        json_put_text(out, NULL, f->kinds->list[i]->name);
    json_finish(out, ']');
}

/* `of` is the field beside whose kind it is, NULL if there is none. */
static void put_field(const struct field *f, const struct field *of,
                      struct str *out)
{
    char *name =
        memory_format("%s%s%s", of ? of->name : "", of ? "." : "", f->name);

    json_begin(out, NULL, '{');
    json_put_text(out, "name", name);
    json_put_text(out, "type", type_names[f->type]);
    json_put_bool(out, "required", f->required);
    put_default(f, out);
    put_number(f, "least", f->least, out);
    put_number(f, "most", f->most, out);
    put_choices(f, out);
    json_put_text(out, "kinds", f->kinds ? f->kinds->sort : NULL);
    json_put_text(out, "help", f->help);
    json_finish(out, '}');
    free(name);
}

static void put_fields(const struct field *fields, struct str *out)
{
    json_begin(out, "fields", '[');
    for (const struct field *f = fields; f->type; f++) {
        put_field(f, NULL, out);
        for (const struct field *b = field_beside(f); b->type; b++)
            put_field(b, f, out);
    }
    json_finish(out, ']');
}

static void put_sweep(struct str *out)
{
    json_begin(out, "fields", '[');
    for (const struct sweep_key *k = sweep_keys; k->name; k++) {
        json_begin(out, NULL, '{');
        json_put_text(out, "name", k->name);
        json_put_text(out, "takes", k->takes);
        json_put_text(out, "help", k->help);
        json_finish(out, '}');
    }
    json_finish(out, ']');
}

/* --- kinds ---------------------------------------------------------------- */

void kind_put_task(const struct kind *k, struct str *out)
{
    const struct task_kind *t = (const struct task_kind *)k;

    json_begin(out, "reads", '[');
    json_put_text(out, NULL, shapes[t->shape].name);
    json_finish(out, ']');
    json_begin(out, "answers", '[');
    json_put_text(out, NULL, t->head->is.name);
    if (t->other.head)
        json_put_text(out, NULL, t->other.head->is.name);
    json_finish(out, ']');
    json_begin(out, "metrics", '[');
    for (int i = 0; t->metrics[i].name; i++)
        json_put_text(out, NULL, t->metrics[i].name);
    json_finish(out, ']');
    json_begin(out, "traits", '[');
    for (int i = 0; i < task_traits(t); i++) {
        json_begin(out, NULL, '{');
        json_put_text(out, "name", t->traits[i].name);
        json_put_text(out, "help", t->traits[i].help);
        json_finish(out, '}');
    }
    json_finish(out, ']');
    json_put_lines(out, "lines", t->sample ? t->sample : "");
}

void kind_put_model(const struct kind *k, struct str *out)
{
    const struct model_kind *m = (const struct model_kind *)k;

    json_begin(out, "reads", '[');
    for (int i = 0; i < SHAPES; i++)
        if (m->shapes & 1u << i)
            json_put_text(out, NULL, shapes[i].name);
    json_finish(out, ']');
    json_begin(out, "answers", '[');
    for (int i = 0; head_kinds.list[i]; i++)
        if (model_answers(m, (const struct head_kind *)head_kinds.list[i]))
            json_put_text(out, NULL, head_kinds.list[i]->name);
    json_finish(out, ']');
}

static void put_kind(const struct kind *k, const struct kinds_listed *of,
                     struct str *out)
{
    json_begin(out, NULL, '{');
    json_put_text(out, "sort", of->kinds->sort);
    json_put_text(out, "name", k->name);
    json_put_text(out, "summary", k->summary);
    json_put_text(out, "source", k->source);
    if (of->put)
        of->put(k, out);
    put_fields(k->fields, out);
    json_finish(out, '}');
}

/* Write the kinds of a registry with this name or sort; returns how many. */
static int put_kinds(const struct kinds_listed *of, const char *name,
                     struct str *out)
{
    int n = 0;

    for (const struct kind *const *k = of->kinds->list; *k; k++)
        if (kind_asked(name, (*k)->name, of->kinds->sort)) {
            put_kind(*k, of, out);
            n++;
        }
    return n;
}

static void put_section(const struct section_listed *s, struct str *out)
{
    json_begin(out, NULL, '{');
    json_put_text(out, "name", s->name);
    json_put_text(out, "summary", s->summary);
    if (s->fields)
        put_fields(s->fields, out);
    else
        put_sweep(out);
    json_finish(out, '}');
}

int data_kinds_put(const char *name, struct str *out)
{
    int n = 0;

    json_begin(out, NULL, '{');
    json_begin(out, "kinds", '[');
    for (int r = 0; r < KINDS_LISTED; r++)
        n += put_kinds(&kinds_listed[r], name, out);
    json_finish(out, ']');
    json_begin(out, "sections", '[');
    for (int i = 0; i < SECTIONS_LISTED; i++)
        if (kind_asked(name, sections_listed[i].name, SORT_SECTION)) {
            put_section(&sections_listed[i], out);
            n++;
        }
    json_finish(out, ']');
    json_finish(out, '}');
    str_adds(out, "\n");
    return n;
}
