/* Documents: valid input, setting values, and walking. */
#include "tests/unit/config/yaml/document_fixture.h"

struct rank {
    char *train;
};
static const struct field rank_fields[] = {
    FIELD_TEXT_REQUIRED(struct rank, train, "training file"),
    FIELD_END,
};

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
    struct document *d = coda_document(&e), *copy = document_copy(d, NULL);
    struct chosen c;

    (void)state;
    assert_int_equal(document_set(d, "model.hidden", "32", "--set x", &e), 0);
    assert_int_equal(document_set(d, "model.columns", "[a, b]", "--set x", &e),
                     0);
    assert_int_equal(document_bind_kind(d, "model", &models, &c, &e), 0);
    assert_int_equal(((struct decatt *)c.conf)->hidden, 32);
    assert_int_equal(((struct decatt *)c.conf)->columns.n, 2);
    chosen_release(&c);
    assert_int_equal(document_set(d, "model.columns", "alone", "--set x", &e),
                     0);
    assert_int_equal(document_bind_kind(d, "model", &models, &c, &e), 0);
    assert_int_equal(((struct decatt *)c.conf)->columns.n, 1);
    assert_string_equal(((struct decatt *)c.conf)->columns.text[0], "alone");
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

/* The file has coda, the sweep sets softmax: `gate`, which only coda has, is
 * ignored; `scale`, which both have, stays. */
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

static struct decatt *bound(const struct document *d, struct chosen *c)
{
    struct error e = {0};

    if (document_bind_kind(d, "model", &models, c, &e))
        fail_msg("%s", e.text);
    return c->conf;
}

/* `attention: coda` is the same as `attention: {kind: coda}`, and fields can be
 * added. */
static void a_kind_may_be_its_name_alone(void **state)
{
    struct error e = {0};
    struct document *d =
        document_parse("model: {kind: decatt, attention: coda}", "a.yaml", &e);
    struct chosen c;
    struct decatt *m = bound(d, &c);

    (void)state;
    assert_ptr_equal(m->attention.kind, &coda);
    chosen_release(&c);
    document_set(d, "model.attention.gate", "centered", "set", &e);
    m = bound(d, &c);
    assert_ptr_equal(m->attention.kind, &coda);
    assert_int_equal(((struct coda *)m->attention.conf)->gate, 2);
    chosen_release(&c);
    document_set(d, "model.attention", "softmax", "set", &e);
    assert_ptr_equal(bound(d, &c)->attention.kind, &soft);
    chosen_release(&c);
    document_free(d);
}

/* A value that is given stays, and a default for a field that no kind has is
 * ignored. */
static void another_default_is_put_where_there_is_none(void **state)
{
    struct error e = {0};
    struct document *d = document_parse("model: {kind: decatt}", "a.yaml", &e);
    struct chosen c;

    (void)state;
    assert_int_equal(document_preset(d, "model.hidden", "7", "then", &e), 0);
    assert_int_equal(document_preset(d, "model.hidden", "8", "then", &e), 0);
    document_preset(d, "model.attention.gate", "centered", "then", &e);
    document_preset(d, "model.nothing.at_all", "1", "then", &e);
    assert_int_equal(bound(d, &c)->hidden, 7);
    chosen_release(&c);
    document_set(d, "model.attention.kind", "coda", "set", &e);
    assert_int_equal(((struct coda *)bound(d, &c)->attention.conf)->gate, 2);
    chosen_release(&c);
    document_free(d);
}

static void a_field_moves_with_its_value(void **state)
{
    struct error e = {0};
    struct document *d = document_parse(
        "model: {kind: decatt, gate: centered, attention: coda}", "a.yaml", &e);
    struct chosen c;

    (void)state;
    assert_int_equal(
        document_move(d, "model.gate", "model.attention.gate", "then", &e), 0);
    assert_int_equal(document_move(d, "model.not", "model.here", "then", &e),
                     0);
    assert_int_equal(((struct coda *)bound(d, &c)->attention.conf)->gate, 2);
    chosen_release(&c);
    document_free(d);
}

/* A section that only the former kind has is ignored with all in it, given or
 * changed default, until a field in it is set. */
static void a_section_set_into_after_the_kind_must_fit(void **state)
{
    static const struct kind bow = {.name = "bow", .fields = no_fields};
    static const struct kind *const list[] = {&decatt, &bow, NULL};
    static const struct kinds kinds = {.sort = "model", .list = list};
    struct error e = {0};
    struct document *d = document_parse(
        "model: {kind: decatt, attention: {kind: coda}}", "a.yaml", &e);
    struct chosen c;

    (void)state;
    document_set(d, "model.kind", "bow", "trial 3", &e);
    document_preset(d, "model.attention.gate", "plain", "schema", &e);
    assert_int_equal(document_bind_kind(d, "model", &kinds, &c, &e), 0);
    chosen_release(&c);
    document_set(d, "model.attention.beta", "2", "trial 3", &e);
    assert_int_equal(document_bind_kind(d, "model", &kinds, &c, &e), -1);
    assert_string_equal(e.text, "trial 3: unknown field 'attention' in model "
                                "(bow); it is a field of model decatt");
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_of_every_type_are_read),
        cmocka_unit_test(a_missing_field_says_what_it_is_for),
        cmocka_unit_test(a_missing_section_has_every_default),
        cmocka_unit_test(a_set_value_wins_and_its_faults_name_it),
        cmocka_unit_test(a_set_that_cannot_be_is_refused),
        cmocka_unit_test(another_kind_leaves_the_former_ones_fields_out),
        cmocka_unit_test(a_field_set_after_the_kind_must_fit),
        cmocka_unit_test(a_kind_may_be_its_name_alone),
        cmocka_unit_test(another_default_is_put_where_there_is_none),
        cmocka_unit_test(a_field_moves_with_its_value),
        cmocka_unit_test(a_section_set_into_after_the_kind_must_fit),
        cmocka_unit_test(a_typo_is_no_field_of_the_former_kind),
        cmocka_unit_test(entries_walk_a_document_in_order),
        cmocka_unit_test(an_unknown_section_is_answered_with_the_nearest),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
