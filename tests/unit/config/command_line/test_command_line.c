/* A command line fills a struct, by the table from which its help is made. */
#include "tests/test.h"

#include <stdio.h>
#include <string.h>

#include "base/core/memory.h"
#include "config/command_line/command.h"
#include "engine/kernel/kernel.h"

/* --- a command ------------------------------------------------------------ */

struct inner {
    long head;
    const char *site;
};

struct asked {
    const char *dir, *output, *by;
    struct strings files, set;
    long width;
    int failures, rows, columns;
    double share, pause;
    bool trials, quiet;
    enum products products;
    struct inner inner;
};

static int take_page(const char *text, void *member, struct error *e)
{
    struct asked *a = member;

    return sscanf(text, "%dx%d", &a->rows, &a->columns) == 2
               ? 0
               : error_set(e, "found '%s', expected RxC", text);
}

static int check(void *asked, const struct parsed_line *l, struct error *e)
{
    const struct asked *a = asked;

    return parsed_line_has(l, "width") && a->width == 13
               ? error_set(e, "found 13, expected luck")
               : 0;
}

static const struct cli_option inner_options[] = {
    {CLI_WHOLE(struct inner, head, 0, 8), .name = "head", .value = "N",
     .help = "This head"},
    {CLI_TEXT(struct inner, site), .name = "site", .value = "NAME",
     .help = "This site", .more = "It is `named` as with --head."},
    CLI_END,
};

static const struct cli_option options[] = {
    {CLI_WORD(struct asked, dir), .value = "DIR", .what = "a folder"},
    {CLI_WORDS(struct asked, files), .value = "FILE"},
    {CLI_TEXT(struct asked, output), .name = "output", .letter = 'o',
     .value = "FILE", .help = "Write to FILE"},
    {CLI_TEXTS(struct asked, set), .name = "set", .value = "FIELD=VALUE",
     .help = "Set a field"},
    {CLI_TEXT(struct asked, by), .name = "by", .value = "TRAIT",
     .help = "By a trait"},
    {CLI_WHOLE(struct asked, width, 1, 1000), .name = "width", .value = "N",
     .needs = "by", .help = "So wide"},
    {CLI_SET(struct asked, failures, 1), .name = "fail-fast",
     .help = "Stop at once"},
    {CLI_REAL(struct asked, share, 0, 1), .above = true, .name = "share",
     .value = "X", .what = "a share",
     .help = "A share that is explained in so many words that they go on in "
             "another line, and then in one more behind it"},
    {CLI_REAL(struct asked, pause, 0, 10), .name = "pause", .optional = true,
     .value = "SECONDS", .help = "With a pause"},
    {CLI_FLAG(struct asked, trials), .name = "trials", .excludes = "by set",
     .help = "Each trial"},
    {CLI_FLAG(struct asked, quiet), .name = "quiet", .letter = 'q',
     .help = "Say nothing"},
    {CLI_CHOICE(struct asked, products, products_names), .name = "products",
     .value = "WHO", .help = "Who makes them"},
    {CLI_TAKEN_WHOLE(take_page), .name = "page", .value = "RxC",
     .help = "A page"},
    {CLI_GROUP(struct asked, inner, inner_options), .help = "Inside:"},
    CLI_END,
};

static const struct command leaf = {
    .name = "leaf",
    .summary = "a leaf",
    .options = options,
    .size = sizeof(struct asked),
    .preset =
        &(const struct asked){.failures = 7, .pause = 2, .inner = {.head = -1}},
    .check = check,
};
static const struct command bare = {.name = "bare", .summary = "without any"};
static const struct command *const below[] = {&leaf, &bare, NULL};
static const struct command branch = {
    .name = "branch", .summary = "has others", .sub = below};
static const struct command *const top[] = {&branch, NULL};
static const struct command root = {.name = "root", .sub = top};

/* --- parsing -------------------------------------------------------------- */

/* Parse a line of words separated by blanks, which follow the command's
 * name. */
static enum command_line read_line(const struct command *c, const char *line,
                                   struct asked *a, struct error *e)
{
    static char text[400]; /* holds the texts of *a */
    char *argv[40] = {"leaf"}, *rest;
    int argc = 1;

    snprintf(text, sizeof(text), "%s", line);
    for (char *w = strtok_r(text, " ", &rest); w;
         w = strtok_r(NULL, " ", &rest))
        argv[argc++] = w;
    memset(a, 0, sizeof(*a));
    e->text[0] = '\0';
    return command_read(c, argc, argv, a, e);
}

