/* fact_writer.c - writes facts for people or programs. */
#include "config.h"

#include "report/inspection/fact_writer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/show.h"
#include "base/core/utf8.h"
#include "config/field/field.h"
#include "text/formats/json_write.h"

/* This ends the name in each line until the section ends, as only then the
 * longest name is known.  Texts that are shown never contain it. */
#define NAME_END "\x1f"
enum { NAME = 20 }; /* least width of names */

void fact_writer_begin(struct fact_writer *t, const char *section)
{
    if (t->json) {
        json_begin(t->out, section, '{');
        return;
    }
    show_text(section, t->out);
    str_adds(t->out, "\n");
    t->from = t->out->len;
}

static int longest_name(const char *lines)
{
    int most = NAME;

    for (const char *at = lines; *at; at += strcspn(at, "\n") + 1) {
        const int n = (int)utf8_points(at, strcspn(at, NAME_END));

        most = n > most ? n : most;
    }
    return most;
}

/* Append a section's lines with their values aligned. */
static void align(const char *lines, struct str *out)
{
    const int most = longest_name(lines);

    for (const char *at = lines; *at;) {
        const size_t name = strcspn(at, NAME_END);
        const size_t line = strcspn(at, "\n") + 1;

        str_addf(out, "  %.*s%*s", (int)name, at,
                 most + 2 - (int)utf8_points(at, name), "");
        str_add(out, at + name + 1, line - name - 1);
        at += line;
    }
}

void fact_writer_end(struct fact_writer *t)
{
    if (t->json) {
        json_finish(t->out, '}');
        return;
    }
    char *lines = memory_string(t->out->s + t->from);

    t->out->len = t->from;
    t->out->s[t->from] = '\0';
    t->from = 0;
    align(lines, t->out);
    free(lines);
}

static void name_line(const struct fact_writer *t, const char *name)
{
    char *is = show_copy(name);

    if (t->from)
        str_addf(t->out, "%s" NAME_END, is);
    else
        str_addf(t->out, "%-*s  ", NAME, is);
    free(is);
}

/* Write a text of several lines with all of them indented. */
static void add_indented(const struct fact_writer *t, const char *text)
{
    for (size_t n; *text; text += n) {
        n = strcspn(text, "\n");
        show_bytes(text, n, t->out);
        n += text[n] == '\n';
        if (!text[n])
            break;
        str_adds(t->out, "\n");
        name_line(t, "");
    }
    str_adds(t->out, "\n");
}

void fact_writer_text(const struct fact_writer *t, const char *name,
                      const char *value)
{
    if (t->json) {
        json_put_text(t->out, name, value);
        return;
    }
    name_line(t, name);
    add_indented(t, value);
}

void fact_writer_long(const struct fact_writer *t, const char *name, long value)
{
    if (t->json) {
        json_put_long(t->out, name, value);
        return;
    }
    name_line(t, name);
    str_addf(t->out, "%ld\n", value);
}

void fact_writer_real(const struct fact_writer *t, const char *name,
                      double value)
{
    if (t->json) {
        json_put_real(t->out, name, value);
        return;
    }
    name_line(t, name);
    real_text(value, t->out);
    str_adds(t->out, "\n");
}

void fact_writer_digest(const struct fact_writer *t, const char *name,
                        struct digest d)
{
    char hex[DIGEST_HEX];

    digest_hex(d, hex);
    fact_writer_text(t, name, hex);
}

/* Begin a fact with several parts: a member that is an object, or a line. */
void fact_writer_begin_one(const struct fact_writer *t, const char *name)
{
    if (t->json)
        json_begin(t->out, name, '{');
    else
        name_line(t, name);
}

void fact_writer_end_one(const struct fact_writer *t)
{
    if (t->json)
        json_finish(t->out, '}');
    else
        str_adds(t->out, "\n");
}

void fact_writer_shape(const struct fact_writer *t, int rank,
                       const long *extent)
{
    if (t->json)
        json_begin(t->out, "shape", '[');
    for (int i = 0; i < rank; i++)
        if (t->json)
            json_put_long(t->out, NULL, extent[i]);
        else
            str_addf(t->out, "%s%ld", i ? " x " : "", extent[i]);
    if (t->json)
        json_finish(t->out, ']');
}

/* Write lines, each a name and a value separated by `between`. */
void fact_writer_lines(struct fact_writer *t, const char *section,
                       const char *lines, const char *between)
{
    fact_writer_begin(t, section);
    for (const char *at = lines ? lines : ""; *at;) {
        const size_t n = strcspn(at, "\n");
        char *line = memory_format("%.*s", (int)n, at);
        char *value = strstr(line, between);

        if (value) {
            *value = '\0';
            fact_writer_text(t, line, value + strlen(between));
        }
        free(line);
        at += n + (at[n] != '\0');
    }
    fact_writer_end(t);
}

void fact_writer_part(const struct fact_writer *t, const char *name,
                      double value)
{
    if (t->json) {
        json_put_real(t->out, name, value);
        return;
    }
    if (isnan(value))
        return;
    str_addf(t->out, "%s ", name);
    real_text(value, t->out);
    str_adds(t->out, "  ");
}
