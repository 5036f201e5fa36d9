/*
 * document_fixture.h - kinds with a field of every type, for the tests of
 * documents.
 */
#ifndef DOCUMENT_FIXTURE_H
#define DOCUMENT_FIXTURE_H

#include "tests/test.h"

#include <stdlib.h>
#include <string.h>

#include "config/yaml/document.h"

static const char *const gates[] = {"plain", "scaled", "centered", NULL};

struct soft {
    bool scale;
};
static const struct field soft_fields[] = {
    FIELD_BOOL(struct soft, scale, true, "divide by sqrt(dk)"),
    FIELD_END,
};

struct coda {
    double beta;
    int gate;
    bool scale;
};
static const struct field coda_fields[] = {
    FIELD_REAL(struct coda, beta, 1.0, 0.0, 1e3, "scale of the distance"),
    FIELD_CHOICE(struct coda, gate, 0, gates, "shape of the gate"),
    FIELD_BOOL(struct coda, scale, true, "divide by sqrt(dk)"),
    FIELD_END,
};
static const struct kind soft = {
    .name = "softmax", .fields = soft_fields, .size = sizeof(struct soft)};
static const struct kind coda = {
    .name = "coda", .fields = coda_fields, .size = sizeof(struct coda)};
static const struct kind *const attention_list[] = {&soft, &coda, NULL};
static const struct kinds attentions = {.sort = "attention",
                                        .list = attention_list};

struct decatt {
    long hidden;
    double dropout;
    bool tied;
    char *vectors;
    struct texts columns;
    struct chosen attention;
};
static const struct field decatt_fields[] = {
    FIELD_INT(struct decatt, hidden, 200, 1, 4096, "width of F, G and H"),
    FIELD_REAL(struct decatt, dropout, 0.2, 0, 0.9, "dropout"),
    FIELD_BOOL(struct decatt, tied, false, "share weights"),
    FIELD_TEXT(struct decatt, vectors, "", "file of word vectors"),
    FIELD_TEXTS(struct decatt, columns, "columns"),
    FIELD_KIND(struct decatt, attention, &attentions, "softmax", "attention"),
    FIELD_END,
};
static const struct kind decatt = {
    .name = "decatt", .fields = decatt_fields, .size = sizeof(struct decatt)};
static const struct kind *const model_list[] = {&decatt, NULL};
static const struct kinds models = {.sort = "model", .list = model_list};

/* Bind the model of a text, which errors call a.yaml. */
static inline int bind_model(const char *text, struct chosen *c,
                             struct error *e)
{
    struct document *d = document_parse(text, "a.yaml", e);
    int failed;

    if (!d)
        return -1;
    failed = document_bind_kind(d, "model", &models, c, e);
    document_free(d);
    return failed;
}

#endif
