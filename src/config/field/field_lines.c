#include "config/field/field_lines.h"

#include <string.h>

bool field_line_next(const char **at, struct field_line *l)
{
    const char *line = *at;

    if (!line || !*line)
        return false;
    const size_t len = strcspn(line, "\n");
    const char *colon = memchr(line, ':', len);
    const size_t name = colon ? (size_t)(colon - line) : len;

    *l = (struct field_line){.name = line, .name_len = name, .len = len};
    if (name + 1 < len && line[name + 1] == ' ') {
        l->value = line + name + 2;
        l->value_len = len - name - 2;
    }
    *at = line + len + (line[len] == '\n');
    return true;
}

bool field_line_is(const struct field_line *l, const char *name)
{
    return strlen(name) == l->name_len && !memcmp(l->name, name, l->name_len);
}

/* Compares names only.  Tables look up each field for each row, and parsing
 * every line before it takes twice as long. */
static const char *find(const char *text, const char *name, size_t n,
                        size_t *len)
{
    for (const char *line = text; line && *line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, name, n) == 0 && strncmp(line + n, ": ", 2) == 0) {
            *len = strcspn(line + n + 2, "\n");
            return line + n + 2;
        }
    }
    return NULL;
}

const char *field_line_value(const char *text, const struct field_line *l,
                             size_t *len)
{
    return find(text, l->name, l->name_len, len);
}

const char *text_value(const char *text, const char *name, size_t *len)
{
    return find(text, name, strlen(name), len);
}

/* A kind with all its fields: "coda alpha=1 beta=0.1". */
static bool kind_value(const char *config, const char *field, struct str *out)
{
    const size_t n = strlen(field);
    bool found = false;

    for (struct field_line l; field_line_next(&config, &l);) {
        if (!l.value || l.name_len <= n || memcmp(l.name, field, n) != 0 ||
            l.name[n] != '.')
            continue;
        l.name += n + 1;
        l.name_len -= n + 1;
        if (!field_line_is(&l, "kind"))
            str_addf(out, " %.*s=", (int)l.name_len, l.name);
        str_add(out, l.value, l.value_len);
        found = true;
    }
    return found;
}

bool config_value(const char *config, const char *field, struct str *out)
{
    size_t len;
    const char *value = text_value(config, field, &len);

    if (!value)
        return kind_value(config, field, out);
    str_add(out, value, len);
    return true;
}
