/*
 * span_example.h - from a question to an example, or to the reason why it is
 * none.
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
    OUT_ABSENT, /* from the document: of open-domain questions */
    OUT_DOCUMENT,
    OUT_QUERY,
    OUT_ANSWER,
    OUT_EDGE,
    OUT_UNANSWERABLE,
    OUT_REASONS,
    KEPT = OUT_REASONS
};

/* A split on its way. */
struct span_reader {
    struct corpus *corpus;
    const struct span *conf;
    enum split split;
    struct span_features *features;
    int right, marked; /* places of span_column and sentence_marks; -1: none */
    struct span_split *own;
    struct split_ids ids; /* of `listed` */
    bool listed;
    struct str context; /* as it is cut: quotes replaced */
    struct str query;
    struct str marks;   /* of the context's tokens, where answers are to stay
                           within a sentence */
    bool encoded, kept; /* the paragraph */
    bool fresh;         /* questions are in no split: none is left out */
    long paragraphs;    /* that were met */
    /* First and last token of each answer to the question that may be trained
     * on; owned. */
    int32_t *span;
    int spans, span_room; /* numbers, two an answer */
    int asked, several, cut_documents, cut_queries;
    int out[OUT_REASONS];
};

/* Find the columns of the corpus's task. */
void span_reader_find_columns(struct span_reader *r);
void span_reader_release(struct span_reader *r);

/* "; left out: 3 for one reason, 4 for another", or nothing. */
void span_reader_add_reasons(const struct span_reader *r, struct str *out);

/* Replace *out by a text as it is cut: as many bytes, but two apostrophes or
 * backquotes are a double quote and a space, where the fields say so. */
void span_set_quotes(const struct span *conf, const char *text, size_t len,
                     struct str *out);

/* Take a question of a paragraph; encoded and kept are false before the first
 * of one. */
int span_take_question(struct span_reader *r, const struct squad_paragraph *p,
                       const struct squad_question *q, struct error *e);

#endif
