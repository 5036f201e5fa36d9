/*
 * squad_files.h - for tests of SQuAD: its files, and answers as texts.
 */
#ifndef SQUAD_FILES_H
#define SQUAD_FILES_H

#include "tasks/span/squad.h"
#include "tasks/span/squad_score.h"
#include "tests/unit/text_files.h"

#define SQUAD_DEV_1_1 "squad/dev-v1.1.rebuilt.json.xz"
#define SQUAD_DEV_2_0 "squad/dev-v2.0.rebuilt.json.xz"
#define SQUAD_TRAIN_1_1 "squad/train-v1.1.rebuilt.json.xz"

#define NO_SQUAD "no squad/ under CODARUN_DATA"

static inline bool has_squad(void)
{
    return has_data(SQUAD_DEV_1_1) && has_data(SQUAD_DEV_2_0) &&
           has_data(SQUAD_TRAIN_1_1);
}

static inline struct squad_text
squad_answer_text(const struct squad_paragraph *p, const struct squad_answer *a)
{
    return (struct squad_text){p->context + a->from,
                               (size_t)(a->end - a->from)};
}

#endif
