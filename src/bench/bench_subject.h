/*
 * bench_subject.h - the models that `codarun bench train` trains: any
 * registered kind, on synthetic examples.
 *
 * Unless a shape is asked for, a model is trained on the last of shapes[] that
 * it reads, with the first registered head that it supports.  Examples are
 * random numbers of random lengths.  For phasecond, aligner and ga their tokens
 * have a feature that says whether the other part has them, as in common
 * PyTorch versions.
 */
#ifndef BENCH_BENCH_SUBJECT_H
#define BENCH_BENCH_SUBJECT_H

#include "config/command_line/option.h"
#include "config/yaml/document.h"
#include "engine/train/train.h"

/* The options on the command line; texts are borrowed. */
struct request {
    const char *model;     /* a preset or a kind; NULL for the default */
    const char *attention; /* NULL if none is asked for */
    struct strings set;    /* FIELD=VALUE, for model and train */
    int words;             /* in the vocabulary; 0 for the shape's default */
    long threads;          /* 0 for 1, 2, 4 ... in turn */
    const char *shape; /* of examples; NULL for the last that the model reads */
    int least, most;   /* tokens of the first part; 0 for the shape's default */
};

/* --model, --attention, --set, --words, --shape, --length and --threads, a
 * group whose member is a struct request. */
extern const struct cli_option request_table[];

/* Return the number of threads to measure after `before`, which is 0 at first;
 * 0 if there are no more. */
int request_threads(const struct request *r, int before);

/* Append everything that identifies a measurement of a subject, in the form
 * that bench_report() takes; the caller appends its own keys. */
void request_add(const struct request *r, const char *model,
                 const char *attention, struct str *out);

struct subject {
    struct document *document;
    struct chosen kind;
    struct words words;
    struct examples x;
    struct train_config conf; /* batch counts examples */
    double tokens;            /* mean number in an example */
    void *settings;           /* of the head; owned */
    struct model *model;
};

/* Return how many names a request may use for a model, and the names: presets
 * of common sizes, then the registered kinds.  The caller frees the array. */
int subject_names(const char ***names);

/* True if it is trained when no model is asked for. */
bool subject_is_usual(const char *name);

/* Build the subject of a request.  Error: -1 if the model or attention does not
 * exist or cannot be built so; then there is nothing to release. */
int subject_init(struct subject *s, const struct request *r, struct error *e);
void subject_release(struct subject *s);

/* Return the kind of its attention, NULL if it has none. */
const char *subject_attention(const struct subject *s);

/* True if it has an attention whose kind the request does not name. */
bool subject_leaves_open(const struct subject *s);

#endif
