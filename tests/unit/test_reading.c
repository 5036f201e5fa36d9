/* What readers make of tokens: their words, their characters, or both. */
#include "model_fixture.h"

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

static void something_of_a_token_is_read(void **state)
{
    struct error e = {0};
    struct fixture f;

    (void)state;
    fixture_spell();
    fixture_kind(&f, "bidaf");
    *reads_words(&f) = false;
    set_long(&f, "characters", 0);
    assert_null(model_new(&f.kind, &spec, &e));
    assert_non_null(strstr(e.text, "characters: found 0 without words"));
    chosen_release(&f.kind);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_words_those_of_one_spelling_are_one),
        cmocka_unit_test(something_of_a_token_is_read),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
