/* Documents: what is accepted, and the exact line for what is not. */
#include "../test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "config/document.h"

static const char *const gates[] = {"plain", "scaled", "centered", NULL};

struct soft {
    bool scale;
};
static const struct field soft_fields[] = {
    FIELD_BOOL(struct soft, scale, true, "divide by sqrt(dk)"),
    FIELD_END,
};

struct coda {
    double beta;
    int gate;
    bool scale;
};
static const struct field coda_fields[] = {
    FIELD_REAL(struct coda, beta, 1.0, 0.0, 1e3, "scale of the distance"),
    FIELD_CHOICE(struct coda, gate, 0, gates, "shape of the gate"),
    FIELD_BOOL(struct coda, scale, true, "divide by sqrt(dk)"),
    FIELD_END,
};
static const struct kind soft = {
    .name = "softmax", .fields = soft_fields, .size = sizeof(struct soft)};
static const struct kind coda = {
    .name = "coda", .fields = coda_fields, .size = sizeof(struct coda)};
static const struct kind *const attention_list[] = {&soft, &coda, NULL};
static const struct kinds attentions = {"attention", attention_list};

struct decatt {
    long hidden;
    double dropout;
    bool tied;
    char *vectors;
    struct texts columns;
    struct chosen attention;
};
static const struct field decatt_fields[] = {
    FIELD_INT(struct decatt, hidden, 200, 1, 4096, "width of F, G and H"),
    FIELD_REAL(struct decatt, dropout, 0.2, 0, 0.9, "dropout"),
    FIELD_BOOL(struct decatt, tied, false, "share weights"),
    FIELD_TEXT(struct decatt, vectors, "", "file of word vectors"),
    FIELD_TEXTS(struct decatt, columns, "columns"),
    FIELD_KIND(struct decatt, attention, &attentions, "softmax", "attention"),
    FIELD_END,
};
static const struct kind decatt = {
    .name = "decatt", .fields = decatt_fields, .size = sizeof(struct decatt)};
static const struct kind *const model_list[] = {&decatt, NULL};
static const struct kinds models = {"model", model_list};

struct rank {
    char *train;
};
static const struct field rank_fields[] = {
    FIELD_TEXT_REQUIRED(struct rank, train, "training file"),
    FIELD_END,
};

static int bind_model(const char *text, struct chosen *c, struct error *e)
{
    struct document *d = document_parse(text, "a.yaml", e);
    int failed;

    if (!d)
        return -1;
    failed = document_bind_kind(d, "model", &models, c, e);
    document_free(d);
    return failed;
}

/* The text of an experiment's model, and the line its fault is answered with.
 */
