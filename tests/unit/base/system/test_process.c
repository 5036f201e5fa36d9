/* Processes by their numbers, and a program that starts itself again. */
#include "config.h"

#include "tests/test.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/system/process.h"

static int ended(pid_t child)
{
    int status;

    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void one_lives_until_it_has_ended(void **state)
{
    int end[2];
    char byte;

    (void)state;
    assert_int_equal(pipe(end), 0);
    const pid_t child = fork();

    if (child == 0) {
        close(end[1]);
        _exit(read(end[0], &byte, 1) != 0);
    }
    close(end[0]);
    assert_true(process_alive(child));
    assert_true(process_began(child) >= process_began(getpid()));
    close(end[1]);
    siginfo_t ignored;

    waitid(P_PID, (id_t)child, &ignored, WEXITED | WNOWAIT);
    assert_false(process_alive(child)); /* not waited for yet */
    assert_int_equal(ended(child), 0);
    assert_false(process_alive(child));
    assert_true(process_began(child) == 0);
    assert_true(process_age(child) < 0);
}

static void numbers_that_are_none_do_not_live(void **state)
{
    (void)state;
    assert_false(process_alive(0));
    assert_false(process_alive(-1));
    assert_false(process_alive(1L << 40));
}

/* The program after exec: its arguments are those given, its name is the
 * file's. */
static int be_again(void)
{
    char name[32] = "";
    FILE *f = fopen("/proc/self/comm", "r");

    if (!f || !fgets(name, sizeof(name), f))
        return 2;
    fclose(f);
    return !strcmp(name, "exe\n") ? 3 : 0;
}

static void one_becomes_its_own_program_again(void **state)
{
    const pid_t child = fork();

    (void)state;
    if (child == 0) {
        char again[] = "again";

        process_again((char *[]){unit_arguments[0], again, NULL});
        _exit(1);
    }
    assert_int_equal(ended(child), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_lives_until_it_has_ended),
        cmocka_unit_test(numbers_that_are_none_do_not_live),
        cmocka_unit_test(one_becomes_its_own_program_again),
    };

    if (unit_arguments[1] && !strcmp(unit_arguments[1], "again"))
        return be_again();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
