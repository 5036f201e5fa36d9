/*
 * What a task may ask of its corpus, offsets of tokens in the text and
 * characters of words: for a task that asks for everything, and for every
 * registered kind as if it asked.
 */
#include "config.h"

#include "tests/test.h"

#include "tasks/common/corpus.h"
#include "tests/unit/text_files.h"

static const struct field fields[] = {CORPUS_FIELDS, FIELD_END};
static const struct role roles[MAX_ROLES] = {
    {.name = "first", .member = "first"},
    {.name = "second", .member = "second"},
};

/* Columns of offsets are before, between and after the task's own. */
static const struct column_kind row_column = {"row", COLUMN_INT, 1, OF_EXAMPLE};
static const struct column_kind place_column = {"place", COLUMN_INT, 1, 1};
static const struct column_kind offsets[] = {CORPUS_OFFSETS(0),
                                             CORPUS_OFFSETS(1)};
static const struct column_kind *const all_columns[] = {
    &offsets[1], &row_column, &offsets[0], &place_column, NULL};

static int read_rows(struct corpus *c, enum split s, struct rows *rows,
                     struct error *e)
{
    static const int32_t place[] = {0, 1, 2, 3, 4, 5, 6, 7};
    const struct examples *x = &c->task->split[s];
    struct cell cell[MAX_ROLES];
    int more;

    for (int32_t row = 0; (more = rows_next(rows, cell, e)) > 0; row++) {
        for (int p = 0; p < 2; p++)
            if (corpus_encode(c, s, p, rows, &cell[p], e))
                return -1;
        struct values columns[MAX_COLUMNS] = {{0}};

        columns[examples_place(x, &row_column)] = (struct values){&row, 1};
        columns[examples_place(x, &place_column)] =
            (struct values){place, c->len[1]};
        corpus_add(c, s, columns);
    }
    return more < 0 ? -1 : corpus_close(c, s, rows, e);
}

static int load(struct task *t, const char *beside, struct error *e)
{
    struct corpus c;
    int bad = 0;

    corpus_begin(&c, t, t->conf, beside);
    c.characters = 3;
    for (enum split s = 0; s < SPLITS && !bad; s++) {
        struct rows *rows;

        bad = corpus_open(&c, s, roles, NULL, &rows, e) ||
              (rows && read_rows(&c, s, rows, e));
        rows_close(rows);
    }
    bad = bad || corpus_end(&c, e);
    corpus_release(&c);
    return bad ? -1 : 0;
}

static const struct task_kind asking = {
    .is = {.name = "asking",
           .summary = "a task that asks",
           .fields = fields,
           .size = sizeof(struct corpus_config)},
    .shape = SHAPE_PAIR,
    .head = &head_class,
    .columns = all_columns,
    .load = load,
};
static const struct kind *const list[] = {&asking.is, NULL};
static const struct kinds kinds = {.sort = "task", .list = list};

static void loads(struct loaded *l, const char *fields_)
{
    char section[200];

    snprintf(section, sizeof(section),
             "{kind: asking, train: train, valid: valid%s}", fields_);
    if (load_task_of(l, &kinds, section))
        fail_msg("%s", l->error.text);
}

/* The offsets of example i's tokens of a part are `expected`, as "from-end" in
 * a row. */
static void stand_at(const struct loaded *l, int i, int part,
                     const char *expected)
{
    const struct examples *x = &l->task->split[SPLIT_TRAIN];
    const struct column *c =
        examples_column(x, part ? "offsets 1" : "offsets 0");
    const struct values v = column_get(c, i);
    const int32_t *offset = v.at;
    struct str s = {0};

    assert_int_equal(v.n, 2 * example_len(x, part, i));
    for (int k = 0; k < v.n; k += 2)
        str_addf(&s, "%s%d-%d", k ? " " : "", (int)offset[k],
                 (int)offset[k + 1]);
    assert_string_equal(str_text(&s), expected);
    str_release(&s);
}

