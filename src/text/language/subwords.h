/*
 * subwords.h - byte-pair subwords: words cut into what they often consist of
 * (Sennrich et al. 2016), over bytes.
 *
 * There are 256 tokens of a byte each, and one for each merge: two tokens that
 * stood side by side most often when it was learned.  A line, with a blank put
 * before it unless it is empty, is cut into pieces first, and merges stay
 * within a piece:
 *
 *     a blank, where one is, and behind it letters and marks alone, or digits
 *     alone, or other signs alone; blanks in a row but the last are a piece.
 *
 * So the blank is the mark of a word's beginning, and a word is the same at a
 * line's beginning as within.  (Where one kind goes on for longer than
 * SUBWORD_PIECE bytes, the piece ends there, between characters.)  Since any
 * byte is a token, there is no unknown text: what subwords_encode() makes of a
 * line, subwords_decode() makes the very line again.
 *
 * A file of them is text for people as well, a merge a line in the order they
 * were learned, the likeliest first:
 *
 *     codarun subwords 1: 8000 merges
 *     e n
 *     _ d
 *     _d ie
 *
 * `_` is a blank; \xHH is a byte that is no part of a printable character, and
 * stands for `_` and `\` as well.  The same notation names tokens elsewhere.
 *
 * Threads: any number may encode and decode with what is there.
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
#define SUBWORD_PIECE 128  /* bytes of a piece at most, and so of a token */
#define SUBWORD_MERGES 1e6 /* at most */

struct subwords {
    int n;                   /* tokens */
    struct pair_index merge; /* merge i makes token SUBWORD_BYTES + i */
    struct str bytes;        /* of all tokens, one behind the other */
    size_t *start;           /* owned [n + 1] where each begins */
    int room;
};

/* The tokens of a byte alone. */
void subwords_init(struct subwords *s);
void subwords_release(struct subwords *s);

void subwords_image(struct subwords *s, struct image *m);

/* One more merge, of tokens that are there and that are not merged yet. */
void subwords_add(struct subwords *s, int32_t left, int32_t right);

/* Tokens, one behind the other; a zeroed struct is empty. */
struct subword_list {
    int32_t *token; /* owned */
    int n, room;
};
void subword_list_release(struct subword_list *l);

/* Replace *out by the tokens of a line, valid UTF-8. */
void subwords_encode(const struct subwords *s, const char *line, size_t len,
                     struct subword_list *out);

/* Append what tokens read as: any bytes, where no line was encoded so. */
void subwords_decode(const struct subwords *s, const int32_t *token, int n,
                     struct str *out);

/* Append their bytes, with the blank that stands before a line. */
void subwords_bytes(const struct subwords *s, const int32_t *token, int n,
                    struct str *out);

/* Append a token's name. */
void subwords_name(const struct subwords *s, int32_t token, struct str *out);

/* --- how that goes, for who learns them ----------------------------------- */

/* Replace *text by a line with the blank before it. */
void subwords_begin(struct str *text, const char *line, size_t len);

/* Bytes of the piece that a text, which is not empty, begins with. */
size_t subwords_piece(const char *text, size_t len);

/* Replace the list by the pieces of a text. */
void subwords_pieces(const char *text, size_t len, struct token_list *out);

/* Append the tokens of a piece. */
void subwords_encode_piece(const struct subwords *s, const char *piece,
                           size_t len, struct subword_list *out);

/* Do merge m in all places, from the left; returns how many tokens are left. */
int subwords_merge(const struct pair_index *merge, int32_t m, int32_t *token,
                   int n);

/* --- files ---------------------------------------------------------------- */

/* Append the text of their file. */
void subwords_text(const struct subwords *s, struct str *out);

/* Read a file, which may be packed (files/unpack.h); s is to be released either
 * way. */
int subwords_read(struct subwords *s, const char *path, struct digest *d,
                  struct error *e);

#endif
