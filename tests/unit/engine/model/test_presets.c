/* Presets of cloze readers have the values in the tables of their papers. */
#include "tests/unit/model_fixture.h"

#include "base/numbers/digest.h"

static const struct model_spec reads = {
    .task = "test",
    .shape = SHAPE_DOCUMENT_QUERY,
    .head = CLOZE_HEAD,
    .words = {&fixture_words, &fixture_words},
};

/* Check the first two sizes. */
static void has_sizes(const char *model, const char *preset, int first,
                      int second)
{
    struct model_size size[MODEL_SIZES];
    struct fixture f;

    fixture_kind(&f, model);
    set_choice(&f, "preset", preset);
    fixture_build(&f, &reads, 4);
    f.model->kind->sizes(f.model, size);
    assert_int_equal(size[0].is, first);
    assert_int_equal(size[1].is, second);
    fixture_release(&f);
}

/* Hidden units and characters: Dhingra et al. 2017, table 2 and 4.2; hidden
 * units and words: Kadlec et al. 2016. */
static void widths_are_the_published_ones(void **state)
{
    (void)state;
    has_sizes("ga", "cnn", 256, 0);
    has_sizes("ga", "dailymail", 256, 0);
    has_sizes("ga", "cbt", 128, 25);
    has_sizes("ga", "wdw", 128, 25);
    has_sizes("as", "as-cnn", 384, 128);
    has_sizes("as", "as-cbt", 128, 256);
}

/* A digest of a step's gradient; rate -1: the preset's. */
static uint64_t hash_at(const char *preset, double rate)
{
    struct fixture f;

    fixture_kind(&f, "ga");
    set_choice(&f, "preset", preset);
    set_long(&f, "hidden", 6);
    set_long(&f, "characters", 0);
    set_real(&f, "dropout", rate);
    fixture_build(&f, &reads, 6);
    fixture_loss(&f, 1);
    const uint64_t hash =
        hash64(f.grads, f.model->params.len * sizeof(*f.grads));

    fixture_release(&f);
    return hash;
}

static void dropout_is_the_published_one(void **state)
{
    static const struct {
        const char *preset;
        double rate;
    } of[] = {{"cnn", 0.2}, {"dailymail", 0.1}, {"cbt", 0.4}, {"wdw", 0.3}};

    (void)state;
    for (size_t i = 0; i < sizeof(of) / sizeof(*of); i++) {
        const uint64_t is = hash_at(of[i].preset, -1);

        assert_true(is == hash_at(of[i].preset, of[i].rate));
        assert_true(is != hash_at(of[i].preset, of[i].rate + 0.05));
    }
}

/* For CNN and Daily Mail, word vectors of the task are trained further. */
static void vectors_are_trained_of_large_sets(void **state)
{
    static const char *const presets[] = {"cnn", "dailymail", "cbt", "wdw"};
    struct model_spec known = reads;

    (void)state;
    known.words[0] = known.words[1] = &fixture_known_words;
    for (int i = 0; i < 4; i++) {
        struct fixture f;

        fixture_kind(&f, "ga");
        set_choice(&f, "preset", presets[i]);
        set_long(&f, "hidden", 6);
        fixture_build(&f, &known, 4);
        assert_int_equal(params_find(&f.model->params, "embedding") >= 0,
                         i < 2);
        fixture_release(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(widths_are_the_published_ones),
        cmocka_unit_test(dropout_is_the_published_one),
        cmocka_unit_test(vectors_are_trained_of_large_sets),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
