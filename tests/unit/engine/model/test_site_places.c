/*
 * A transformer's places for kinds of attention: how they are written, and
 * which values are refused.
 */
#include "tests/unit/model_uses.h"

#include "engine/model/transformer.h"

/* --- texts ---------------------------------------------------------------- */

static char *text_of(const char *model, enum text_form form)
{
    struct chosen c = {0};
    struct str s = {0};

    choose(&model_kinds, model, &c);
    chosen_text(&c, "model", form, &s);
    chosen_release(&c);
    return str_take(&s);
}

/* A trial from before keeps its name; tables show all fields. */
static void what_is_unset_is_in_whole_texts_alone(void **state)
{
    char *given = text_of("{kind: transformer}", TEXT_GIVEN);
    char *whole = text_of("{kind: universal}", TEXT_WHOLE);

    (void)state;
    assert_string_equal(given, "model.kind: transformer\n"
                               "model.attention.kind: softmax\n");
    for (int i = 0; i < SITES; i++) {
        char *line = memory_format("\nmodel.%s.kind: unset\n",
                                   attention_site_names[i]);

        assert_non_null(strstr(whole, line));
        free(line);
    }
    free(given);
    free(whole);
}

static void what_is_set_is_told(void **state)
{
    char *given = text_of(
        "{kind: transformer, encoder_attention: {heads: 2, kind: coda, "
        "layers: 0-1}, cross_attention: {kind: softmax, heads: 0}}",
        TEXT_GIVEN);

    (void)state;
    assert_string_equal(given, "model.kind: transformer\n"
                               "model.attention.kind: softmax\n"
                               "model.encoder_attention.kind: coda\n"
                               "model.encoder_attention.layers: \"0-1\"\n"
                               "model.encoder_attention.heads: 2\n"
                               "model.cross_attention.kind: softmax\n");
    free(given);
}

static void a_dotted_name_leads_to_what_stands_beside_a_kind(void **state)
{
    struct chosen c = {0};
    void *at;

    (void)state;
    choose(&model_kinds,
           "{kind: transformer, cross_attention: {kind: coda, heads: 3}}", &c);
    const struct transformer_conf *conf = c.conf;

    assert_non_null(field_within(c.kind->fields, c.conf,
                                 "cross_attention.heads", &at));
    assert_ptr_equal(at, &conf->cross_attention.heads);
    assert_int_equal(conf->cross_attention.heads, 3);
    assert_non_null(
        field_within(c.kind->fields, c.conf, "cross_attention.beta", &at));
    assert_null(
        field_within(c.kind->fields, c.conf, "encoder_attention.heads", &at));
    assert_string_equal(
        kinds_field_at(&model_kinds, "encoder_attention.layers")->name,
        "layers");
    assert_null(kinds_field_at(&model_kinds, "attention.layers"));
    chosen_release(&c);
}

/* The same as if nothing is given, so a sweep can unset a place. */
static void what_is_given_as_unset_is_unset(void **state)
{
    static const char *const given[] = {"unset", "{kind: unset}"};

    (void)state;
    for (int i = 0; i < 2; i++) {
        char *text = memory_format(
            "{kind: transformer, cross_attention: %s}", given[i]);
        struct chosen c = {0};

        choose(&model_kinds, text, &c);
        const struct transformer_conf *conf = c.conf;

        assert_null(conf->cross_attention.is.kind);
        chosen_release(&c);
        free(text);
    }
}

/* Unsetting replaces what the experiment has, including the fields of its kind.
 */
static void what_was_set_is_taken_back(void **state)
{
    static const char *const was[] = {"coda", "{kind: coda, heads: 1}",
                                      "{kind: coda, beta: 0.5, layers: \"0\"}"};
    static const char *const name[] = {"it.cross_attention",
                                       "it.cross_attention.kind"};
    struct error e;

    (void)state;
    for (int i = 0; i < 6; i++) {
        char *text = memory_format(
            "it: {kind: transformer, cross_attention: %s}", was[i / 2]);
        struct document *d = document_parse(text, "sites", &e);
        struct chosen c;

        assert_non_null(d);
        assert_int_equal(document_set(d, name[i % 2], "unset", "--set", &e), 0);
        if (document_bind_kind(d, "it", &model_kinds, &c, &e))
            fail_msg("%s, %s: %s", was[i / 2], name[i % 2], e.text);
        const struct transformer_conf *conf = c.conf;

        assert_null(conf->cross_attention.is.kind);
        chosen_release(&c);
        document_free(d);
        free(text);
    }
}

/* Fields that --set gives, and that the kinds of some variants lack, are left
 * out there. */
static void fields_that_are_left_out_are_those_of_no_kind(void **state)
{
    struct error e = {""};
    struct document *d = document_parse("it: {kind: transformer}", "sites", &e);
    struct chosen c;

    (void)state;
    assert_int_equal(
        document_set(d, "it.cross_attention.heads", "2", "--set", &e), 0);
    document_yield(d, "it.cross_attention.heads");
    if (document_bind_kind(d, "it", &model_kinds, &c, &e))
        fail_msg("%s", e.text);
    assert_null(((struct transformer_conf *)c.conf)->cross_attention.is.kind);
    chosen_release(&c);
    assert_int_equal(
        document_set(d, "it.cross_attention.layers", "0", "--set", &e), 0);
    assert_int_equal(document_bind_kind(d, "it", &model_kinds, &c, &e), -1);
    assert_non_null(strstr(e.text, "missing field 'it.cross_attention.kind'"));
    document_free(d);
}