static void offsets_are_of_the_text_before_its_normal_form(void **state)
{
    struct loaded l;

    (void)state;
    file_of("train", "E\xcc\x81t\xc3\xa9  a\t\xef\xac\x81n.\n"
                     "\tx y z\n");
    file_of("valid", "a\ta\n");
    loads(&l, ", tokens: words, unicode: nfkc");
    stand_at(&l, 0, 0, "0-6 8-9");
    stand_at(&l, 0, 1, "0-4 4-5");
    stand_at(&l, 1, 0, "");
    stand_at(&l, 1, 1, "0-1 2-3 4-5");
    unload_task(&l);
    loads(&l, ", max_tokens: 2");
    stand_at(&l, 1, 1, "0-1 2-3");
    unload_task(&l);
}

static void offsets_in_json_are_of_the_text_it_says(void **state)
{
    struct loaded l;

    (void)state;
    file_of("train", "{\"second\": \"b\", \"first\": \"\\u00e9\\n\\\"a\"}\n");
    file_of("valid", "{\"second\": \"b\", \"first\": \"a\"}\n");
    loads(&l, ", format: jsonl, tokens: words");
    stand_at(&l, 0, 0, "0-2 3-4 4-5");
    stand_at(&l, 0, 1, "0-1");
    unload_task(&l);
}

static void other_columns_keep_their_order(void **state)
{
    struct loaded l;

    (void)state;
    file_of("train", "a\tx\nb\ty z\n");
    file_of("valid", "a\ta\n");
    loads(&l, "");
    const struct examples *x = &l.task->split[SPLIT_TRAIN];

    assert_int_equal(examples_column(x, "row")->ints[1], 1);
    assert_int_equal(column_get(examples_column(x, "place"), 1).n, 2);
    assert_int_equal(examples_column(x, "place")->ints[2], 1);
    unload_task(&l);
}

extern const struct task_kind task_rank;

/* Questions that are left out take their offsets with them. */
static void examples_that_are_kept_keep_their_offsets(void **state)
{
    const struct column_kind *const more[] = {
        task_rank.columns[0], task_rank.columns[1], &offsets[1], NULL};
    struct task_kind rank = task_rank;
    const struct kind *const one[] = {&rank.is, NULL};
    const struct kinds ranks = {.sort = "task", .list = one};
    struct loaded l;

    (void)state;
    rank.columns = more;
    file_of("train", "p\tno no\t0\nq\tno   no\t0\nq\t yes\t1\n");
    assert_int_equal(load_task_of(&l, &ranks,
                                  "{kind: rank, train: train, valid: train, "
                                  "train_questions: mixed}"),
                     0);
    assert_int_equal(l.task->split[SPLIT_TRAIN].n, 2);
    stand_at(&l, 0, 1, "0-2 5-7");
    stand_at(&l, 1, 1, "1-4");
    unload_task(&l);
}

/* True if there is a character with this text. */
static bool has_character(const struct words *w, const char *text)
{
    for (int i = CHARACTER_FIRST; i < w->characters->n; i++)
        if (!strcmp(w->characters->text[i], text))
            return true;
    return false;
}

static void characters_are_those_of_the_splits_with_words(void **state)
{
    struct loaded l;

    (void)state;
    file_of("train", "abcd\te\n");
    file_of("valid", "xyz\tabcd\n");
    loads(&l, ", vocabulary: train");
    const struct words *w = l.task->words[0];
    const struct examples *x = &l.task->split[SPLIT_VALID];

    assert_true(has_character(w, "c") && has_character(w, "e"));
    assert_false(has_character(w, "d") || has_character(w, "x"));
    assert_int_equal(*(const int32_t *)column_get(&w->characters->of,
                                                  example_tokens(x, 0, 0)[0])
                          .at,
                     CHARACTER_UNKNOWN);
    assert_int_equal(
        column_get(&w->characters->of, example_tokens(x, 1, 0)[0]).n, 3);
    unload_task(&l);
    loads(&l, ", vocabulary: all");
    assert_true(has_character(l.task->words[0], "x"));
    unload_task(&l);
}

/* --- every registered kind ------------------------------------------------ */

static bool on_rows_of_texts(const struct task_kind *k)
{
    for (int i = 0; k->is.fields[i].name; i++)
        if (!strcmp(k->is.fields[i].name, "columns"))
            return true;
    return false;
}

/* The kind as it would be if it asked for offsets of every part; `more` has
 * room for MAX_COLUMNS and the end. */
