/*
 * Rules between swept fields, a line each, and the values of a trial as the
 * journal writes them.
 *
 * Seeds: tests/fuzz/seeds/rules*
 */
#include "fuzz.h"

#include "sweep/sampler/rule.h"

static char *kinds[] = {"softmax", "coda"};
static struct parameter parameters[] = {
    {.name = "model.hidden", .min = 50, .max = 300, .whole = true},
    {.name = "model.attention.kind", .n = 2, .value = kinds},
    {.name = "train.learning_rate", .min = 1e-4, .max = 1e-2, .log = true},
    {.name = "model.dropout",
     .min = 0,
     .max = 0.5,
     .normal = true,
     .mean = 0.2,
     .deviation = 0.1},
};
static const struct space space = {4, parameters};

static void read_values(const char *text)
{
    struct assignment a;
    struct error e = {""};
    struct str again = {0};

    if (assignment_parse(&space, 3, text, &a, &e)) {
        fuzz_refused(&e);
        return;
    }
    for (int i = 0; i < space.n; i++)
        if (a.value[i])
            (void)parameter_unit(&parameters[i], a.value[i]);
    assignment_whole(&space, &a, &again);
    str_release(&again);
    assignment_release(&space, &a);
}

static void read_rule(const char *text)
{
    char *value[] = {"100", "coda", "0.001", NULL};
    const struct assignment a = {.value = value};
    struct error e = {""};

    if (rule_check(text, &space, &e))
        fuzz_refused(&e);
    else
        (void)rule_holds(text, &space, &a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    char *text = fuzz_text(data, n), *rest;

    for (char *line = strtok_r(text, "\n", &rest); line;
         line = strtok_r(NULL, "\n", &rest))
        if (utf8_valid(line, strlen(line)) == strlen(line)) {
            read_rule(line);
            read_values(line);
        }
    free(text);
    return 0;
}
