#include "tasks/common/corpus.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

const char *const vocabulary_of_names[] = {"all", "train", NULL};
const char *const corpus_apart[] = {CORPUS_APART_TOKENS, NULL};

static const struct column_kind offset_columns[] = {CORPUS_OFFSETS(0),
                                                    CORPUS_OFFSETS(1)};
_Static_assert(sizeof(offset_columns) / sizeof(*offset_columns) == MAX_PARTS,
               "every part may have offsets");

void corpus_begin(struct corpus *c, struct task *t,
                  const struct corpus_config *conf, const char *beside)
{
    *c = (struct corpus){.task = t, .conf = conf, .beside = beside};
    for (int p = 0; p < MAX_PARTS; p++) {
        c->offsets_at[p] = examples_place(&t->split[0], &offset_columns[p]);
        c->offsets[p] = c->offsets_at[p] >= 0;
    }
    vocabulary_init(&c->words, token_names, TOKEN_FIRST);
}

void corpus_resume(struct corpus *c, struct task *t,
                   const struct corpus_config *conf, const char *beside)
{
    const struct words *w = t->words[0];

    corpus_begin(c, t, conf, beside);
    c->complete = true;
    for (int i = TOKEN_FIRST; i < w->n && !conf->subwords; i++)
        vocabulary_add(&c->words, w->text[i], strlen(w->text[i]));
}

const char *corpus_file(const struct corpus_config *conf, enum split split)
{
    return split == SPLIT_TRAIN   ? conf->train
           : split == SPLIT_VALID ? conf->valid
                                  : conf->test;
}

int corpus_find(struct corpus *c, enum split split, char **path,
                struct error *e)
{
    return task_find_file(split, corpus_file(c->conf, split), c->beside, path,
                          e);
}

int corpus_open(struct corpus *c, enum split split, const struct role *roles,
                const struct row_format *as, struct rows **t, struct error *e)
{
    static const struct texts none = {0};
    const struct row_format *said = row_formats[c->conf->format];
    const struct rows_layout layout = {
        .format = as ? as : said,
        .cells = as ? said : NULL,
        .header = c->conf->header,
        .columns = as ? &none : &c->conf->columns,
        .role = roles,
        .hint = "; task.columns says what stands where",
    };
    char *path;

    *t = NULL;
    if (corpus_find(c, split, &path, e))
        return -1;
    if (!path)
        return 0;
    *t = rows_open(path, &layout, e);
    free(path);
    return *t ? 0 : -1;
}

int corpus_done(struct corpus *c, enum split split, struct digest file,
                struct error *e)
{
    return task_end_file(c->task, corpus_file(c->conf, split), file, split, e);
}

int corpus_close(struct corpus *c, enum split split, struct rows *t,
                 struct error *e)
{
    return corpus_done(c, split, rows_digest(t), e);
}

/* Count a token and return its number. */
static int32_t number(struct corpus *c, enum split split, const char *word,
                      size_t len)
{
    bool adds =
        !c->complete && (c->conf->vocabulary == VOCABULARY_ALL || c->gathers ||
                         split == SPLIT_TRAIN || c->conf->subwords);
    int32_t id = adds ? vocabulary_add(&c->words, word, len)
                      : vocabulary_find(&c->words, word, len);

    if (id < 0)
        id = TOKEN_UNKNOWN;
    while (id >= c->count_room) {
        int room = c->count_room ? 2 * c->count_room : 1024;

        c->count = memory_resize(c->count, (size_t)room * sizeof(*c->count));
        memset(c->count + c->count_room, 0,
               (size_t)(room - c->count_room) * sizeof(*c->count));
        c->count_room = room;
    }
    c->count[id]++;
    return id;
}

void corpus_make_room(struct corpus *c, int part, size_t n)
{
    if (n <= c->id_room[part])
        return;
    c->id_room[part] = 2 * n;
    c->id[part] = memory_resize(c->id[part], 2 * n * sizeof(int32_t));
    c->offset[part] = memory_resize(c->offset[part], 4 * n * sizeof(int32_t));
}

static int find_offsets(struct corpus *c, size_t n, const char *text,
                        size_t len, int32_t *offset, struct error *e)
{
    if (len > INT32_MAX)
        return error_set(e,
                         "found a text of %zu bytes, expected fewer than "
                         "2^31",
                         len);
    origins_find(&c->origins, text, len, (enum normal_form)c->conf->unicode,
                 c->conf->lower);
    for (size_t i = 0; i < n; i++) {
        const struct token_span *s = &c->tokens.span[i];
        const struct text_range from =
            origins_of(&c->origins, (struct text_range){s->at, s->at + s->len});

        offset[2 * i] = (int32_t)from.from;
        offset[2 * i + 1] = (int32_t)from.end;
    }
    return 0;
}

