/* What readers make of tokens: their words, their characters, or both. */
#include "model_fixture.h"

#include "layer/characters.h"

#define TWIN 16 /* spelt as word 8 is */

static const struct model_spec spec = {
    .task = "test",
    .shape = SHAPE_DOCUMENT_QUERY,
    .head = &head_span,
    .words = {&fixture_words, &fixture_words},
    .classes = 2,
};

static bool *reads_words(struct fixture *f)
{
    return conf_member(&f->kind, "words");
}

/* One word for another, wherever it stands. */
static void replace(struct fixture *f, int32_t word, int32_t by)
{
    for (int p = 0; p < f->x.parts; p++) {
        struct column *c = &f->x.part[p];

        for (size_t i = 0, n = column_at(c, c->n); i < n; i++)
            if (c->ints[i] == word)
                c->ints[i] = by;
    }
}

/* The loss, before and after. */
static void losses(bool words, double loss[2])
{
    struct fixture f;

    fixture_kind(&f, "bidaf");
    *reads_words(&f) = words;
    fixture_build(&f, &spec, 8);
    loss[0] = fixture_passes(&f, 1, false);
    replace(&f, 8, TWIN);
    loss[1] = fixture_passes(&f, 1, false);
    fixture_release(&f);
}

static void without_words_those_of_one_spelling_are_one(void **state)
{
    double loss[2];

    (void)state;
    losses(true, loss);
    assert_true(loss[0] != loss[1]);
    losses(false, loss);
    assert_true(loss[0] == loss[1]);
}

/* With a field at a value. */
static void refuses(struct fixture *f, const struct model_spec *s,
                    const char *field, long value, const char *says)
{
    struct error e = {0};

    fixture_spell();
    set_long(f, field, value);
    assert_null(model_new(&f->kind, s, &e));
    if (!strstr(e.text, says))
        fail_msg("'%s' does not say '%s'", e.text, says);
    chosen_release(&f->kind);
}

static void something_of_a_token_is_read(void **state)
{
    struct fixture f;

    (void)state;
    fixture_kind(&f, "bidaf");
    *reads_words(&f) = false;
    refuses(&f, &spec, "characters", 0, "characters: found 0 without words");
}

static void characters_that_do_not_fit_are_refused(void **state)
{
    const struct words bare = {.n = WORDS};
    struct model_spec without = spec;
    struct fixture f;

    (void)state;
    without.words[0] = without.words[1] = &bare;
    fixture_kind(&f, "bidaf");
    refuses(&f, &without, "characters", 8,
            "characters: found 8, but task 'test' has no characters of words; "
            "expected 0");
    fixture_kind(&f, "bidaf");
    *(int *)conf_member(&f.kind, "character_encoder") = CHARACTERS_LSTM;
    refuses(&f, &spec, "filters", 101,
            "filters: found 101, expected an even number, as "
            "character_encoder: lstm reads from either end");
    fixture_kind(&f, "bidaf");
    *(int *)conf_member(&f.kind, "character_encoder") = CHARACTERS_INITIALS;
    refuses(&f, &spec, "filters", 101, "character_encoder: initials reads");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_words_those_of_one_spelling_are_one),
        cmocka_unit_test(something_of_a_token_is_read),
        cmocka_unit_test(characters_that_do_not_fit_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
