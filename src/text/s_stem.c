#include "text/s_stem.h"

#include <string.h>

static bool ends(const char *word, size_t len, const char *with)
{
    const size_t n = strlen(with);

    return len >= n && !memcmp(word + len - n, with, n);
}

static void drop_last(struct str *word)
{
    word->s[--word->len] = '\0';
}

void s_stem(struct str *word)
{
    const char *s = str_text(word);
    const size_t n = word->len;

    if (n > 3 && ends(s, n, "ies") && !ends(s, n, "eies") &&
        !ends(s, n, "aies")) {
        word->len -= 3;
        str_adds(word, "y");
    } else if (n > 3 && ends(s, n, "es")) {
        if (!ends(s, n, "aes") && !ends(s, n, "ees") && !ends(s, n, "oes"))
            drop_last(word);
    } else if (n > 3 && ends(s, n, "s") && !ends(s, n, "us") &&
               !ends(s, n, "ss")) {
        drop_last(word);
    }
}
