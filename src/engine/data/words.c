#include "engine/data/words.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/data/examples.h"
#include "text/language/tokens.h"
#include "text/language/vocabulary.h"

const char *const character_names[CHARACTER_FIRST] = {
    [CHARACTER_NONE] = "<none>",
    [CHARACTER_UNKNOWN] = "<unknown>",
};

/* Add the characters of a word as an entry; new characters get numbers. */
static void spell(const char *word, int most, struct vocabulary *v,
                  struct token_list *points, int32_t *id, struct column *of)
{
    int n = 0;

    tokens_split(TOKENS_CHARACTERS, word, strlen(word), points);
    for (; n < most && (size_t)n < points->n; n++)
        id[n] =
            vocabulary_add(v, word + points->span[n].at, points->span[n].len);
    assert(n > 0);
    column_add(of, (struct values){id, n});
}

void words_add_characters(struct words *w, int most)
{
    static const struct column_kind of = {"characters", COLUMN_INT,
                                          COLUMN_RAGGED, OF_EXAMPLE};
    struct characters *c = memory_zeroed(1, sizeof(*c));
    int32_t *id = memory_new((size_t)most * sizeof(*id));
    struct token_list points = {0};
    struct vocabulary v;

    assert(w->text && !w->characters && most > 0);
    vocabulary_init(&v, character_names, CHARACTER_FIRST);
    column_init(&c->of, &of);
    for (int i = 0; i < w->n; i++)
        if (i < TOKEN_FIRST) {
            id[0] = i == TOKEN_UNKNOWN ? CHARACTER_UNKNOWN : CHARACTER_NONE;
            column_add(&c->of, (struct values){id, 1});
        } else {
            spell(w->text[i], most, &v, &points, id, &c->of);
        }
    c->n = v.n;
    c->text = v.word; /* ownership moves */
    c->most = most;
    w->characters = c;
    v.word = NULL;
    v.n = 0;
    vocabulary_release(&v);
    tokens_release(&points);
    free(id);
}

struct subwords *words_add_subwords(struct words *w)
{
    w->subwords = memory_zeroed(1, sizeof(*w->subwords));
    return w->subwords;
}

void words_name_subwords(struct words *w)
{
    const struct subwords *s = w->subwords;

    w->n = TOKEN_FIRST + s->n;
    w->text = memory_new((size_t)w->n * sizeof(*w->text));
    for (int i = 0; i < w->n; i++) {
        struct str name = {0};

        if (i < TOKEN_FIRST)
            str_adds(&name, token_names[i]);
        else
            subwords_name(s, i - TOKEN_FIRST, &name);
        w->text[i] = str_take(&name);
    }
}

static void free_texts(char **text, int n)
{
    for (int i = 0; text && i < n; i++)
        free(text[i]);
    free(text);
}

void words_release(struct words *w)
{
    if (w->characters) {
        free_texts(w->characters->text, w->characters->n);
        column_release(&w->characters->of);
    }
    free(w->characters);
    if (w->subwords)
        subwords_release(w->subwords);
    free(w->subwords);
    free_texts(w->text, w->n);
    free(w->vectors);
    *w = (struct words){0};
}

static struct characters *characters_image(struct characters *c,
                                           struct image *m)
{
    bool is_there = c != NULL;

    IMAGE_VALUE(m, is_there);
    if (!is_there)
        return NULL;
    IMAGE_ROOM(m, c, 1);
    IMAGE_VALUE(m, c->n);
    IMAGE_VALUE(m, c->most);
    c->text = image_texts(m, c->text, c->n);
    column_image(&c->of, m);
    return c;
}

static struct subwords *subwords_of_image(struct subwords *s, struct image *m)
{
    bool is_there = s != NULL;

    IMAGE_VALUE(m, is_there);
    if (!is_there)
        return NULL;
    IMAGE_ROOM(m, s, 1);
    subwords_image(s, m);
    return s;
}

void words_image(struct words *w, struct image *m)
{
    bool texts = w->text != NULL;

    IMAGE_VALUE(m, w->n);
    IMAGE_VALUE(m, w->width);
    IMAGE_VALUE(m, w->words_found);
    IMAGE_VALUE(m, w->tokens_found);
    IMAGE_VALUE(m, texts);
    if (texts)
        w->text = image_texts(m, w->text, w->n);
    IMAGE_ARRAY(m, w->vectors, (size_t)w->n * (size_t)w->width);
    w->characters = characters_image(w->characters, m);
    w->subwords = subwords_of_image(w->subwords, m);
}
