/* gates_levels.h - the forms that kernel_simd() picks from. */
#ifndef KERNEL_GATES_LEVELS_H
#define KERNEL_GATES_LEVELS_H

#include "kernel/gates.h"
#include "kernel/simd.h"

DECLARE_LEVELS(extern const struct gate_rows, gate_rows);

#endif
