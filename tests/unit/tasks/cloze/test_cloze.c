/*
 * Task cloze: which tokens belong to a candidate, which questions are left out,
 * the baselines, and what a corpus does with their words.
 */
#include "config.h"

#include "tests/test.h"

#include <math.h>
#include <string.h>

#include "tests/unit/tasks/cloze/cloze_fixture.h"

#define ENTITIES                                             \
    "1 @entity3 met @entity1 and @entity3 .\n"               \
    "2 then @entity7 slept .\n"                              \
    "3 XXXXX met @entity1 ?\t@entity3\t\t@entity7|@entity3|" \
    "@entity1|@entity9\n\n"

/* In the order of their bytes: The White House is before ... */
static void tokens_of_candidates_are_found(void **state)
{
    const struct column_kind match = {"match 0", COLUMN_INT, 1, 0};
    struct loaded l;

    (void)state;
    loads(&l, ENTITIES, NAMES, ", features: [match]");
    shows(&l, 0, 0,
          "@entity3 met @entity1 and @entity3 . then @entity7 "
          "slept .");
    shows(&l, 1, 0, "<begin> @placeholder met @entity1 ? <end>");
    column_is_of(&l, SPLIT_TRAIN, 0, &cloze_place, "1");
    /* @entity1, @entity3, @entity7, @entity9 */
    column_is_of(&l, SPLIT_TRAIN, 0, &cloze_tokens, "2 0 4 7");
    column_is_of(&l, SPLIT_TRAIN, 0, &cloze_counts, "1 2 1 0");
    column_is_of(&l, SPLIT_TRAIN, 0, &cloze_lengths, "1 1 1 1");
    column_is_of(&l, SPLIT_TRAIN, 0, &cloze_right, "1");
    column_is_of(&l, SPLIT_TRAIN, 0, &match, "0 1 1 0 0 0 0 0 0 0");
    assert_string_equal(cloze_candidate(l.task, SPLIT_TRAIN, 0, 2), "@entity7");
    /* John White, Mary Smith, The White House share a token */
    column_is_of(&l, SPLIT_VALID, 0, &cloze_tokens, "5 1 6 8 9 0 1 6 2");
    column_is_of(&l, SPLIT_VALID, 0, &cloze_counts, "3 2 4");
    column_is_of(&l, SPLIT_VALID, 0, &cloze_lengths, "2 2 3");
    column_is_of(&l, SPLIT_VALID, 0, &cloze_right, "0");
    notes(&l, "train: 1 questions with 4.0 candidates each\n");
    notes(&l, "train: 1 of the candidates are not in what is read\n");
    notes(&l, "valid: right without reading: 33.3 % by chance, 33.3 % the most "
              "frequent candidate, 50.0 % the most frequent that is not in the "
              "query\n");
    unload_task(&l);
}

#define BAD(answer, candidates) \
    "1 A cat saw a dog .\n2 XXXXX ran .\t" answer "\t\t" candidates "\n\n"

/* For training they are left out; else they count as wrong. */
static void questions_that_cannot_be_answered(void **state)
{
    struct answer_sheet a = {0};
    struct units u;
    struct loaded l;

    (void)state;
    loads(&l,
          ENTITIES BAD("hen", "cat|dog") BAD("hen", "hen|dog")
              BAD("dog", "cat|dog"),
          BAD("hen", "cat|dog") BAD("hen", "hen|cow") BAD("dog", "cat|dog"),
          ", max_document: 5");
    assert_int_equal(l.task->split[SPLIT_TRAIN].n, 2);
    assert_int_equal(l.task->split[SPLIT_VALID].n, 3);
    notes(&l, "train: 4 questions with 2.5 candidates each; left out: 1 whose "
              "answer is none of the candidates, 1 whose answer is not in the "
              "document\n");
    notes(&l, "valid: 3 questions with 2.0 candidates each; never right: 1 "
              "whose answer is none of the candidates, 1 whose answer is not "
              "in the document\n");
    notes(&l, "train: 4 documents are cut to 5 tokens\n");
    shows(&l, 0, 0, "@entity3 met @entity1 and @entity3");
    const struct column_kind score = {"score", COLUMN_FLOAT, COLUMN_RAGGED,
                                      OF_EXAMPLE};
    struct column *c = answer_sheet_add(&a, &score);

    column_add(c, (struct values){(float[]){0.9f, 0.1f}, 2});
    column_add(c, (struct values){(float[]){0, 0}, 2});
    column_add(c, (struct values){(float[]){0.4f, 0.6f}, 2});
    a.n = 3;
    l.task->kind->tally(l.task, SPLIT_VALID, &a, &u);
    for (int i = 0; i < 3; i++)
        assert_float_equal(units_at(&u, i, 0)->sum, i == 2, 0);
    units_release(&u);
    answer_sheet_release(&a);
    unload_task(&l);
    loads(&l, ENTITIES BAD("dog", "cat|dog"), NAMES, ", max_document: 3");
    notes(&l, "left out: 1 whose answer is behind max_document\n");
    unload_task(&l);
}

