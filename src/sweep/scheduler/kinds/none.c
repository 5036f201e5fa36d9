/* Every trial is trained to the end. */
#include "sweep/scheduler/scheduler.h"

const struct scheduler_kind scheduler_none = {
    .is = {.name = "none",
           .summary = "every trial is trained to its end",
           .fields = no_fields},
};
