#include "sweep/sampler/space.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

static void parameter_release(struct parameter *p)
{
    for (int v = 0; v < p->n; v++) {
        free(p->value[v]);
        free(p->place[v]);
    }
    for (int c = 0; c < p->conditions; c++) {
        for (int v = 0; v < p->when[c].n; v++)
            free(p->when[c].value[v]);
        free(p->when[c].value);
        digest_map_release(&p->when[c].places);
    }
    free(p->when);
    digest_map_release(&p->places);
    free(p->value);
    free(p->place);
    free(p->name);
    free(p->where);
}

void space_release(struct space *s)
{
    for (int i = 0; i < s->n; i++)
        parameter_release(&s->parameter[i]);
    free(s->parameter);
    *s = (struct space){0};
}

/* --- lists of values ------------------------------------------------------ */

static struct digest key_of(const char *value)
{
    return digest_of(value, strlen(value));
}

/* By digests if the list has them, so that a list may be long. */
static int place_of(char *const *value, int n, const struct digest_map *places,
                    const char *wanted)
{
    int place = 0;

    if (places->n) {
        const long at = digest_map_find(places, key_of(wanted));

        return at < 0 ? n : (int)at;
    }
    while (place < n && strcmp(value[place], wanted) != 0)
        place++;
    return place;
}

bool parameter_add(struct parameter *p, char *value, char *place)
{
    if (digest_map_add(&p->places, key_of(value), p->n) < p->n) {
        free(value);
        free(place);
        return false;
    }
    if (p->n == p->room) {
        p->room = p->room ? 2 * p->room : 8;
        p->value = memory_resize(p->value, (size_t)p->room * sizeof(*p->value));
        p->place = memory_resize(p->place, (size_t)p->room * sizeof(*p->place));
    }
    p->value[p->n] = value;
    p->place[p->n++] = place;
    return true;
}

bool parameter_respell(struct parameter *p, int place, const char *value)
{
    if (parameter_place(p, value) < p->n)
        return false;
    digest_map_add(&p->places, key_of(value), place);
    free(p->value[place]);
    p->value[place] = memory_string(value);
    return true;
}

int parameter_place(const struct parameter *p, const char *value)
{
    return place_of(p->value, p->n, &p->places, value);
}

void condition_add(struct condition *c, char *value)
{
    digest_map_add(&c->places, key_of(value), c->n);
    GROW(c->value, c->n, c->room);
    c->value[c->n++] = value;
}

void condition_respell(struct condition *c, const char *was, const char *is)
{
    const int v = place_of(c->value, c->n, &c->places, was);

    if (v == c->n)
        return;
    digest_map_add(&c->places, key_of(is), v);
    free(c->value[v]);
    c->value[v] = memory_string(is);
}

/* --- what a trial is ----------------------------------------------------- */

struct assignment assignment_new(const struct space *s, long number)
{
    return (struct assignment){
        .number = number,
        .value = memory_zeroed((size_t)s->n + 1, sizeof(char *))};
}

struct assignment assignment_copy(const struct space *s,
                                  const struct assignment *a)
{
    struct assignment c = assignment_new(s, a->number);

    for (int p = 0; p < s->n; p++)
        c.value[p] = a->value[p] ? memory_string(a->value[p]) : NULL;
    if (a->from)
        assignment_begin(s, &c, a->from, a->share);
    return c;
}

void assignment_begin(const struct space *s, struct assignment *a,
                      const struct assignment *from, double share)
{
    a->from = memory_new(sizeof(*a->from));
    *a->from = assignment_copy(s, from);
    a->share = share;
}

static void release_values(const struct space *s, struct assignment *a)
{
    for (int p = 0; a->value && !a->packed && p < s->n; p++)
        free(a->value[p]);
    free(a->value);
}

void assignment_release(const struct space *s, struct assignment *a)
{
    release_values(s, a);
    if (a->from)
        assignment_release(s, a->from);
    free(a->from);
    *a = (struct assignment){.number = a->number};
}

void assignment_pack(const struct space *s, struct assignment *a)
{
    const size_t pointers = ((size_t)s->n + 1) * sizeof(*a->value);
    size_t bytes = pointers;

    for (int p = 0; p < s->n; p++)
        bytes += a->value[p] ? strlen(a->value[p]) + 1 : 0;

    char **value = memory_new(bytes), *text = (char *)value + pointers;

    for (int p = 0; p < s->n; p++) {
        value[p] = a->value[p] ? strcpy(text, a->value[p]) : NULL;
        text += a->value[p] ? strlen(text) + 1 : 0;
    }
    release_values(s, a);
    a->value = value;
    a->packed = true;
}

