#include "task/corpus.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "fetch/data_path.h"

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

/* The number of a token, which is counted. */
static int32_t number(struct corpus *c, enum split split, const char *word,
                      size_t len)
{
    bool adds = !c->complete && (c->conf->vocabulary == VOCABULARY_ALL ||
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
        const struct stretch from =
            origins_of(&c->origins, (struct stretch){s->at, s->at + s->len});

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

/* What share of the words, distinct and running, the vectors cover. */
static void measure(struct corpus *c, struct words *w, const bool *found)
{
    double words = 0, tokens = 0, all = 0;
    int distinct = w->n - TOKEN_FIRST;

    for (int i = 0; i < c->count_room && i < w->n; i++) {
        all += (double)c->count[i];
        if (found[i]) {
            words++;
            tokens += (double)c->count[i];
        }
    }
    w->words_found = distinct > 0 ? words / distinct : 0;
    w->tokens_found = all > 0 ? tokens / all : 0;
    str_addf(&c->task->notes,
             "word vectors cover %.1f %% of %d distinct words, %.1f %% of "
             "running tokens; the others: %s\n",
             100 * w->words_found, distinct, 100 * w->tokens_found,
             unknown_vector_names[c->conf->unknown_vectors]);
}

static int read_vectors(struct corpus *c, struct words *w, struct error *e)
{
    struct vectors x;
    char *path;

    if (data_path(c->conf->vectors, c->beside, &path, e))
        return error_in(e, "task.vectors");
    if (vectors_read(&x, path, &c->words,
                     (enum unknown_vectors)c->conf->unknown_vectors,
                     c->spelling, c->conf->unit_vectors, e)) {
        free(path);
        return -1;
    }
    free(path);
    measure(c, w, x.found);
    task_add_file(c->task, c->conf->vectors, x.digest, SOURCE_VECTORS);
    w->vectors = x.value;
    w->width = x.width;
    x.value = NULL;
    vectors_release(&x);
    return 0;
}

static void renumber(struct examples *x, const int32_t *to)
{
    for (int p = 0; p < x->parts; p++) {
        struct column *c = &x->part[p];

        for (size_t i = 0, n = column_at(c, c->n); i < n; i++)
            c->ints[i] = to[c->ints[i]];
    }
}

/* The numbers that words get which train has: to[n], zeroed. */
static void find_kept(const struct examples *train, int n, int32_t *to)
{
    int kept = TOKEN_FIRST;

    for (int p = 0; p < train->parts; p++) {
        const struct column *c = &train->part[p];

        for (size_t i = 0, tokens = column_at(c, c->n); i < tokens; i++)
            to[c->ints[i]] = 1;
    }
    for (int i = 0; i < n; i++)
        to[i] = i < TOKEN_FIRST ? i : to[i] ? kept++ : TOKEN_UNKNOWN;
}

void corpus_forget(struct corpus *c)
{
    struct vocabulary was = c->words;
    int32_t *to;

    if (c->conf->vocabulary != VOCABULARY_TRAIN || c->conf->subwords)
        return;
    to = memory_zeroed((size_t)was.n, sizeof(*to));
    find_kept(&c->task->split[SPLIT_TRAIN], was.n, to);
    for (enum split s = 0; s < SPLITS; s++)
        renumber(&c->task->split[s], to);
    vocabulary_init(&c->words, token_names, TOKEN_FIRST);
    for (int i = TOKEN_FIRST; i < was.n; i++) {
        const long count = c->count[i]; /* all words were counted */

        c->count[i] = 0;
        c->count[to[i]] += count;
        if (to[i] != TOKEN_UNKNOWN)
            vocabulary_add(&c->words, was.word[i], strlen(was.word[i]));
    }
    vocabulary_release(&was);
    free(to);
}

int corpus_end(struct corpus *c, struct error *e)
{
    if (c->conf->subwords)
        return corpus_take_subwords(c, task_share_words(c->task), e);
    return corpus_take_words(c, e);
}

int corpus_take_words(struct corpus *c, struct error *e)
{
    struct words *w = task_share_words(c->task);

    w->n = c->words.n;
    if (*c->conf->vectors && read_vectors(c, w, e))
        return -1;
    w->text = c->words.word; /* moves */
    c->words.word = NULL;
    c->words.n = 0;
    if (c->characters)
        words_add_characters(w, c->characters);
    return 0;
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
