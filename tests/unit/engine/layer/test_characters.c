/* Characters of words, and the distinct tokens of a grain. */
#include "config.h"

#include "tests/test.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/str.h"
#include "base/numbers/random.h"
#include "engine/data/distinct.h"

static const char *const texts[] = {
    "the",       "caf\xc3\xa9",     "a", "\xe4\xb8\xad\xe6\x96\x87", "hat",
    "<unknown>", "\xf0\x9f\x98\x80"};
enum { TEXTS = sizeof(texts) / sizeof(*texts), WORDS = TOKEN_FIRST + TEXTS };

static void make_words(struct words *w, int most)
{
    *w = (struct words){.n = WORDS};
    w->text = memory_new(WORDS * sizeof(*w->text));
    for (int i = 0; i < WORDS; i++)
        w->text[i] = memory_string(i < TOKEN_FIRST ? token_names[i]
                                                   : texts[i - TOKEN_FIRST]);
    words_add_characters(w, most);
}

/* Number of bytes of the first n code points. */
static size_t bytes_of_points(const char *s, int n)
{
    size_t at = 0;

    while (s[at] && n-- > 0)
        do
            at++;
        while ((s[at] & 0xc0) == 0x80);
    return at;
}

static void characters_of_a_word_spell_its_text(void **state)
{
    struct str s = {0};
    struct words w;

    (void)state;
    for (int most = 1; most <= 12; most++) {
        make_words(&w, most);
        assert_int_equal(w.characters->most, most);
        assert_int_equal(w.characters->of.n, WORDS);
        for (int i = TOKEN_FIRST; i < WORDS; i++) {
            const struct values v = column_get(&w.characters->of, i);
            const int32_t *id = v.at;

            str_clear(&s);
            for (int k = 0; k < v.n; k++) {
                assert_in_range(id[k], CHARACTER_FIRST, w.characters->n - 1);
                str_adds(&s, w.characters->text[id[k]]);
            }
            assert_in_range(v.n, 1, most);
            assert_int_equal(s.len, bytes_of_points(w.text[i], most));
            assert_memory_equal(s.s, w.text[i], s.len);
        }
        words_release(&w);
    }
    str_release(&s);
}

static void characters_have_numbers_in_order_and_no_two(void **state)
{
    struct words w;
    int next = CHARACTER_FIRST;

    (void)state;
    make_words(&w, 3);
    const struct column *of = &w.characters->of;

    for (size_t i = column_at(of, TOKEN_FIRST); i < column_at(of, WORDS); i++) {
        assert_in_range(of->ints[i], CHARACTER_FIRST, next);
        next += of->ints[i] == next;
    }
    assert_int_equal(next, w.characters->n); /* the e after caf has no number */
    for (int i = 0; i < w.characters->n; i++)
        for (int k = 0; k < i; k++)
            assert_string_not_equal(w.characters->text[i],
                                    w.characters->text[k]);
    words_release(&w);
}

static void tokens_that_are_no_words_have_a_character_of_their_own(void **state)
{
    struct words w;

    (void)state;
    make_words(&w, 16);
    for (int i = 0; i < TOKEN_FIRST; i++) {
        const struct values v = column_get(&w.characters->of, i);

        assert_int_equal(v.n, 1);
        assert_int_equal(*(const int32_t *)v.at, i == TOKEN_UNKNOWN
                                                     ? CHARACTER_UNKNOWN
                                                     : CHARACTER_NONE);
    }
    words_release(&w);
}

enum { EXAMPLES = 8, LONGEST = 40 };

/* Two parts of random tokens below `words`; some examples are empty. */
static void make_grain(uint32_t seed, uint32_t words, struct arena *a,
                       struct packed part[2])
{
    const struct random_key key = random_key(seed, "grain");

