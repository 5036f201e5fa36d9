#include "sampler/space.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/functions.h"
#include "base/memory.h"
#include "base/random.h"
#include "config/field.h"

static void parameter_release(struct parameter *p)
{
    for (int v = 0; v < p->n; v++) {
        free(p->value[v]);
        free(p->place[v]);
    }
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

/* --- values of a range --------------------------------------------------- */

static double within(const struct parameter *p, double x)
{
    return x < p->min ? p->min : x > p->max ? p->max : x;
}

static char *format_real(const struct parameter *p, double x)
{
    char digits[32];
    struct str s = {0};

    snprintf(digits, sizeof(digits), "%.6g", x);
    real_text(within(p, strtod(digits, NULL)), &s);
    return str_take(&s);
}

char *parameter_at(const struct parameter *p, double u)
{
    const double end = p->max + (p->whole ? 1 : 0);
    const double x = p->log
                         ? p->min * exponential(u * natural_log(end / p->min))
                         : p->min + u * (end - p->min);

    if (p->value)
        return memory_string(p->value[(int)(u * p->n)]);
    if (p->whole)
        return memory_format("%.0f", within(p, floor(x)));
    return format_real(p, x);
}

char *parameter_end(const struct parameter *p, bool largest)
{
    return format_real(p, largest ? p->max : p->min);
}

double parameter_unit(const struct parameter *p, const char *value)
{
    const double end = p->max + (p->whole ? 1 : 0);
    const double x = strtod(value, NULL) + (p->whole ? 0.5 : 0);
    int place = 0;

    if (!p->value)
        return p->log ? natural_log(x / p->min) / natural_log(end / p->min)
                      : (x - p->min) / (end - p->min);
    while (place < p->n && strcmp(p->value[place], value) != 0)
        place++;
    return place;
}

char *parameter_draw(const struct parameter *p, long seed, long number)
{
    char *stream = memory_format("sweep.%s", p->name);
    const struct random_key key = random_key((uint64_t)seed, stream);
    const struct address at = {.example = (uint32_t)number};

    free(stream);
    if (p->value)
        return memory_string(
            p->value[random_below(key, at, 0, (uint32_t)p->n)]);
    return parameter_at(p, random_real(key, at, 0));
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
        c.value[p] = memory_string(a->value[p]);
    return c;
}

void assignment_release(const struct space *s, struct assignment *a)
{
    for (int p = 0; a->value && p < s->n; p++)
        free(a->value[p]);
    free(a->value);
    a->value = NULL;
}

void assignment_text(const struct space *s, const struct assignment *a,
                     const char *between, struct str *out)
{
    for (int p = 0; p < s->n; p++)
        str_addf(out, "%s%s=%s", p ? between : "", s->parameter[p].name,
                 a->value[p]);
}

/* The value in "name=value", of n characters; NULL when it names another. */
static char *value_of(const struct parameter *p, const char *text, size_t n)
{
    const size_t name = strlen(p->name);

    if (n <= name || text[name] != '=' || memcmp(text, p->name, name) != 0)
        return NULL;
    return memory_format("%.*s", (int)(n - name - 1), text + name + 1);
}

int assignment_parse(const struct space *s, long number, const char *text,
                     struct assignment *a, struct error *e)
{
    *a = assignment_new(s, number);
    for (int p = 0; p < s->n; p++) {
        const size_t n = strcspn(text, "\t");

        a->value[p] = value_of(&s->parameter[p], text, n);
        if (!a->value[p]) {
            error_set(e, "trial %ld: found '%.*s', expected a value of %s",
                      number, (int)n, text, s->parameter[p].name);
            assignment_release(s, a);
            return -1;
        }
        text += n + (text[n] == '\t');
    }
    if (!*text)
        return 0;
    assignment_release(s, a);
    return error_set(e, "trial %ld: found '%s', expected no other value",
                     number, text);
}
