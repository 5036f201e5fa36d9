#include "base/interrupt.h"

#include <stdatomic.h>
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
