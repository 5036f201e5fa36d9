/* field.c - defaults, ownership and look-up of fields and kinds. */
#include "config/field/field.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

const struct field no_fields[] = {FIELD_END};

static void *member(void *conf, const struct field *f)
{
    return (char *)conf + f->offset;
}

static void preset_int(const struct field *f, void *p)
{
    *(long *)p = (long)f->preset;
}

static void preset_real(const struct field *f, void *p)
{
    *(double *)p = f->preset;
}

static void preset_bool(const struct field *f, void *p)
{
    *(bool *)p = f->preset != 0;
}

static void preset_choice(const struct field *f, void *p)
{
    *(int *)p = (int)f->preset;
}

static void preset_text(const struct field *f, void *p)
{
    *(char **)p = memory_string(f->preset_text ? f->preset_text : "");
}

static void preset_texts(const struct field *f, void *p)
{
    (void)f;
    *(struct texts *)p = (struct texts){0};
}

static void preset_kind(const struct field *f, void *p)
{
    *(struct chosen *)p = (struct chosen){0};
    if (f->preset_text && *f->preset_text &&
        chosen_preset(p, f->kinds, f->preset_text))
        assert(!"the default of a KIND field is a kind");
    fields_preset(field_beside(f), p);
}

static void (*const preset_of[])(const struct field *, void *) = {
    [FIELD_TYPE_INT] = preset_int,   [FIELD_TYPE_REAL] = preset_real,
    [FIELD_TYPE_BOOL] = preset_bool, [FIELD_TYPE_CHOICE] = preset_choice,
    [FIELD_TYPE_TEXT] = preset_text, [FIELD_TYPE_TEXTS] = preset_texts,
    [FIELD_TYPE_KIND] = preset_kind,
};

void fields_preset(const struct field *fields, void *conf)
{
    for (const struct field *f = fields; f->type != FIELD_TYPE_END; f++)
        preset_of[f->type](f, member(conf, f));
}

static void texts_release(struct texts *t)
{
    for (int i = 0; i < t->n; i++)
        free(t->text[i]);
    free(t->text);
    *t = (struct texts){0};
}

void fields_release(const struct field *fields, void *conf)
{
    for (const struct field *f = fields; f->type != FIELD_TYPE_END; f++) {
        void *p = member(conf, f);

        if (f->type == FIELD_TYPE_TEXT) {
            free(*(char **)p);
            *(char **)p = NULL;
        } else if (f->type == FIELD_TYPE_TEXTS) {
            texts_release(p);
        } else if (f->type == FIELD_TYPE_KIND) {
            chosen_release(p);
            fields_release(field_beside(f), p);
        }
    }
}

int chosen_preset(struct chosen *c, const struct kinds *kinds, const char *name)
{
    const struct kind *k = kinds_find(kinds, name);

    *c = (struct chosen){0};
    if (!k)
        return -1;
    c->kind = k;
    c->conf = memory_zeroed(1, k->size ? k->size : 1);
    fields_preset(k->fields, c->conf);
    return 0;
}

void chosen_release(struct chosen *c)
{
    if (c->kind && c->conf)
        fields_release(c->kind->fields, c->conf);
    free(c->conf);
    *c = (struct chosen){0};
}

int fields_check(const struct field *fields, const void *conf, bool fresh,
                 struct error *e)
{
    for (const struct field *f = fields; f->type != FIELD_TYPE_END; f++)
        if (f->type == FIELD_TYPE_KIND &&
            chosen_check((const void *)((const char *)conf + f->offset), fresh,
                         e))
            return -1;
    return 0;
}

int chosen_check(const struct chosen *c, bool fresh, struct error *e)
{
    const struct kind *k = c->kind;

    if (!k)
        return 0;
    if (fields_check(k->fields, c->conf, fresh, e) ||
        (k->check && k->check(c->conf, e)))
        return -1;
    return fresh && k->fresh ? k->fresh(c->conf, e) : 0;
}

