/* Features of a token of a document or a query. */
#include "config.h"

#include "tests/test.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/numbers/digest.h"
#include "tasks/span/question_type.h"
#include "tasks/span/span.h"
#include "tasks/span/tags.h"
#include "tests/unit/tasks/span/squad_files.h"
#include "tests/unit/text_files.h"
#include "text/language/tokens.h"

#define DOCUMENT                 \
    "The cats ate; the \xc3\x89" \
    "clair fell"
#define QUERY                \
    "Which cat ate \xc3\xa9" \
    "clairs?"

static void write_data(void)
{
    static const char text[] =
        "{\"data\":[{\"paragraphs\":[{\"context\":\"" DOCUMENT
        "\",\"qas\":[{\"id\":\"a\",\"question\":\"" QUERY
        "\",\"answers\":[{\"text\":\"cats\",\"answer_start\":4}]}]}]}]}";
    char tags[600];

    file_of("train", text);
    file_of("valid", text);
    /* cut differently: "ate;" is one token; "fell" has none */
    snprintf(tags, sizeof(tags),
             "%016" PRIx64 "\t0:3 4:4 9:4 14:3 18:6\tDT NNS VBD DT NN"
             "\t- - - - FOOD\tthe cat eat the eclair\n"
             "%016" PRIx64 "\t0:5 6:3 10:3 14:7 21:1\tWDT NN VBD NNS ."
             "\t- - - FOOD -\twhich cat eat eclair ?\n",
             hash64(DOCUMENT, strlen(DOCUMENT)), hash64(QUERY, strlen(QUERY)));
    file_of("tags", tags);
}

static void loads(struct loaded *l, const char *fields)
{
    char section[600];

    snprintf(section, sizeof(section),
             "{kind: span, train: train, valid: valid, %s}", fields);
    if (load_task(l, section))
        fail_msg("%s", l->error.text);
}

static void refuses(const char *fields, const char *says)
{
    char section[600];

    snprintf(section, sizeof(section),
             "{kind: span, train: train, valid: valid, %s}", fields);
    refuse_task(section, says);
}

/* The values of a column of the first question are `expected`, as printed. */
static void has(const struct loaded *l, const char *column,
                const char *expected)
{
    const struct column *c =
        examples_column(&l->task->split[SPLIT_TRAIN], column);
    struct str s = {0};

    assert_non_null(c);
    const struct values v = column_get(c, 0);

    for (int i = 0; i < v.n; i++)
        if (c->is.type == COLUMN_INT)
            str_addf(&s, "%d ", (int)((const int32_t *)v.at)[i]);
        else
            str_addf(&s, "%g ", (double)((const float *)v.at)[i]);
    assert_string_equal(str_text(&s), expected);
    str_release(&s);
}

static void tokens_match_those_of_the_other_side(void **state)
{
    struct loaded l;

    (void)state;
    write_data();
    loads(&l, "features: [match, lower, lemma], lemmas: s_stems, "
              "no_answer: true");
    /* The cats ate ; the Eclair fell / Which cat ate eclairs ? */
    has(&l, "match 0", "0 0 0 1 0 0 0 0 ");
    has(&l, "match 1", "0 0 0 1 0 0 ");
    has(&l, "lower 0", "0 0 0 1 0 0 0 0 ");
    has(&l, "lemma 0", "0 0 1 1 0 0 1 0 ");
    has(&l, "lemma 1", "0 0 1 1 1 0 ");
    unload_task(&l);
    loads(&l, "features: [lemma], tags: [tags]");
    has(&l, "lemma 0", "0 1 1 1 0 1 0 ");
    has(&l, "lemma 1", "0 1 1 1 0 ");
    assert_int_equal(l.task->features, 1);
    assert_null(examples_column(&l.task->split[SPLIT_TRAIN], "match 0"));
    unload_task(&l);
}

static void stems_of_porter_match_what_plurals_do_not(void **state)
{
    static const char text[] =
        "{\"data\":[{\"paragraphs\":[{\"context\":\"He agreed\","
        "\"qas\":[{\"id\":\"a\",\"question\":\"Who agrees\","
        "\"answers\":[{\"text\":\"He\",\"answer_start\":0}]}]}]}]}";
    struct loaded l;

    (void)state;
    file_of("train", text);
    file_of("valid", text);
    loads(&l, "features: [lemma], lemmas: s_stems");
    has(&l, "lemma 0", "0 0 ");
    unload_task(&l);
    loads(&l, "features: [lemma], lemmas: porter");
    has(&l, "lemma 0", "0 1 ");
    has(&l, "lemma 1", "0 1 ");
    unload_task(&l);
}

