/* Work offered to idle threads: every part is done, once, by whomever. */
#include "../test.h"

#include <omp.h>
#include <sched.h>
#include <string.h>

#include "kernel/gemm.h"
#include "kernel/kernel.h"
#include "kernel/share.h"

#define PARTS 2000
#define THREADS 3

struct part {
    int *runs, *thread;
};

static void note(const void *of)
{
    const struct part *p = of;

    sched_yield(); /* who does not wait for it comes first */
    ++*p->runs;
    *p->thread = omp_get_thread_num();
}

static void each_part_is_done_once(void **state)
{
    static int runs[PARTS], thread[PARTS];
    int others = 0, late = 0;
    atomic_int finished = 0;

    (void)state;
#pragma omp parallel num_threads(THREADS)
    {
        if (omp_get_thread_num() == 0) {
            for (int i = 0; i < PARTS; i++) {
                const struct part p = {&runs[i], &thread[i]};
                struct share s = {.run = note, .of = &p};

                while (!share_offer(&s)) /* until a helper is there */
                    sched_yield();
                sched_yield();
                share_settle(&s);
                late += runs[i] != 1;
            }
            atomic_fetch_add(&finished, 1);
        } else {
            share_help(&finished, 1);
        }
    }
    assert_int_equal(late, 0);
    for (int i = 0; i < PARTS; i++) {
        assert_int_equal(runs[i], 1);
        others += thread[i] != 0;
    }
    assert_true(others > 0);
}

static void nobody_idle_takes_no_offer(void **state)
{
    struct share s = {0};

    (void)state;
    assert_false(share_offer(&s));
}

/* Large enough to be offered. */
#define SIZE 192

static void shared_products_have_the_same_bits(void **state)
{
    static float a[SIZE * SIZE], alone[2][SIZE * SIZE], c[2][SIZE * SIZE];
    static const char form[2] = {'n', 't'};
    struct error e = {0};
    int wrong = 0;
    atomic_int finished = 0;

    (void)state;
    assert_int_equal(kernel_start(&e), 0);
    for (int i = 0; i < SIZE * SIZE; i++)
        a[i] = (float)(i % 101) - 50.3f;
    for (int f = 0; f < 2; f++)
        gemm(form[f], 'n', SIZE, SIZE, SIZE, 0.7f, a, SIZE, a, SIZE, 0.0f,
             alone[f], SIZE);
#pragma omp parallel num_threads(THREADS)
    {
        if (omp_get_thread_num() < 2) {
            const int f = omp_get_thread_num();

            for (int i = 0; i < 200; i++) {
                gemm(form[f], 'n', SIZE, SIZE, SIZE, 0.7f, a, SIZE, a, SIZE,
                     0.0f, c[f], SIZE);
                if (memcmp(c[f], alone[f], sizeof(c[f])) != 0)
#pragma omp atomic
                    wrong++;
            }
            atomic_fetch_add(&finished, 1);
        } else {
            share_help(&finished, 2);
        }
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_part_is_done_once),
        cmocka_unit_test(nobody_idle_takes_no_offer),
        cmocka_unit_test(shared_products_have_the_same_bits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
