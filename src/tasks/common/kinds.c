/* kinds.c - the list of the tasks that are registered in src/local.mk. */
#include "engine/task/task.h"

#define KIND(name) extern const struct task_kind task_##name;
#include "tasks/kinds.def"
#undef KIND

const struct kind *const task_kind_list[] = {
#define KIND(name) &task_##name.is,
#include "tasks/kinds.def"
#undef KIND
    NULL,
};
