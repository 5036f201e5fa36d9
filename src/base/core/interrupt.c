#include "base/core/interrupt.h"

#include <stddef.h>

static bool (*_Atomic asked_by)(void);

void interrupt_by(bool (*asked)(void))
{
    asked_by = asked;
}

bool interrupted(void)
{
    bool (*asked)(void) = asked_by;

    return asked && asked();
}

bool cancelled(const atomic_bool *flag)
{
    return flag ? atomic_load(flag) : interrupted();
}
