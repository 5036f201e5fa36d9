#include "tasks/open/open_files.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "tasks/common/long_word.h"
#include "text/files/lines.h"
#include "text/language/python.h"

const char *const open_layout_names[] = {"searchqa", "quasar", NULL};

static int (*const next_of[])(struct open_files *f, struct error *e) = {
    [OPEN_SEARCHQA] = open_searchqa_next,
    [OPEN_QUASAR] = open_quasar_next,
};

struct open_files *open_files_open(enum open_layout layout,
                                   const char *const path[OPEN_FILES],
                                   struct error *e)
{
    struct open_files *f = memory_zeroed(1, sizeof(*f));

    f->layout = layout;
    vocabulary_init(&f->ids, NULL, 0);
    for (int i = 0; i < OPEN_FILES; i++) {
        if (!path[i])
            continue;
        f->file[i] = lines_open(path[i], e);
        if (!f->file[i]) {
            open_files_close(f);
            return NULL;
        }
    }
    return f;
}

void open_files_close(struct open_files *f)
{
    if (!f)
        return;
    for (int i = 0; i < OPEN_FILES; i++)
        lines_close(f->file[i]);
    vocabulary_release(&f->ids);
    str_release(&f->text);
    str_release(&f->scratch);
    free(f->answers.at);
    free(f->passages.at);
    free(f->candidates.at);
    free(f->passage);
    free(f->cell);
    free(f);
}

struct digest open_files_digest(const struct open_files *f, enum open_file i)
{
    return lines_digest(f->file[i]);
}

int open_files_error(const struct open_files *f, struct error *e,
                     const char *text)
{
    return lines_error(f->file[OPEN_QUESTIONS], e, "%s", text);
}

struct layout_text open_files_keep(struct open_files *f, const char *text,
                                   size_t len)
{
    const size_t at = f->text.len;

    python_join_words(text, len, &f->text);
    str_add(&f->text, "", 1);
    return (struct layout_text){at, f->text.len - at - 1};
}

void open_files_add(struct open_files *f, struct open_texts *to,
                    const char *text, size_t len, double score)
{
    const size_t before = f->text.len;
    const struct layout_text kept = open_files_keep(f, text, len);

    if (!kept.len) {
        f->text.len = before;
        return;
    }
    GROW(to->at, to->n, to->room);
    to->at[to->n++] = (struct open_text){kept, score};
}

int open_files_check(const struct open_files *f, enum open_file i, size_t from,
                     struct error *e)
{
    if (!long_word_in(f->text.s + from, f->text.len - from))
        return 0;
    return lines_error(f->file[i], e,
                       "found a word of more than %d bytes, expected none in a "
                       "question",
                       LONGEST_WORD);
}

static void clear(struct open_files *f)
{
    str_clear(&f->text);
    f->id = f->question = (struct layout_text){0, 0};
    f->answers.n = f->passages.n = f->candidates.n = 0;
}

static struct cell cell_of(const struct open_files *f, struct layout_text t)
{
    return (struct cell){f->text.s + t.at, t.len};
}

/* Make pointers to the texts.  Texts no longer move when all are added. */
static void list_texts(struct open_files *f, struct open_question *q)
{
    const int cells = f->answers.n + f->candidates.n;

    while (f->cell_room < cells)
        GROW(f->cell, f->cell_room, f->cell_room);
    while (f->passage_room < f->passages.n)
        GROW(f->passage, f->passage_room, f->passage_room);
    for (int i = 0; i < f->answers.n; i++)
        f->cell[i] = cell_of(f, f->answers.at[i].text);
    for (int i = 0; i < f->candidates.n; i++)
        f->cell[f->answers.n + i] = cell_of(f, f->candidates.at[i].text);
    for (int i = 0; i < f->passages.n; i++)
        f->passage[i] = (struct open_passage){
            cell_of(f, f->passages.at[i].text), f->passages.at[i].score};
    *q = (struct open_question){
        .id = f->text.s + f->id.at,
        .text = cell_of(f, f->question),
        .answer = f->cell,
        .answers = f->answers.n,
        .passage = f->passage,
        .passages = f->passages.n,
        .candidate = f->cell + f->answers.n,
        .candidates = f->candidates.n,
    };
}

static int check_numbers(const struct open_files *f, struct error *e)
{
    if (f->answers.n > OPEN_MOST_ANSWERS)
        return lines_error(f->file[OPEN_QUESTIONS], e,
                           "found %d answers to a question, expected no more "
                           "than %d",
                           f->answers.n, OPEN_MOST_ANSWERS);
    return f->candidates.n > LAYOUT_MOST_CANDIDATES
               ? lines_error(f->file[OPEN_CANDIDATES], e,
                             "found %d candidates, expected no more than %d",
                             f->candidates.n, LAYOUT_MOST_CANDIDATES)
               : 0;
}

int open_files_next(struct open_files *f, struct open_question *q,
                    struct error *e)
{
    for (;;) {
        clear(f);
        const int more = next_of[f->layout](f, e);

        if (more <= 0)
            return more;
        if (f->question.len && f->answers.n)
            break;
        f->skipped++;
    }
    list_texts(f, q);
    return check_numbers(f, e) ? -1 : 1;
}
