/*
 * Lines of `codarun predict`, for every task that answers new texts: rows of
 * each form, encoded as the trained model would read them.
 *
 * Seeds: tests/fuzz/seeds/rows* tests/fuzz/seeds/*.json* tests/fuzz/seeds/lisp*
 */
#include "fuzz.h"

#include "config/yaml/document.h"
#include "tasks/common/fresh.h"

enum { TASKS = 16 };

static struct asked {
    struct chosen chosen;
    struct task *task;
    struct fresh *fresh;
} asked[TASKS];
static int tasks;

/* Load the task of a kind, with its own sample as training data. */
static void load(const struct task_kind *k)
{
    struct asked *a = &asked[tasks];
    struct error e = {""};
    char text[300];

    fuzz_file("train", k->sample, strlen(k->sample));
    snprintf(text, sizeof(text),
             "task: {kind: %s, train: train, valid: train}\n", k->is.name);
    struct document *d = document_parse(text, "fuzz", &e);

    MUST(d != NULL);
    MUST(!document_bind_kind(d, "task", &task_kinds, &a->chosen, &e));
    document_free(d);
    a->task = task_new(&a->chosen, fuzz_folder(), &e);
    MUST(a->task != NULL);
    a->fresh = fresh_new(a->task, fuzz_folder(), &e);
    MUST(a->fresh != NULL);
    tasks++;
}

static void leave(void)
{
    while (tasks) {
        const struct asked *a = &asked[--tasks];

        fresh_free(a->fresh);
        task_free(a->task);
        chosen_release((struct chosen *)&a->chosen);
    }
}

static void begin(void)
{
    for (int i = 0; task_kinds.list[i]; i++) {
        const struct task_kind *k =
            (const struct task_kind *)task_kinds.list[i];

        MUST(tasks < TASKS);
        if (k->fresh && k->sample)
            load(k);
    }
    atexit(leave);
}

static void ask(struct fresh *f, const char *path,
                const struct row_format *format)
{
    const struct texts none = {0};
    const struct rows_layout layout = {.format = format, .columns = &none};
    struct cell cell[MAX_ROLES];
    struct error e = {""};
    struct rows *r = fresh_rows(f, path, layout, &e);
    int more = -1;

    while (r && (more = rows_next(r, cell, &e)) > 0)
        if (fresh_add(f, cell, &e)) {
            more = -1;
            break;
        }
    if (more < 0)
        fuzz_refused(&e);
    rows_close(r);
    fresh_clear(f);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    if (!tasks)
        begin();
    const char *path = fuzz_file("lines", data, n);

    for (int i = 0; i < tasks; i++)
        for (int f = 0; row_formats[f]; f++)
            ask(asked[i].fresh, path, row_formats[f]);
    return 0;
}
