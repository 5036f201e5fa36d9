/* span_feature_names.c - the features that a configuration asks for. */
#include "tasks/span/span_features.h"

#include <string.h>

#include "tasks/span/question_type.h"

const struct span_feature_known span_features_known[SPAN_FEATURES] = {
    [SPAN_MATCH] = {"match", 0},
    [SPAN_LOWER] = {"lower", 0},
    [SPAN_LEMMA] = {"lemma", 0},
    [SPAN_FREQUENCY] = {"frequency", 0},
    [SPAN_FREQUENCY_BOTH] = {"frequency_both", 0},
    [SPAN_POS] = {"pos", 1},
    [SPAN_NER] = {"ner", 1},
    [SPAN_TYPE] = {"type", QUESTION_TYPES},
    [SPAN_PART] = {"type_decaprop", QUESTION_PARTS},
};

bool span_feature_is_asked(const struct span *conf, enum span_feature f)
{
    for (int i = 0; i < conf->features.n; i++)
        if (!strcmp(conf->features.text[i], span_features_known[f].name))
            return true;
    return false;
}

static struct feature feature_of(const struct span *conf, int f)
{
    struct feature is = {
        .classes = span_features_known[f].classes,
        .of = {f < SPAN_OF_TOKENS,
               f < SPAN_OF_TOKENS && conf->features_of == FEATURES_OF_BOTH}};

    strcpy(is.name, span_features_known[f].name);
    return is;
}

int span_features_list(const void *conf, struct feature out[MAX_FEATURES])
{
    const struct span *span = conf;
    int n = 0;

    for (int f = 0; f < SPAN_FEATURES; f++)
        if (span_feature_is_asked(span, (enum span_feature)f))
            out[n++] = feature_of(span, f);
    return n;
}

static int unknown_feature(const char *found, struct error *e)
{
    const char *names[SPAN_FEATURES];
    struct str text = {0};

    for (int f = 0; f < SPAN_FEATURES; f++)
        names[f] = span_features_known[f].name;
    names_list(names, SPAN_FEATURES, &text);
    error_set(e, "task.features: found '%s', expected %s", found,
              str_text(&text));
    str_release(&text);
    return -1;
}

int span_features_check(const struct span *conf, struct error *e)
{
    for (int i = 0; i < conf->features.n; i++) {
        int f = 0;

        while (f < SPAN_FEATURES &&
               strcmp(conf->features.text[i], span_features_known[f].name) != 0)
            f++;
        if (f == SPAN_FEATURES)
            return unknown_feature(conf->features.text[i], e);
        for (int k = 0; k < i; k++)
            if (!strcmp(conf->features.text[k], span_features_known[f].name))
                return error_set(e,
                                 "task.features: found '%s' for the second "
                                 "time, expected each once",
                                 span_features_known[f].name);
    }
    return 0;
}

void span_feature_find(const struct span *conf, enum span_feature f,
                       const struct examples *x, int place[MAX_PARTS])
{
    const struct feature is = feature_of(conf, f);
    struct column_kind column[MAX_PARTS];
    const int n = feature_columns(&is, column);

    for (int p = 0; p < MAX_PARTS; p++)
        place[p] = -1;
    for (int c = 0; span_feature_is_asked(conf, f) && c < n; c++)
        place[column[c].of == OF_EXAMPLE ? 0 : column[c].of] =
            examples_place(x, &column[c]);
}