const struct field *field_find(const struct field *fields, const char *name)
{
    for (const struct field *f = fields; f->type != FIELD_TYPE_END; f++)
        if (strcmp(f->name, name) == 0)
            return f;
    return NULL;
}

/* Find a field of the chosen kind, or beside it. */
static const struct field *within_kind(const struct field *f, void *place,
                                       const char *path, void **at)
{
    const struct chosen *c = place;

    if (f->type != FIELD_TYPE_KIND || !c->kind)
        return NULL;
    const struct field *beside =
        field_within(field_beside(f), place, path, at);

    return beside ? beside : field_within(c->kind->fields, c->conf, path, at);
}

const struct field *field_within(const struct field *fields, void *conf,
                                 const char *path, void **at)
{
    const size_t n = strcspn(path, ".");
    const struct field *f = fields;

    while (f->type != FIELD_TYPE_END &&
           (strncmp(f->name, path, n) != 0 || f->name[n]))
        f++;
    if (f->type == FIELD_TYPE_END)
        return NULL;
    *at = member(conf, f);
    return path[n] ? within_kind(f, *at, path + n + 1, at) : f;
}

const struct field *field_at(const struct field *fields, const char *path)
{
    const char *dot = strchr(path, '.');
    char *name = memory_format("%.*s", (int)strcspn(path, "."), path);
    const struct field *f = field_find(fields, name);

    free(name);
    if (!f || !dot)
        return f;
    const struct field *beside = field_at(field_beside(f), dot + 1);

    return beside     ? beside
           : f->kinds ? kinds_field_at(f->kinds, dot + 1)
                      : NULL;
}

const struct field *kinds_field_at(const struct kinds *kinds, const char *path)
{
    const struct field *f = NULL;

    for (int i = 0; kinds->list[i] && !f; i++)
        f = field_at(kinds->list[i]->fields, path);
    return f;
}

const struct kind *kinds_find(const struct kinds *kinds, const char *name)
{
    for (int i = 0; kinds->list[i]; i++)
        if (strcmp(kinds->list[i]->name, name) == 0)
            return kinds->list[i];
    return NULL;
}

void kinds_names(const struct kinds *kinds, struct str *out)
{
    const char **names;
    int n = kinds_list(kinds, &names);

    names_list(names, n, out);
    free(names);
}

static const char *lacks(const struct kinds *kinds, const struct kind *k)
{
    if (!k->summary)
        return "is.summary";
    if (!k->fields)
        return "is.fields";
    if (!k->size && k->fields->type != FIELD_TYPE_END)
        return "is.size";
    return kinds->lacks ? kinds->lacks(k) : NULL;
}

static int check_names(const struct kinds *kinds, const struct kind *k,
                       struct error *e)
{
    const struct field *f = kinds->beside ? kinds->beside : no_fields;

    for (; f->type != FIELD_TYPE_END; f++)
        if (field_find(k->fields, f->name) || !strcmp(f->name, "kind"))
            return error_set(e,
                             "%s '%s': found a field '%s', expected another "
                             "name, which none that may stand beside has",
                             kinds->sort, k->name, f->name);
    return 0;
}

int kinds_check(const struct kinds *kinds, struct error *e)
{
    for (int i = 0; kinds->list[i]; i++) {
        const struct kind *k = kinds->list[i];
        const char *what = k->name ? lacks(kinds, k) : "is.name";

        if (what)
            return error_set(e, "%s '%s' lacks %s", kinds->sort,
                             k->name ? k->name : "?", what);
        if (kinds_find(kinds, k->name) != k)
            return error_set(e,
                             "found two kinds of %s called '%s', expected "
                             "another .name for the later, number %d in "
                             "src/local.mk",
                             kinds->sort, k->name, i + 1);
        if (check_names(kinds, k, e))
            return -1;
    }
    return 0;
}
