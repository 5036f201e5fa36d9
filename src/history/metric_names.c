#include "config.h"

#include "history/metric_names.h"

#include <stdlib.h>
#include <string.h>

#include "attention/probe.h"
#include "base/memory.h"

const char *const metrics_of_training[] = {"loss", "learning_rate", NULL};
const char *const metrics_of_inspected[] = {"mean", "spread", "negative", NULL};

static bool has(const struct metric_names *m, const char *name)
{
    for (int i = 0; i < m->n; i++)
        if (!strcmp(m->name[i], name))
            return true;
    return false;
}

static void add_name(struct metric_names *m, const char *of, const char *name)
{
    char *whole = *of ? memory_format("%s.%s", of, name) : memory_string(name);

    if (has(m, whole)) {
        free(whole);
        return;
    }
    GROW(m->name, m->n, m->room);
    m->name[m->n++] = whole;
}

void metric_names_add(struct metric_names *m, const struct task_kind *k)
{
    for (int i = 0; metrics_of_training[i]; i++)
        add_name(m, "", metrics_of_training[i]);
    for (enum split s = SPLIT_VALID; s < SPLITS; s++)
        for (int i = 0; i < task_metrics(k); i++)
            add_name(m, split_names[s], k->metrics[i].name);
    for (int q = 0; q < PROBED; q++)
        for (int i = 0; metrics_of_inspected[i]; i++)
            add_name(m, probed_names[q], metrics_of_inspected[i]);
}

void metric_names_release(struct metric_names *m)
{
    for (int i = 0; i < m->n; i++)
        free(m->name[i]);
    free(m->name);
    *m = (struct metric_names){0};
}
