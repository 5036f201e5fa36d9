/* Fields: defaults, canonical text, help, the nearest name. */
#include "tests/test.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/numbers/random.h"
#include "config/field/field.h"
#include "config/yaml/document.h"

static const char *const gates[] = {"plain", "scaled", "centered", NULL};

struct coda {
    double beta;
    int gate;
};

static const struct field coda_fields[] = {
    FIELD_REAL(struct coda, beta, 0.5, 0.0, 1e3, "scale of the distance"),
    FIELD_CHOICE(struct coda, gate, 1, gates, "shape of the gate"),
    FIELD_END,
};

static const struct kind coda = {
    .name = "coda", .fields = coda_fields, .size = sizeof(struct coda)};
static const struct kind softmax = {.name = "softmax", .fields = no_fields};
static const struct kind *const attention_list[] = {&softmax, &coda, NULL};
static const struct kinds attentions = {.sort = "attention",
                                        .list = attention_list};

struct conf {
    long hidden;
    double rate;
    bool causal;
    int gate;
    char *train;
    struct texts columns;
    struct chosen attention;
};

static const struct field fields[] = {
    FIELD_INT(struct conf, hidden, 200, 1, 4096, "width"),
    FIELD_REAL(struct conf, rate, 3e-4, 0, 1, "learning rate"),
    FIELD_BOOL(struct conf, causal, true, "look ahead or not"),
    FIELD_CHOICE(struct conf, gate, 2, gates, "shape of the gate"),
    FIELD_TEXT(struct conf, train, "", "training file"),
    FIELD_TEXTS(struct conf, columns, "columns of the file"),
    FIELD_KIND(struct conf, attention, &attentions, "coda", "attention"),
    FIELD_END,
};

static void defaults_come_from_the_table(void **state)
{
    struct conf c = {0};

    (void)state;
    fields_preset(fields, &c);
    assert_int_equal(c.hidden, 200);
    assert_true(c.rate == 3e-4);
    assert_true(c.causal);
    assert_int_equal(c.gate, 2);
    assert_string_equal(c.train, "");
    assert_int_equal(c.columns.n, 0);
    assert_ptr_equal(c.attention.kind, &coda);
    assert_true(((struct coda *)c.attention.conf)->beta == 0.5);
    fields_release(fields, &c);
    assert_null(c.train);
    assert_null(c.attention.kind);
}

static void the_text_names_every_field_in_order(void **state)
{
    struct conf c = {0};
    struct str s = {0};

    (void)state;
    fields_preset(fields, &c);
    fields_text(fields, &c, "model", TEXT_WHOLE, &s);
    assert_string_equal(s.s, "model.hidden: 200\n"
                             "model.rate: 0.0003\n"
                             "model.causal: true\n"
                             "model.gate: centered\n"
                             "model.train: \"\"\n"
                             "model.columns: []\n"
                             "model.attention.kind: coda\n"
                             "model.attention.beta: 0.5\n"
                             "model.attention.gate: scaled\n");
    str_release(&s);
    fields_release(fields, &c);
}

/* A field given with its default counts as not given; a kind always stays. */
static void defaults_are_left_out_and_kinds_stay(void **state)
{
    static const char same[] =
        "{hidden: 200, rate: 3.0e-4, causal: true, gate: centered, train: '',"
        " columns: [], attention: {kind: coda, beta: 5.0e-1, gate: scaled}}";
    static const char others[] =
        "{hidden: 201, rate: 0.0003000001, causal: false, gate: plain,"
        " train: a, columns: [b], attention: {beta: 0, gate: plain}}";
    struct error e = {0};
    struct str s = {0};
    struct conf c;

    (void)state;
    for (int i = 0; i < 2; i++) {
        struct document *d = document_parse(i ? others : same, "a.yaml", &e);

        assert_int_equal(document_bind(d, "", fields, &c, &e), 0);
        str_clear(&s);
        fields_text(fields, &c, "model", TEXT_GIVEN, &s);
        assert_string_equal(s.s, i ? "model.hidden: 201\n"
                                     "model.rate: 0.0003000001\n"
                                     "model.causal: false\n"
                                     "model.gate: plain\n"
                                     "model.train: a\n"
                                     "model.columns: [b]\n"
                                     "model.attention.kind: coda\n"
                                     "model.attention.beta: 0\n"
                                     "model.attention.gate: plain\n"
                                   : "model.attention.kind: coda\n");
        fields_release(fields, &c);
        document_free(d);
    }
    str_release(&s);
}

