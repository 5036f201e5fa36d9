/*
 * toy_tests.h - for tests of training: the toy, there while a group runs.
 *
 *     return cmocka_run_group_tests(tests, begin_toy, end_toy);
 */
#ifndef TOY_TESTS_H
#define TOY_TESTS_H

#include "engine/kernel/kernel.h"
#include "tests/test.h"
#include "tests/toy.h"

static struct toy toy;

static int begin_toy(void **state)
{
    struct error e;

    (void)state;
    if (kernel_start(&e))
        die("%s", e.text);
    toy_init(&toy);
    return 0;
}

static int end_toy(void **state)
{
    (void)state;
    toy_release(&toy);
    return 0;
}

#endif
