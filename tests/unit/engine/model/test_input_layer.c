/* The input layer of readers: words, characters, or both. */
#include "tests/unit/model_fixture.h"

#include "engine/layer/characters.h"
#include "engine/model/input_layer.h"

#define TWIN 16 /* has the characters of word 8 */

static bool *reads_words(struct fixture *f)
{
    return conf_member(&f->kind, "words");
}

/* Replace a word by another at all places. */
static void replace(struct fixture *f, int32_t word, int32_t by)
{
    for (int p = 0; p < f->x.parts; p++) {
        struct column *c = &f->x.part[p];

        for (size_t i = 0, n = column_at(c, c->n); i < n; i++)
            if (c->ints[i] == word)
                c->ints[i] = by;
    }
}

/* The loss before and after replacing. */
static void losses(bool words, double loss[2])
{
    struct fixture f;

    fixture_kind(&f, "bidaf");
    *reads_words(&f) = words;
    fixture_build(&f, &fixture_reads, 8);
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

/* Check that a value of a field is refused. */
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

/* Refused when the experiment is read, not only when a trial begins. */
static void every_reader_refuses_what_fields_alone_say(void **state)
{
    const struct kind *k;
    int readers = 0;

    (void)state;
    for (int i = 0; (k = model_kinds.list[i]); i++) {
        struct chosen c = {0};
        struct error e = {""};

        if (!field_find(k->fields, "character_encoder"))
            continue;
        assert_int_equal(chosen_preset(&c, &model_kinds, k->name), 0);
        *(bool *)conf_member(&c, "words") = false;
        *(long *)conf_member(&c, "characters") = 0;
        assert_int_equal(chosen_check(&c, false, &e), 0);
        assert_int_equal(chosen_check(&c, true, &e), -1);
        chosen_release(&c);
        readers++;
    }
    assert_true(readers >= 7);
}

static void something_of_a_token_is_read(void **state)
{
    struct fixture f;

    (void)state;
    fixture_kind(&f, "bidaf");
    *reads_words(&f) = false;
    refuses(&f, &fixture_reads, "characters", 0,
            "characters: found 0 without words");
}

static void characters_that_do_not_fit_are_refused(void **state)
{
    const struct words bare = {.n = WORDS};
    struct model_spec without = fixture_reads;
    struct fixture f;

    (void)state;
    without.words[0] = without.words[1] = &bare;
    fixture_kind(&f, "bidaf");
    refuses(&f, &without, "characters", 8,
            "characters: found 8, but task 'test' has no characters of words; "
            "expected 0");
    fixture_kind(&f, "bidaf");
    *(int *)conf_member(&f.kind, "character_encoder") = CHARACTERS_LSTM;
    refuses(&f, &fixture_reads, "filters", 101,
            "filters: found 101, expected an even number, as "
            "character_encoder: lstm reads from either end");
    fixture_kind(&f, "bidaf");
    *(int *)conf_member(&f.kind, "character_encoder") = CHARACTERS_INITIALS;
    refuses(&f, &fixture_reads, "filters", 101,
            "character_encoder: initials reads");
}

/* --- dropout on the input ------------------------------------------------- */

#define WORD 40
#define SPELT 30

/* Count the numbers of words, and of encoded characters, that are dropped. */
static void count_lost(bool filters, int lost[2])
{
    const struct input_layer_conf c = {.words = true,
                                       .embedding = WORD,
                                       .train_embedding = true,
                                       .characters = 6,
                                       .filters = SPELT,
                                       .character_width = 3,
                                       .dropout_filters = filters};
    struct model m = {.conf = &c};
    struct fixture f;
    struct input_layer r;
    struct error e = {0};
    struct node *x[SIDES];

    fixture_kind(&f, "bidaf");
    fixture_build(&f, &fixture_reads, 8);
    assert_int_equal(
        input_layer_add(&r, &m.params, &fixture_reads, &c, INIT_FAN_IN, &e), 0);
    assert_int_equal(r.width, WORD + SPELT);
    float *params = memory_floats(m.params.len);
    params_init(&m.params, 1, params);
    f.tape.params = params;
    f.tape.grads = NULL;
    const struct grain g = fixture_grain(&f, (struct run){0, 8}, 8);

    input_layer_apply(&f.tape, &m, &r, &g, 0.5f, x);
    lost[0] = lost[1] = 0;
    for (size_t i = 0; i < node_len(x[DOCUMENT]); i++)
        lost[i % (WORD + SPELT) >= WORD] += x[DOCUMENT]->val[i] == 0.0f;
    free(params);
    params_release(&m.params);
    fixture_release(&f);
}

static void what_characters_say_is_dropped_where_it_is_to_be(void **state)
{
    int lost[2];

    (void)state;
    count_lost(true, lost);
    assert_true(lost[0] > 0 && lost[1] > 0);
    count_lost(false, lost);
    assert_true(lost[0] > 0);
    assert_int_equal(lost[1], 0);
}

/* --- published forms ------------------------------------------------------ */

static long preset_of(const char *kind, const char *field)
{
    for (int i = 0; model_kinds.list[i]; i++)
        if (!strcmp(model_kinds.list[i]->name, kind))
            return (long)field_find(model_kinds.list[i]->fields, field)->preset;
    fail_msg("no kind %s", kind);
    return 0;
}

static void readers_read_characters_as_their_papers_have_it(void **state)
{
    static const struct {
        const char *kind;
        long width, dropped;
    } known[] = {{"bidaf", 3, true},
                 {"dcn", 3, true},
                 {"qanet", 5, false},
                 {"aligner", 5, true},
                 {"phasecond", 5, true}};

    (void)state;
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        assert_int_equal(preset_of(known[i].kind, "character_width"),
                         known[i].width);
        assert_int_equal(preset_of(known[i].kind, "dropout_filters"),
                         known[i].dropped);
    }
}