static struct task_kind as_if_asking(const struct task_kind *k,
                                     const struct column_kind **more)
{
    struct task_kind twin = *k;
    int n = 0;

    for (; k->columns && k->columns[n]; n++)
        more[n] = k->columns[n];
    for (int p = 0; p < shapes[k->shape].parts; p++) {
        bool has = false;

        for (int i = 0; k->columns && k->columns[i]; i++)
            has |= column_is(k->columns[i], &offsets[p]);
        assert_true(n < MAX_COLUMNS);
        if (!has)
            more[n++] = &offsets[p];
    }
    more[n] = NULL;
    twin.columns = more;
    return twin;
}

/* The sample in which each e of a text (a cell of several words, so no label)
 * becomes E with an accent, so that it differs from its normal form. */
static char *disguise(const char *sample)
{
    struct str s = {0};

    while (*sample) {
        const size_t len = strcspn(sample, "\t\n");
        const bool text = memchr(sample, ' ', len);

        for (size_t i = 0; i < len; i++)
            if (text && sample[i] == 'e')
                str_adds(&s, "E\xcc\x81");
            else
                str_add(&s, sample + i, 1);
        str_add(&s, sample + len, 1);
        sample += len + 1;
    }
    return str_take(&s);
}

/* True if the text in the cell at the offsets of example i's tokens gives these
 * tokens. */
static bool stands_in(const struct task *t, int part, int i, const char *cell,
                      size_t len)
{
    static const char *const name[] = {"offsets 0", "offsets 1"};
    const struct examples *x = &t->split[SPLIT_TRAIN];
    const struct values v = column_get(examples_column(x, name[part]), i);
    const int32_t *at = v.at, *token = example_tokens(x, part, i);
    struct str s = {0};
    struct error e;
    bool right = v.n == 2 * example_len(x, part, i);

    for (int k = 0; right && k < v.n / 2; k++) {
        const int from = at[2 * k], end = at[2 * k + 1];

        right = from >= (k ? at[2 * k - 1] : 0) && from < end &&
                end <= (int)len &&
                !text_normal(cell + from, (size_t)(end - from), NORMAL_NFC,
                             true, &s, &e) &&
                !strcmp(str_text(&s), t->words[part]->text[token[k]]);
    }
    str_release(&s);
    return right;
}

/* The cell of a line that has a part; -1 if none. */
static int cell_of(const struct task *t, int part, int i, const char *line)
{
    const char *end = line + strcspn(line, "\n");

    for (int c = 0; line < end; c++) {
        const size_t len = strcspn(line, "\t\n");

        if (stands_in(t, part, i, line, len))
            return c;
        line += len + 1;
    }
    return -1;
}

static void check_offsets(const struct task_kind *k)
{
    const struct column_kind *more[MAX_COLUMNS + 1];
    const struct task_kind twin = as_if_asking(k, more);
    const struct kind *const one[] = {&twin.is, NULL};
    const struct kinds twins = {.sort = "task", .list = one};
    char *text = disguise(k->sample), section[200];
    const char *line = text;
    struct loaded l;

    file_of("train", text);
    snprintf(section, sizeof(section),
             "{kind: %s, train: train, valid: train, tokens: words}",
             k->is.name);
    if (load_task_of(&l, &twins, section))
        fail_msg("%s", l.error.text);
    for (int i = 0; i < l.task->split[SPLIT_TRAIN].n; i++) {
        for (int p = 0; p < l.task->split[SPLIT_TRAIN].parts; p++)
            assert_int_equal(cell_of(l.task, p, i, line), p);
        line = strchr(line, '\n') + 1;
    }
    unload_task(&l);
    free(text);
}

static void offsets_of_every_kind_on_rows_are_of_its_file(void **state)
{
    (void)state;
    for (int i = 0; task_kinds.list[i]; i++) {
        const struct task_kind *k =
            (const struct task_kind *)task_kinds.list[i];

        print_message("# %s\n", k->is.name);
        if (on_rows_of_texts(k))
            check_offsets(k);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(offsets_are_of_the_text_before_its_normal_form),
        cmocka_unit_test(offsets_in_json_are_of_the_text_it_says),
        cmocka_unit_test(other_columns_keep_their_order),
        cmocka_unit_test(examples_that_are_kept_keep_their_offsets),
        cmocka_unit_test(characters_are_those_of_the_splits_with_words),
        cmocka_unit_test(offsets_of_every_kind_on_rows_are_of_its_file),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
