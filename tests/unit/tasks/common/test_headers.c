/* Rows that do not have the layout of the experiment: the help that an error
 * gives to its author. */
#include "config.h"

#include "tests/test.h"

#include "tests/unit/text_files.h"

#define NAMED(hypothesis)                                           \
    ", header: true, columns: [premise=first, hypothesis=" hypothesis \
    ", label=label]"
#define LABELS ", labels: [no, yes]"
#define HINT                                                          \
    "; task.header: true if line 1 is a header, task.columns if the " \
    "columns have another order"

static void errors_end_with_what_helps(void **state)
{
    static const char *const cases[][3] = {
        {"a\tb\tc\n", "",
         "found 'c', expected entailment, neutral or contradiction; "
         "task.labels names others" HINT},
        {"a\tb\tc\n", LABELS,
         "expected no or yes" HINT},
        {"a\tb\tno\na\tb\tc\n", LABELS, "expected no or yes"},
        {"a\tb\tc\na\tb\tc\n", LABELS ", header: true", "expected no or yes"},
        {"{\"sentence1\": \"a\", \"sentence2\": \"b\", \"gold_label\": "
         "\"c\"}\n",
         LABELS ", format: jsonl", "expected no or yes"},
        {"a\tb\n", LABELS,
         "found 2 columns, expected 3 with tabs between; task.columns says "
         "what stands where"},
        {"first\tsecond\tlabel\n", NAMED("secnd"),
         "found no column 'secnd' in the header; did you mean 'second'?"},
        {"first\tsecond\tlabel\n", NAMED("other"),
         "found no column 'other' in the header; expected one of first, "
         "second or label"},
        {"first,second,label\n", NAMED("second"),
         "found no column 'first' in the header, which is one cell "
         "'first,second,label': tsv has tabs between cells"},
        {"first\tsecond\tlabel\n", NAMED("second") ", format: csv",
         "csv has commas between cells"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        struct loaded l;
        char text[300];

        file_of("bad", cases[i][0]);
        snprintf(text, sizeof(text), "{kind: nli, train: bad, valid: bad%s}",
                 cases[i][1]);
        assert_int_equal(load_task(&l, text), -1);
        const char *end = strstr(l.error.text, cases[i][2]);

        if (!end || strcmp(end, cases[i][2]) != 0)
            fail_msg("'%s' does not end with '%s'", l.error.text, cases[i][2]);
        unload_task(&l);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_end_with_what_helps),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
