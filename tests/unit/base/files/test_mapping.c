/* Mapped bytes do not change, whatever happens to the file. */
#include "config.h"

#include "tests/test.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/files/mapping.h"
#include "tests/unit/text_files.h"

#define BYTES ((size_t)300 * 4096 + 100)

static void make_file(const char *name)
{
    char *bytes = memory_new(BYTES);

    for (size_t i = 0; i < BYTES; i++)
        bytes[i] = (char)(i % 251);
    bytes_of(name, bytes, BYTES);
    free(bytes);
}

static void map_file(struct mapping *m, const char *name)
{
    struct error e = {""};

    make_file(name);
    if (mapping_open(m, open(path_of(name), O_RDONLY), path_of(name), &e))
        fail_msg("%s", e.text);
    assert_int_equal(m->n, BYTES);
}

static bool is_whole(const struct mapping *m)
{
    for (size_t i = 0; i < BYTES; i++)
        if (m->bytes[i] != (char)(i % 251))
            return false;
    return true;
}

/* Call a function on the file in another process; returns its status. */
static int elsewhere(int (*does)(const char *path), const char *name)
{
    const pid_t child = fork();
    int status;

    if (!child)
        _exit(does(path_of(name)));
    waitpid(child, &status, 0);
    return status;
}

static int cut(const char *path)
{
    return truncate(path, 5000) ? 1 : 0;
}

static int empty(const char *path)
{
    return open(path, O_WRONLY | O_TRUNC) < 0;
}

static int write_over(const char *path)
{
    const int fd = open(path, O_WRONLY);
    char zeros[9000] = {0};

    return write(fd, zeros, sizeof(zeros)) != sizeof(zeros);
}

static void bytes_stay_whatever_is_done_to_the_file(void **state)
{
    static int (*const does[])(const char *) = {cut, empty, write_over};

    (void)state;
    for (int i = 0; i < 3; i++) {
        struct mapping m;

        map_file(&m, "changed");
        assert_int_equal(elsewhere(does[i], "changed"), 0);
        assert_true(is_whole(&m));
        assert_true(m.copied);
        mapping_close(&m);
    }
}

static int replace(const char *path)
{
    return unlink(path) || open(path, O_WRONLY | O_CREAT, 0600) < 0;
}

static void to_replace_it_takes_no_copy(void **state)
{
    struct mapping m;

    (void)state;
    map_file(&m, "replaced");
    assert_int_equal(elsewhere(replace, "replaced"), 0);
    assert_true(is_whole(&m));
    assert_false(m.copied);
    mapping_close(&m);
}

static int write_at_once(const char *path)
{
    return open(path, O_WRONLY | O_NONBLOCK) < 0;
}

static void what_is_closed_is_anybodys(void **state)
{
    struct mapping one, other;

    (void)state;
    map_file(&one, "one");
    map_file(&other, "other");
    mapping_close(&one);
    assert_int_equal(elsewhere(write_at_once, "one"), 0);
    assert_int_not_equal(elsewhere(write_at_once, "other"), 0);
    mapping_close(&other);
    assert_int_equal(elsewhere(write_at_once, "other"), 0);
    mapping_close(&(struct mapping){0});
}

static void what_is_open_for_writing_is_not_mapped(void **state)
{
    struct mapping m;
    struct error e = {""};

    (void)state;
    make_file("written");
    const int writer = open(path_of("written"), O_WRONLY);

    assert_int_equal(mapping_open(&m, open(path_of("written"), O_RDONLY),
                                  path_of("written"), &e),
                     -1);
    assert_non_null(strstr(e.text, "open for writing in another process"));
    close(writer);
    bytes_of("empty", "", 0);
    assert_int_equal(
        mapping_open(&m, open(path_of("empty"), O_RDONLY), "empty", &e), -1);
    assert_non_null(strstr(e.text, "found 0 bytes"));
}

static atomic_bool enough, wrong;

static void *read_on_and_on(void *of)
{
    while (!enough)
        if (!is_whole(of))
            wrong = true;
    return NULL;
}

static void who_reads_meanwhile_reads_the_same(void **state)
{
    struct mapping m;
    pthread_t reader;

    (void)state;
    map_file(&m, "read");
    assert_int_equal(pthread_create(&reader, NULL, read_on_and_on, &m), 0);
    assert_int_equal(elsewhere(empty, "read"), 0);
    enough = true;
    pthread_join(reader, NULL);
    assert_false(wrong);
    mapping_close(&m);
}

/* --- processes that are stopped ------------------------------------------- */

/* Map the file in another process, which then stops. */
static int map_stopped(const char *name)
{
    struct mapping m;
    struct error e;

    if (mapping_open(&m, open(path_of(name), O_RDONLY), path_of(name), &e))
        return 2;
    raise(SIGSTOP);
    while (!m.copied)
        usleep(1000);
    return is_whole(&m) ? 0 : 3;
}

