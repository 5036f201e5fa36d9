/* yaml_fault.c - guess the mistake in a text that is not YAML. */
#include "config/yaml/yaml_fault.h"

#include <ctype.h>
#include <string.h>

/* A line of the text: its beginning, the number of blanks, and its length. */
struct yaml_line {
    const char *text;
    size_t blanks, n;
};

static struct yaml_line line_at(const char *text)
{
    return (struct yaml_line){text, strspn(text, " "), strcspn(text, "\r\n")};
}

static const char *behind(const char *text)
{
    text += strcspn(text, "\n");
    return text + (*text == '\n');
}

/* --- a tab ---------------------------------------------------------------- */

static bool is_tabbed(const struct yaml_line *l, size_t *column)
{
    const size_t blank = strspn(l->text, " \t");

    *column = l->blanks + 1;
    return l->text[l->blanks] == '\t' && blank < l->n && l->text[blank] != '#';
}

/* --- a colon without a blank ---------------------------------------------- */

/* The number of characters of a field's name at the beginning of a text. */
static size_t name_len(const char *text)
{
    size_t n = 0;

    while (isalnum((unsigned char)text[n]) || text[n] == '_' || text[n] == '.')
        n++;
    return isalpha((unsigned char)*text) ? n : 0;
}

/* True for "kind:sentiment", but not for a path or address such as "C:/data"
 * and "http://x". */
static bool is_joined(const char *text, size_t n)
{
    const size_t name = name_len(text);

    return name && name + 1 < n && text[name] == ':' &&
           !strchr(" \t/\\:", text[name + 1]);
}

static void say_joined(const char *text, size_t n, struct str *what)
{
    const size_t name = name_len(text);
    struct str found = {0}, shown = {0};

    str_add(&found, text, n);
    show_short(str_text(&found), &shown);
    str_addf(what, "found '%s', expected a blank after the colon of '%.*s'",
             str_text(&shown), (int)name, text);
    str_release(&found);
    str_release(&shown);
}

bool yaml_fault_of_key(const char *key, const char *value, struct str *what)
{
    const size_t n = strlen(key), name = name_len(key);

    if (!is_joined(key, n) || (*value && !strchr("{[\"'", key[name + 1])))
        return false;
    say_joined(key, n, what);
    return true;
}

static bool is_joined_line(const struct yaml_line *l, size_t *column,
                           struct str *what)
{
    const char *at = l->text + l->blanks;
    size_t n = l->n - l->blanks;

    if (n > 2 && !strncmp(at, "- ", 2)) {
        at += 2;
        n -= 2;
    }
    if (!is_joined(at, n))
        return false;
    *column = (size_t)(at - l->text) + 1;
    say_joined(at, n, what);
    return true;
}

/* --- one blank too many --------------------------------------------------- */

/* True for "kind: sentiment": a field with its value. */
static bool has_value(const struct yaml_line *l)
{
    const char *at = l->text + l->blanks;
    const size_t name = name_len(at), n = l->n - l->blanks;

    return name && name + 2 < n && at[name] == ':' && at[name + 1] == ' ' &&
           !strchr("|>#{[&*", at[name + 2]);
}

static bool is_deeper(const struct yaml_line *before, const struct yaml_line *l,
                      size_t *column, struct str *what)
{
    const char *at = l->text + l->blanks;
    const size_t name = name_len(at);

    if (!has_value(before) || l->blanks <= before->blanks || !name ||
        at[name] != ':')
        return false;
    *column = l->blanks + 1;
    str_addf(what,
             "found %zu blanks before '%.*s', expected %zu, as before '%.*s'",
             l->blanks, (int)name, at, before->blanks,
             (int)name_len(before->text + before->blanks),
             before->text + before->blanks);
    return true;
}

/* --- all of them ---------------------------------------------------------- */

bool yaml_fault(const char *text, int first, struct yaml_position *at,
                struct str *what)
{
    struct yaml_line before = {"", 0, 0};

    for (int i = 1; *text && i <= first + 1; i++, text = behind(text)) {
        const struct yaml_line l = line_at(text);
        size_t column = 0;
        bool found = false;

        if (i >= first && is_tabbed(&l, &column)) {
            str_adds(what, "found a tab, expected spaces before a field");
            found = true;
        } else if (i >= first - 1)
            found = is_joined_line(&l, &column, what) ||
                    (i >= first && is_deeper(&before, &l, &column, what));
        if (found) {
            *at = (struct yaml_position){i, (int)column};
            return true;
        }
        before = l;
    }
    return false;
}
