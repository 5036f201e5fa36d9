#include "tasks/span/question_type.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

const char *const question_type_names[] = {
    [QUESTION_WHAT] = "what",   [QUESTION_HOW] = "how",
    [QUESTION_WHO] = "who",     [QUESTION_WHEN] = "when",
    [QUESTION_WHICH] = "which", [QUESTION_WHERE] = "where",
    [QUESTION_WHY] = "why",     [QUESTION_BE] = "be",
    [QUESTION_OTHER] = "other", [QUESTION_TYPES] = NULL,
};

static const struct question_word {
    const char *text;
    enum question_type type;
} words[] = {
    {"what", QUESTION_WHAT},   {"how", QUESTION_HOW},
    {"who", QUESTION_WHO},     {"whose", QUESTION_WHO},
    {"whom", QUESTION_WHO},    {"when", QUESTION_WHEN},
    {"which", QUESTION_WHICH}, {"where", QUESTION_WHERE},
    {"why", QUESTION_WHY},     {"is", QUESTION_BE},
    {"are", QUESTION_BE},      {"was", QUESTION_BE},
    {"were", QUESTION_BE},     {"am", QUESTION_BE},
    {"be", QUESTION_BE},       {"been", QUESTION_BE},
    {"being", QUESTION_BE},
};

static enum question_type type_of(const char *token, size_t len)
{
    for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
        if (strlen(words[i].text) == len &&
            !strncasecmp(words[i].text, token, len))
            return words[i].type;
    return QUESTION_OTHER;
}

enum question_type question_type(const char *text, const int32_t *offset, int n)
{
    enum question_type first = QUESTION_OTHER;

    for (int i = 0; i < n; i++) {
        const enum question_type type = type_of(
            text + offset[2 * i], (size_t)(offset[2 * i + 1] - offset[2 * i]));

        if (type < QUESTION_BE)
            return type;
        if (!i)
            first = type;
    }
    return first;
}

/* --- by parts of the text ------------------------------------------------- */

const char *const question_part_names[] = {
    "what",  "where", "how", "why", "when", "who",
    "which", "is",    "can", "are", "do",   "else", NULL};

static bool has(const char *text, size_t len, const char *part)
{
    const size_t n = strlen(part);

    for (size_t i = 0; i + n <= len; i++)
        if (!strncasecmp(text + i, part, n))
            return true;
    return false;
}

int question_part(const char *text, size_t len)
{
    int i = 0;

    for (; i < QUESTION_PARTS - 1; i++) {
        const char *name = question_part_names[i];

        if (!strcmp(name, "is") ? has(text, len, "is it") ||
                                      has(text, len, "is there")
                                : has(text, len, name))
            break;
    }
    return i;
}
