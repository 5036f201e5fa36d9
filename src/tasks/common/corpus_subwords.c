/* corpus_subwords.c - replaces the pieces of texts by subwords. */
#include "tasks/common/corpus.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "text/language/subwords_learn.h"

static int refuse(const struct corpus *c, struct error *e)
{
    if (*c->conf->vectors)
        return error_set(e,
                         "task.vectors: found '%s' with task.subwords, "
                         "which have none",
                         c->conf->vectors);
    if (c->conf->tokens)
        return error_set(e,
                         "task.tokens: found %s with task.subwords, expected "
                         "one of them",
                         token_rule_names[c->conf->tokens]);
    for (int p = 0; p < MAX_PARTS; p++)
        if (c->offsets[p] || c->characters)
            return error_set(e,
                             "task.subwords: found %ld, expected 0 where "
                             "words have offsets or characters",
                             c->conf->subwords);
    return 0;
}

/* Learn merges from the texts of train, in their order. */
static void learn(const struct corpus *c, struct subwords *s)
{
    const struct examples *x = &c->task->split[SPLIT_TRAIN];
    struct subword_learner l;

    subword_learner_init(&l);
    for (int i = 0; i < x->n; i++)
        for (int p = 0; p < x->parts; p++) {
            const int32_t *piece = example_tokens(x, p, i);

            for (int k = 0; k < example_len(x, p, i); k++)
                subword_learner_add_piece(&l, c->words.word[piece[k]],
                                          strlen(c->words.word[piece[k]]));
        }
    subwords_learn(&l, c->conf->subwords, s);
    subword_learner_release(&l);
}

/* List the subwords of each piece, as numbers of the new vocabulary. */
static void cut_pieces(const struct corpus *c, const struct subwords *s,
                       struct column *of)
{
    static const struct column_kind is = {"subwords", COLUMN_INT, COLUMN_RAGGED,
                                          OF_EXAMPLE};
    struct subword_list l = {0};

    column_init(of, &is);
    for (int i = 0; i < c->words.n; i++) {
        l.n = 0;
        if (i >= TOKEN_FIRST)
            subwords_encode_piece(s, c->words.word[i], strlen(c->words.word[i]),
                                  &l);
        for (int k = 0; k < l.n; k++)
            l.token[k] += TOKEN_FIRST;
        column_add(of, (struct values){l.token, l.n});
    }
    subword_list_release(&l);
}

/* Replace the pieces of a part by subwords in all examples, at most max_tokens
 * each, and add the end token. */
static void replace(const struct corpus *c, struct column *part,
                    const struct column *of)
{
    const long most = c->conf->max_tokens;
    struct column now;
    struct subword_list l = {0};

    column_init(&now, &part->is);
    for (int i = 0; i < part->n; i++) {
        const struct values v = column_get(part, i);
        const int32_t *piece = v.at;

        l.n = 0;
        for (int k = 0; k < v.n; k++) {
            const struct values cut = column_get(of, piece[k]);

            for (int j = 0; j < cut.n && (!most || l.n < most); j++) {
                GROW(l.token, l.n, l.room);
                l.token[l.n++] = ((const int32_t *)cut.at)[j];
            }
        }
        GROW(l.token, l.n, l.room);
        if (corpus_ends(c, l.n))
            l.token[l.n++] = TOKEN_END;
        column_add(&now, (struct values){l.token, l.n});
    }
    subword_list_release(&l);
    column_release(part);
    *part = now;
}

int corpus_take_subwords(struct corpus *c, struct words *w, struct error *e)
{
    struct task *t = c->task;
    struct subwords *s;
    struct column of;

    if (refuse(c, e))
        return -1;
    s = words_add_subwords(w);
    learn(c, s);
    cut_pieces(c, s, &of);
    for (enum split i = 0; i < SPLITS; i++)
        for (int p = 0; p < t->split[i].parts; p++)
            replace(c, &t->split[i].part[p], &of);
    words_name_subwords(w);
    str_addf(&t->notes,
             "vocabulary: %d bytes and %d merges, learned of train\n",
             SUBWORD_BYTES, s->merge.n);
    column_release(&of);
    return 0;
}

void corpus_cut_pieces(struct corpus *c, int part)
{
    const struct subwords *s = c->task->words[part]->subwords;
    const long most = c->conf->max_tokens;
    struct subword_list l = {0};
    int n;

    for (size_t i = 0; i < c->tokens.n; i++) {
        const struct token_span *piece = &c->tokens.span[i];

        subwords_encode_piece(s, c->normal.s + piece->at, piece->len, &l);
    }
    n = most && l.n > most ? (int)most : l.n;
    corpus_make_room(c, part, (size_t)n + 1);
    for (int i = 0; i < n; i++)
        c->id[part][i] = TOKEN_FIRST + l.token[i];
    if (corpus_ends(c, n))
        c->id[part][n++] = TOKEN_END;
    c->len[part] = n;
    subword_list_release(&l);
}