static int32_t trait(const struct loaded *l, const char *name, int i)
{
    int32_t value[MAX_TRAITS][4], *to[MAX_TRAITS];
    int k = 0;

    for (int t = 0; t < MAX_TRAITS; t++)
        to[t] = value[t];
    cloze_describe(l->task, SPLIT_VALID, to);
    while (strcmp(cloze_traits[k].name, name) != 0)
        k++;
    return value[k][i];
}

/* A candidate outside the part that is read is not the most frequent. */
static void the_most_frequent_candidate_is_known(void **state)
{
    struct loaded l;

    (void)state;
    loads(&l, NAMES,
          BAD("dog", "cat|dog") "1 A cat , a cat and a dog .\n"
                                "2 XXXXX ran .\tdog\t\tcat|dog\n\n",
          "");
    assert_int_equal(trait(&l, "frequent", 0), 1);
    assert_int_equal(trait(&l, "frequent", 1), 0);
    unload_task(&l);
    loads(&l, NAMES,
          "1 A cat , a cat and a dog .\n"
          "2 A cat and a dog saw XXXXX .\tcat\t\tcat|dog\n\n",
          "");
    notes(&l, "100.0 % the most frequent candidate, 100.0 % the most frequent "
              "that is not in the query\n"); /* all are */
    unload_task(&l);
    loads(&l, BAD("A", "A|dog"), BAD("dog", "cat|dog"), ", max_document: 1");
    assert_int_equal(trait(&l, "frequent", 0), 0);
    unload_task(&l);
}

/* The cloze itself does not match a word with its name, either. */
static void a_token_counts_once_for_a_candidate(void **state)
{
    const struct column_kind match = {"match 0", COLUMN_INT, 1, 0};
    struct loaded l;

    (void)state;
    loads(&l,
          "1 A dog saw @placeholder .\n"
          "2 XXXXX ran .\tdog\t\tdog dog|dog\n\n",
          NAMES, ", features: [match]");
    column_is_of(&l, SPLIT_TRAIN, 0, &cloze_tokens, "1 1");
    column_is_of(&l, SPLIT_TRAIN, 0, &cloze_counts, "1 1");
    column_is_of(&l, SPLIT_TRAIN, 0, &match, "0 0 0 0 1");
    unload_task(&l);
}

/* What is known of a question moves with its example. */
static void a_share_keeps_what_is_known(void **state)
{
    struct str s = {0};
    struct loaded l;

    (void)state;
    for (int i = 0; i < 20; i++)
        str_addf(&s, "1 A w%d ran .\n2 XXXXX ran .\tw%d\t\tw%d|ran\n\n", i, i,
                 i);
    loads(&l, str_text(&s), NAMES, ", share: 0.25");
    assert_int_equal(l.task->split[SPLIT_TRAIN].n, 5);
    for (int i = 0; i < 5; i++) {
        char expected[40];

        snprintf(expected, sizeof(expected), "A %s ran .",
                 cloze_candidate(l.task, SPLIT_TRAIN, i, 1));
        shows(&l, 0, i, expected);
        snprintf(expected, sizeof(expected), "w%d",
                 atoi(cloze_id(l.task, SPLIT_TRAIN, i)) - 1);
        assert_string_equal(cloze_candidate(l.task, SPLIT_TRAIN, i, 1),
                            expected);
    }
    unload_task(&l);
    str_release(&s);
}

/* A passage of LAMBADA with one sentence has no document. */
static void an_empty_document_is_no_error(void **state)
{
    struct loaded l;

    (void)state;
    file_of("train", "A cat ran . the cat\nA dog ran . the dog\n");
    file_of("valid", "a cat and a cat\nA dog ran . the dog\n");
    if (load_task(&l, "{kind: cloze, layout: lambada, train: train, valid: "
                      "valid}"))
        fail_msg("%s", l.error.text);
    assert_int_equal(l.task->split[SPLIT_VALID].n, 2);
    column_is_of(&l, SPLIT_VALID, 0, &cloze_right, "-1");
    column_is_of(&l, SPLIT_VALID, 1, &cloze_right, "2");
    column_is_of(&l, SPLIT_VALID, 0, &cloze_counts, "");
    notes(&l, "valid: 1 documents are empty, and read as <unknown>\n");
    unload_task(&l);
}

