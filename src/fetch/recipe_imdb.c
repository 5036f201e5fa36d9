/*
 * recipe_imdb.c - the reviews of aclImdb_v1.tar.gz, whose 50,000 files are
 * SPLIT/neg/ID_RATING.txt and SPLIT/pos/ID_RATING.txt, as one table per split.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "fetch/recipes.h"
#include "fetch/text_lines.h"

struct review {
    long id;
    int label, rating;
    char *text; /* owned */
};

struct reviews {
    struct review *review; /* owned */
    int n, room;
};

static void reviews_release(struct reviews *r)
{
    for (int i = 0; i < r->n; i++)
        free(r->review[i].text);
    free(r->review);
}

/* True if a member is a review of the split; fills in r. */
static bool is_review(const char *name, const char *split, struct review *r)
{
    char sort[4];
    int end = 0;

    if (strncmp(name, split, strlen(split)) != 0)
        return false;
    sscanf(name + strlen(split), "%3[a-z]/%ld_%d.txt%n", sort, &r->id,
           &r->rating, &end);
    if (!end || name[strlen(split) + (size_t)end])
        return false;
    r->label = !strcmp(sort, "pos");
    return r->label || !strcmp(sort, "neg");
}

static int read_text(struct members *m, struct review *r, struct error *e)
{
    struct str text = {0};

    if (members_text(m, &text, e) || text_refuse_nul(text.s, text.len, e)) {
        str_release(&text);
        return -1;
    }
    for (size_t i = 0; i < text.len; i++)
        if (text.s[i] == '\t' || text.s[i] == '\n' || text.s[i] == '\r')
            text.s[i] = ' ';
    r->text = text.s ? str_take(&text) : memory_string("");
    return 0;
}

static int read_reviews(struct members *m, const char *split,
                        struct reviews *all, struct error *e)
{
    const char *name;
    int more;

    while ((more = members_next(m, &name, e)) > 0) {
        struct review r = {0};

        if (!is_review(name, split, &r))
            continue;
        if (read_text(m, &r, e))
            return error_in(e, "review %ld", r.id);
        GROW(all->review, all->n, all->room);
        all->review[all->n++] = r;
    }
    if (!more && !all->n)
        return error_set(e, "found no review, expected some in '%s'", split);
    return more;
}

static int by_id(const void *a, const void *b)
{
    const struct review *x = a, *y = b;

    if (x->id != y->id)
        return x->id < y->id ? -1 : 1;
    return x->label - y->label;
}

static int put_reviews(const struct reviews *all, struct sink *out,
                       struct error *e)
{
    struct str line = {0};
    int bad = 0;

    for (int i = 0; i < all->n && !bad; i++) {
        const struct review *r = &all->review[i];

        str_clear(&line);
        str_addf(&line, "%d\t%d\t%ld\t", r->label, r->rating, r->id);
        str_adds(&line, r->text);
        str_adds(&line, "\n");
        bad = sink_put(out, line.s, line.len, e);
    }
    str_release(&line);
    return bad;
}

int recipe_imdb(const struct recipe_input *in, struct sink *out,
                struct error *e)
{
    struct reviews all = {0};
    struct members *m = members_open(in->path, true, in->most, e);
    int bad = -1;

    if (m && !read_reviews(m, in->member, &all, e)) {
        qsort(all.review, (size_t)all.n, sizeof(*all.review), by_id);
        bad = put_reviews(&all, out, e);
    }
    reviews_release(&all);
    members_close(m);
    return bad;
}
