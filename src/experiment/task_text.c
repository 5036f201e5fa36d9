/* task_text.c - are trials of one task, by the texts of their rows? */
#include "config.h"

#include "experiment/task_text.h"

#include <stdlib.h>
#include <string.h>

#include "task/task.h"

static bool is_apart(const struct task_kind *k, const char *field)
{
    const size_t n = strcspn(field, ":");

    for (const char *const *p = k ? k->apart : NULL; p && *p; p++)
        if (strlen(*p) == n && memcmp(*p, field, n) == 0)
            return true;
    return false;
}

/* The next line that tells a field of task that matters; "" behind the last. */
static const char *task_line(const struct task_kind *k, const char *at)
{
    for (; *at; at += strcspn(at, "\n"), at += *at == '\n')
        if (strncmp(at, "task.", 5) == 0 && !is_apart(k, at + 5))
            break;
    return at;
}

/* The texts of one kind have the same fields in the same order; of two kinds,
 * the kind is the first. */
bool tasks_differ(const char *a, const char *b, struct differing *at)
{
    const struct task_kind *k = row_task(&(struct row_text){.shared = a});

    do {
        a = task_line(k, a);
        b = task_line(k, b);
        *at = (struct differing){a, b, (int)strcspn(a, "\n"),
                                 (int)strcspn(b, "\n")};
        if (at->a_len != at->b_len || memcmp(a, b, (size_t)at->a_len) != 0)
            return true;
        a += at->a_len;
        b += at->b_len;
    } while (at->a_len);
    return false;
}

struct digest task_digest(const struct row_text *row)
{
    const struct task_kind *k = row_task(row);
    char *text = row_whole(row);
    struct hasher *h = hasher_new();

    for (const char *at = task_line(k, text); *at; at = task_line(k, at)) {
        const size_t n = strcspn(at, "\n");

        hasher_add(h, at, n);
        hasher_add(h, "\n", 1);
        at += n;
    }
    const struct digest d = hasher_digest(h);

    hasher_free(h);
    free(text);
    return d;
}