/* A reader that has diverged must not be right by chance: candidates that are
 * not in the document have 0 where the others have NaN. */
static void what_is_no_number_is_no_answer(void **state)
{
    const struct column_kind score = {"score", COLUMN_FLOAT, COLUMN_RAGGED,
                                      OF_EXAMPLE};
    struct answer_sheet a = {0};
    struct column *c = answer_sheet_add(&a, &score);
    float p;

    (void)state;
    column_add(c, (struct values){(float[]){0, NAN, 0, 0.5f}, 4});
    column_add(c, (struct values){(float[]){0, 0.2f, 0.2f, 0}, 4});
    a.n = 2;
    assert_int_equal(cloze_said(&a, 0, &p), 1);
    assert_true(isnan(p));
    assert_int_equal(cloze_said(&a, 1, &p), 1);
    assert_float_equal(p, 0.2f, 0);
    answer_sheet_release(&a);
}

/* Entities come first among words, whatever their order in the files; rare
 * words are unknown, but candidates are still found by them. */
static void entities_lead_and_rare_words_are_unknown(void **state)
{
    struct loaded l;

    (void)state;
    loads(&l, BAD("dog", "cat|dog") ENTITIES, NAMES,
          ", entities: batch, least_count: 2");
    const struct permuted_words *p = &l.task->split[SPLIT_TRAIN].permuted;

    assert_int_equal(p->each, PERMUTED_EACH_BATCH);
    assert_int_equal(p->first, TOKEN_FIRST);
    assert_int_equal(p->n, 2); /* @entity7 occurs once */
    for (int i = 0; i < p->n; i++)
        assert_memory_equal(l.task->words[0]->text[p->first + i], ENTITY_WORD,
                            strlen(ENTITY_WORD));
    assert_int_equal(l.task->split[SPLIT_VALID].permuted.each, PERMUTED_NEVER);
    shows(&l, 0, 0, "<unknown> <unknown> <unknown> <unknown> <unknown> .");
    column_is_of(&l, SPLIT_TRAIN, 0, &cloze_tokens, "1 4");
    unload_task(&l);
    loads(&l, ENTITIES, NAMES, ", vocabulary: train");
    column_is_of(&l, SPLIT_VALID, 0, &cloze_counts, "3 2 4");
    unload_task(&l);
}

/* As in GA, by default. */
static void fields_say_what_the_head_does(void **state)
{
    for (int i = 0; i < 2; i++) {
        struct loaded l;

        (void)state;
        loads(&l, NAMES, NAMES, i ? ", options: mean, renormalise: false" : "");
        const struct cloze_answers *s = l.task->settings;

        assert_int_equal(s->mean, i);
        assert_int_equal(s->renormalise, !i);
        unload_task(&l);
    }
}

static void what_says_nothing_is_refused(void **state)
{
    (void)state;
    refuses(NAMES, ", entities: epoch",
            "task.entities: found 0 words that begin with '@entity', expected "
            "two or more to be permuted");
    refuses(NAMES, ", features: [match, match]",
            "task.features: found 'match' as another, expected match, once");
    refuses(NAMES, ", features: [pos]",
            "task.features: found 'pos', expected match, once");
    refuses(NAMES, ", layout: cnn, numbers: true",
            "task.numbers: found true, expected false: sentences of layout cnn "
            "have no numbers");
    refuses(BAD("hen", "cat|dog"), "", "task.train: file '");
    refuses(BAD("hen", "cat|dog"), "",
            "': found 1 questions; left out: 1 whose answer is none of the "
            "candidates, expected one or more that are not");
}

static void add(struct fresh *f, const char *document, const char *query,
                const char *candidates, const char *says)
{
    const struct cell cell[MAX_ROLES] = {{document, strlen(document)},
                                         {query, strlen(query)},
                                         {candidates, strlen(candidates)}};
    struct error e = {0};
    const int bad = fresh_add(f, cell, &e);

    assert_int_equal(bad, says ? -1 : 0);
    if (says)
        assert_string_equal(e.text, says);
}

/* `n` candidates, or letters of one, and one more are an error, which contains
 * `says`. */