static void values_go_to_their_members(void **state)
{
    struct asked a;
    struct error e;

    (void)state;
    assert_int_equal(
        read_line(&leaf,
                  "d x -o out --set a=1 --set=b=2 --by t --width 12 y "
                  "--fail-fast --share 0.5 -q --products openblas --page 2x3 "
                  "--head 4 --site s -- --by",
                  &a, &e),
        COMMAND_LINE_READ);
    assert_string_equal(a.dir, "d");
    assert_int_equal(a.files.n, 3);
    assert_string_equal(a.files.text[0], "x");
    assert_string_equal(a.files.text[1], "y");
    assert_string_equal(a.files.text[2], "--by");
    assert_string_equal(a.output, "out");
    assert_int_equal(a.set.n, 2);
    assert_string_equal(a.set.text[1], "b=2");
    assert_string_equal(a.by, "t");
    assert_int_equal(a.width, 12);
    assert_int_equal(a.failures, 1);
    assert_true(a.share > 0.49 && a.share < 0.51);
    assert_true(a.quiet);
    assert_false(a.trials);
    assert_int_equal(a.products, PRODUCTS_OPENBLAS);
    assert_int_equal(a.rows, 2);
    assert_int_equal(a.columns, 3);
    assert_int_equal(a.inner.head, 4);
    assert_string_equal(a.inner.site, "s");
    command_release(&leaf, &a);
    assert_null(a.files.text);
}

static void what_is_not_given_is_as_before(void **state)
{
    struct asked a;
    struct error e;

    (void)state;
    assert_int_equal(read_line(&leaf, "d", &a, &e), COMMAND_LINE_READ);
    assert_int_equal(a.failures, 7);
    assert_int_equal(a.inner.head, -1);
    assert_null(a.output);
    assert_int_equal(a.files.n, 0);
    command_release(&leaf, &a);
}

static void a_name_may_be_cut_short(void **state)
{
    struct asked a;
    struct error e;

    (void)state;
    assert_int_equal(read_line(&leaf, "d --out=f --tr", &a, &e),
                     COMMAND_LINE_READ);
    assert_string_equal(a.output, "f");
    assert_true(a.trials);
    command_release(&leaf, &a);
}

static void help_is_asked_for_by_each_of_its_names(void **state)
{
    static const char *const lines[] = {"--help", "-h", "-?", "d --help"};
    struct asked a;
    struct error e;

    (void)state;
    for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
        assert_int_equal(read_line(&leaf, lines[i], &a, &e), COMMAND_LINE_HELP);
        command_release(&leaf, &a);
    }
    assert_int_equal(read_line(&leaf, "--usage", &a, &e), COMMAND_LINE_USAGE);
}

static void a_word_may_be_left_out_where_the_table_says_so(void **state)
{
    static const struct cli_option words[] = {
        {CLI_WORD_OR_NONE(struct asked, dir), .value = "DIR"}, CLI_END};
    static const struct command may = {
        .name = "may", .options = words, .size = sizeof(struct asked)};
    struct asked a;
    struct error e;

    (void)state;
    assert_int_equal(read_line(&may, "", &a, &e), COMMAND_LINE_READ);
    assert_null(a.dir);
    assert_int_equal(read_line(&may, "d", &a, &e), COMMAND_LINE_READ);
    assert_string_equal(a.dir, "d");
}

static void a_wrong_line_says_what_was_found_and_expected(void **state)
{
    static const struct {
        const char *line, *error;
    } wrong[] = {
        {"", "expected a folder"},
        {"d --widht 3", "unknown option '--widht'; did you mean '--width'?"},
        {"d -x", "unknown option '-x', see --help"},
        {"d --s 3", "option '--s' may be --set or --share or --site"},
        {"d --output", "--output: expected FILE"},
        {"d -o", "--output: expected FILE"},
        {"d --quiet=2", "found '--quiet=2', expected no value after --quiet"},
        {"d --by t --width 0",
         "--width: found '0', expected a whole number from 1 to 1000"},
        {"d --by t --width 3x",
         "--width: found '3x', expected a whole number from 1 to 1000"},
        {"d --by t --width 99999999999999999999",
         "--width: found '99999999999999999999', expected a whole number from "
         "1 to 1000"},
        {"d --share 0",
         "--share: found '0', expected a share, more than 0 and at most 1"},
        {"d --share nan",
         "--share: found 'nan', expected a share, more than 0 and at most 1"},
        {"d --products mkl",
         "--products: found 'mkl', expected own or openblas"},
        {"d --page 3", "--page: found '3', expected RxC"},
        {"d --head 9",
         "--head: found '9', expected a whole number from 0 to 8"},
        {"d --width 3", "found --width, expected it with --by"},
        {"d --trials --set a=1",
         "found --trials with --set, expected one of them"},
        {"d --by t --width 13", "found 13, expected luck"},
    };
    struct asked a;
    struct error e;

    (void)state;
    for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
        assert_int_equal(read_line(&leaf, wrong[i].line, &a, &e),
                         COMMAND_LINE_WRONG);
        assert_string_equal(e.text, wrong[i].error);
        command_release(&leaf, &a);
    }
}

