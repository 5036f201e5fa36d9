#include "tasks/common/long_word.h"

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

bool long_word_in(const char *s, size_t len)
{
    size_t from = 0;

    while (len - from > LONGEST_WORD) {
        size_t i = from + LONGEST_WORD;

        while (i > from && s[i] && !is_blank(s[i]))
            i--;
        if (s[i] && !is_blank(s[i]))
            return true;
        from = i + 1;
    }
    return false;
}