/* Set a value, or none if NULL. */
static void set_value(struct assignment *a, int p, const char *value)
{
    char *has = value ? memory_string(value) : NULL;

    assert(!a->packed);
    free(a->value[p]);
    a->value[p] = has;
}

void assignment_meet_conditions(const struct space *s, int parameter,
                                struct assignment *a)
{
    const struct parameter *p = &s->parameter[parameter];
    const int leader = p->leader - 1;

    if (p->leader)
        set_value(a, leader,
                  s->parameter[leader]
                      .value[(int)parameter_unit(p, a->value[parameter])]);
    for (int c = 0; c < p->conditions; c++) {
        set_value(a, p->when[c].parameter, p->when[c].value[0]);
        assignment_meet_conditions(s, p->when[c].parameter, a);
    }
}

static bool is_met(const struct condition *c, const struct assignment *a)
{
    const char *has = a->value[c->parameter];

    return has && place_of(c->value, c->n, &c->places, has) < c->n;
}

static void follow(const struct space *s, int p, struct assignment *a)
{
    const struct parameter *of = &s->parameter[p];
    const int leader = of->leader - 1;
    const char *has = a->value[leader];

    set_value(a, p,
              has ? of->value[(int)parameter_unit(&s->parameter[leader], has)]
                  : NULL);
}

void assignment_settle(const struct space *s, struct assignment *a)
{
    for (int p = 0; p < s->n; p++) {
        const struct parameter *of = &s->parameter[p];
        bool met = true;

        if (of->leader)
            follow(s, p, a);
        for (int c = 0; c < of->conditions; c++)
            met &= is_met(&of->when[c], a);
        if (!met)
            set_value(a, p, NULL);
    }
}

bool assignment_equal(const struct space *s, const struct assignment *a,
                      const struct assignment *b)
{
    bool equal = true;

    for (int p = 0; p < s->n && equal; p++) {
        const char *x = a->value[p], *y = b->value[p];

        equal = x && y ? strcmp(x, y) == 0 : x == y;
    }
    return equal;
}

void assignment_text(const struct space *s, const struct assignment *a,
                     const char *between, struct str *out)
{
    bool first = true;

    for (int p = 0; p < s->n; p++) {
        if (!a->value[p])
            continue;
        str_adds(out, first ? "" : between);
        str_adds(out, s->parameter[p].name);
        str_adds(out, "=");
        str_adds(out, a->value[p]);
        first = false;
    }
}

void assignment_whole(const struct space *s, const struct assignment *a,
                      struct str *out)
{
    assignment_text(s, a, "\t", out);
    for (; a->from; a = a->from) {
        str_addf(out, "\t@%.17g\t", a->share);
        assignment_text(s, a->from, "\t", out);
    }
}

/* The value in "name=value", of n characters; NULL if the name is another. */
static char *value_of(const struct parameter *p, const char *text, size_t n)
{
    const size_t name = strlen(p->name);

    if (n <= name || text[name] != '=' || memcmp(text, p->name, name) != 0)
        return NULL;
    return memory_format("%.*s", (int)(n - name - 1), text + name + 1);
}

/* Read the values at the beginning of *text. */
static int parse_values(const struct space *s, const char **text,
                        struct assignment *a, struct error *e)
{
    for (int p = 0; p < s->n; p++) {
        const struct parameter *of = &s->parameter[p];
        const size_t n = strcspn(*text, "\t");

        a->value[p] = value_of(of, *text, n);
        if (a->value[p])
            *text += n + ((*text)[n] == '\t');
        else if (!of->conditions && !of->leader)
            return error_set(e, "found '%.*s', expected a value of %s", (int)n,
                             *text, of->name);
    }
    return 0;
}

/* Read "@SHARE" and a tab.  Return the text after it, or `text` if it is not
 * there. */
static const char *parse_share(const char *text, double *share)
{
    char *end;

    if (*text != '@')
        return text;
    *share = strtod(text + 1, &end);
    return *end == '\t' && *share > 0 && *share < 1 ? end + 1 : text;
}

static int parse(const struct space *s, const char *text, struct assignment *a,
                 struct error *e)
{
    if (parse_values(s, &text, a, e))
        return -1;
    if (!*text)
        return 0;
    const char *rest = parse_share(text, &a->share);

    if (rest == text)
        return error_set(e, "found '%s', expected no other value", text);
    a->from = memory_new(sizeof(*a->from));
    *a->from = assignment_new(s, a->number);
    return parse(s, rest, a->from, e);
}

int assignment_parse(const struct space *s, long number, const char *text,
                     struct assignment *a, struct error *e)
{
    *a = assignment_new(s, number);
    if (!parse(s, text, a, e))
        return 0;
    assignment_release(s, a);
    return error_in(e, "trial %ld", number);
}