static enum init start_of(const struct fixture *f, const char *name)
{
    const struct params *p = &f->model->params;

    for (int i = 0; i < p->n; i++)
        if (!strcmp(p->param[i].name, name))
            return p->param[i].init;
    fail_msg("no parameter %s", name);
    return INIT_ZERO;
}

/* Glorot's initial values of filters are uniform with a scale of their own. */
static void expect_starts(bool he, bool relu, enum init filters,
                          enum init transform)
{
    struct fixture f;

    fixture_kind(&f, "qanet");
    *(bool *)conf_member(&f.kind, "he") = he;
    *(bool *)conf_member(&f.kind, "highway_relu") = relu;
    *(bool *)conf_member(&f.kind, "character_relu") = relu;
    fixture_build(&f, &fixture_reads, 8);
    assert_int_equal(start_of(&f, "characters.filters.weight"), filters);
    assert_int_equal(start_of(&f, "highway.0.transform.weight"), transform);
    assert_int_equal(start_of(&f, "highway.1.gate.weight"), INIT_GLOROT);
    assert_int_equal(start_of(&f, "project.weight"), INIT_GLOROT);
    assert_int_equal(start_of(&f, "into.weight"), INIT_GLOROT);
    fixture_release(&f);
}

static void weights_before_relu_start_after_he(void **state)
{
    (void)state;
    expect_starts(true, true, INIT_HE, INIT_HE);
    expect_starts(true, false, INIT_UNIFORM, INIT_GLOROT);
    expect_starts(false, true, INIT_UNIFORM, INIT_GLOROT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_words_those_of_one_spelling_are_one),
        cmocka_unit_test(every_reader_refuses_what_fields_alone_say),
        cmocka_unit_test(something_of_a_token_is_read),
        cmocka_unit_test(characters_that_do_not_fit_are_refused),
        cmocka_unit_test(what_characters_say_is_dropped_where_it_is_to_be),
        cmocka_unit_test(readers_read_characters_as_their_papers_have_it),
        cmocka_unit_test(weights_before_relu_start_after_he),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
