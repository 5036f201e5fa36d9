/* The state that a trial begins from is kept for it: shared if the file system
 * can, else copied, and no state of its own is lost. */
#include "config.h"

#include "tests/test.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/files/file.h"
#include "sweep/folder/folder.h"
#include "sweep/run/inherit.h"

/* The data that it names are not read. */
static const char text[] = "name: inherit\n"
                           "task: {kind: rank, train: none, valid: none,\n"
                           "       columns: [question, answer, label]}\n"
                           "model: {kind: decatt, attention: {kind: coda}}\n"
                           "train: {steps: 4, batch: 8}\n"
                           "run: {keep: none}\n"
                           "sweep: {parameters: {train.seed: [1, 2]}}\n";

static char folder[] = "/tmp/codarun-test-XXXXXX";
static char elsewhere[] = "/dev/shm/codarun-test-XXXXXX";
static struct experiment x;
static struct assignment parent, child;
static struct trial of_child; /* as in the study */
static char *old, *new;       /* the files of the two states */

static char *state_of(const struct assignment *a, struct digest *name)
{
    struct trial_config c;
    struct error e;

    assert_int_equal(experiment_bind(&x, a, &c, &e), 0);
    *name = c.digest;
    trial_config_release(&c);
    return folder_state_file(folder, *name, STATE_LAST);
}

/* Make two folders; true if they are on two file systems. */
static bool make_folders(void)
{
    struct stat here, there;

    return mkdtemp(folder) && mkdtemp(elsewhere) && !stat(folder, &here) &&
           !stat(elsewhere, &there) && here.st_dev != there.st_dev;
}

static int begin(void **state)
{
    struct error e;

    (void)state;
    char *yaml = memory_format("%s/a.yaml", folder);

    assert_int_equal(file_replace(yaml, text, strlen(text), &e), 0);
    if (experiment_read(&x, yaml, NULL, 0, &e))
        fail_msg("%s", e.text);
    free(yaml);
    parent = experiment_assignment(&x, 0);
    child = experiment_assignment(&x, 1);
    assignment_begin(&x.search.space, &child, &parent, 0.5);
    struct digest of_parent;

    old = state_of(&parent, &of_parent);
    of_child = (struct trial){.duplicate_of = -1};
    new = state_of(&child, &of_child.name);
    return 0;
}

static int end(void **state)
{
    (void)state;
    assignment_release(&x.search.space, &parent);
    assignment_release(&x.search.space, &child);
    experiment_release(&x);
    free(old);
    free(new);
    rmdir(elsewhere);
    return folder_remove(folder);
}

static void put(const char *path, const char *content)
{
    struct error e;

    assert_int_equal(folder_make_for(path, &e), 0);
    if (file_replace(path, content, strlen(content), &e))
        fail_msg("%s", e.text);
}

static void holds(const char *path, const char *content)
{
    struct str bytes = {0};
    struct error e;

    if (file_read(path, &bytes, &e))
        fail_msg("%s", e.text);
    assert_string_equal(str_text(&bytes), content);
    str_release(&bytes);
}

static int forget(void **state)
{
    (void)state;
    unlink(old);
    unlink(new);
    return 0;
}

/* A later replacement of the parent's state leaves the child's. */
static void a_state_is_shared_and_outlives_its_parent(void **state)
{
    struct stat a, b;

    (void)state;
    put(old, "at a half");
    inherit_state(&x, folder, &child, &of_child);
    assert_int_equal(stat(old, &a), 0);
    assert_int_equal(stat(new, &b), 0);
    assert_int_equal(a.st_ino, b.st_ino);
    put(old, "later");
    holds(new, "at a half");
    unlink(old);
    holds(new, "at a half");
}

/* The folder of the child's state is a link into another file system. */
static void it_is_copied_where_it_cannot_be_shared(void **state)
{
    char *its_folder = memory_string(new);
    struct stat a, b;

    (void)state;
    *strrchr(its_folder, '/') = '\0';
    put(old, "at a half");
    rmdir(its_folder);
    assert_int_equal(symlink(elsewhere, its_folder), 0);
    inherit_state(&x, folder, &child, &of_child);
    holds(new, "at a half");
    holds(old, "at a half");
    assert_int_equal(stat(old, &a), 0);
    assert_int_equal(stat(new, &b), 0);
    assert_true(a.st_dev != b.st_dev);
    unlink(new);
    unlink(its_folder);
    free(its_folder);
}

static void what_the_trial_has_of_its_own_stays(void **state)
{
    (void)state;
    put(old, "at a half");
    put(new, "its own");
    inherit_state(&x, folder, &child, &of_child);
    holds(new, "its own");
}

static void without_a_state_there_is_none(void **state)
{
    (void)state;
    inherit_state(&x, folder, &child, &of_child);
    assert_false(file_exists(new));
}

static void who_begins_from_nothing_or_is_never_run_has_none(void **state)
{
    struct trial duplicate = of_child;

    (void)state;
    put(old, "at a half");
    inherit_state(&x, folder, &parent, &of_child);
    assert_false(file_exists(new));
    duplicate.duplicate_of = 0;
    inherit_state(&x, folder, &child, &duplicate);
    assert_false(file_exists(new));
}

int main(void)
{
    const bool other_device = make_folders();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_state_is_shared_and_outlives_its_parent,
                                  forget),
        unit_test_if(other_device, it_is_copied_where_it_cannot_be_shared,
                     "no tmpfs at /dev/shm"),
        cmocka_unit_test_teardown(what_the_trial_has_of_its_own_stays, forget),
        cmocka_unit_test_teardown(without_a_state_there_is_none, forget),
        cmocka_unit_test_teardown(
            who_begins_from_nothing_or_is_never_run_has_none, forget),
    };

    return cmocka_run_group_tests(tests, begin, end);
}
