/*
 * token_list.h - the tokens of a text, as places in it.
 *
 * Threads: a list belongs to one thread at a time.
 */
#ifndef TEXT_LANGUAGE_TOKEN_LIST_H
#define TEXT_LANGUAGE_TOKEN_LIST_H

#include <stddef.h>

struct token_span {
    size_t at, len; /* bytes of the text */
};

struct token_list {
    struct token_span *span; /* owned; tokens_release() frees it */
    size_t n, room;
};

#endif