    for (uint32_t p = 0; p < 2; p++) {
        int *at = arena_ints(a, EXAMPLES + 1);
        int32_t *token = arena_alloc(a, sizeof(*token) * EXAMPLES * LONGEST);

        at[0] = 0;
        for (uint32_t i = 0; i < EXAMPLES; i++) {
            const struct address here = {.example = i, .site = p};

            at[i + 1] = at[i] + (int)random_below(key, here, 0, LONGEST);
            for (int k = at[i]; k < at[i + 1]; k++)
                token[k] = (int32_t)random_below(
                    key, here, (uint32_t)(k - at[i]) + 1, words);
        }
        part[p] = (struct packed){{EXAMPLES, at}, token};
    }
}

static void check_distinct(const struct packed *part, int parts,
                           const struct distinct *d)
{
    int seen = 0;

    for (int p = 0; p < parts; p++)
        for (int i = 0; i < segments_rows(&part[p].seg); i++) {
            const int32_t place = d->row[p][i];

            assert_in_range(place, 0, seen); /* in order of occurrence */
            seen += place == seen;
            assert_int_equal(d->token[place], part[p].token[i]);
        }
    assert_int_equal(d->n, seen);
    for (int i = 0; i < d->n; i++)
        for (int k = 0; k < i; k++)
            assert_int_not_equal(d->token[i], d->token[k]);
    for (int p = parts; p < MAX_PARTS; p++)
        assert_null(d->row[p]);
}

static void every_row_has_its_token_among_the_distinct(void **state)
{
    struct arena a = {0};

    (void)state;
    for (uint32_t seed = 0; seed < 60; seed++) {
        struct packed part[2];
        struct distinct both, first, second;

        make_grain(seed, seed % 3 ? 30 : 200000, &a, part);
        distinct_tokens(part, 2, &a, &both);
        distinct_tokens(part, 1, &a, &first);
        distinct_tokens(part + 1, 1, &a, &second);
        check_distinct(part, 2, &both);
        check_distinct(part, 1, &first);
        check_distinct(part + 1, 1, &second);
        arena_reset(&a);
    }
    arena_release(&a);
}

static void a_grain_of_nothing_has_no_tokens(void **state)
{
    const struct packed none = {{0, (int[]){0}}, NULL};
    struct arena a = {0};
    struct distinct d;
    struct packed spelt;
    struct words w;

    (void)state;
    make_words(&w, 4);
    distinct_tokens(&none, 1, &a, &d);
    distinct_spell(&d, w.characters, &a, &spelt);
    assert_int_equal(d.n, 0);
    assert_int_equal(segments_rows(&spelt.seg), 0);
    words_release(&w);
    arena_release(&a);
}

static void distinct_tokens_are_spelt_one_behind_the_other(void **state)
{
    struct arena a = {0};
    struct packed part[2], spelt;
    struct distinct d;
    struct words w;

    (void)state;
    make_words(&w, 4);
    make_grain(3, WORDS, &a, part);
    distinct_tokens(part, 2, &a, &d);
    distinct_spell(&d, w.characters, &a, &spelt);
    assert_int_equal(spelt.seg.n, d.n);
    assert_int_equal(spelt.seg.at[0], 0);
    for (int i = 0; i < d.n; i++) {
        const struct values v = column_get(&w.characters->of, d.token[i]);

        assert_int_equal(segment_len(&spelt.seg, i), v.n);
        assert_memory_equal(spelt.token + spelt.seg.at[i], v.at,
                            (size_t)v.n * sizeof(int32_t));
    }
    words_release(&w);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(characters_of_a_word_spell_its_text),
        cmocka_unit_test(characters_have_numbers_in_order_and_no_two),
        cmocka_unit_test(
            tokens_that_are_no_words_have_a_character_of_their_own),
        cmocka_unit_test(every_row_has_its_token_among_the_distinct),
        cmocka_unit_test(a_grain_of_nothing_has_no_tokens),
        cmocka_unit_test(distinct_tokens_are_spelt_one_behind_the_other),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
