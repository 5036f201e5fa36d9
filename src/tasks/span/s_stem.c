#include "tasks/span/s_stem.h"

static void drop_last(struct str *word)
{
    word->s[--word->len] = '\0';
}

void s_stem(struct str *word)
{
    const char *s = str_text(word);
    const size_t n = word->len;

    if (n > 3 && str_ends_in(s, "ies") && !str_ends_in(s, "eies") &&
        !str_ends_in(s, "aies")) {
        word->len -= 3;
        str_adds(word, "y");
    } else if (n > 3 && str_ends_in(s, "es")) {
        if (!str_ends_in(s, "aes") && !str_ends_in(s, "ees") &&
            !str_ends_in(s, "oes"))
            drop_last(word);
    } else if (n > 3 && str_ends_in(s, "s") && !str_ends_in(s, "us") &&
               !str_ends_in(s, "ss")) {
        drop_last(word);
    }
}
