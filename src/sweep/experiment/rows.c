#include "sweep/experiment/rows.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/numbers/digest_map.h"
#include "sweep/experiment/experiment_internal.h"

struct row_texts {
    const struct experiment *x;
    enum field_type *type;   /* [parameters] owned; FIELD_TYPE_END if it is not
                                a plain number */
    struct digest_map names; /* indices of texts, by their keys or their
                                digests */
    long n, room;
    char **text; /* [n] owned, each too */
};

static enum field_type plain_type(const struct experiment *x, int p)
{
    const char *name = x->search.space.parameter[p].name;
    const struct field *f = field_named(name);
    const bool plain =
        f && (f->type == FIELD_TYPE_INT || f->type == FIELD_TYPE_REAL) &&
        !strcmp(schema_name(x->schema, name), name);

    return plain ? f->type : FIELD_TYPE_END;
}

struct row_texts *row_texts_new(const struct experiment *x)
{
    const size_t n = (size_t)x->search.space.n + 1;
    struct row_texts *r = memory_zeroed(1, sizeof(*r));

    r->x = x;
    r->type = memory_zeroed(n, sizeof(*r->type));
    for (int p = 0; p < x->search.space.n; p++)
        r->type[p] = plain_type(x, p);
    return r;
}

void row_texts_free(struct row_texts *r)
{
    if (!r)
        return;
    for (long i = 0; i < r->n; i++)
        free(r->text[i]);
    digest_map_release(&r->names);
    free(r->text);
    free(r->type);
    free(r);
}

/* --- making texts --------------------------------------------------------- */

/* Return the key of a trial.  Trials with the same key have texts that differ
 * only in the lines of plain numbers. */
static struct digest key_of(const struct row_texts *r,
                            const struct assignment *a)
{
    struct str s = {0};

    for (int p = 0; p < r->x->search.space.n; p++)
        if (!a->value[p])
            str_adds(&s, "-\n");
        else if (r->type[p] == FIELD_TYPE_END)
            str_addf(&s, "=%s\n", a->value[p]);
        else
            str_adds(&s, "+\n");
    const struct digest d = digest_of(str_text(&s), s.len);

    str_release(&s);
    return d;
}

/* Append a plain number as texts have it; false if it is not one. */
static bool number_text(enum field_type type, const char *value,
                        struct str *out)
{
    char *end;

    if (type == FIELD_TYPE_INT)
        str_addf(out, "%ld", strtol(value, &end, 10));
    else
        real_text(strtod(value, &end), out);
    return end != value && *end == '\0';
}

/* Append the lines of a trial's plain numbers; false if one is not plain. */
static bool add_lines(const struct row_texts *r, const struct assignment *a,
                      struct str *out)
{
    for (int p = 0; p < r->x->search.space.n; p++) {
        if (r->type[p] == FIELD_TYPE_END || !a->value[p])
            continue;
        str_adds(out, r->x->search.space.parameter[p].name);
        str_adds(out, ": ");
        if (!number_text(r->type[p], a->value[p], out))
            return false;
        str_adds(out, "\n");
    }
    return true;
}

/* True if a text contains all of these lines. */
static bool has_lines(const char *text, const char *lines)
{
    for (struct field_line l; field_line_next(&lines, &l);) {
        size_t len;
        const char *value = field_line_value(text, &l, &len);

        if (!value || len != l.value_len || memcmp(value, l.value, len) != 0)
            return false;
    }
    return true;
}

static char *bind(const struct row_texts *r, const struct assignment *a,
                  struct error *e)
{
    struct trial_config c;

    if (experiment_bind(r->x, a, &c, e))
        return NULL;
    char *text = trial_config_row(&c);

    trial_config_release(&c);
    return text;
}

/* Return the text with this name; if there is none, `text` becomes it.  Takes
 * over `text`. */
static const char *keep(struct row_texts *r, struct digest name, char *text)
{
    const long at = digest_map_add(&r->names, name, r->n);

    if (at < r->n) {
        free(text);
        return r->text[at];
    }
    GROW(r->text, r->n, r->room);
    return r->text[r->n++] = text;
}