static void add_many(struct fresh *f, int n, const char *text, const char *says)
{
    struct str s = {0};
    struct error e = {0};

    for (int i = 0; i < n; i++)
        str_adds(&s, text);
    str_adds(&s, "a");
    const struct cell cell[MAX_ROLES] = {
        {"Mary met Zed", 12}, {"XXXXX met", 9}, {s.s, s.len}};

    assert_int_equal(fresh_add(f, cell, &e), -1);
    assert_non_null(strstr(e.text, says));
    str_release(&s);
}

#define BLANKS(n) "found @placeholder or XXXXX " n " times in the query, " \
                  "expected one of them once"

/* Candidates are found by words that the model does not know. */
static void a_fresh_question_is_encoded(void **state)
{
    struct loaded l;
    struct error e;

    (void)state;
    loads(&l, NAMES, NAMES, "");
    struct fresh *f = fresh_new(l.task, ".", &e);

    assert_non_null(f);
    add(f, "Mary met Zed and Quux", "XXXXX met Zed", " Zed |\tQuux ", NULL);
    add(f, "Mary met Zed", "met Zed", "Zed", BLANKS("0"));
    add(f, "Mary met Zed", "@placeholder met @placeholder", "Zed", BLANKS("2"));
    add(f, "Mary met Zed", "@placeholder met XXXXX", "Zed", BLANKS("2"));
    add(f, "Mary met Zed", "XXXXX met", "Zed||Mary",
        "found candidate 2 empty, expected a text");
    add(f, "Mary met Zed", "XXXXX met", "|",
        "found candidate 1 empty, expected a text");
    add_many(f, 65536, "a", "found a word of more than 65536 bytes");
    add_many(f, 65536, "a|", "found more than 65536 candidates");
    add(f, " ", "XXXXX met Zed", "Zed",
        "found a document without a token, expected some");
    add(f, "Mary met Zed", "XXXXX met", "", NULL);
    const struct examples *x = &f->task.split[SPLIT_TEST];

    assert_int_equal(x->n, 2);
    assert_memory_equal(
        example_tokens(x, 0, 0) + 2,
        ((int32_t[]){TOKEN_UNKNOWN, TOKEN_UNKNOWN, TOKEN_UNKNOWN}),
        3 * sizeof(int32_t));
    const struct values v = column_get(examples_find(x, &cloze_tokens), 0);

    assert_int_equal(column_get(examples_find(x, &cloze_counts), 0).n, 2);
    assert_int_equal(v.n, 2);
    assert_int_equal(((const int32_t *)v.at)[0], 4); /* Quux before Zed */
    assert_int_equal(((const int32_t *)v.at)[1], 2);
    assert_int_equal(column_get(examples_find(x, &cloze_counts), 1).n, 3);
    fresh_clear(f);
    assert_int_equal(x->n, 0);
    fresh_free(f);
    unload_task(&l);
}

/* Without candidates the document's words are used, as they were cut. */
static void words_of_a_fresh_document_are_candidates(void **state)
{
    struct loaded l;
    struct error e;

    (void)state;
    loads(&l, NAMES, NAMES, ", tokens: words");
    struct fresh *f = fresh_new(l.task, ".", &e);

    assert_non_null(f);
    add(f, "Mary's cat", "XXXXX ran", "", NULL);
    const struct examples *x = &f->task.split[SPLIT_TEST];
    const struct values v = column_get(examples_find(x, &cloze_tokens), 0);

    assert_int_equal(column_get(examples_find(x, &cloze_counts), 0).n, 3);
    assert_int_equal(v.n, 3); /* 's, Mary, cat */
    assert_memory_equal(v.at, ((int32_t[]){1, 0, 2}), 3 * sizeof(int32_t));
    fresh_free(f);
    unload_task(&l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tokens_of_candidates_are_found),
        cmocka_unit_test(questions_that_cannot_be_answered),
        cmocka_unit_test(the_most_frequent_candidate_is_known),
        cmocka_unit_test(a_token_counts_once_for_a_candidate),
        cmocka_unit_test(a_share_keeps_what_is_known),
        cmocka_unit_test(an_empty_document_is_no_error),
        cmocka_unit_test(what_is_no_number_is_no_answer),
        cmocka_unit_test(entities_lead_and_rare_words_are_unknown),
        cmocka_unit_test(fields_say_what_the_head_does),
        cmocka_unit_test(what_says_nothing_is_refused),
        cmocka_unit_test(a_fresh_question_is_encoded),
        cmocka_unit_test(words_of_a_fresh_document_are_candidates),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
