/* task_equal.h - checks that two tasks are equal in all they hold. */
#ifndef TASK_EQUAL_H
#define TASK_EQUAL_H

#include <string.h>

#include "engine/task/task.h"
#include "tests/unit/heads.h"

static inline void same_column(const struct column *a, const struct column *b)
{
    const size_t bytes = column_at(a, a->n) * column_size(&a->is);

    assert_string_equal(a->is.name, b->is.name);
    assert_true(column_is(&a->is, &b->is));
    assert_int_equal(a->is.of, b->is.of);
    assert_int_equal(a->n, b->n);
    assert_int_equal(a->start != NULL, b->start != NULL);
    if (a->start)
        assert_memory_equal(a->start, b->start,
                            ((size_t)a->n + 1) * sizeof(*a->start));
    if (bytes)
        assert_memory_equal(a->value, b->value, bytes);
}

static inline void same_examples(const struct examples *a,
                                 const struct examples *b)
{
    assert_int_equal(a->n, b->n);
    assert_int_equal(a->shape, b->shape);
    assert_int_equal(a->parts, b->parts);
    assert_int_equal(a->columns, b->columns);
    for (int p = 0; p < a->parts; p++)
        same_column(&a->part[p], &b->part[p]);
    for (int c = 0; c < a->columns; c++)
        same_column(&a->column[c], &b->column[c]);
}

static inline void same_texts(char **a, char **b, int n)
{
    assert_int_equal(a != NULL, b != NULL);
    for (int i = 0; a && i < n; i++)
        if (a[i] || b[i])
            assert_string_equal(a[i], b[i]);
}

static inline void same_words(const struct words *a, const struct words *b)
{
    assert_int_equal(a->n, b->n);
    same_texts(a->text, b->text, a->n);
    assert_int_equal(a->width, b->width);
    assert_int_equal(a->vectors != NULL, b->vectors != NULL);
    if (a->vectors)
        assert_memory_equal(a->vectors, b->vectors,
                            sizeof(float) * (size_t)(a->n * a->width));
    assert_true(a->words_found == b->words_found);
    assert_true(a->tokens_found == b->tokens_found);
    assert_int_equal(a->characters != NULL, b->characters != NULL);
    if (!a->characters)
        return;
    assert_int_equal(a->characters->n, b->characters->n);
    assert_int_equal(a->characters->most, b->characters->most);
    same_texts(a->characters->text, b->characters->text, a->characters->n);
    same_column(&a->characters->of, &b->characters->of);
}

static inline void same_files(const struct task *a, const struct task *b)
{
    assert_int_equal(a->files, b->files);
    for (int i = 0; i < a->files; i++) {
        assert_string_equal(a->file[i].path, b->file[i].path);
        assert_true(digest_equal(a->file[i].digest, b->file[i].digest));
        assert_int_equal(a->file[i].split, b->file[i].split);
    }
}

#define TRAIT_UNITS 40 /* no split has more */

/* The right generated sequences are read as the same text by both tasks. */
static inline void same_texts_read(const struct task *a, const struct task *b,
                                   enum split s)
{
    struct answer_sheet sheet = {0};
    struct str x = {0}, y = {0};

    if (!a->kind->read || a->kind->head != &head_decode)
        return;
    for (int c = 0; c <= DECODED_TOKEN; c++) /* only the last is read */
        answer_sheet_add(&sheet, &a->split[s].part[1].is);
    column_append(&sheet.column[DECODED_TOKEN], &a->split[s].part[1]);
    for (int i = 0; i < a->split[s].n; i++) {
        a->kind->read(a, s, &sheet, i, &x);
        b->kind->read(b, s, &sheet, i, &y);
    }
    assert_string_equal(str_text(&x), str_text(&y));
    answer_sheet_release(&sheet);
    str_release(&x);
    str_release(&y);
}

/* What only the kind knows: how examples are shown and named, and traits of
 * units. */
static inline void same_own(const struct task *a, const struct task *b,
                            enum split s)
{
    struct str x = {0}, y = {0};
    int32_t of[2][MAX_TRAITS][TRAIT_UNITS] = {0}, *to[2][MAX_TRAITS];

    for (int i = 0; i < a->split[s].n; i++) {
        a->kind->show(a, s, i, &x);
        b->kind->show(b, s, i, &y);
        if (a->kind->id)
            assert_string_equal(a->kind->id(a, s, i), b->kind->id(b, s, i));
    }
    assert_string_equal(str_text(&x), str_text(&y));
    str_release(&x);
    str_release(&y);
    for (int i = 0; i < 2 * MAX_TRAITS; i++)
        to[i / MAX_TRAITS][i % MAX_TRAITS] = of[i / MAX_TRAITS][i % MAX_TRAITS];
    a->kind->describe(a, s, to[0]);
    b->kind->describe(b, s, to[1]);
    assert_memory_equal(of[0], of[1], sizeof(of[0]));
    same_texts_read(a, b, s);
}

static inline void same_settings(const struct task *a, const struct task *b)
{
    const struct class_names *x = task_classes(a), *y = task_classes(b);

    if (x) {
        assert_int_equal(x->n, y->n);
        same_texts(x->name, y->name, x->n);
    } else if (a->settings)
        assert_memory_equal(a->settings, b->settings, a->head->settings);
}

static inline void same_tasks(const struct task *a, const struct task *b)
{
    const struct model_spec x = task_spec(a), y = task_spec(b);

    assert_ptr_equal(a->kind, b->kind);
    assert_ptr_equal(a->conf, b->conf);
    for (enum split s = 0; s < SPLITS; s++) {
        same_examples(&a->split[s], &b->split[s]);
        same_own(a, b, s);
    }
    for (int p = 0; p < MAX_PARTS; p++) {
        assert_int_equal(a->words[p] == a->words[0],
                         b->words[p] == b->words[0]);
        if (a->words[p])
            same_words(a->words[p], b->words[p]);
    }
    same_settings(a, b);
    assert_memory_equal(x.feature, y.feature, sizeof(x.feature));
    same_texts((char **)a->feature_classes, (char **)b->feature_classes,
               a->features);
    assert_memory_equal(a->uncounted, b->uncounted, sizeof(a->uncounted));
    assert_int_equal(a->valid_since, b->valid_since);
    same_files(a, b);
    assert_string_equal(str_text(&a->notes), str_text(&b->notes));
}

#endif
