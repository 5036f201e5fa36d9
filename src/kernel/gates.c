#include "kernel/gates.h"

#include "kernel/gates_levels.h"

const struct gate_rows *gate_rows(void)
{
    static const struct gate_rows *const forms[] = AT_EACH_LEVEL(&gate_rows);

    return forms[kernel_simd()];
}