static void who_is_stopped_for_a_while_keeps_the_bytes(void **state)
{
    int status;

    (void)state;
    make_file("stopped");
    const pid_t holder = fork();

    if (!holder)
        _exit(map_stopped("stopped"));
    waitpid(holder, &status, WUNTRACED);
    assert_true(WIFSTOPPED(status));
    const pid_t writer = fork();

    if (!writer)
        _exit(write_over(path_of("stopped")));
    usleep(50000); /* so that, most likely, it waits */
    kill(holder, SIGCONT);
    waitpid(holder, &status, 0);
    assert_int_equal(status, 0);
    waitpid(writer, &status, 0);
    assert_int_equal(status, 0);
}

/* The system takes away a lease after waiting too long in the same way. */
static int lose_the_lease(const char *path)
{
    struct mapping m;
    struct error e;

    if (mapping_open(&m, open(path, O_RDONLY), "unheld", &e) || m.lease < 0)
        return 2;
    dup2(open(path_of("lost"), O_WRONLY | O_CREAT, 0600), STDERR_FILENO);
    fcntl(m.lease, F_SETLEASE, F_UNLCK);
    while (!m.copied)
        usleep(1000);
    sleep(20); /* the process is to end by itself before */
    return 3;
}

static void bytes_of_a_lease_that_ran_out_are_not_used(void **state)
{
    struct str said = {0};
    struct error e;

    (void)state;
    make_file("unheld");
    const int status = elsewhere(lose_the_lease, "unheld");

    assert_true(WIFEXITED(status));
    assert_int_equal(file_read(path_of("lost"), &said, &e), 0);
    assert_non_null(strstr(said.s, "file 'unheld': another process may have"));
    assert_non_null(strstr(said.s, "its lease ran out"));
    assert_int_equal(WEXITSTATUS(status), 1);
    str_release(&said);
}

/* --- where there are no leases -------------------------------------------- */

static long file_system; /* what fstatfs() reports instead; 0: the true one */

int fstatfs(int fd, struct statfs *s)
{
    if (syscall(SYS_fstatfs, fd, s))
        return -1;
    if (file_system)
        s->f_type = (__fsword_t)file_system;
    return 0;
}

/* Make fcntl() fail with this error when a lease is requested. */
static int forbid_leases(unsigned as)
{
    struct sock_filter f[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_fcntl, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
                 offsetof(struct seccomp_data, args[1])),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, F_SETLEASE, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | as),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog program = {sizeof(f) / sizeof(*f), f};

    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

static int cut_without_lease(const char *name)
{
    char *path = memory_string(name); /* path_of() is used again below */
    struct mapping m;
    struct error e;

    if (forbid_leases(EINVAL))
        return 2;
    signal(SIGBUS, SIG_DFL); /* cmocka has a handler */
    if (mapping_open(&m, open(path, O_RDONLY), path, &e) || m.lease >= 0)
        return 3;
    dup2(open(path_of("said"), O_WRONLY | O_CREAT, 0600), STDERR_FILENO);
    return cut(path) ? 4 : 5 + *(volatile const char *)&m.bytes[BYTES - 1];
}

static void without_a_lease_the_end_is_told(void **state)
{
    struct str said = {0};
    struct error e;

    (void)state;
    make_file("unleased");
    const int status = elsewhere(cut_without_lease, "unleased");

    if (WIFEXITED(status) && WEXITSTATUS(status) == 2)
        skip(); /* no seccomp */
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGBUS);
    assert_int_equal(file_read(path_of("said"), &said, &e), 0);
    assert_non_null(strstr(said.s, "unleased': it was cut while it is mapped"));
    str_release(&said);
}

/* As the kernel's own client does if the server has granted nothing. */
static int map_of_network(const char *path)
{
    static const long remote[] = {0x6969, 0x517B, 0xFE534D42,
                                  (long)(int)0xFF534D42};
    struct mapping m;
    struct error e;

    if (forbid_leases(EAGAIN))
        return 2;
    if (!mapping_open(&m, open(path, O_RDONLY), path, &e))
        return 3; /* a local writer */
    for (int i = 0; i < 4; i++) {
        file_system = remote[i];
        if (mapping_open(&m, open(path, O_RDONLY), path, &e) || m.lease >= 0 ||
            !is_whole(&m))
            return 4 + i;
        mapping_close(&m);
    }
    return 0;
}

static void network_file_systems_that_give_no_lease_are_mapped(void **state)
{
    (void)state;
    make_file("remote");
    const int status = elsewhere(map_of_network, "remote");

    if (WIFEXITED(status) && WEXITSTATUS(status) == 2)
        skip(); /* no seccomp */
    assert_int_equal(status, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_stay_whatever_is_done_to_the_file),
        cmocka_unit_test(to_replace_it_takes_no_copy),
        cmocka_unit_test(what_is_closed_is_anybodys),
        cmocka_unit_test(what_is_open_for_writing_is_not_mapped),
        cmocka_unit_test(who_reads_meanwhile_reads_the_same),
        cmocka_unit_test(who_is_stopped_for_a_while_keeps_the_bytes),
        cmocka_unit_test(bytes_of_a_lease_that_ran_out_are_not_used),
        cmocka_unit_test(network_file_systems_that_give_no_lease_are_mapped),
        cmocka_unit_test(without_a_lease_the_end_is_told),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
