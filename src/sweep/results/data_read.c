/* data_read.c - the files that trials read, and whether they are the same
 * now. */
#include "config.h"

#include "sweep/results/data_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/task/data_path.h"
#include "text/files/file_set.h"

/* --- the facts ------------------------------------------------------------ */

/* Return "ROLE DIGEST PATH" of file i, NULL after the last. */
static const char *file_fact(const struct facts *f, int i)
{
    char name[32];

    snprintf(name, sizeof(name), "file.%d", i);
    return facts_get(f, name);
}

static bool is_of_split(const char *fact, const char *split)
{
    const size_t n = strlen(split);

    return strncmp(fact, split, n) == 0 && fact[n] == ' ';
}

void data_digests(const struct facts *f, const char *split, struct str *out)
{
    const char *fact;

    for (int i = 0; (fact = file_fact(f, i)) != NULL; i++)
        if (is_of_split(fact, split)) {
            const char *digest = fact + strlen(split) + 1;

            str_addf(out, " %.*s", (int)strcspn(digest, " "), digest);
        }
}

/* Append the digests of the split, or those of train if the split is held out
 * of it. */
static void add_scored(const struct facts *f, enum split split, struct str *out)
{
    data_digests(f, split_names[split], out);
    if (!out->len)
        data_digests(f, split_names[SPLIT_TRAIN], out);
}

bool data_scored_alike(const struct facts *one, const struct facts *other,
                       enum split split)
{
    struct str a = {0}, b = {0};

    add_scored(one, split, &a);
    add_scored(other, split, &b);
    const bool alike = !a.len || !b.len || strcmp(a.s, b.s) == 0;

    str_release(&a);
    str_release(&b);
    return alike;
}

/* --- sets ----------------------------------------------------------------- */

/* A fact in another form is ignored. */
static void add_file(struct data_file_set *s, const char *fact)
{
    struct data_file file = {.path = NULL};
    char hex[DIGEST_HEX];
    int used = 0;

    if (sscanf(fact, "%11s %32s %n", file.role, hex, &used) != 2 || !used ||
        digest_parse(hex, &file.digest))
        return;
    file.path = memory_string(fact + used);
    GROW(s->file, s->n, s->room);
    s->file[s->n++] = file;
}

static void set_release(struct data_file_set *s)
{
    for (int i = 0; i < s->n; i++)
        free(s->file[i].path);
    free(s->file);
}

/* The number of the set that has exactly these facts. */
static long find_set(struct data_read *d, const struct facts *f)
{
    struct str all = {0};
    const char *fact;
    long at = -1;

    for (int i = 0; (fact = file_fact(f, i)) != NULL; i++)
        str_addf(&all, "%s\n", fact);
    if (all.len)
        at = digest_map_add(&d->names, digest_of(all.s, all.len), d->n);
    if (at == d->n) {
        struct data_file_set s = {0};

        for (int i = 0; (fact = file_fact(f, i)) != NULL; i++)
            add_file(&s, fact);
        GROW(d->set, d->n, d->room);
        d->set[d->n++] = s;
    }
    str_release(&all);
    return at;
}

/* The set of facts that very many trials share; they are read once. */
static long find_shared(struct data_read *d, const struct facts *f)
{
    const struct digest place = digest_of(&f->shared, sizeof(f->shared));
    const long at = digest_map_add(&d->known_names, place, d->known);

    if (at == d->known) {
        GROW(d->of, d->known, d->known_room);
        d->of[d->known++] = find_set(d, f);
    }
    return d->of[at];
}

long data_read_take(struct data_read *d, const struct facts *f, long trial)
{
    const long at = f->shared ? find_shared(d, f) : find_set(d, f);

    if (at >= 0 && !d->set[at].trials++)
        d->set[at].first = trial;
    return at;
}

void data_read_release(struct data_read *d)
{
    for (long i = 0; i < d->n; i++)
        set_release(&d->set[i]);
    free(d->set);
    free(d->of);
    digest_map_release(&d->names);
    digest_map_release(&d->known_names);
    *d = (struct data_read){0};
}

/* The file with this name in this role in a set. */
static const struct data_file *find_file(const struct data_file_set *s,
                                         const struct data_file *like)
{
    for (int i = 0; i < s->n; i++)
        if (!strcmp(s->file[i].role, like->role) &&
            !strcmp(s->file[i].path, like->path))
            return &s->file[i];
    return NULL;
}

const struct data_file *data_sets_differ(const struct data_file_set *one,
                                         const struct data_file_set *other,
                                         const struct data_file **was)
{
    for (int i = 0; i < one->n; i++) {
        *was = find_file(other, &one->file[i]);
        if (*was && !digest_equal((*was)->digest, one->file[i].digest))
            return &one->file[i];
    }
    return NULL;
}

bool data_facts_differ(const struct facts *one, const struct facts *other,
                       struct str *what)
{
    struct data_read d = {0};
    const long a = data_read_take(&d, one, 0), b = data_read_take(&d, other, 1);
    const struct data_file *was,
        *is = a >= 0 && b >= 0 ? data_sets_differ(&d.set[a], &d.set[b], &was)
                               : NULL;

    if (is)
        str_addf(what, "%s file '%s'", is->role, is->path);
    data_read_release(&d);
    return is != NULL;
}

/* --- what the files are now ---------------------------------------------- */

/* Find a file among those that the task has just read. */
static bool has_read(const struct task *t, const char *path, struct digest *d)
{
    for (int i = 0; t && i < t->files; i++)
        if (!strcmp(t->file[i].path, path)) {
            *d = t->file[i].digest;
            return true;
        }
    return false;
}

static struct data_found find_data(const struct data_now *now, const char *name)
{
    struct data_found found = {0};
    struct error e;
    char *path;

    found.known = has_read(now->task, name, &found.digest);
    if (found.known || data_path(name, now->beside, &path, &e))
        return found;
    found.known = !file_set_digest_now(path, &found.digest, &e);
    free(path);
    return found;
}

static const struct data_found *find_now(struct data_now *now, const char *name)
{
    const long at =
        digest_map_add(&now->paths, digest_of(name, strlen(name)), now->n);

    if (at == now->n) {
        GROW(now->found, now->n, now->room);
        now->found[now->n++] = find_data(now, name);
    }
    return &now->found[at];
}

int data_now_check(struct data_now *now, const struct data_file_set *s,
                   struct error *e)
{
    for (int i = 0; i < s->n; i++) {
        const struct data_file *f = &s->file[i];
        const struct data_found *is = find_now(now, f->path);
        char found[DIGEST_HEX], expected[DIGEST_HEX];

        if (!is->known || digest_equal(is->digest, f->digest))
            continue;
        digest_hex(is->digest, found);
        digest_hex(f->digest, expected);
        return error_set(e,
                         "found %s file '%s' with digest %s, expected %s: the "
                         "data are others now",
                         f->role, f->path, found, expected);
    }
    return 0;
}

void data_now_release(struct data_now *now)
{
    free(now->found);
    digest_map_release(&now->paths);
    *now = (struct data_now){0};
}