/* Put the normal form of a text into c->normal, and cut it. */
static int cut(struct corpus *c, const char *text, size_t len, struct error *e)
{
    if (text_normal(text, len, (enum normal_form)c->conf->unicode,
                    c->conf->lower, &c->normal, e))
        return -1;
    if (c->conf->subwords) {
        const struct str normal = c->normal;

        subwords_begin(&c->begun, str_text(&normal), normal.len);
        c->normal = c->begun;
        c->begun = normal;
        subwords_pieces(str_text(&c->normal), c->normal.len, &c->tokens);
    } else {
        tokens_split((enum token_rule)c->conf->tokens, str_text(&c->normal),
                     c->normal.len, &c->tokens);
    }
    return 0;
}

bool corpus_ends(const struct corpus *c, int tokens)
{
    return c->ends && (!c->conf->max_tokens || tokens < c->conf->max_tokens);
}

int corpus_encode_text(struct corpus *c, enum split split, int part,
                       const char *text, size_t len, struct error *e)
{
    const size_t before = c->added;
    size_t n;

    if (cut(c, text, len, e))
        return -1;
    if (c->complete && c->conf->subwords) {
        corpus_cut_pieces(c, part);
        return 0;
    }
    n = c->tokens.n;
    if (c->conf->max_tokens && n > (size_t)c->conf->max_tokens &&
        !c->conf->subwords)
        n = (size_t)c->conf->max_tokens;
    corpus_make_room(c, part, before + n + 1);
    c->len[part] = (int)(before + n);
    c->id[part][0] = TOKEN_UNKNOWN;
    c->offset[part][0] = c->offset[part][1] = 0;
    for (size_t i = 0; i < n; i++) {
        const struct token_span *s = &c->tokens.span[i];

        c->id[part][before + i] = number(c, split, c->normal.s + s->at, s->len);
    }
    if (!c->conf->subwords && corpus_ends(c, (int)n))
        c->id[part][c->len[part]++] = TOKEN_END;
    return c->offsets[part]
               ? find_offsets(c, n, text, len, c->offset[part] + 2 * before, e)
               : 0;
}

int corpus_append_text(struct corpus *c, enum split split, int part,
                       const char *text, size_t len, struct error *e)
{
    if (cut(c, text, len, e))
        return -1;
    corpus_make_room(c, part, (size_t)c->len[part] + c->tokens.n);
    for (size_t i = 0; i < c->tokens.n; i++) {
        const struct token_span *s = &c->tokens.span[i];

        c->id[part][c->len[part]++] =
            number(c, split, c->normal.s + s->at, s->len);
    }
    return 0;
}

void corpus_append_token(struct corpus *c, int part, int32_t token)
{
    corpus_make_room(c, part, (size_t)c->len[part] + 1);
    c->id[part][c->len[part]++] = token;
}

void corpus_append_word(struct corpus *c, enum split split, int part,
                        const char *word)
{
    corpus_append_token(c, part, number(c, split, word, strlen(word)));
}

int corpus_look_up(struct corpus *c, const char *text, size_t len,
                   struct looked_up *out, struct error *e)
{
    if (cut(c, text, len, e))
        return -1;
    for (size_t i = 0; i < c->tokens.n; i++) {
        const struct token_span *s = &c->tokens.span[i];
        const char *token = c->normal.s + s->at;

        GROW(out->token, out->n, out->room);
        out->token[out->n++] = vocabulary_find(&c->words, token, s->len);
        str_add(&out->text, token, s->len);
        str_add(&out->text, "", 1);
    }
    return 0;
}

void looked_up_clear(struct looked_up *l)
{
    l->n = 0;
    str_clear(&l->text);
}

void looked_up_release(struct looked_up *l)
{
    free(l->token);
    str_release(&l->text);
}

int corpus_encode(struct corpus *c, enum split split, int part,
                  const struct rows *t, const struct cell *text,
                  struct error *e)
{
    struct error inner = {0};

    if (corpus_encode_text(c, split, part, text->text, text->len, &inner))
        return rows_error(t, e, "%s", inner.text);
    return 0;
}

void corpus_add(struct corpus *c, enum split split,
                struct values columns[MAX_COLUMNS])
{
    struct examples *x = &c->task->split[split];
    struct example e = {0};

    for (int p = 0; p < x->parts; p++) {
        e.part[p] = (struct values){c->id[p], c->len[p]};
        if (c->offsets_at[p] >= 0)
            columns[c->offsets_at[p]] =
                (struct values){c->offset[p], 2 * c->len[p]};
    }
    memcpy(e.column, columns, sizeof(e.column));
    examples_add(x, &e);
}

void corpus_release(struct corpus *c)
{
    vocabulary_release(&c->words);
    free(c->count);
    str_release(&c->normal);
    str_release(&c->begun);
    tokens_release(&c->tokens);
    origins_release(&c->origins);
    for (int p = 0; p < MAX_PARTS; p++) {
        free(c->id[p]);
        free(c->offset[p]);
    }
    *c = (struct corpus){0};
}

void corpus_show(const struct task *t, enum split split, int part, int i,
                 struct str *out)
{
    const struct values v = column_get(&t->split[split].part[part], i);
    const int32_t *token = v.at;

    for (int j = 0; j < v.n; j++)
        str_addf(out, "%s%s", j ? " " : "", t->words[part]->text[token[j]]);
}