static void frequencies_and_tags_are_of_each_side(void **state)
{
    struct loaded l;

    (void)state;
    write_data();
    loads(&l, "features: [type, ner, pos, frequency], tags: [tags], "
              "features_of: document");
    has(&l, "frequency 0",
        "0.285714 0.142857 0.142857 0.142857 0.285714 0.142857 0.142857 ");
    has(&l, "pos 0", "1 2 3 3 1 4 0 ");
    has(&l, "ner 0", "1 1 1 1 1 2 0 ");
    has(&l, "type", "4 ");
    assert_null(examples_column(&l.task->split[SPLIT_TRAIN], "pos 1"));
    const struct model_spec s = task_spec(l.task);

    assert_int_equal(s.features, 4);
    assert_string_equal(s.feature[1].name, "pos");
    assert_int_equal(s.feature[0].classes, 0);
    assert_int_equal(s.feature[1].classes, 7); /* none, DT ... WDT, . */
    assert_int_equal(s.feature[2].classes, 3);
    assert_int_equal(s.feature[3].classes, QUESTION_TYPES);
    assert_null(l.task->feature_classes[0]);
    assert_string_equal(l.task->feature_classes[2], "<none> - FOOD");
    assert_string_equal(l.task->feature_classes[3],
                        "what how who when which where why be other");
    assert_true(s.feature[1].of[0] && !s.feature[1].of[1]);
    assert_false(s.feature[3].of[0] || s.feature[3].of[1]);
    unload_task(&l);
}

/* Tokens of one side are not counted in the other. */
static void frequencies_are_over_the_length_of_their_side(void **state)
{
    struct loaded l;

    (void)state;
    write_data();
    loads(&l, "features: [frequency], no_answer: true");
    has(&l, "frequency 1", "0 0.2 0.2 0.2 0.2 0.2 ");
    unload_task(&l);
    loads(&l, "features: [frequency, frequency_both], no_answer: true");
    /* The cats ate ; the Eclair fell / Which cat ate eclairs ? */
    has(&l, "frequency 1", "0 0.2 0.2 0.2 0.2 0.2 ");
    has(&l, "frequency_both 0", "0 0.285714 0.142857 0.285714 0.142857 "
                                "0.285714 0.142857 0.142857 ");
    has(&l, "frequency_both 1", "0 0.2 0.2 0.4 0.2 0.2 ");
    unload_task(&l);
}

static void what_cannot_be_known_is_refused(void **state)
{
    static const char *const bad[][2] = {
        {"0123456789abcdeF\t0:1\tX\t-\tx\n",
         "line 1: found '0123456789abcdeF'"},
        {"0123456789abcdef\t0:1\tX\t-\n", "fewer than 5 columns"},
        {"0123456789abcdef\t0:1\tX\t-\tx\ty\n", "more than 5 columns"},
        {"0123456789abcdef\t0:1 1:1\tX\t- -\tx x\n", "fewer tags than tokens"},
        {"0123456789abcdef\t0:1\tX X\t-\tx\n", "more tags than tokens"},
        {"0123456789abcdef\t0:2 1:1\tX X\t- -\tx x\n",
         "found '1:1', expected start:length in code points, from 2"},
        {"0123456789abcdef\t0:\tX\t-\tx\n", "found '0:', expected start"},
        {"0123456789abcdef\t:1\tX\t-\tx\n", "found ':1', expected start"},
        {"0123456789abcdef\t0:+1\tX\t-\tx\n", "found '0:+1', expected start"},
        {"0123456789abcdef\t0:9999999999\tX\t-\tx\n", "found '0:9999999999'"},
        {"0123456789abcdef\t0:1\tX\t-\tx\n",
         "train', line 1, column 25: task.tags: found no line for 'The cats"},
        {"", "task.tags: found no line for 'The cats"},
    };

    (void)state;
    write_data();
    refuses("features: [matches]", "task.features: found 'matches', expected "
                                   "match, lower");
    refuses("features: [pos, match, pos], tags: [tags]",
            "task.features: found 'pos' for the second time");
    refuses("features: [pos]", "task.tags: found no file");
    refuses("features: [pos], tags: [absent]", "task.tags");
    for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
        file_of("bad", bad[i][0]);
        refuses("features: [pos], tags: [bad]", bad[i][1]);
    }
}

/* Append a line of tags for a text: `places` as given, each token a noun. */
static void tag_nouns(struct str *out, const char *text, const char *places,
                      int tokens)
{
    str_addf(out, "%016" PRIx64 "\t%s", hash64(text, strlen(text)), places);
    for (int c = 0; c < 3; c++)
        for (int i = 0; i < tokens; i++)
            str_addf(out, "%c%s", i ? ' ' : '\t', c ? "-" : "NN");
    str_adds(out, "\n");
}

/* Write tags of the two texts, followed by more lines. */
static void write_tags(const char *name, const char *document, int tokens,
                       const char *more)
{
    struct str s = {0};

    tag_nouns(&s, DOCUMENT, document, tokens);
    tag_nouns(&s, QUERY, "0:5 6:3 10:3 14:8", 4);
    str_adds(&s, more);
    file_of(name, str_text(&s));
    str_release(&s);
}

