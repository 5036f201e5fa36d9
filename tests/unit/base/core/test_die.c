/* die() prints its reason in one line, also when memory is exhausted. */
#include "config.h"

#include "tests/test.h"

#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/core/die.h"
#include "base/core/log.h"
#include "base/core/memory.h"

enum { ENDED = 7, TOOK_MEMORY = 8, BYTES = 256 };

static unsigned long before;

static void leave(void)
{
    _exit(memory_calls() == before ? ENDED : TOOK_MEMORY);
}

static void end_here(int out)
{
    if (dup2(out, STDERR_FILENO) < 0)
        _exit(1);
    log_setup(3, "here", false);
    die_hook = leave;
    before = memory_calls();
    die("found '%s'", "a\n\x1b[31m\xff\xc3\xa9");
}

static void it_says_one_line_in_one_write_and_takes_no_memory(void **state)
{
    char line[BYTES] = {0}, more;
    int side[2], status = 1;

    (void)state;
    assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, side), 0);
    const pid_t child = fork();

    if (child == 0)
        end_here(side[1]);
    close(side[1]);
    assert_true(read(side[0], line, BYTES - 1) > 0);
    assert_true(read(side[0], &more, 1) <= 0);
    waitpid(child, &status, 0);
    close(side[0]);
    assert_string_equal(line, "codarun: rank 3 on here: found "
                              "'a\\n\\x1b[31m\\xff\xc3\xa9'\n");
    assert_int_equal(WEXITSTATUS(status), ENDED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_says_one_line_in_one_write_and_takes_no_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
