/* BLEU and chrF equal sacreBLEU's numbers. */
#include "config.h"

#include "tests/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/utf8.h"
#include "base/numbers/random.h"
#include "engine/metric/bleu.h"
#include "engine/metric/chrf.h"
#include "tests/unit/text_files.h"
#include "text/files/lines.h"

#define TEST "multi30k/test_2016_flickr.de.gz"
#define SCORES 7 /* in the order of tests/peers/sacre_scores.py */

/* Translations and references, one per line. */
struct lines_of {
    char **said, **right;
    int n, room, right_room;
};

static void lines_add(struct lines_of *l, const char *said, const char *right)
{
    int n = l->n;

    GROW(l->said, l->n, l->room);
    GROW(l->right, n, l->right_room);
    l->said[l->n] = memory_string(said);
    l->right[l->n++] = memory_string(right);
}

static void lines_release(struct lines_of *l)
{
    for (int i = 0; i < l->n; i++) {
        free(l->said[i]);
        free(l->right[i]);
    }
    free(l->said);
    free(l->right);
}

static double bleu_of(const struct lines_of *l, enum bleu_tokens tokens,
                      bool lower)
{
    struct ngram_sums sum[BLEU_ORDERS] = {0};
    struct bleu b;

    bleu_init(&b, tokens, lower);
    for (int i = 0; i < l->n; i++)
        bleu_add(&b, l->said[i], strlen(l->said[i]), l->right[i],
                 strlen(l->right[i]), sum);
    bleu_release(&b);
    return bleu_score(sum, BLEU_ORDERS);
}

static double chrf_of(const struct lines_of *l, int words, bool lower)
{
    struct ngram_sums sum[CHRF_ORDERS(CHRF_WORDS)] = {0};
    struct chrf c;

    chrf_init(&c, words, lower);
    for (int i = 0; i < l->n; i++)
        chrf_add(&c, l->said[i], strlen(l->said[i]), l->right[i],
                 strlen(l->right[i]), sum);
    chrf_release(&c);
    return chrf_score(sum, CHRF_ORDERS(words));
}

static void scores_of(const struct lines_of *l, double out[SCORES])
{
    out[0] = bleu_of(l, BLEU_13A, false);
    out[1] = bleu_of(l, BLEU_NONE, false);
    out[2] = bleu_of(l, BLEU_CHAR, false);
    out[3] = bleu_of(l, BLEU_13A, true);
    out[4] = chrf_of(l, 0, false);
    out[5] = chrf_of(l, 2, false);
    out[6] = chrf_of(l, 0, true);
}

static void check(const struct lines_of *l, const double expected[SCORES])
{
    double found[SCORES];

    scores_of(l, found);
    for (int i = 0; i < SCORES; i++)
        if (!(fabs(found[i] - expected[i]) <= 1e-9 * (1 + expected[i])))
            fail_msg("score %d of '%s' and %d lines more: found %.17g, "
                     "expected %.17g",
                     i, l->said[0], l->n - 1, found[i], expected[i]);
}

/* --- fixed values --------------------------------------------------------- */

/* From sacreBLEU 2.6.0: for each line alone, and for all together. */
static const struct {
    const char *said, *right;
    double score[SCORES];
} fixed[] = {
#include "tests/unit/engine/metric/bleu_values.def"
};
#define FIXED (sizeof(fixed) / sizeof(*fixed) - 1)

static void lines_have_the_scores_of_sacrebleu(void **state)
{
    struct lines_of all = {0};

    (void)state;
    for (size_t i = 0; i < FIXED; i++) {
        struct lines_of one = {0};

        lines_add(&one, fixed[i].said, fixed[i].right);
        lines_add(&all, fixed[i].said, fixed[i].right);
        check(&one, fixed[i].score);
        lines_release(&one);
    }
    check(&all, fixed[FIXED].score);
    lines_release(&all);
}

static void what_is_right_has_a_hundred(void **state)
{
    struct lines_of l = {0};
    double score[SCORES];

    (void)state;
    lines_add(&l, "Ein Mann, 2.50 Euro.", "Ein Mann, 2.50 Euro.");
    scores_of(&l, score);
    for (int i = 0; i < SCORES; i++)
        assert_true(fabs(score[i] - 100) < 1e-9);
    lines_release(&l);
}

static void no_lines_have_nothing(void **state)
{
    const struct lines_of none = {0};
    double score[SCORES];

    (void)state;
    scores_of(&none, score);
    for (int i = 0; i < SCORES; i++)
        assert_true(score[i] == 0);
}

static void signatures_are_those_of_sacrebleu(void **state)
{
    struct str s = {0};
    struct bleu b;
    struct chrf c;

    (void)state;
    bleu_init(&b, BLEU_CHAR, true);
    bleu_signature(&b, &s);
    assert_string_equal(
        s.s, "nrefs:1|case:lc|eff:no|tok:char|smooth:exp|version:2.6.0");
    str_clear(&s);
    chrf_init(&c, 2, false);
    chrf_signature(&c, &s);
    assert_string_equal(
        s.s, "nrefs:1|case:mixed|eff:yes|nc:6|nw:2|space:no|version:2.6.0");
    str_release(&s);
    bleu_release(&b);
    chrf_release(&c);
}

