#include "engine/train/state_metadata.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/head/kinds/class.h"
#include "engine/kernel/kernel.h"

/* One text a line, in the order of their numbers; NULL if there are none. */
static char *lines_of(char *const *text, int n)
{
    struct str out = {0};

    if (!text)
        return NULL;
    for (int i = 0; i < n; i++)
        str_addf(&out, "%s\n", text[i]);
    return str_take(&out);
}

static char *words_text(const struct words *w)
{
    return w ? lines_of(w->text, w->n) : NULL;
}

/* One feature a line: its name, and those of its classes. */
static char *features_text(const struct task *t)
{
    struct str out = {0};

    for (int i = 0; i < t->features; i++)
        str_addf(&out, "%s%s%s\n", t->feature[i].name,
                 t->feature_classes[i] ? " " : "",
                 t->feature_classes[i] ? t->feature_classes[i] : "");
    return out.len ? str_take(&out) : NULL;
}

static char *sources_text(const struct task *t)
{
    struct str out = {0};
    char hex[DIGEST_HEX];

    for (int i = 0; i < t->files; i++) {
        const struct source_file *f = &t->file[i];

        digest_hex(f->digest, hex);
        str_addf(&out, "%s %s %s\n",
                 f->split < 0 ? "all" : split_names[f->split], hex, f->path);
    }
    return out.len ? str_take(&out) : NULL;
}

void state_metadata_init(struct state_metadata *k, const struct task *t)
{
    const struct class_names *c = task_classes(t);

    *k = (struct state_metadata){.made = true,
                                 .classes = c ? lines_of(c->name, c->n) : NULL,
                                 .features = features_text(t),
                                 .sources = sources_text(t)};
    for (int p = 0; p < MAX_PARTS; p++)
        if (!p || t->words[p] != t->words[p - 1])
            k->words[p] = words_text(t->words[p]);
}

void state_metadata_release(struct state_metadata *k)
{
    for (int p = 0; p < MAX_PARTS; p++)
        free(k->words[p]);
    free(k->classes);
    free(k->features);
    free(k->sources);
    *k = (struct state_metadata){0};
}

static int check_param(const struct param *found, const struct param *expected,
                       struct error *e)
{
    if (strcmp(found->name, expected->name) != 0 ||
        found->rows != expected->rows || found->cols != expected->cols ||
        found->offset != expected->offset)
        return error_set(e,
                         "found parameter '%s' [%d x %d] at %zu, expected "
                         "'%s' [%d x %d] at %zu",
                         found->name, found->rows, found->cols, found->offset,
                         expected->name, expected->rows, expected->cols,
                         expected->offset);
    return 0;
}

/* Skip to the first line that differs; returns its number from 0. */
static long skip_equal(const char **found, const char **expected)
{
    for (long line = 0;; line++) {
        const size_t n = strcspn(*found, "\n"), m = strcspn(*expected, "\n");

        if (n != m || memcmp(*found, *expected, n) != 0 || !(*found)[n] ||
            !(*expected)[m])
            return line;
        *found += n + 1;
        *expected += m + 1;
    }
}

static int check_lines(const char *what, const char *found,
                       const char *expected, struct error *e)
{
    if (!found || !expected || strcmp(found, expected) == 0)
        return 0;
    const long line = skip_equal(&found, &expected);

    return error_set(e, "%s %ld: found '%.*s', expected '%.*s'", what, line,
                     (int)strcspn(found, "\n"), found,
                     (int)strcspn(expected, "\n"), expected);
}

/* "SPLIT DIGEST PATH", a line of sources; read_source() returns false for any
 * other line. */
struct source_line {
    char role[12], digest[DIGEST_HEX];
    const char *path;
    int len; /* of the path */
};

static bool read_source(const char *line, struct source_line *s)
{
    int used = 0;

    if (sscanf(line, "%11s %32s %n", s->role, s->digest, &used) != 2 || !used)
        return false;
    s->path = line + used;
    s->len = (int)strcspn(s->path, "\n");
    return true;
}

static bool same_place(const struct source_line *a, const struct source_line *b)
{
    return !strcmp(a->role, b->role) && a->len == b->len &&
           !memcmp(a->path, b->path, (size_t)a->len);
}

/* Here the data are wrong, not the state. */
static int check_sources(const char *found, const char *expected,
                         struct error *e)
{
    struct source_line is, was;

    if (!check_lines("data file", found, expected, e))
        return 0;
    skip_equal(&found, &expected);
    if (read_source(found, &is) && read_source(expected, &was) &&
        same_place(&is, &was))
        error_set(e, "found %s file '%.*s' with digest %s, expected %s",
                  is.role, is.len, is.path, is.digest, was.digest);
    const struct error differs = *e;

    return error_set(e, "%s: the data are others now", differs.text);
}

static int check_params(const struct params *found,
                        const struct params *expected, struct error *e)
{
    if (found->n != expected->n)
        return error_set(e, "found %d parameters, expected %d", found->n,
                         expected->n);
    for (int i = 0; i < found->n; i++)
        if (check_param(&found->param[i], &expected->param[i], e))
            return -1;
    return 0;
}

static int check_meaning(const struct model_kind *k, const char *identity,
                         struct error *e)
{
    if (kernel_numerics(identity) >= k->since)
        return 0;
    return error_set(e,
                     "made under '%s', where parameters of model %s meant "
                     "something else, expected numerics=%d or later",
                     identity, k->is.name, k->since);
}

int state_metadata_check(const struct state_metadata *k, const struct model *m,
                         const struct state *s, struct error *e)
{
    if (s->version == 1)
        return error_set(e, "it is of version 1, which does not say what its "
                            "parameters are, expected 2");
    if (check_sources(k->sources, s->sources, e) ||
        check_params(&s->layout, &m->params, e) ||
        check_meaning(m->kind, s->identity, e))
        return -1;
    for (int p = 0; p < MAX_PARTS; p++)
        if (check_lines(p ? "token of part 1, number" : "token number",
                        s->words[p], k->words[p], e))
            return -1;
    return check_lines("class", s->classes, k->classes, e) ||
                   check_lines("feature", s->features, k->features, e)
               ? -1
               : 0;
}