/* Bind a row.  Its text is stored by the key if other texts can be made from
 * it, else by its own digest. */
static int bind_row(struct row_texts *r, const struct assignment *a,
                    struct digest key, const char *lines, struct row_text *out,
                    struct error *e)
{
    char *text = bind(r, a, e);

    if (!text)
        return -1;
    if (!lines || !has_lines(text, lines))
        key = digest_of(text, strlen(text));
    out->shared = keep(r, key, text);
    return 0;
}

int row_texts_get(struct row_texts *r, const struct assignment *a,
                  struct row_text *out, struct error *e)
{
    const struct digest key = key_of(r, a);
    const long at = digest_map_find(&r->names, key);
    struct str lines = {0};
    const bool plain = add_lines(r, a, &lines);
    int failed = 0;

    *out = (struct row_text){0};
    if (plain && at >= 0)
        *out = (struct row_text){r->text[at], memory_string(str_text(&lines))};
    else
        failed = bind_row(r, a, key, plain ? str_text(&lines) : NULL, out, e);
    str_release(&lines);
    return failed;
}

/* --- looking fields up --------------------------------------------------- */

void row_text_release(struct row_text *t)
{
    free(t->own);
    *t = (struct row_text){0};
}

const char *row_line(const struct row_text *t, const char *field, size_t *len)
{
    const char *own = t->own ? text_value(t->own, field, len) : NULL;

    return own || !t->shared ? own : text_value(t->shared, field, len);
}

/* Own lines replace shared ones: a field that these do not have is not
 * found. */
static bool kind_of(const struct row_text *t, const char *field,
                    struct str *out)
{
    const bool found = config_value(t->shared ? t->shared : t->own, field, out);

    if (found && t->shared && t->own) {
        char *whole = row_whole(t);

        str_clear(out);
        config_value(whole, field, out);
        free(whole);
    }
    return found;
}

bool row_value(const struct row_text *t, const char *field, struct str *out)
{
    size_t len;
    const char *value = row_line(t, field, &len);
    struct str kind = {0};

    if (value) {
        str_add(out, value, len);
        return true;
    }
    const bool found = kind_of(t, field, &kind);

    str_add(out, str_text(&kind), kind.len);
    str_release(&kind);
    return found;
}

bool field_has_texts(const char *field)
{
    const struct field *f = field_named(field);

    return f && f->type == FIELD_TYPE_TEXT;
}

bool field_lacks_numbers(const char *field)
{
    return field_has_texts(field) || !strcmp(field, VARIANT);
}

void plain_value(const char *field, const char *value, struct str *out)
{
    if (!field_has_texts(field) || !text_unquote(value, out))
        str_adds(out, value);
}

void shown_value(const char *field, const char *value, bool data,
                 struct str *out)
{
    if (data)
        plain_value(field, value, out);
    else
        str_adds(out, value);
}

const struct kind *row_kind(const struct row_text *t, const char *field,
                            const struct kinds *kinds)
{
    struct str name = {0};
    const struct kind *k =
        row_value(t, field, &name) ? kinds_find(kinds, str_text(&name)) : NULL;

    str_release(&name);
    return k;
}

const struct task_kind *row_task(const struct row_text *t)
{
    return (const struct task_kind *)row_kind(t, "task.kind", &task_kinds);
}

char *row_whole(const struct row_text *t)
{
    struct str whole = {0};

    if (!t->own || !t->shared)
        return memory_string(t->own ? t->own : t->shared ? t->shared : "");
    const char *at = t->shared;

    for (struct field_line l; field_line_next(&at, &l);) {
        size_t len;
        const char *own = field_line_value(t->own, &l, &len);

        str_add(&whole, l.name, own ? l.name_len + strlen(": ") : l.len);
        if (own) /* replaces the shared value */
            str_add(&whole, own, len);
        str_adds(&whole, "\n");
    }
    return str_take(&whole);
}
