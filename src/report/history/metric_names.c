#include "config.h"

#include "report/history/metric_names.h"

#include <stdlib.h>

#include "base/core/memory.h"
#include "engine/attention/part_stats.h"

const char *const metrics_of_training[] = {"loss", "learning_rate", NULL};
const char *const metrics_of_inspected[] = {"mean", "spread", "negative", NULL};

static void add_name(struct name_list *l, const char *of, const char *name)
{
    char *whole = *of ? memory_format("%s.%s", of, name) : memory_string(name);

    name_list_add(l, whole);
    free(whole);
}

void metric_names_add(struct name_list *l, const struct task_kind *k)
{
    for (int i = 0; metrics_of_training[i]; i++)
        add_name(l, "", metrics_of_training[i]);
    for (enum split s = SPLIT_VALID; s < SPLITS; s++)
        for (int i = 0; i < task_metrics(k); i++)
            add_name(l, split_names[s], k->metrics[i].name);
    for (int q = 0; q < STATS_PARTS; q++)
        for (int i = 0; metrics_of_inspected[i]; i++)
            add_name(l, stats_part_names[q], metrics_of_inspected[i]);
}
