#include <stdlib.h>
#include <threads.h>

#include "base/core/die.h"
#include "base/core/memory.h"
#include "engine/kernel/gemm_internal.h"

/* Only so that a thread's room ends with it. */
static tss_t rooms;
static once_flag ready = ONCE_FLAG_INIT;

static void get_ready(void)
{
    if (tss_create(&rooms, free) != thrd_success)
        die("no key is left for the memory of a thread");
}

float *gemm_room(size_t n)
{
    static _Thread_local float *room;

    if (!room) {
        room = memory_aligned(n * sizeof(float));
        call_once(&ready, get_ready);
        tss_set(rooms, room);
    }
    return room;
}
