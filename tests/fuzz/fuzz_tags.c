/*
 * Files of tags: parts of speech, entities and lemmas of texts.
 *
 * Seeds: tests/fuzz/seeds/tags*
 */
#include "fuzz.h"

#include "tasks/span/tags.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    const char *path = fuzz_file("tags", data, n);
    struct digest d;
    struct error e = {""};
    struct tags t;

    tags_init(&t);
    if (tags_read(&t, path, &d, &e) || tags_read(&t, path, &d, &e))
        fuzz_refused(&e);
    tags_release(&t);
    return 0;
}
