/* The bytes of word vectors: the same for one text on every processor, with
 * every compiler and number of threads. */
#include "config.h"

#include "tests/test.h"

#include <stdio.h>
#include <string.h>

#include "base/files/file.h"
#include "engine/word_vectors/learn.h"

#define FOLDER_FILE "vectors"
#include "tests/unit/folder_fixture.h"

/* 12,000 tokens of 200 words; the first words are the most frequent. */
static void make_text(struct running_text *r)
{
    struct error e = {0};
    uint32_t x = 1;

    running_text_init(r);
    for (int line = 0; line < 400; line++) {
        for (int k = 0; k < 30; k++) {
            char name[16];

            x = x * 1664525u + 1013904223u;
            const uint32_t u = x >> 16, word = (u * u >> 16) * 200 >> 16;
            const int n = snprintf(name, sizeof(name), "w%u", (unsigned)word);

            running_text_add(r, name, (size_t)n);
        }
        running_text_end(r);
    }
    assert_int_equal(running_text_keep(r, 1, &e), 0);
}

static void learn(const struct running_text *r, enum vectors_method method,
                  int threads, char hex[DIGEST_HEX])
{
    struct vectors_job job = {
        .file = path, .threads = threads, .force = true, .seconds = 60};
    struct error e = {0};
    struct str bytes = {0};

    job.settings = (struct vectors_settings)VECTORS_SETTINGS;
    job.settings.method = method;
    job.settings.width = 20;
    vectors_settings_fill(&job.settings);
    assert_int_equal(vectors_learn(&job, r, &e), 0);
    assert_int_equal(file_read(path, &bytes, &e), 0);
    digest_hex(digest_of(bytes.s, bytes.len), hex);
    str_release(&bytes);
}

static const struct {
    enum vectors_method method;
    const char *hex;
} golden[] = {
    {VECTORS_SKIPGRAM, "d799a2433cc0487cbefb83d35b2483e9"},
    {VECTORS_GLOVE, "3672863103b8dec140272794d8277b6f"},
};

/* If the bytes change, METHOD (word_vectors/learn.c) must change: states of the
 * method before must not be continued. */
static void the_bytes_are_those_that_they_were(void **state)
{
    struct running_text r;

    (void)state;
    make_text(&r);
    for (size_t i = 0; i < sizeof(golden) / sizeof(golden[0]); i++)
        for (int threads = 1; threads <= 3; threads += 2) {
            char hex[DIGEST_HEX];

            learn(&r, golden[i].method, threads, hex);
            assert_string_equal(hex, golden[i].hex);
        }
    running_text_release(&r);
}

static void words_are_not_more_than_can_be_counted(void **state)
{
    struct vectors_job job = {.file = path, .threads = 1};
    struct running_text many = {.tokens = (size_t)1 << 40, .sentences = 1};
    struct error e = {0};

    (void)state;
    job.settings = (struct vectors_settings)VECTORS_SETTINGS;
    vectors_settings_fill(&job.settings);
    assert_int_equal(vectors_learn(&job, &many, &e), -1);
    assert_string_equal(e.text, "found 5.5e+12 words in all passes, expected "
                                "fewer than 5.12e+11");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_bytes_are_those_that_they_were),
        cmocka_unit_test(words_are_not_more_than_can_be_counted),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
