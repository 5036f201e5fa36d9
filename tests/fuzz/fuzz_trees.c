/*
 * Trees in brackets, by their sentences and their phrases.
 *
 * Seeds: tests/fuzz/seeds/trees*
 */
#include "fuzz.h"

#include "text/language/trees.h"

static void read_phrases(const char *path, bool all)
{
    struct error e = {""};
    struct lines *l = lines_open(path, &e);
    struct phrases p;
    int more = -1;

    phrases_init(&p);
    while (l && (more = phrases_next(&p, l, all, &e)) > 0)
        MUST(p.label[0] >= '0' && p.label[0] <= '4');
    if (more < 0)
        fuzz_refused(&e);
    phrases_release(&p);
    lines_close(l);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    const char *path = fuzz_file("trees", data, n);

    read_phrases(path, false);
    read_phrases(path, true);
    return 0;
}
