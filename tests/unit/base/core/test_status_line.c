/* How the status line ends under mpirun. */
#include "config.h"

#include "tests/test.h"

#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/core/log.h"

enum { PACKETS = 4, BYTES = 64 };

/* Open a terminal of our own; returns the side for a program. */
static int open_terminal(int *master)
{
    *master = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(*master >= 0);
    assert_int_equal(grantpt(*master), 0);
    assert_int_equal(unlockpt(*master), 0);
    return open(ptsname(*master), O_RDWR | O_NOCTTY);
}

static void show_and_end(int out)
{
    if (dup2(out, STDERR_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0)
        _exit(1);
    log_setup(0, "here", false);
    log_status("1 of 2 trials done");
    log_status_end();
    _exit(0);
}

/* Act as mpirun does for a rank: as the parent, whose output is a terminal. */
static void launch(int terminal, int out)
{
    int status = 1;

    if (dup2(terminal, STDERR_FILENO) < 0 || dup2(terminal, STDOUT_FILENO) < 0)
        _exit(1);
    const pid_t rank = fork();
    if (rank == 0)
        show_and_end(out);
    waitpid(rank, &status, 0);
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
}

/* The rank's writes, one per packet; returns their number. */
static int written(char packet[PACKETS][BYTES])
{
    int side[2], master, n = 0, status = 1;
    const int terminal = open_terminal(&master);

    assert_true(terminal >= 0);
    assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, side), 0);
    const pid_t launcher = fork();
    if (launcher == 0) {
        close(side[0]);
        launch(terminal, side[1]);
    }
    close(side[1]);
    while (n < PACKETS && read(side[0], packet[n], BYTES - 1) > 0)
        n++;
    waitpid(launcher, &status, 0);
    close(side[0]);
    close(terminal);
    close(master);
    assert_int_equal(status, 0);
    return n;
}

/* mpirun may copy standard output, where the line is cleared, between two
 * writes to standard error: so the text and its end must be one write. */
static void test_the_line_ends_in_one_write(void **state)
{
    char packet[PACKETS][BYTES] = {{0}};

    (void)state;
    assert_int_equal(written(packet), 3);
    assert_string_equal(packet[0], "\r\033[K1 of 2 trials done");
    assert_string_equal(packet[1], "\r\033[K1 of 2 trials done\n");
    assert_string_equal(packet[2], "\r\033[K");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_line_ends_in_one_write),
    };

    setenv("OMPI_COMM_WORLD_SIZE", "2", 1);
    const int status = cmocka_run_group_tests(tests, NULL, NULL);
    unsetenv("OMPI_COMM_WORLD_SIZE");
    return status;
}