/* --- against sacreBLEU itself --------------------------------------------- */

static bool has_sacrebleu(void)
{
    return !system("python3 -c 'import sacrebleu' >/dev/null 2>&1");
}

static void write_lines(const char *name, char *const *line, int n)
{
    struct str out = {0};

    for (int i = 0; i < n; i++)
        str_addf(&out, "%s\n", line[i]);
    file_of(name, str_text(&out));
    str_release(&out);
}

static void check_peer(const struct lines_of *l)
{
    const char *dir = getenv("srcdir");
    double expected[SCORES];

    write_lines("said", l->said, l->n);
    write_lines("right", l->right, l->n);
    char *command =
        memory_format("python3 %s/tests/peers/sacre_scores.py %s/said %s/right",
                      dir ? dir : ".", folder, folder);
    FILE *f = popen(command, "r");

    assert_non_null(f);
    for (int i = 0; i < SCORES; i++)
        assert_int_equal(fscanf(f, "%lf", &expected[i]), 1);
    pclose(f);
    free(command);
    check(l, expected);
}

static uint32_t below(uint32_t line, uint64_t at, uint32_t n)
{
    return random_below(random_key(1, "lines"),
                        (struct address){.example = line}, at, n);
}

/* Text that the tokenising rules apply to, and text that they must not
 * change. */
static char *odd_line(uint32_t line, uint32_t seed)
{
    static const char *const part[] = {"a",        "B",         "Haus",
                                       "1",        "23",        ".",
                                       ",",        "-",         "'",
                                       "\"",       "&",         "&amp;",
                                       "lt;",      "&lt;",      "(",
                                       ")",        "/",         "<",
                                       "&quot;",   ">",         "<skipped>",
                                       "é",        "Ä",         "ß",
                                       "Σ",        "ΑΣ",        "İ",
                                       "語",       "。",        "€",
                                       "—",        "„",         "😀",
                                       " ",        " ",         " ",
                                       "\xc2\xa0", "\t",        "\xe2\x80\xa8",
                                       "\x1c",     "e\xcc\x81", "%"};
    struct str s = {0};

    str_adds(&s, "");
    for (uint32_t i = 0, n = below(line, seed, 40); i < n; i++)
        str_adds(&s,
                 part[below(line, seed + i + 1, sizeof(part) / sizeof(*part))]);
    return str_take(&s);
}

static void odd_lines_have_the_scores_of_sacrebleu(void **state)
{
    struct lines_of l = {0};

    (void)state;
    for (uint32_t i = 0; i < 3000; i++) {
        char *right = odd_line(i, 0), *other = odd_line(i, 100);
        char *said = i % 3 ? memory_format("%.*s%s", (int)strlen(right) / 2,
                                           right, other)
                           : memory_string(other);

        if (utf8_valid(said, strlen(said)) == strlen(said))
            lines_add(&l, said, right);
        free(said);
        free(right);
        free(other);
    }
    check_peer(&l);
    lines_release(&l);
}

/* The reference with some words doubled, or followed by a comma. */
static char *spoiled(const char *right, uint32_t line)
{
    struct str out = {0};

    for (uint32_t i = 0; *right; i++) {
        const size_t n = strcspn(right + 1, " ") + 1;
        const uint32_t chance = below(line, i, 12);

        for (uint32_t k = chance > 1; k <= (chance == 2 ? 2u : 1u); k++)
            str_add(&out, right, n);
        if (chance == 3)
            str_adds(&out, ",");
        right += n;
    }
    str_adds(&out, "");
    return str_take(&out);
}

static void real_lines_have_the_scores_of_sacrebleu(void **state)
{
    char *path = memory_format("%s/" TEST, getenv("CODARUN_DATA"));
    struct error e = {0};
    struct lines *in = lines_open(path, &e);
    struct lines_of l = {0};
    char *line;
    size_t len;

    (void)state;
    assert_non_null(in);
    while (lines_next(in, &line, &len, &e) > 0) {
        char *said = spoiled(line, (uint32_t)l.n);

        lines_add(&l, said, line);
        free(said);
    }
    assert_int_equal(l.n, 1000);
    check_peer(&l);
    lines_close(in);
    lines_release(&l);
    free(path);
}

int main(void)
{
    const bool peer = has_sacrebleu();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_have_the_scores_of_sacrebleu),
        cmocka_unit_test(what_is_right_has_a_hundred),
        cmocka_unit_test(no_lines_have_nothing),
        cmocka_unit_test(signatures_are_those_of_sacrebleu),
        unit_test_if(peer, odd_lines_have_the_scores_of_sacrebleu,
                     "Python's sacrebleu is not installed"),
        unit_test_if(peer && has_data(TEST),
                     real_lines_have_the_scores_of_sacrebleu,
                     "Python's sacrebleu or multi30k/ is not installed"),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
