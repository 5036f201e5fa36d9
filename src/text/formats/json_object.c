#include <assert.h>
#include <string.h>

#include "text/formats/json_internal.h"

int json_each(struct json *j, json_take *take, void *into, struct error *e)
{
    int more;

    if (json_enter(j, '[', e))
        return -1;
    while ((more = json_element(j, e)) > 0)
        if (take(j, into, e))
            return -1;
    return more;
}

int json_each_member(struct json *j, json_take_named *take, void *into,
                     struct error *e)
{
    struct str name = {0};
    int more = json_enter(j, '{', e);

    while (!more && (more = json_member(j, &name, e)) > 0)
        more = take(j, str_text(&name), into, e) ? -1 : 0;
    str_release(&name);
    return more;
}

int json_twice(struct json *j, const char *what, const char *name,
               struct error *e)
{
    return json_error(j, j->name_at, e,
                      "found %s '%.60s' for the second time, expected it once",
                      what, name);
}

/* --- tables --------------------------------------------------------------- */

struct json_field_table {
    const struct json_field *field;
    void *into;
    unsigned seen; /* one bit per field */
};

static int take_field(struct json *j, const char *name, void *into,
                      struct error *e)
{
    struct json_field_table *t = into;
    unsigned i = 0;

    while (t->field[i].name && strcmp(t->field[i].name, name) != 0)
        i++;
    assert(i < 32);
    if (!t->field[i].name)
        return json_skip(j, e);
    if (t->seen & 1u << i)
        return json_twice(j, "member", name, e);
    t->seen |= 1u << i;
    return t->field[i].take(j, t->into, e);
}

int json_table(struct json *j, const struct json_field *fields, void *into,
               const char *what, struct error *e)
{
    const struct json_place start = json_here(j);
    struct json_field_table t = {.field = fields, .into = into};

    if (json_each_member(j, take_field, &t, e))
        return -1;
    for (int i = 0; fields[i].name; i++)
        if (!fields[i].optional && !(t.seen & 1u << i))
            return json_error(j, start, e,
                              "found %s without '%s', expected that member",
                              what, fields[i].name);
    return 0;
}

/* --- texts and numbers ---------------------------------------------------- */

struct wants {
    struct json_want *want;
    int n;
};

static int take_wanted(struct json *j, const char *name, void *into,
                       struct error *e)
{
    const struct wants *all = into;
    struct json_want *w = all->want, *end = w + all->n;

    while (w < end && strcmp(w->key, name) != 0)
        w++;
    if (w == end)
        return json_skip(j, e);
    if (w->found)
        return json_twice(j, "member", name, e);
    w->found = true;
    json_skip_space(j);
    return json_at_number(j) ? json_read_number(j, &w->value)
                             : json_read_text(j, &w->value);
}

int json_members(struct json *j, struct json_want *want, int n, struct error *e)
{
    for (int i = 0; i < n; i++) {
        str_clear(&want[i].value);
        want[i].found = false;
    }
    return json_each_member(j, take_wanted, &(struct wants){want, n}, e);
}

int json_object(const char *text, size_t len, struct json_want *want, int n,
                struct error *e)
{
    struct json j = {.text = text, .len = len, .read = len, .line = 1};

    return json_members(&j, want, n, e) || json_end(&j, e) ? -1 : 0;
}