static const struct {
    const char *text, *line;
} faults[] = {
    {"", "a.yaml: found nothing, expected fields such as 'name: x'"},
    {"# only a comment\n",
     "a.yaml: found nothing, expected fields such as 'name: x'"},
    {"abc", "a.yaml: line 1, column 1: found 'abc', expected fields such as "
            "'name: x'"},
    {"- a\n- b\n", "a.yaml: line 1, column 1: found a list, expected fields "
                   "such as 'name: x'"},
    {"a: 1\n---\nb: 2\n",
     "a.yaml: line 2, column 1: found a second document, expected one"},
    {"model: {kind: decatt, hiden: 3}",
     "a.yaml: line 1, column 23: unknown field 'hiden' in model (decatt); did "
     "you mean 'hidden'?"},
    {"model:\n  kind: decatt\n  zzzzzz: 3\n",
     "a.yaml: line 3, column 3: unknown field 'zzzzzz' in model (decatt); "
     "expected one of hidden, dropout, tied, vectors, columns or attention"},
    {"model:\n  kind: decatt\n  hidden: abc\n",
     "a.yaml: line 3, column 11: model.hidden: found 'abc', expected a whole "
     "number"},
    {"model:\n  kind: decatt\n  hidden: 0\n",
     "a.yaml: line 3, column 11: model.hidden: found 0, expected 1 to 4096"},
    {"model: {kind: decatt, hidden: 99999999999999999999}",
     "a.yaml: line 1, column 31: model.hidden: found 99999999999999999999, "
     "expected 1 to 4096"},
    {"model: {kind: decatt, hidden: 1.5}",
     "a.yaml: line 1, column 31: model.hidden: found '1.5', expected a whole "
     "number"},
    {"model: {kind: decatt, hidden: '12'}",
     "a.yaml: line 1, column 31: model.hidden: found the text \"12\", expected "
     "a whole number"},
    {"model:\n  kind: decatt\n  hidden:\n",
     "a.yaml: line 3, column 3: model.hidden: found nothing, expected a whole "
     "number"},
    {"model: {kind: decatt, hidden: [1, 2]}",
     "a.yaml: line 1, column 31: model.hidden: found a list, expected a whole "
     "number"},
    {"model: {kind: decatt, hidden: {a: 1}}",
     "a.yaml: line 1, column 31: model.hidden: found a mapping, expected a "
     "whole number"},
    {"model: {kind: decatt, dropout: .inf}",
     "a.yaml: line 1, column 32: model.dropout: found '.inf', expected a "
     "number"},
    {"model: {kind: decatt, dropout: 1e999}",
     "a.yaml: line 1, column 32: model.dropout: found '1e999', expected a "
     "number"},
    {"model: {kind: decatt, dropout: 0.95}",
     "a.yaml: line 1, column 32: model.dropout: found 0.95, expected 0 to "
     "0.9"},
    {"model: {kind: decatt, tied: yes}",
     "a.yaml: line 1, column 29: model.tied: found 'yes', expected true or "
     "false"},
    {"model: {kind: decatt, vectors: [a]}",
     "a.yaml: line 1, column 32: model.vectors: found a list, expected a text"},
    {"model: {kind: decatt, columns: a}",
     "a.yaml: line 1, column 32: model.columns: found 'a', expected a list "
     "such as [a, b]"},
    {"model: {kind: decatt, columns: [a, [b]]}",
     "a.yaml: line 1, column 36: model.columns: found a list, expected a text"},
    {"model: {kind: decatt, attention: coda}",
     "a.yaml: line 1, column 34: model.attention: found 'coda', expected "
     "fields such as {kind: NAME, ...}"},
    {"model: {kind: decatt, attention: {kind: codda}}",
     "a.yaml: line 1, column 41: model.attention.kind: found 'codda', expected "
     "one of softmax or coda; did you mean 'coda'?"},
    {"model: {kind: decatt, attention: {kind: coda, gate: scald}}",
     "a.yaml: line 1, column 53: model.attention.gate: found 'scald', expected "
     "one of plain, scaled or centered; did you mean 'scaled'?"},
    {"model: {kind: decatt, attention: {gate: scaled}}",
     "a.yaml: line 1, column 35: unknown field 'gate' in model.attention "
     "(softmax); it is a field of attention coda"},
    {"model: {hidden: 3}",
     "a.yaml: line 1, column 1: missing field 'model.kind'; expected decatt"},
    {"name: x", "a.yaml: missing field 'model.kind'; expected decatt"},
    {"model: {kind: decatt, hidden: 1, hidden: 2}",
     "a.yaml: line 1, column 34: field 'hidden' is given twice, first in line "
     "1"},
    {"model: {kind: decatt, hidden: &a 1, dropout: *a}",
     "a.yaml: line 1, column 34: found an anchor (&), expected a plain value"},
    {"model: *a", "a.yaml: line 1, column 9: found an alias (*), expected the "
                  "value written out"},
    {"model: {kind: decatt, hidden: !!int 3}",
     "a.yaml: line 1, column 37: found a tag (!), expected a plain value"},
    {"? [a, b]\n: c\n",
     "a.yaml: line 1, column 3: a field's name must be a plain word"},
    {"a: \"x\\0y\"", "a.yaml: line 1, column 4: found a NUL in a text"},
    {"a: 1\nb: \xff\n", "a.yaml: line 2, column 4: found the byte 0xff, "
                        "expected UTF-8 text"},
    {"model: {kind: decatt, \"hi\\nden\": 3}",
     "a.yaml: line 1, column 23: unknown field 'hi\\nden' in model (decatt); "
     "did "
     "you mean 'hidden'?"},
};

static void each_fault_has_its_line(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
        struct error e = {0};
        struct chosen c = {0};

        assert_int_equal(bind_model(faults[i].text, &c, &e), -1);
        assert_string_equal(e.text, faults[i].line);
        assert_null(c.kind);
    }
}

