/* space_names.c - the names that sweep.parameters accepts. */
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/str.h"
#include "sweep/experiment/experiment_internal.h"

static const char *const sections[] = {"train", "model", "task"};
#define SECTIONS 3

static bool is_swept_section(const char *name)
{
    return strncmp(name, "task.", 5) == 0 || strncmp(name, "model.", 6) == 0 ||
           strncmp(name, "train.", 6) == 0;
}

/* True if a section has a field of this name. */
static bool is_field(const char *section, const char *name)
{
    const size_t n = strlen(name);
    const bool kind = str_ends_in(name, ".kind");
    char *whole =
        memory_format("%s.%.*s", section, (int)(n - (kind ? 5 : 0)), name);
    const struct field *f = field_named(whole);

    free(whole);
    return f && (!kind || f->type == FIELD_TYPE_KIND);
}

/* Append a hint: the field whose name ends so, or the section whose name is
 * similar. */
static void add_nearest(const char *name, struct str *out)
{
    char *section = memory_format("%.*s", (int)strcspn(name, "."), name);

    if (strlen(section) < strlen(name)) /* else no field is named */
        nearest_hint(section, sections, SECTIONS, out);
    free(section);
    for (int i = 0; i < SECTIONS; i++) {
        if (!strcmp(name, sections[i])) /* rather than task.train */
            return;
        if (is_field(sections[i], name)) {
            str_clear(out);
            str_addf(out, "; did you mean '%s.%s'?", sections[i], name);
            return;
        }
    }
}

static int fail_section(const struct experiment *x, const struct entry *at,
                        const char *title, const char *name, struct error *e)
{
    struct str hint = {0};

    add_nearest(name, &hint);
    document_key_error(x->document, at, e,
                       "%s: found '%s', expected a field of task, model or "
                       "train such as model.hidden%s",
                       title, name, str_text(&hint));
    str_release(&hint);
    return -1;
}

int space_check_name(const struct experiment *x, const struct entry *at,
                     const char *title, const char *name, struct error *e)
{
    if (!is_swept_section(name))
        return fail_section(x, at, title, name, e);
    if (strcmp(name, "task.kind") == 0)
        return document_key_error(x->document, at, e,
                                  "%s: task.kind cannot be swept, tasks have "
                                  "no goal in common",
                                  title);
    return 0;
}