/* It may have no default, or one that only means that it is absent. */
static void a_field_that_must_be_given_stays(void **state)
{
    static const struct field required[] = {
        FIELD_TEXT_REQUIRED(struct conf, train, "a file"),
        FIELD_END,
    };
    struct conf c = {0};
    struct str s = {0};

    (void)state;
    fields_preset(required, &c);
    fields_text(required, &c, "", TEXT_GIVEN, &s);
    assert_string_equal(s.s, "train: \"\"\n");
    fields_release(required, &c);
    str_release(&s);
}

/* Each line of the text, set in an empty document, gives the same text. */
static void the_text_reads_back_as_the_same_configuration(void **state)
{
    static const char first[] =
        "{hidden: 7, rate: 1.25e-7, causal: false, gate: plain,"
        " train: \"a: b\\n#c\\t\\\"d\\\\\", columns: ['', 'x, y', z],"
        " attention: {kind: coda, beta: 33.333333333333336}}";
    struct error e = {0};
    struct document *d = document_parse(first, "a.yaml", &e);
    struct document *d2 = document_parse("{}", "b.yaml", &e);
    struct str s = {0}, s2 = {0};
    struct conf c;
    char *line, *rest;

    (void)state;
    assert_non_null(d);
    assert_int_equal(document_bind(d, "", fields, &c, &e), 0);
    fields_text(fields, &c, "", TEXT_WHOLE, &s);
    fields_release(fields, &c);
    document_free(d);

    rest = memory_string(s.s);
    for (char *text = rest; (line = strtok(text, "\n")); text = NULL) {
        char *colon = strstr(line, ": ");

        *colon = '\0';
        assert_int_equal(document_set(d2, line, colon + 2, "line", &e), 0);
    }
    free(rest);
    assert_int_equal(document_bind(d2, "", fields, &c, &e), 0);
    fields_text(fields, &c, "", TEXT_WHOLE, &s2);
    assert_string_equal(s.s, s2.s);
    fields_release(fields, &c);
    document_free(d2);
    str_release(&s);
    str_release(&s2);
}

static void a_real_is_written_short_and_exactly(void **state)
{
    static const struct {
        double x;
        const char *text;
    } want[] = {
        {3e-4, "0.0003"},
        {0.1, "0.1"},
        {1e-9, "1e-9"},
        {20, "20"},
        {-0.0, "0"},
        {1e6, "1000000"},
        {1e300, "1e300"},
        {1.0 / 3, "0.3333333333333333"},
        {0.1 + 0.2, "0.30000000000000004"},
    };
    const struct random_key key = random_key(1, "test");

    (void)state;
    for (size_t i = 0; i < sizeof(want) / sizeof(want[0]); i++) {
        struct str s = {0};

        real_text(want[i].x, &s);
        assert_string_equal(s.s, want[i].text);
        str_release(&s);
    }
    for (unsigned i = 0; i < 10000; i++) {
        union {
            uint32_t word[2];
            double x;
        } u;
        struct str s = {0};

        random_words(key, (struct address){.step = i}, 2, u.word);
        if (!isfinite(u.x))
            continue;
        real_text(u.x, &s);
        assert_true(strtod(s.s, NULL) == u.x);
        str_release(&s);
    }
}

static void a_quoted_text_stays_on_one_line(void **state)
{
    struct str s = {0};

    (void)state;
    text_quote("a\nb\x01\"\\", &s);
    assert_string_equal(s.s, "\"a\\nb\\x01\\\"\\\\\"");
    str_clear(&s);
    text_quote("wikiqa/WikiQA-train.txt.gz", &s);
    assert_string_equal(s.s, "wikiqa/WikiQA-train.txt.gz");
    str_release(&s);
}

static void a_mistyped_name_is_answered_with_the_nearest(void **state)
{
    static const char *const names[] = {"hidden", "heads", "learning_rate",
                                        "dropout", "kind"};
    static const char *const typed[][2] = {
        {"hiden", "hidden"},
        {"hdiden", "hidden"},
        {"Hidden", "hidden"},
        {"learning-rate", "learning_rate"},
        {"learning", "learning_rate"},
        {"dorpout", "dropout"},
        {"haeds", "heads"},
        {"knid", "kind"},
        {"zzz", NULL},
        {"", NULL},
        {"x", NULL},
        {"batch", NULL},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(typed) / sizeof(typed[0]); i++) {
        const char *near = nearest_name(typed[i][0], names, 5);

        if (typed[i][1])
            assert_string_equal(near, typed[i][1]);
        else
            assert_null(near);
    }
}

