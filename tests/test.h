/* test.h - what every unit test includes: cmocka, which needs these first. */
#ifndef TEST_H
#define TEST_H

/* clang-format off */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#endif