/* --- errors --------------------------------------------------------------- */

static void expect_refused(const char *fields, const char *why)
{
    struct error e = {""};
    struct str text = {0};
    struct chosen c;

    str_addf(&text, "it: {kind: transformer, %s}\n", fields);
    struct document *d = document_parse(str_text(&text), "sites", &e);

    assert_non_null(d);
    if (!document_bind_kind(d, "it", &model_kinds, &c, &e))
        fail_msg("%s is taken", fields);
    if (!strstr(e.text, why))
        fail_msg("%s: %s", fields, e.text);
    document_free(d);
    str_release(&text);
}

static void layers_are_numbers_and_ranges_that_are_there(void **state)
{
    static const char *const wrong[] = {
        "2",   "0-2", "-1",  "1-0",  "x", "0,",           ",0",
        "0,,1", "0-", "0 1", "0x1", " ", "99999999999999", "0-1-1",
        "1,0", "0,0", "0-1,1", "01", "00", "0-01", "0, 1"};

    (void)state;
    for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
        char *fields = memory_format(
            "encoder_attention: {kind: coda, layers: \"%s\"}", wrong[i]);
        char *why = memory_format(
            "it.encoder_attention.layers: found '%s', expected "
            "numbers from 0 to 1 or ranges of them such as 0-1, rising, with "
            "commas and no blanks between",
            wrong[i]);

        expect_refused(fields, why);
        free(fields);
        free(why);
    }
    assert_true(layers_have("", 7) && layers_have("0,2-3", 3));
    assert_true(layers_have("10", 10) && !layers_have("10", 1));
    assert_false(layers_have("0,2-3", 1) || layers_have("0,2-3", 4));
}

static void what_no_place_has_is_refused(void **state)
{
    (void)state;
    expect_refused("cross_attention: {kind: coda, heads: 5}",
                   "it.cross_attention.heads: found 5, expected at most 4, "
                   "as many as the model has (0: all)");
    expect_refused("cross_attention: {heads: 2}",
                   "missing field 'it.cross_attention.kind'; expected one of "
                   "softmax");
    expect_refused("cross_attention: {heads: 2}", " or unset");
    expect_refused("cross_attention: {kind: cod}",
                   "it.cross_attention.kind: found 'cod', expected one of "
                   "softmax, coda");
    expect_refused("cross_attention: ''", "expected one of softmax, coda");
    expect_refused("cross_attention: {kind: softmax, head: 2}",
                   "unknown field 'head' in it.cross_attention (softmax); did "
                   "you mean 'heads'?");
    expect_refused("cross_attention: {kind: unset, heads: 2}",
                   "it.cross_attention.heads: found '2', expected none where "
                   "the kind is unset");
    expect_refused("cross_attention: {kind: unset, hedas: 2}",
                   "unknown field 'hedas' in it.cross_attention (unset); did "
                   "you mean 'heads'?");
    expect_refused("cross_attention: {kind: unset, bta: 2}",
                   "unknown field 'bta' in it.cross_attention (unset); did you "
                   "mean 'beta'?");
    expect_refused("cross_attention: {kind: unsett}", "did you mean 'unset'");
    expect_refused("attention: unset", "expected one of");
    expect_refused("attention: {kind: softmax, heads: 2}",
                   "unknown field 'heads'");
    expect_refused("decoder_attention: {kind: coda, layers: [0, 1]}",
                   "it.decoder_attention.layers: found a list, expected a "
                   "text");
}

static void a_decoder_s_kind_needs_a_decoder(void **state)
{
    static const struct class_names two = {.n = 2};
    const struct model_spec s = {.shape = SHAPE_SEQUENCE,
                                 .head = {&head_class, &two},
                                 .task = "test",
                                 .words = {&fixture_words}};
    static const char *const kinds[] = {"transformer", "universal"};

    (void)state;
    for (int k = 0; k < 2; k++)
        for (int i = SITE_DECODER; i < SITES; i++) {
            const char *site = attention_site_names[i];
            char *model = memory_format("{kind: %s, %s: coda}", kinds[k], site);
            char *why = memory_format("model.%s: found coda in a model without "
                                      "a decoder", site);
            struct chosen c = {0};
            struct error e = {""};

            choose(&model_kinds, model, &c);
            assert_null(model_new(&c, &s, &e));
            if (!strstr(e.text, why))
                fail_msg("'%s' does not say '%s'", e.text, why);
            chosen_release(&c);
            free(model);
            free(why);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_unset_is_in_whole_texts_alone),
        cmocka_unit_test(what_is_set_is_told),
        cmocka_unit_test(a_dotted_name_leads_to_what_stands_beside_a_kind),
        cmocka_unit_test(what_is_given_as_unset_is_unset),
        cmocka_unit_test(fields_that_are_left_out_are_those_of_no_kind),
        cmocka_unit_test(what_was_set_is_taken_back),
        cmocka_unit_test(layers_are_numbers_and_ranges_that_are_there),
        cmocka_unit_test(what_no_place_has_is_refused),
        cmocka_unit_test(a_decoder_s_kind_needs_a_decoder),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
