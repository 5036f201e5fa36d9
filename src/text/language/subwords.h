/*
 * subwords.h - byte-pair subwords: words cut into frequent parts (Sennrich et
 * al. 2016), over bytes.
 *
 * There are 256 tokens of one byte each, and one for each merge: two tokens
 * that were adjacent most often when it was learned.  A line, with a blank put
 * before it unless it is empty, is first cut into pieces, and merges stay
 * within a piece:
 *
 *     an optional blank, followed by letters and marks only, or digits only, or
 *     other signs only; of several blanks all but the last are a piece.
 *
 * So the blank marks the beginning of a word, and a word is the same at the
 * beginning of a line as within it.  (If a piece would be longer than
 * SUBWORD_PIECE bytes, it ends there, between characters.)  Since any byte is a
 * token, there is no unknown text: subwords_decode() restores exactly the line
 * that subwords_encode() was given.
 *
 * Their file is text, for people as well, with one merge per line in the order
 * they were learned, the most frequent first:
 *
 *     codarun subwords 1: 8000 merges
 *     e n
 *     _ d
 *     _d ie
 *
 * `_` is a blank; \xHH is a byte that is no part of a printable character, and
 * is also used for `_` and `\`.  Tokens have the same notation elsewhere.
 *
 * Threads: any number may encode and decode while none adds.
 */
#ifndef TEXT_LANGUAGE_SUBWORDS_H
#define TEXT_LANGUAGE_SUBWORDS_H

#include <stddef.h>
#include <stdint.h>

#include "base/core/error.h"
#include "base/core/str.h"
#include "base/files/image.h"
#include "base/numbers/digest.h"
#include "text/language/pair_index.h"
#include "text/language/tokens.h"

#define SUBWORD_BYTES 256  /* tokens of one byte each, which come first */
#define SUBWORD_PIECE 128  /* most bytes of a piece, and so of a token */
#define SUBWORD_MERGES 1e6 /* at most */

struct subwords {
    int n;                   /* tokens */
    struct pair_index merge; /* merge i makes token SUBWORD_BYTES + i */
    struct str bytes;        /* of all tokens, concatenated */
    size_t *start;           /* owned [n + 1] where each token begins */
    int room;
};

/* Only the tokens of one byte. */
void subwords_init(struct subwords *s);
void subwords_release(struct subwords *s);

void subwords_image(struct subwords *s, struct image *m);

/* Add a merge of two existing tokens that are not merged yet. */
void subwords_add(struct subwords *s, int32_t left, int32_t right);

/* A list of tokens; a zeroed struct is empty. */
struct subword_list {
    int32_t *token; /* owned */
    int n, room;
};
void subword_list_release(struct subword_list *l);

/* Replace *out by the tokens of a line, valid UTF-8. */
void subwords_encode(const struct subwords *s, const char *line, size_t len,
                     struct subword_list *out);

/* Append the text of tokens: any bytes, unless they encode a line. */
void subwords_decode(const struct subwords *s, const int32_t *token, int n,
                     struct str *out);

/* Append the bytes of tokens, with the blank that precedes a line. */
void subwords_bytes(const struct subwords *s, const int32_t *token, int n,
                    struct str *out);

/* Append a token's name. */
void subwords_name(const struct subwords *s, int32_t token, struct str *out);

/* --- the steps of encoding, for learning ---------------------------------- */

/* Replace *text by a line with the blank before it. */
void subwords_begin(struct str *text, const char *line, size_t len);

/* The length in bytes of the first piece of a text, which is not empty. */
size_t subwords_piece(const char *text, size_t len);

/* Replace the list by the pieces of a text. */
void subwords_pieces(const char *text, size_t len, struct token_list *out);

/* Append the tokens of a piece. */
void subwords_encode_piece(const struct subwords *s, const char *piece,
                           size_t len, struct subword_list *out);

/* Apply merge m everywhere, from the left; returns how many tokens are left. */
int subwords_merge(const struct pair_index *merge, int32_t m, int32_t *token,
                   int n);

/* --- files ---------------------------------------------------------------- */

/* Append the text of their file. */
void subwords_text(const struct subwords *s, struct str *out);

/* Read a file, which may be packed (files/unpack.h); s is to be released also
 * on failure. */
int subwords_read(struct subwords *s, const char *path, struct digest *d,
                  struct error *e);

#endif
