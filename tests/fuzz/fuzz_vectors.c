/*
 * Word vectors, for a vocabulary of three words.
 *
 * Seeds: tests/fuzz/seeds/vectors*
 */
#include "fuzz.h"

#include "text/language/vectors.h"

static void read_vectors(const char *path, const struct vocabulary *v,
                         enum vector_spelling spelling, bool unit)
{
    struct vectors x = {0};
    struct error e = {""};

    if (vectors_read(&x, path, v, UNKNOWN_HASHED, spelling, unit, &e))
        fuzz_refused(&e);
    else
        MUST(x.width > 0);
    vectors_release(&x);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    const char *path = fuzz_file("vectors", data, n);
    const char *special = "<null>";
    struct vocabulary v;

    vocabulary_init(&v, &special, 1);
    vocabulary_add(&v, "the", 3);
    vocabulary_add(&v, "Paris", 5);
    vocabulary_add(&v, "a", 1);
    read_vectors(path, &v, SPELLING_EXACT, false);
    read_vectors(path, &v, SPELLING_ANY, true);
    vocabulary_release(&v);
    return 0;
}
