/*
 * task_cache_data.h - a task of each kind that is kept in the cache, and the
 * files that these read.
 */
#ifndef TASK_CACHE_DATA_H
#define TASK_CACHE_DATA_H

#include <inttypes.h>
#include <stdlib.h>

#include "base/core/memory.h"
#include "tests/unit/heads.h"
#include "tests/unit/text_files.h"

/* One file in a folder, and in an archive. */
static inline void write_cloze(const char *answer)
{
    char *text = memory_format("1 @entity1 saw @entity2 .\n2 XXXXX ran .\t%s"
                               "\t\t%s|ran\n",
                               answer, answer);
    char *command =
        memory_format("cd '%s' && mkdir -p questions && mv a questions/ && "
                      "tar -cf questions.tar questions",
                      folder);

    file_of("a", text);
    assert_int_equal(system(command), 0);
    free(command);
    free(text);
}

#define CONTEXT "The cats ate.  They left \\\"home\\\" late; who knows"
#define QUERY "Which cats ate?"

static inline void write_data(void)
{
    char tags[600];

    file_of("pairs", "one two\ttwo three\tentailment\n"
                     "four\tone\tneutral\n"
                     "one\tfour five\tcontradiction\n");
    file_of("texts", "good film\t1\nbad film indeed\t0\n");
    file_of("rank", "q one\tright\t1\nq one\twrong\t0\nq two\tworse\t0\n"
                    "q two\tright\t1\nq two\twrong\t0\nq six\tno\t0\n");
    file_of("ids", "7 a\n7 b\n8 c\n8 d\n8 e\n9 f\n");
    file_of("english", "two dogs\na dog\n\n");
    file_of("german", "zwei Hunde\nein Hund\n\n");
    file_of("sums", "x=1,y=2,x+y:3\nx=7,y=1,y-x:-6\n");
    file_of("vectors", "one 0.1 0.2 0.3\nfilm 1 2 3\ncats 4 5 6\n");
    file_of("squad", "{\"data\":[{\"paragraphs\":[{\"context\":\"" CONTEXT
                     "\",\"qas\":[{\"id\":\"a\",\"question\":\"" QUERY
                     "\",\"answers\":[{\"text\":\"cats\",\"answer_start\":4},"
                     "{\"text\":\"The cats\",\"answer_start\":0}]},"
                     "{\"id\":\"b\",\"question\":\"" QUERY
                     "\",\"is_impossible\":true,\"answers\":[]}]}]}]}");
    const char *context = "The cats ate.  They left \"home\" late; who knows";

    snprintf(tags, sizeof(tags),
             "%016" PRIx64 "\t0:3 4:4\tDT NNS\t- ANIMAL\tthe cat\n"
             "%016" PRIx64 "\t0:5\tWDT\t-\twhich\n",
             hash64(context, strlen(context)), hash64(QUERY, strlen(QUERY)));
    file_of("tags", tags);
    file_of("searchqa", "<s> Two cats ate. </s>  <s> A Dog ran. </s> ||| Who "
                        "ate? ||| cats\n<s> The Dog </s> ||| Who? ||| Dog\n");
    file_of("questions.json",
            "{\"uid\":\"a\",\"question\":\"Who ate?\",\"answer\":"
            "[\"cats\",\"Dog\"]}\n");
    file_of("contexts.json",
            "{\"uid\":\"a\",\"contexts\":[[2,\"Two cats ate.\"],[3,\"The "
            "Dog\"]]}\n");
    write_cloze("@entity1");
}

static const char *const tasks[] = {
    "{kind: mlu, examples: 40, valid_examples: 5, test_examples: 5}",
    "{kind: mlu, train: sums, valid: sums}",
    "{kind: nli, train: pairs, valid: pairs, vectors: vectors}",
    "{kind: mt, train: [english, german], valid: [english, german]}",
    "{kind: mt, train: [english, german], valid: [german, english], "
    "test: [english, german], vocabulary: separate}",
    "{kind: sentiment, train: texts, valid: texts, vocabulary: train}",
    "{kind: sentiment, train: texts, valid: texts, subwords: 6}",
    "{kind: rank, train: rank, valid: rank, ids_train: ids, ids_valid: ids, "
    "train_questions: mixed}",
    "{kind: span, train: squad, valid: squad, test: squad, no_answer: true, "
    "within_sentence: true, vectors: vectors, target: random, tags: [tags], "
    "features: [match, frequency, pos, ner, type]}",
    "{kind: span, train: squad, valid: squad, no_answer: true, "
    "characters: 0}",
    "{kind: cloze, train: questions/, valid: 'questions.tar:questions/a', "
    "entities: batch, "
    "features: [match]}",
    "{kind: open, train: searchqa, valid: searchqa, test: searchqa, "
    "vectors: vectors, within_sentence: true, between: mark, "
    "features: [match, frequency, type], share: 0.5}",
    "{kind: open, train: questions.json, valid: questions.json, "
    "layout: quasar, contexts_train: contexts.json, "
    "contexts_valid: contexts.json, order: score, answers: candidates, "
    "features: [match]}",
    "{kind: text2code, examples: 40, valid_examples: 5, test_examples: 5}",
};
#define TASKS (sizeof(tasks) / sizeof(*tasks))

#endif