/* After a blank a word is not its value. */
static void a_value_may_be_left_out(void **state)
{
    struct asked a;
    struct error e;

    (void)state;
    assert_int_equal(read_line(&leaf, "--pause d x", &a, &e),
                     COMMAND_LINE_READ);
    assert_true(a.pause > 1.99 && a.pause < 2.01);
    assert_string_equal(a.dir, "d");
    assert_int_equal(a.files.n, 1);
    command_release(&leaf, &a);
    assert_int_equal(read_line(&leaf, "d --pause=5", &a, &e),
                     COMMAND_LINE_READ);
    assert_true(a.pause > 4.99 && a.pause < 5.01);
    command_release(&leaf, &a);
    assert_int_equal(read_line(&leaf, "d --pause=", &a, &e),
                     COMMAND_LINE_WRONG);
    command_release(&leaf, &a);
}

static void words_beyond_the_last_are_refused(void **state)
{
    struct asked a;
    struct error e;

    (void)state;
    assert_int_equal(read_line(&bare, "a b", &a, &e), COMMAND_LINE_WRONG);
    assert_string_equal(e.text, "found 'a', expected nothing more");
}

/* --- finding one ---------------------------------------------------------- */

static void a_command_is_found_below_others(void **state)
{
    char *words[] = {"branch", "leaf", "d"}, *other[] = {"branch", "laef"};
    struct str name = {0};
    struct error e;
    int n;

    (void)state;
    assert_ptr_equal(command_find(&root, 3, words, &n, &name), &leaf);
    assert_int_equal(n, 2);
    assert_string_equal(str_text(&name), "branch leaf");
    str_clear(&name);
    assert_ptr_equal(command_find(&root, 2, other, &n, &name), &branch);
    assert_int_equal(n, 1);
    assert_int_equal(command_unknown(&branch, "laef", &e), -1);
    assert_string_equal(e.text, "unknown command 'laef'; did you mean 'leaf'?");
    assert_int_equal(command_unknown(&branch, "zzz", &e), -1);
    assert_string_equal(e.text, "unknown command 'zzz', expected leaf or bare");
    str_release(&name);
}

/* --- help ----------------------------------------------------------------- */

static int count(const char *text, const char *what)
{
    int n = 0;

    for (; (text = strstr(text, what)); text += strlen(what))
        n++;
    return n;
}

static void help_has_each_option_once_within_a_line(void **state)
{
    struct command c = leaf;
    struct cli_slots s;
    struct str text = {0};

    (void)state;
    c.run = (int (*)(void *, struct error *))1; /* so it can be run */
    command_help(&c, "branch leaf", &text);
    assert_non_null(strstr(text.s, "Usage: codarun branch leaf [OPTION]... DIR "
                                   "[FILE]...\na leaf\n"));
    assert_non_null(strstr(text.s, "  -o, --output=FILE          Write to "
                                   "FILE\n"));
    assert_non_null(strstr(text.s, "Inside:\n      --head=N"));
    cli_slots_init(&s, options);
    for (int i = 0; i < s.n; i++) {
        const struct cli_option *o = s.slot[i].is;
        char *name = memory_format("--%s%s", o->name,
                                   !cli_takes(o) ? " "
                                   : o->optional ? "[=SECONDS]"
                                                 : "=");

        if (cli_is_option(o))
            assert_int_equal(count(text.s, name), 1);
        free(name);
    }
    for (const char *at = text.s; *at; at += strcspn(at, "\n") + 1)
        assert_true(strcspn(at, "\n") <= 79);
    cli_slots_release(&s);
    str_release(&text);
}

static void the_manual_page_has_whole_sentences(void **state)
{
    struct command c = leaf;
    struct str text = {0};

    (void)state;
    c.run = (int (*)(void *, struct error *))1;
    command_manual(&c, "branch leaf", &text);
    assert_non_null(strstr(text.s, ".SS branch leaf DIR [FILE]...\n"));
    assert_non_null(strstr(text.s, ".TP\n\\fB\\-o, \\-\\-output=\\fIFILE\\fR\n"
                                   "Write to FILE.\n"));
    assert_non_null(strstr(text.s, "This site.\nIt is \\fBnamed\\fR as with "
                                   "\\fB\\-\\-head\\fR.\n"));
    assert_non_null(strstr(text.s, "\\fB\\-\\-pause\\fR[\\fB=\\fISECONDS"
                                   "\\fR]\n"));
    assert_int_equal(count(text.s, "--"), 0);
    str_release(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_go_to_their_members),
        cmocka_unit_test(what_is_not_given_is_as_before),
        cmocka_unit_test(a_name_may_be_cut_short),
        cmocka_unit_test(help_is_asked_for_by_each_of_its_names),
        cmocka_unit_test(a_word_may_be_left_out_where_the_table_says_so),
        cmocka_unit_test(a_wrong_line_says_what_was_found_and_expected),
        cmocka_unit_test(a_value_may_be_left_out),
        cmocka_unit_test(words_beyond_the_last_are_refused),
        cmocka_unit_test(a_command_is_found_below_others),
        cmocka_unit_test(help_has_each_option_once_within_a_line),
        cmocka_unit_test(the_manual_page_has_whole_sentences),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
