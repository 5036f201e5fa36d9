#include <string.h>

#include "text/json_parts.h"

static struct json_want *wanted(struct json_want *want, int n, const char *key)
{
    for (int i = 0; i < n; i++)
        if (!strcmp(want[i].key, key))
            return &want[i];
    return NULL;
}

/* The value of a member whose name has been read. */
static int read_wanted(struct json *j, struct json_want *w)
{
    if (w->found)
        return json_expected(j, j->name_at, "a member for the second time",
                             "it once");
    w->found = true;
    json_skip_space(j);
    return json_at_number(j) ? json_read_number(j, &w->value)
                             : json_read_text(j, &w->value);
}

static int read_members(struct json *j, struct json_want *want, int n,
                        struct str *name, struct error *e)
{
    int more;

    while ((more = json_member(j, name, e)) > 0) {
        struct json_want *w = wanted(want, n, str_text(name));

        if (w ? read_wanted(j, w) : json_skip(j, e))
            return -1;
    }
    return more;
}

int json_members(struct json *j, struct json_want *want, int n, struct error *e)
{
    struct str name = {0};

    for (int i = 0; i < n; i++) {
        str_clear(&want[i].value);
        want[i].found = false;
    }
    const int bad = json_enter(j, '{', e) || read_members(j, want, n, &name, e);

    str_release(&name);
    return bad ? -1 : 0;
}

int json_object(const char *text, size_t len, struct json_want *want, int n,
                struct error *e)
{
    struct json j = {.text = text, .len = len, .read = len, .line = 1};

    return json_members(&j, want, n, e) || json_end(&j, e) ? -1 : 0;
}
