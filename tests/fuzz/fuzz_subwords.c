/*
 * Files of subwords; with each that can be read, a line is split and joined
 * again.
 *
 * Seeds: made/subwords*
 */
#include "fuzz.h"

#include "text/language/subwords.h"

static void use(const struct subwords *s)
{
    static const char line[] = "the quick brown fox jumps over the lazy dog";
    struct subword_list list = {0};
    struct str text = {0};

    subwords_encode(s, line, strlen(line), &list);
    subwords_decode(s, list.token, list.n, &text);
    MUST(!strcmp(str_text(&text), line));
    str_clear(&text);
    subwords_text(s, &text);
    str_release(&text);
    subword_list_release(&list);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    const char *path = fuzz_file("subwords", data, n);
    struct subwords s;
    struct digest d;
    struct error e = {""};

    if (subwords_read(&s, path, &d, &e))
        fuzz_refused(&e);
    else
        use(&s);
    subwords_release(&s);
    return 0;
}
