#include <stdlib.h>
#include <threads.h>

#include "base/core/die.h"
#include "base/core/memory.h"
#include "engine/kernel/gemm_internal.h"

/* Exists only to free a thread's memory when the thread ends. */
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
