#include "engine/metric/chrf.h"

#include <stdlib.h>
#include <string.h>

#include "engine/metric/bleu.h"
#include "text/language/python.h"

void chrf_init(struct chrf *c, int words, bool lower)
{
    *c = (struct chrf){.words = words, .lower = lower};
    vocabulary_init(&c->vocabulary, NULL, 0);
}

void chrf_release(struct chrf *c)
{
    vocabulary_release(&c->vocabulary);
    free(c->said.at);
    free(c->right.at);
    ngrams_release(&c->ngrams);
    str_release(&c->text[0]);
    str_release(&c->text[1]);
    str_release(&c->parted);
}

/* The characters except white space. */
static void characters(const struct str *text, struct sequence *out)
{
    int32_t point;

    out->n = 0;
    for (size_t at = 0, n; (n = python_point(text->s, text->len, at, &point));
         at += n)
        if (!python_is_space(point))
            sequence_add(out, point);
}

/* Split one ASCII punctuation mark from a word: the last character, or else the
 * first. */
static void part_word(const char *word, size_t len, struct str *out)
{
    int32_t point;
    const bool one = python_point(word, len, 0, &point) == len;
    const size_t last =
        !one && python_is_punctuation(word[len - 1]) ? len - 1 : 0;
    const size_t at = last                                   ? last
                      : !one && python_is_punctuation(*word) ? 1
                                                             : len;

    str_add(out, word, at);
    str_adds(out, " ");
    str_add(out, word + at, len - at);
    str_adds(out, " ");
}

static void words(struct chrf *c, const struct str *text, struct sequence *out)
{
    struct text_range word = {0};

    str_clear(&c->parted);
    while (python_next_word(text->s, text->len, &word))
        part_word(text->s + word.from, word.end - word.from, &c->parted);
    sequence_words(out, &c->vocabulary, &c->parted);
}

/* The answer's n-grams count only for an n for which the reference has
 * n-grams. */
static void add(struct chrf *c, int orders, struct ngram_sums *to)
{
    struct ngram_sums one[CHRF_CHARACTERS] = {0};

    ngrams_add(&c->ngrams, &c->said, &c->right, orders, one);
    for (int n = 0; n < orders; n++) {
        to[n].said += one[n].right ? one[n].said : 0;
        to[n].right += one[n].right;
        to[n].shared += one[n].shared;
    }
}

static void take(const struct chrf *c, const char *text, size_t len,
                 struct str *out)
{
    str_clear(out);
    if (c->lower)
        python_lower(text, len, out);
    else
        str_add(out, text, len);
}

void chrf_add(struct chrf *c, const char *said, size_t said_len,
              const char *right, size_t right_len, struct ngram_sums *sum)
{
    take(c, said, said_len, &c->text[0]);
    take(c, right, right_len, &c->text[1]);
    characters(&c->text[0], &c->said);
    characters(&c->text[1], &c->right);
    add(c, CHRF_CHARACTERS, sum);
    if (!c->words)
        return;
    words(c, &c->text[0], &c->said);
    words(c, &c->text[1], &c->right);
    add(c, c->words, sum + CHRF_CHARACTERS);
}

double chrf_score(const struct ngram_sums *sum, int orders)
{
    double precision = 0, recall = 0;
    int n = 0;

    for (int i = 0; i < orders; i++) {
        const struct ngram_sums *s = &sum[i];

        if (!s->said || !s->right)
            continue;
        precision += (double)s->shared / (double)s->said;
        recall += (double)s->shared / (double)s->right;
        n++;
    }
    if (precision + recall == 0)
        return 0;
    precision /= n;
    recall /= n;
    return 100 * 5 * precision * recall / (4 * precision + recall);
}

void chrf_signature(const struct chrf *c, struct str *out)
{
    str_addf(out,
             "nrefs:1|case:%s|eff:yes|nc:%d|nw:%d|space:no|version:" SACREBLEU,
             c->lower ? "lc" : "mixed", CHRF_CHARACTERS, c->words);
}
