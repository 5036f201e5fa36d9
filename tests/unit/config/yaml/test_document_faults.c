/* Documents: the exact error line for invalid input, and no crash. */
#include "tests/unit/config/yaml/document_fixture.h"

#include "base/numbers/random.h"

/* The text of an experiment's model, and the error line that it gives. */
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
    {"model:\n  kind: decatt\n\thidden: 3\n",
     "a.yaml: line 3, column 1: YAML syntax: found a tab, expected spaces "
     "before a field"},
    {"model:\n  \tkind: decatt\n",
     "a.yaml: line 2, column 3: YAML syntax: found a tab, expected spaces "
     "before a field"},
    {"model:\n  kind:decatt\n  hidden: 3\n",
     "a.yaml: line 2, column 3: YAML syntax: found 'kind:decatt', expected a "
     "blank after the colon of 'kind'"},
    {"model: {kind:decatt, hidden: 3}",
     "a.yaml: line 1, column 9: found 'kind:decatt', expected a blank after "
     "the colon of 'kind'"},
    {"model:{kind: decatt}\n",
     "a.yaml: line 1, column 1: found 'model:{kind', expected a blank after "
     "the colon of 'model'"},
    {"model:\n  kind: decatt\n   hidden: 3\n",
     "a.yaml: line 3, column 4: YAML syntax: found 3 blanks before 'hidden', "
     "expected 2, as before 'kind'"},
    {"model: {kind: decatt, hidden: 1,000}",
     "a.yaml: line 1, column 33: unknown field '000' in model (decatt); "
     "'hidden: 1,000' is read as two fields: write a number with a point "
     "before its decimals, and no comma between thousands"},
    {"model: {kind: decatt, hidden_size: 3}",
     "a.yaml: line 1, column 23: unknown field 'hidden_size' in model "
     "(decatt); did you mean 'hidden'?"},
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
    {"model: {kind: decatt, columns: {a: b}}",
     "a.yaml: line 1, column 32: model.columns: found a mapping, expected a "
     "text, or a list such as [a, b]"},
    {"model: {kind: decatt, columns: [a, [b]]}",
     "a.yaml: line 1, column 36: model.columns: found a list, expected a text"},
    {"model: {kind: decatt, attention: codda}",
     "a.yaml: line 1, column 34: model.attention: found 'codda', expected "
     "one of softmax or coda; did you mean 'coda'?"},
    {"model: {kind: decatt, attention: [coda]}",
     "a.yaml: line 1, column 34: model.attention: found a list, expected "
     "a kind's name, or fields such as {kind: NAME, ...}"},
    {"model: {kind: decatt, attention: {kind: codda}}",
     "a.yaml: line 1, column 41: model.attention.kind: found 'codda', expected "
     "one of softmax or coda; did you mean 'coda'?"},
    {"model: {kind: decatt, attention: {kind: coda, gate: scald}}",
     "a.yaml: line 1, column 53: model.attention.gate: found 'scald', expected "
     "one of plain, scaled or centered; did you mean 'scaled'?"},
    {"model: {kind: decatt, attention: {gate: scaled}}",
     "a.yaml: line 1, column 35: unknown field 'gate' in model.attention "
     "(softmax); it is a field of attention coda"},
    {"model: {kind: decatt, gate: plain}",
     "a.yaml: line 1, column 23: unknown field 'gate' in model (decatt); it is "
     "a field of model.attention"},
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

/* The message of a syntax error is the library's; only the place is checked. */
static void a_syntax_error_has_a_place_and_one_line(void **state)
{
    static const char *const texts[][2] = {
        {"a: 1\n b: 2\n", "a.yaml: line 2, column 2"},
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

static void a_missing_file_is_an_error_that_names_it(void **state)
{
    struct error e = {0};

    (void)state;
    assert_null(document_read("no/such.yaml", &e));
    assert_non_null(strstr(e.text, "no/such.yaml"));
    assert_null(document_read("/", &e));
}

/* For any bytes: a document, or one line of error; never a crash. */
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
        cmocka_unit_test(a_missing_file_is_an_error_that_names_it),
        cmocka_unit_test(damaged_files_are_refused_in_one_line),
        cmocka_unit_test(deep_nesting_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
