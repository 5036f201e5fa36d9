/*
 * bench_subject.h - what `codarun bench train` trains: a model of any
 * registered kind, on examples made up for it.
 *
 * A kind is trained on the last of shapes[] that it reads, with the first
 * registered head that it answers, unless a shape is asked for.
 * Examples are random numbers of random lengths; for phasecond, aligner and ga
 * their tokens say whether the other part has them, as in common PyTorch
 * versions.
 */
#ifndef BENCH_BENCH_SUBJECT_H
#define BENCH_BENCH_SUBJECT_H

#include "config/command_line/option.h"
#include "config/yaml/document.h"
#include "engine/train/train.h"

/* What is asked for on the command line; its texts are borrowed. */
struct request {
    const char *model;     /* a preset or a kind; NULL: the benchmark's usual */
    const char *attention; /* NULL: nobody asks for one */
    struct strings set;    /* FIELD=VALUE, of model and train */
    int words;             /* in the vocabulary; 0: as usual for the shape */
    long threads;          /* 0: 1, 2, 4 ... */
    const char *shape; /* of examples; NULL: the last that the model reads */
    int least, most;   /* tokens of the first part; 0: as usual for the shape */
};

/* --model, --attention, --set, --words, --shape, --length and --threads, a
 * group whose member is a struct request. */
extern const struct cli_option request_table[];

/* With how many threads to measure after `before`, 0 at first; 0: no more. */
int request_threads(const struct request *r, int before);

/* All that tells a measurement of a subject from others, as bench_report()
 * wants it; the caller adds its own. */
void request_add(const struct request *r, const char *model,
                 const char *attention, struct str *out);

struct subject {
    struct document *document;
    struct chosen kind;
    struct words words;
    struct examples x;
    struct train_config conf; /* batch counts examples */
    double tokens;            /* of an example, on average */
    void *settings;           /* of the head; owned */
    struct model *model;
};

/* What a request may call a model: sizes that are often trained, then the
 * registered kinds.  free() the array.  Returns how many. */
int subject_names(const char ***names);

/* Is it trained where no model is asked for? */
bool subject_is_usual(const char *name);

/* -1 when there is no such model or attention, or it cannot be built so; there
 * is nothing to release then. */
int subject_init(struct subject *s, const struct request *r, struct error *e);
void subject_release(struct subject *s);

/* The kind of its attention; NULL: it has none. */
const char *subject_attention(const struct subject *s);

/* Has it an attention of a kind that nobody has asked for? */
bool subject_leaves_open(const struct subject *s);

#endif