/* The words of a syntax error are the library's; the place is what counts. */
static void a_syntax_error_has_a_place_and_one_line(void **state)
{
    static const char *const texts[][2] = {
        {"a: 1\n b: 2\n", "a.yaml: line 1, column"},
        {"a: [1, 2\n", "a.yaml: line "},
        {"a: {b: 1\nc: 2\n", "a.yaml: line "},
        {"a:\n\t- b\n", "a.yaml: line 2, column"},
        {"a: \"x\n", "a.yaml: line "},
        {"a: 'x' y\n", "a.yaml: line 1, column"},
        {"a: @x\n", "a.yaml: line 1, column"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        struct error e = {0};

        assert_null(document_parse(texts[i][0], "a.yaml", &e));
        assert_memory_equal(e.text, texts[i][1], strlen(texts[i][1]));
        assert_non_null(strstr(e.text, "YAML syntax: "));
        assert_null(strchr(e.text, '\n'));
    }
}

static void values_of_every_type_are_read(void **state)
{
    struct error e = {0};
    struct chosen c;
    const struct decatt *m;
    const struct coda *a;

    (void)state;
    assert_int_equal(bind_model("\xef\xbb\xbf"
                                "model: # a comment\r\n"
                                "  kind: 'decatt'\r\n"
                                "  hidden: +64\r\n"
                                "  dropout: .5\r\n"
                                "  tied: true\r\n"
                                "  vectors:\r\n"
                                "  columns: [question, '1', 2]\r\n"
                                "  attention: {kind: coda, beta: 3.0e-4,"
                                " gate: centered}\r\n",
                                &c, &e),
                     0);
    m = c.conf;
    assert_int_equal(m->hidden, 64);
    assert_true(m->dropout == 0.5);
    assert_true(m->tied);
    assert_string_equal(m->vectors, "");
    assert_int_equal(m->columns.n, 3);
    assert_string_equal(m->columns.text[2], "2");
    assert_ptr_equal(m->attention.kind, &coda);
    a = m->attention.conf;
    assert_true(a->beta == 3e-4);
    assert_int_equal(a->gate, 2);
    chosen_release(&c);
}

static void a_missing_field_says_what_it_is_for(void **state)
{
    struct error e = {0};
    struct rank r;
    struct document *d = document_parse("task: {}", "a.yaml", &e);

    (void)state;
    assert_int_equal(document_bind(d, "task", rank_fields, &r, &e), -1);
    assert_string_equal(e.text, "a.yaml: line 1, column 1: missing field "
                                "'train' in task; expected training file");
    assert_null(r.train);
    document_free(d);
    d = document_parse("task: {train: }", "a.yaml", &e);
    assert_int_equal(document_bind(d, "task", rank_fields, &r, &e), -1);
    assert_string_equal(e.text, "a.yaml: line 1, column 8: task.train: found "
                                "nothing, expected training file");
    document_free(d);
}

static void a_missing_section_has_every_default(void **state)
{
    struct error e = {0};
    struct decatt m;
    struct document *d = document_parse("a: 1", "a.yaml", &e);

    (void)state;
    assert_int_equal(document_bind(d, "model", decatt_fields, &m, &e), 0);
    assert_int_equal(m.hidden, 200);
    assert_ptr_equal(m.attention.kind, &soft);
    fields_release(decatt_fields, &m);
    document_free(d);
}

static struct document *coda_document(struct error *e)
{
    return document_parse("model: {kind: decatt, attention: {kind: coda, gate: "
                          "scaled, scale: false}}",
                          "a.yaml", e);
}

static void a_set_value_wins_and_its_faults_name_it(void **state)
{
    struct error e = {0};
    struct document *d = coda_document(&e), *copy = document_copy(d);
    struct chosen c;

    (void)state;
    assert_int_equal(document_set(d, "model.hidden", "32", "--set x", &e), 0);
    assert_int_equal(document_set(d, "model.columns", "[a, b]", "--set x", &e),
                     0);
    assert_int_equal(document_bind_kind(d, "model", &models, &c, &e), 0);
    assert_int_equal(((struct decatt *)c.conf)->hidden, 32);
    assert_int_equal(((struct decatt *)c.conf)->columns.n, 2);
    chosen_release(&c);

    document_set(d, "model.hidden", "x", "--set model.hidden=x", &e);
    assert_int_equal(document_bind_kind(d, "model", &models, &c, &e), -1);
    assert_string_equal(e.text, "--set model.hidden=x: model.hidden: found "
                                "'x', expected a whole number");
    document_free(d);

    assert_int_equal(document_bind_kind(copy, "model", &models, &c, &e), 0);
    assert_int_equal(((struct decatt *)c.conf)->hidden, 200);
    chosen_release(&c);
    document_free(copy);
}

static void a_set_that_cannot_be_is_refused(void **state)
{
    struct error e = {0};
    struct document *d = coda_document(&e);

    (void)state;
    assert_int_equal(document_set(d, "model.kind.x", "1", "--set a", &e), -1);
    assert_string_equal(e.text, "--set a: 'kind' has no fields");
    assert_int_equal(document_set(d, "model..x", "1", "--set a", &e), -1);
    assert_string_equal(e.text,
                        "--set a: expected a name such as model.hidden");
    assert_int_equal(document_set(d, "model.x", "[1", "--set a", &e), -1);
    assert_memory_equal(e.text, "--set a: line ", 14);
    assert_int_equal(document_set(d, "a", "1\n---\n2", "--set a", &e), -1);
    document_free(d);
}

/* A file describes coda, the sweep names softmax: gate is coda's alone and
 * is left out, scale is known to both and stays. */
static void another_kind_leaves_the_former_ones_fields_out(void **state)
{
    struct error e = {0};
    struct document *d = coda_document(&e);
    struct chosen c;
    const struct decatt *m;

    (void)state;
    document_set(d, "model.attention.kind", "softmax", "set", &e);
    assert_int_equal(document_bind_kind(d, "model", &models, &c, &e), 0);
    m = c.conf;
    assert_ptr_equal(m->attention.kind, &soft);
    assert_false(((struct soft *)m->attention.conf)->scale);
    chosen_release(&c);

    document_set(d, "model.attention.kind", "coda", "set", &e);
    assert_int_equal(document_bind_kind(d, "model", &models, &c, &e), 0);
    m = c.conf;
    assert_int_equal(((struct coda *)m->attention.conf)->gate, 1);
    chosen_release(&c);
    document_free(d);
}

static void a_field_set_after_the_kind_must_fit(void **state)
{
    struct error e = {0};
    struct document *d = coda_document(&e);
    struct chosen c;

    (void)state;
    document_set(d, "model.attention.kind", "softmax", "set", &e);
    document_set(d, "model.attention.gate", "plain", "trial 3", &e);
    assert_int_equal(document_bind_kind(d, "model", &models, &c, &e), -1);
    assert_string_equal(e.text, "trial 3: unknown field 'gate' in "
                                "model.attention (softmax); it is a field of "
                                "attention coda");
    document_free(d);
}

static void a_typo_is_no_field_of_the_former_kind(void **state)
{
    struct error e = {0};
    struct document *d = document_parse(
        "model: {kind: decatt, attention: {kind: coda, gat: plain}}", "a.yaml",
        &e);
    struct chosen c;

    (void)state;
    document_set(d, "model.attention.kind", "softmax", "set", &e);
    assert_int_equal(document_bind_kind(d, "model", &models, &c, &e), -1);
    assert_non_null(strstr(e.text, "unknown field 'gat'"));
    document_free(d);
}

static void entries_walk_a_document_in_order(void **state)
{
    struct error e = {0};
    struct document *d = document_parse(
        "p: {b: [1, '2', true, \"true\", x y], a: {q: 1e3}}", "a.yaml", &e);
    struct entry *list, *inner, at;
    struct str s = {0};
    double real;
    long whole;

    (void)state;
    assert_int_equal(document_entries(d, "p", &list), 2);
    assert_string_equal(list[0].key, "b");
    assert_int_equal(list[1].type, ENTRY_MAPPING);
    document_yaml(&list[0], &s);
    assert_string_equal(s.s, "[1, \"2\", true, \"true\", \"x y\"]");
    assert_int_equal(document_entries_of(d, &list[0], &inner), 5);
    assert_int_equal(document_int(d, &inner[0], &whole, &e), 0);
    assert_int_equal(whole, 1);
    assert_int_equal(document_int(d, &inner[1], &whole, &e), -1);
    assert_string_equal(e.text, "a.yaml: line 1, column 12: found the text "
                                "\"2\", expected a whole number");
    assert_true(document_find(d, "p.a.q", &at));
    assert_int_equal(document_real(d, &at, &real, &e), 0);
    assert_true(real == 1000);
    assert_false(document_find(d, "p.z", &at));
    free(inner);
    free(list);
    assert_int_equal(document_entries(d, "p.z", &list), 0);
    assert_null(list);
    str_release(&s);
    document_free(d);
}

static void an_unknown_section_is_answered_with_the_nearest(void **state)
{
    static const char *const allowed[] = {"model", "task", NULL};
    struct error e = {0};
    struct document *d = document_parse("modle: {}", "a.yaml", &e);

    (void)state;
    assert_int_equal(document_check_keys(d, "", allowed, &e), -1);
    assert_string_equal(e.text, "a.yaml: line 1, column 1: unknown section "
                                "'modle'; did you mean 'model'?");
    document_free(d);
}

static void a_missing_file_is_an_error_that_names_it(void **state)
{
    struct error e = {0};

    (void)state;
    assert_null(document_read("no/such.yaml", &e));
    assert_non_null(strstr(e.text, "no/such.yaml"));
    assert_null(document_read("/", &e));
}

/* Whatever the bytes: a document, or one line of error; never a crash. */
static void damaged_files_are_refused_in_one_line(void **state)
{
    static const char good[] =
        "name: wikiqa\n# comment\nmodel: {kind: decatt, hidden: 200,\n"
        "  attention: {kind: coda, gate: 'scaled', beta: 1.0e-4}}\n"
        "list:\n  - a\n  - \"b\\n\\u00e9\"\n  - |\n    text\n    more\n"
        "train: &x {epochs: 20}\n? k\n: *x\n...\n";
    const struct random_key key = random_key(2, "damage");
    char bad[sizeof(good)];

    (void)state;
    for (uint32_t i = 0; i < 4000; i++) {
        const struct address at = {.example = i};
        uint32_t edits = 1 + random_below(key, at, 0, 4);
        struct error e = {0};
        struct document *d;
        struct chosen c;

        memcpy(bad, good, sizeof(good));
        for (uint32_t k = 0; k < edits; k++) {
            uint32_t where = random_below(key, at, 10 + 4 * k, sizeof(good));
            uint32_t what = random_word(key, at, 11 + 4 * k);

            bad[where] = what % 2 ? (char)(what >> 8)
                                  : "\n\t {}[]:,'\"&*!|>-?#%"[what / 2 % 20];
        }
        bad[sizeof(bad) - 1] = '\0';
        d = document_parse(bad, "a.yaml", &e);
        if (d && document_bind_kind(d, "model", &models, &c, &e) == 0) {
            chosen_release(&c);
        } else {
            assert_memory_equal(e.text, "a.yaml: ", 8);
            assert_null(strchr(e.text, '\n'));
        }
        document_free(d);
    }
}

static void deep_nesting_is_refused(void **state)
{
    struct error e = {0};
    char text[201];

    (void)state;
    memset(text, '[', 200);
    text[200] = '\0';
    assert_null(document_parse(text, "a.yaml", &e));
    assert_memory_equal(e.text, "a.yaml: line 1, ", 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_fault_has_its_line),
        cmocka_unit_test(a_syntax_error_has_a_place_and_one_line),
        cmocka_unit_test(values_of_every_type_are_read),
        cmocka_unit_test(a_missing_field_says_what_it_is_for),
        cmocka_unit_test(a_missing_section_has_every_default),
        cmocka_unit_test(a_set_value_wins_and_its_faults_name_it),
        cmocka_unit_test(a_set_that_cannot_be_is_refused),
        cmocka_unit_test(another_kind_leaves_the_former_ones_fields_out),
        cmocka_unit_test(a_field_set_after_the_kind_must_fit),
        cmocka_unit_test(a_typo_is_no_field_of_the_former_kind),
        cmocka_unit_test(entries_walk_a_document_in_order),
        cmocka_unit_test(an_unknown_section_is_answered_with_the_nearest),
        cmocka_unit_test(a_missing_file_is_an_error_that_names_it),
        cmocka_unit_test(damaged_files_are_refused_in_one_line),
        cmocka_unit_test(deep_nesting_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