static void tags_of_another_text_are_refused(void **state)
{
    struct str again = {0};

    (void)state;
    write_data();
    write_tags("bad", "0:3 25:5", 2, "");
    refuses("features: [pos], tags: [bad]",
            "line 1, column 25: task.tags: file '");
    refuses("features: [pos], tags: [bad]",
            "bad', line 1: found a token that ends at 30, expected at most 29, "
            "the text's code points");
    tag_nouns(&again, QUERY, "0:5", 1);
    write_tags("bad", "0:3", 1, str_text(&again));
    refuses("features: [pos], tags: [bad]", "bad', line 3: found other tags");
    refuses("features: [pos], tags: [bad]", "bad', line 2, expected the same");
    str_release(&again);
}

static void tokens_without_a_tag_are_counted(void **state)
{
    struct loaded l;

    (void)state;
    write_data();
    write_tags("some", "0:3 25:4", 2, "");
    loads(&l, "features: [pos], tags: [some, some]"); /* equal lines are
                                                         allowed */
    has(&l, "pos 0", "1 0 0 0 0 0 1 ");
    if (!strstr(str_text(&l.task->notes),
                "\ntags cover 58.3 % of 24 tokens; 10 have none\n"))
        fail_msg("%s", str_text(&l.task->notes));
    unload_task(&l);
    write_tags("all", "0:29", 1, "");
    loads(&l, "features: [pos], tags: [all]");
    assert_null(strstr(str_text(&l.task->notes), "tags cover"));
    unload_task(&l);
}

static void types_are_numbers_and_their_names(void **state)
{
    struct loaded l;

    (void)state;
    write_data();
    loads(&l, "features: [type, type_decaprop]");
    has(&l, "type", "4 ");
    has(&l, "type_decaprop", "6 ");
    assert_string_equal(
        l.task->feature_classes[1],
        "what where how why when who which is can are do else");
    assert_int_equal(task_spec(l.task).feature[1].classes, QUESTION_PARTS);
    unload_task(&l);
}

/* --- real files ----------------------------------------------------------- */

#define DEV_TAGS "squad/squad-dev.tags.tsv.xz"

struct cuts {
    struct tags tags;
    long texts, tokens, same;
};

/* Count a text's tagged tokens that are also ours. */
static void compare(struct cuts *c, const char *text, size_t len)
{
    struct token_list l = {0};
    size_t n, at = 0, next = 0;
    const struct tag *tag;
    int32_t point = 0;
    struct error e;

    if (tags_of(&c->tags, text, len, &tag, &n, &e))
        fail_msg("%s", e.text);
    assert_true(tag || !len);
    tokens_split(TOKENS_ENGLISH, text, len, &l);
    for (size_t i = 0; i < l.n; i++) {
        int32_t from, end;

        for (; at < l.span[i].at; at++)
            point += (text[at] & 0xc0) != 0x80;
        from = end = point;
        for (size_t b = at; b < l.span[i].at + l.span[i].len; b++)
            end += (text[b] & 0xc0) != 0x80;
        while (next < n && tag[next].from < from)
            next++;
        c->same += next < n && tag[next].from == from && tag[next].end == end;
    }
    c->tokens += (long)n;
    c->texts++;
    tokens_release(&l);
}

static int take(void *of, const struct squad_paragraph *p, struct error *e)
{
    (void)e;
    compare(of, p->context, p->len);
    for (int i = 0; i < p->questions; i++)
        compare(of, p->question[i].text, strlen(p->question[i].text));
    return 0;
}

/* English tokens are those of spaCy, except 24 of these. */
static void real_texts_have_tags_that_fit_their_tokens(void **state)
{
    char *tags = memory_format("%s/%s", getenv("CODARUN_DATA"), DEV_TAGS);
    char *file = memory_format("%s/%s", getenv("CODARUN_DATA"), SQUAD_DEV_1_1);
    struct cuts c = {0};
    struct digest d;
    struct error e;

    (void)state;
    tags_init(&c.tags);
    if (tags_read(&c.tags, tags, &d, &e) || squad_read(file, take, &c, &d, &e))
        fail_msg("%s", e.text);
    assert_int_equal(c.texts, 2067 + 10570);
    assert_in_range(c.tokens - c.same, 0, 30);
    tags_release(&c.tags);
    free(tags);
    free(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tokens_match_those_of_the_other_side),
        cmocka_unit_test(stems_of_porter_match_what_plurals_do_not),
        cmocka_unit_test(frequencies_and_tags_are_of_each_side),
        cmocka_unit_test(frequencies_are_over_the_length_of_their_side),
        cmocka_unit_test(what_cannot_be_known_is_refused),
        cmocka_unit_test(tags_of_another_text_are_refused),
        cmocka_unit_test(tokens_without_a_tag_are_counted),
        cmocka_unit_test(types_are_numbers_and_their_names),
        unit_test_if(has_squad() && has_data(DEV_TAGS),
                     real_texts_have_tags_that_fit_their_tokens, NO_SQUAD),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