static void the_nearest_of_several_wins_and_the_first_of_equals(void **state)
{
    static const char *const names[] = {"beta2", "beta1", "beta"};

    (void)state;
    assert_string_equal(nearest_name("betaa", names, 3), "beta2");
    assert_string_equal(nearest_name("bta", names, 3), "beta");
}

static void help_gives_each_field_a_line(void **state)
{
    struct str s = {0};
    int lines = 0;

    (void)state;
    fields_help(fields, "  ", &s);
    for (const char *c = s.s; *c; c++)
        lines += *c == '\n';
    assert_int_equal(lines, 7);
    assert_non_null(strstr(s.s, "whole number, 1 to 4096"));
    assert_non_null(strstr(s.s, "plain | scaled | centered"));
    assert_non_null(strstr(s.s, "{kind: softmax | coda, ...}"));
    str_release(&s);
}

static void help_texts_stand_below_each_other(void **state)
{
    struct str s = {0};
    long column = 0;

    (void)state;
    fields_help(fields, "  ", &s);
    const char *line = s.s;

    for (const struct field *f = fields; f->type != FIELD_TYPE_END; f++) {
        const char *end = strchr(line, '\n');
        long at = end - line - (long)strlen(f->help);

        assert_memory_equal(line + at, f->help, strlen(f->help));
        assert_int_equal(line[at - 1], ' ');
        assert_int_equal(at, column ? column : at);
        column = at;
        line = end + 1;
    }
    str_release(&s);
}

static void names_are_listed_as_a_sentence_would(void **state)
{
    struct str s = {0};

    (void)state;
    names_list(gates, 3, &s);
    assert_string_equal(s.s, "plain, scaled or centered");
    str_clear(&s);
    kinds_names(&attentions, &s);
    assert_string_equal(s.s, "softmax or coda");
    str_release(&s);
}

/* A kind whose file was copied, and its name not changed. */
static void two_kinds_of_one_name_are_refused(void **state)
{
    const struct kind one = {"coda", "the first", .fields = no_fields};
    const struct kind other = {"softmax", "another", .fields = no_fields};
    const struct kind two = one;
    const struct kind *list[] = {&one, &other, NULL, NULL};
    const struct kinds kinds = {.sort = "attention", .list = list};
    struct error e;

    (void)state;
    assert_int_equal(kinds_check(&kinds, &e), 0);
    list[2] = &two;
    assert_int_equal(kinds_check(&kinds, &e), -1);
    assert_string_equal(e.text, "found two kinds of attention called 'coda', "
                                "expected another .name for the later, number "
                                "3 in src/local.mk");
}

/* A field beside the kind would be mistaken for the kind's own. */
static void a_field_of_a_name_that_stands_beside_is_refused(void **state)
{
    static const struct field beside[] = {
        FIELD_REAL(struct coda, beta, 0, 0, 9, "beside it"), FIELD_END};
    static const struct field own[] = {
        FIELD_REAL(struct coda, beta, 0, 0, 9, "of its own"), FIELD_END};
    const struct kind one = {"coda", "the first", .fields = own,
                             .size = sizeof(struct coda)};
    const struct kind *list[] = {&one, NULL};
    const struct kinds kinds = {
        .sort = "attention", .list = list, .beside = beside};
    struct error e;

    (void)state;
    assert_int_equal(kinds_check(&kinds, &e), -1);
    assert_string_equal(e.text, "attention 'coda': found a field 'beta', "
                                "expected another name, which none that may "
                                "stand beside has");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_come_from_the_table),
        cmocka_unit_test(the_text_names_every_field_in_order),
        cmocka_unit_test(defaults_are_left_out_and_kinds_stay),
        cmocka_unit_test(a_field_that_must_be_given_stays),
        cmocka_unit_test(the_text_reads_back_as_the_same_configuration),
        cmocka_unit_test(a_real_is_written_short_and_exactly),
        cmocka_unit_test(a_quoted_text_stays_on_one_line),
        cmocka_unit_test(a_mistyped_name_is_answered_with_the_nearest),
        cmocka_unit_test(the_nearest_of_several_wins_and_the_first_of_equals),
        cmocka_unit_test(help_gives_each_field_a_line),
        cmocka_unit_test(help_texts_stand_below_each_other),
        cmocka_unit_test(names_are_listed_as_a_sentence_would),
        cmocka_unit_test(two_kinds_of_one_name_are_refused),
        cmocka_unit_test(a_field_of_a_name_that_stands_beside_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
