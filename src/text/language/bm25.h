/*
 * bm25.h - find the texts that match a question: BM25 over an inverted index
 * (Robertson and Zaragoza 2009, "The Probabilistic Relevance Framework").
 *
 *     score(q, d) = sum over words w of q, each once, of
 *         ln(1 + (N - n_w + 1/2) / (n_w + 1/2)) *
 *         f (k1 + 1) / (f + k1 (1 - b + b |d| / mean |d|))
 *
 * N texts, n_w of them with w, f times w in d.  Words are those tokens of the
 * rule `words` (language/tokens.h) that begin with a letter or a digit, in
 * lower case: well-known is one.  There are no stop words and no stemming.
 *
 * Terms are added in one order, rare words first, so a score has the same bits
 * whatever was searched before; among equal scores the text that was added
 * first is first.  Texts that can no longer be among the best are dropped
 * during the search, which changes no result.
 *
 * Threads: one at a time adds texts; then any number of threads search, each
 *          with a struct bm25_search of its own.
 */
#ifndef TEXT_LANGUAGE_BM25_H
#define TEXT_LANGUAGE_BM25_H

#include "base/core/error.h"
#include "base/core/str.h"
#include "text/language/tokens.h"
#include "text/language/vocabulary.h"

/* An occurrence of a word: the text, and how often. */
struct bm25_posting {
    int text, times;
};

struct bm25_list {
    struct bm25_posting *at; /* owned, sorted by text */
    int n, room;
};

struct bm25_hit {
    int text;
    double score;
};

/* A text cut into words. */
struct bm25_cut {
    struct str normal;
    struct token_list tokens; /* of `normal` */
};

struct bm25 {
    double k1, b;
    struct vocabulary words;
    struct bm25_list *list; /* owned [words.n] */
    int list_room;
    int *len; /* owned [n]: words of each text */
    int n, room;
    double all;          /* words of all texts together */
    struct bm25_cut cut; /* scratch */
};

/* Memory for searching, used for one question after the other. */
struct bm25_search {
    const struct bm25 *of; /* borrowed */
    struct bm25_cut cut;
    double *norm;  /* owned [of->n]: k1 (1 - b + b |d| / mean |d|) */
    double *score; /* owned [of->n]: of a text that was reached; else -1 */
    int *reached;  /* owned [reached_n]: texts that may be among the best */
    int reached_n, reached_room;
};

void bm25_init(struct bm25 *b, double k1, double length);
void bm25_release(struct bm25 *b);

/* Add a text, which gets number b->n. */
int bm25_add(struct bm25 *b, const char *text, size_t len, struct error *e);

/* Search the texts added so far; none may be added while it is in use. */
void bm25_search_init(struct bm25_search *s, const struct bm25 *b);
void bm25_search_release(struct bm25_search *s);

/* The best `most` texts that share a word with the question, best first.
 * Returns how many there are, or -1.  out has room for `most`. */
int bm25_rank(struct bm25_search *s, const char *question, size_t len, int most,
              struct bm25_hit *out, struct error *e);

#endif
