#include "config.h"

#include "cmd/data/data_task.h"

#include <stdlib.h>
#include <string.h>

#include "base/files/file.h"
#include "config/yaml/document.h"
#include "fetch/data_sets.h"
#include "sweep/experiment/experiment.h"

/* `d` contains the section task, whose place is added to errors of loading; or
 * NULL. */
static int load_and_use(const struct chosen *c, const char *beside,
                        const struct document *d,
                        int (*use)(const struct task *t, const void *how,
                                   struct error *e),
                        const void *how, struct error *e)
{
    struct task *t = task_new(c, beside, e);
    int bad = -1;

    if (t)
        bad = use(t, how, e);
    else if (d)
        document_error_in(d, "task", e);
    task_free(t);
    return bad;
}

int data_task_of_experiment(const struct task_asked *w,
                            int (*use)(const struct task *t, const void *how,
                                       struct error *e),
                            const void *how, struct error *e)
{
    struct experiment x;
    struct trial_config c;
    int bad = -1;

    if (experiment_read(&x, w->name, w->set.text, w->set.n, e))
        return -1;
    struct assignment a = experiment_assignment(&x, experiment_first(&x));
    struct document *d = experiment_document(&x, &a, e);

    if (d && !experiment_bind(&x, &a, &c, e)) {
        bad = load_and_use(&c.task, x.beside, d, use, how, e);
        trial_config_release(&c);
    }
    document_free(d);
    assignment_release(&x.search.space, &a);
    experiment_release(&x);
    return bad;
}

/* Choose a data set's task, with fields set; the caller releases it. */
static int choose(const struct data_set *s, const struct task_asked *w,
                  struct chosen *c, struct error *e)
{
    static const char *const sections[] = {"task", NULL};
    struct str text = {0};
    struct document *d;
    int bad;

    if (!s->task)
        return error_set(e, "found word vectors, expected texts; "
                            "--set task.vectors=FILE of a set of these tells "
                            "how many words have one");
    str_addf(&text, "task: {%s}\n", s->task);
    d = document_parse(text.s, s->name, e);
    str_release(&text);
    bad = !d || experiment_set(d, w->set.text, w->set.n, e) ||
          document_check_keys(d, "", sections, e) ||
          document_bind_kind(d, "task", &task_kinds, c, e);
    document_free(d);
    return bad ? -1 : 0;
}

int data_task_of_either(const struct task_asked *w,
                        int (*use)(const struct task *t, const void *how,
                                   struct error *e),
                        const void *how, struct error *e)
{
    struct error none = {0};
    const struct data_set *s =
        file_exists(w->name) ? NULL : data_set_find(w->name, &none);
    struct chosen c = {0};
    int bad;

    if (!s && !file_exists(w->name) && !strpbrk(w->name, "./")) {
        *e = none;
        return -1;
    }
    if (!s)
        return data_task_of_experiment(w, use, how, e);
    bad = choose(s, w, &c, e) || load_and_use(&c, "", NULL, use, how, e);
    chosen_release(&c);
    return bad ? error_in(e, "data set %s", s->name) : 0;
}
