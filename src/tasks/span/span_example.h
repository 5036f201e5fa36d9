/*
 * span_example.h - turns a question into an example, or finds the reason why it
 * is none.
 *
 * Threads: one struct span_reader belongs to one thread.
 */
#ifndef TASKS_SPAN_SPAN_EXAMPLE_H
#define TASKS_SPAN_SPAN_EXAMPLE_H

#include "tasks/common/split_ids.h"
#include "tasks/span/span.h"
#include "tasks/span/span_features.h"

/* Why a question is no example. */
enum left_out {
    OUT_ABSENT, /* the answer is not in the document: for open-domain
                   questions */
    OUT_DOCUMENT,
    OUT_QUERY,
    OUT_ANSWER,
    OUT_EDGE,
    OUT_UNANSWERABLE,
    OUT_REASONS,
    KEPT = OUT_REASONS
};

/* The state of reading a split. */
struct span_reader {
    struct corpus *corpus;
    const struct span *conf;
    enum split split;
    struct span_features *features;
    int right, marked; /* columns of span_column and sentence_marks; -1: none */
    struct span_split *own;
    struct split_ids ids; /* used if `listed` */
    bool listed;
    struct str context; /* the text that is cut into tokens: quotes replaced */
    struct str query;
    struct str marks;   /* of the context's tokens, if answers must stay
                           within a sentence */
    bool encoded, kept; /* state of the paragraph */
    bool fresh;         /* questions are in no split: none is left out */
    long paragraphs;    /* read so far */
    /* First and last token of each answer to the question that may be the
     * training target; owned. */
    int32_t *span;
    int spans, span_room; /* numbers, two per answer */
    int asked, several, cut_documents, cut_queries;
    int out[OUT_REASONS];
};

/* Find the columns of the corpus's task. */
void span_reader_find_columns(struct span_reader *r);
void span_reader_release(struct span_reader *r);

/* Append "; left out: 3 for one reason, 4 for another", or nothing. */
void span_reader_add_reasons(const struct span_reader *r, struct str *out);

/* Replace *out by a text as it is cut into tokens.  It has as many bytes; two
 * apostrophes or backquotes become a double quote and a space, if the fields
 * say so. */
void span_set_quotes(const struct span *conf, const char *text, size_t len,
                     struct str *out);

/* Take a question of a paragraph.  Set `encoded` and `kept` to false before the
 * first question of each paragraph. */
int span_take_question(struct span_reader *r, const struct squad_paragraph *p,
                       const struct squad_question *q, struct error *e);

#endif
