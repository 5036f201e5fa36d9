/* task_text.c - checks by the texts of rows whether trials have the same
 * task. */
#include "config.h"

#include "sweep/experiment/task_text.h"

#include <stdlib.h>
#include <string.h>

#include "engine/task/task.h"

/* What has to be the same: the whole task, or only the questions asked and not
 * how their inputs are read. */
enum same { SAME_TASK, SAME_ASKED };

static bool lists(const char *const *names, const struct field_line *l)
{
    for (; names && *names; names++)
        if (field_line_is(l, *names))
            return true;
    return false;
}

/* True if a line is a field of task that matters.  The share of train does not:
 * the questions are the same. */
static bool matters(const struct task_kind *k, enum same same,
                    struct field_line l)
{
    const size_t section = strlen("task.");

    if (l.name_len < section || memcmp(l.name, "task.", section) != 0)
        return false;
    l.name += section;
    l.name_len -= section;
    if (field_line_is(&l, "share"))
        return false;
    return !k || !(lists(k->apart, &l) ||
                   (same == SAME_ASKED && lists(k->asked, &l)));
}

/* Return the next line that matters; an empty one after the last. */
static struct field_line task_line(const struct task_kind *k, enum same same,
                                   const char **at)
{
    for (struct field_line l; field_line_next(at, &l);)
        if (matters(k, same, l))
            return l;
    return (struct field_line){.name = *at};
}

/* Compare two texts.  Texts of one kind have the same fields in the same order;
 * texts of two kinds differ in the kind, which is first. */
static bool differ(const char *a, const char *b, enum same same,
                   struct differing *at)
{
    const struct task_kind *k = row_task(&(struct row_text){.shared = a});

    do {
        const struct field_line one = task_line(k, same, &a),
                                other = task_line(k, same, &b);

        *at = (struct differing){one.name, other.name, (int)one.len,
                                 (int)other.len};
        if (one.len != other.len || memcmp(one.name, other.name, one.len) != 0)
            return true;
    } while (at->a_len);
    return false;
}

bool tasks_differ(const char *a, const char *b, struct differing *at)
{
    return differ(a, b, SAME_TASK, at);
}

bool tasks_ask_alike(const char *a, const char *b)
{
    struct differing at;

    return !differ(a, b, SAME_ASKED, &at);
}

struct digest task_digest(const struct row_text *row)
{
    const struct task_kind *k = row_task(row);
    char *text = row_whole(row);
    const char *at = text;
    struct hasher *h = hasher_new();

    for (struct field_line l; (l = task_line(k, SAME_TASK, &at)).len;) {
        hasher_add(h, l.name, l.len);
        hasher_add(h, "\n", 1);
    }
    const struct digest d = hasher_digest(h);

    hasher_free(h);
    free(text);
    return d;
}
