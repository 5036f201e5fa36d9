/*
 * span_config.h - the fields of the task `span`.
 *
 * Threads: pure data.
 */
#ifndef TASKS_SPAN_SPAN_CONFIG_H
#define TASKS_SPAN_SPAN_CONFIG_H

#include "tasks/common/corpus.h"

enum span_align { ALIGN_COVER, ALIGN_EXACT };
enum span_target { TARGET_LAST, TARGET_FIRST, TARGET_RANDOM };
enum span_scored { SCORED_ALL, SCORED_FITTING };
/* LEMMAS_TAGS is last: a task without tags has the others only. */
enum span_lemmas { LEMMAS_S_STEMS, LEMMAS_PORTER, LEMMAS_TAGS };
enum span_features_of { FEATURES_OF_BOTH, FEATURES_OF_DOCUMENT };

struct span {
    struct corpus_config corpus;
    union {
        struct {
            char *ids_train, *ids_valid, *ids_test;
        };
        char *ids[SPLITS];
    };
    union {
        struct {
            char *part_train, *part_valid, *part_test;
        };
        char *part[SPLITS];
    };
    long held_paragraphs, train_questions;
    int spelling;
    bool quotes;
    long characters;
    long max_document, max_query, max_answer;
    int scored;
    long max_document_scored, max_query_scored;
    int align, target;
    bool no_answer;
    long longest_span;
    bool within_sentence, ends;
    struct texts features, tags;
    int features_of, lemmas;
};

#endif
