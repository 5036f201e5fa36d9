/* Files, folders and archives of questions, and the real ones. */
#include "config.h"

#include "tests/test.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "tests/unit/tasks/cloze/layout_files.h"
#include "text/files/file_set.h"

#define CNN(answer) \
    "u\n\nd\n\n@placeholder " answer "\n\n" answer "\n\n" answer ":x\n"

static void run(const char *command)
{
    char text[1000];

    snprintf(text, sizeof(text), "cd %s && %s", folder, command);
    assert_int_equal(system(text), 0);
}

static void digest_of_folder(const char *name, struct digest *d)
{
    struct error e = {""};

    assert_true(read_layout("cnn", path_of(name), false, NULL, d, &e) > 0);
}

static void a_folder_is_read_by_its_names(void **state)
{
    struct digest one, other;

    (void)state;
    run("mkdir -p f/below");
    file_of("f/b.question", CNN("@b"));
    file_of("f/B.question", CNN("@B"));
    file_of("f/a.question", CNN("@a"));
    file_of("f/.hidden", "nothing");
    reads_as("cnn", "f",
             "B<d> _ @B = @B: @B, [] @5\na<d> _ @a = @a: @a, [] @5\n"
             "b<d> _ @b = @b: @b, [] @5\n");
    digest_of_folder("f", &one);
    run("cp -r f g && mv g/a.question g/aa.question");
    digest_of_folder("g", &other);
    assert_false(digest_equal(one, other));
    run("mv g/aa.question g/a.question");
    digest_of_folder("g", &other);
    assert_true(digest_equal(one, other));
    file_of("f/notes.txt", "nothing");
    is_refused("cnn", "f", "f/notes.txt'", "expected one that ends in .quest");
    run("rm f/notes.txt && mkfifo f/d.question");
    is_refused("cnn", "f", "f/d.question'", "found a pipe, expected a file");
    run("mkdir empty");
    is_refused("cnn", "empty", "folder '", "found no file in it");
    is_refused("cnn", "nowhere", "nowhere'", "cannot open");
}

static void a_part_of_an_archive_is_chosen(void **state)
{
    static const char test[] = "c<d> _ @c = @c: @c, [] @5\n";

    (void)state;
    run("mkdir -p cnn/q/test cnn/q/training");
    file_of("cnn/q/training/a.question", CNN("@a"));
    file_of("cnn/q/test/c.question", CNN("@c"));
    file_of("cnn/q/test/._c.question", "\x01\x02");
    run("tar -cf a.tar cnn && gzip -nk a.tar && xz -k a.tar");
    reads_as("cnn", "a.tar:test", test);
    reads_as("cnn", "a.tar.gz:cnn/q/test", test);
    reads_as("cnn", "a.tar.xz:q/test/c.question", test);
    reads_as("cnn", "a.tar.xz:c.question", test);
    is_refused("cnn", "a.tar.xz:rest", "a.tar.xz'",
               "found no 'rest' in the archive; there is 'cnn/q/t");
    is_refused("cnn", "a.tar:tes", "a.tar'", "found no 'tes' in the archive");
    is_refused("cnn", "a.tar:", "a.tar'", "found no '' in the archive");
    file_of("plain", CNN("@a"));
    is_refused("cnn", "plain:test", "plain'",
               "expected an archive with 'test'");
    char *path = file_set_on_disk(path_of("a.tar:test"));

    assert_string_equal(path, path_of("a.tar"));
    free(path);
}

/* Neither is a plain file. */
static void a_task_finds_a_folder_and_a_part_of_an_archive(void **state)
{
    struct loaded l;

    (void)state;
    run("mkdir -p task/train task/valid");
    file_of("task/train/a.question", CNN("d"));
    file_of("task/train/b.question", CNN("d"));
    file_of("task/valid/c.question", CNN("d"));
    run("tar -cf task.tar task");
    for (int i = 0; i < 2; i++) {
        if (load_task(&l, i ? "{kind: cloze, layout: cnn, train: task/train/, "
                              "valid: task/valid/}"
                            : "{kind: cloze, layout: cnn, train: "
                              "'task.tar:train', valid: 'task.tar:valid'}"))
            fail_msg("%s", l.error.text);
        assert_int_equal(l.task->split[SPLIT_TRAIN].n, 2);
        assert_int_equal(l.task->split[SPLIT_VALID].n, 1);
        assert_null(strstr(str_text(&l.task->notes), "the same file"));
        unload_task(&l);
    }
    run("mkdir -p s:1 s:2 && cp task/train/*.question s:1 && cp s:1/* s:2");
    if (load_task(&l, "{kind: cloze, layout: cnn, train: 's:1/', valid: "
                      "'s:2/', test: 'task.tar:train'}"))
        fail_msg("%s", l.error.text);
    assert_non_null(
        strstr(str_text(&l.task->notes), "valid: the same file as train\n"));
    assert_null(strstr(str_text(&l.task->notes), "test: the same file"));
    unload_task(&l);
    refuse_task("{kind: cloze, layout: cnn, train: task/none/, valid: task/a}",
                "found no file");
    refuse_task("{kind: cloze, layout: cnn, train: task/train, valid: task/a}",
                "task/train' (a folder, whose name is to end in /)");
}

static long questions_of(const char *name)
{
    struct error e = {""};
    const long n = read_layout("cnn", path_of(name), false, NULL, NULL, &e);

    assert_string_equal(e.text, "");
    return n;
}

/* As different programs make them, and several in a row. */
static void tars_of_all_sorts_are_read_whole(void **state)
{
    (void)state;
    run("tar -b1 -cf whole.tar cnn && tar -b20 -cf blocks.tar cnn && "
        "tar --format=pax -cf pax.tar cnn && tar --format=v7 -cf v7.tar cnn && "
        "cat whole.tar blocks.tar >two.tar && gzip -nk two.tar && "
        "head -c -1024 whole.tar | gzip -n >none.tar.gz");
    const long n = questions_of("whole.tar");

    assert_true(n > 0);
    assert_int_equal(questions_of("blocks.tar"), n);
    assert_int_equal(questions_of("pax.tar"), n);
    assert_int_equal(questions_of("v7.tar"), n);
    assert_int_equal(questions_of("two.tar"), 2 * n);
    assert_int_equal(questions_of("two.tar.gz"), 2 * n);
    assert_int_equal(questions_of("none.tar.gz"),
                     n); /* gzip takes it as complete */
}

static void what_is_cut_short_is_refused(void **state)
{
    (void)state;
    run("head -c 200 a.tar.xz >cut.tar.xz && head -c 2000 a.tar >cut.tar");
    file_of("a", "1 A .\n2 XXXXX\ta\t\ta\n");
    run("xz <a >a.xz && head -c 60 a.xz >cut.xz");
    is_refused("cnn", "cut.tar.xz:test", "cut.tar.xz'", "");
    is_refused("cbt", "cut.xz", "cut.xz'", "the file is cut short");
    is_refused("cnn", "cut.tar", "cut.tar'", "");
    run("tar -b1 -cf whole.tar cnn && head -c -1024 whole.tar >short.tar");
    is_refused("cnn", "short.tar", "short.tar'",
               "expected the zeros that a tar ends in");
    run("cat whole.tar whole.tar >bad.tar && echo more >>bad.tar");
    is_refused("cnn", "bad.tar", "bad.tar'", "Truncated tar archive");
    /* Within a member that is skipped, where libarchive seeks beyond the end.
     */
    run("mkdir -p skip && cp a skip/a && head -c 200000 /dev/zero >skip/z && "
        "tar -b1 -cf skip.tar skip/a skip/z && "
        "head -c 150000 skip.tar >short.tar");
    is_refused("cbt", "short.tar:a", "short.tar'",
               "expected the zeros that a tar ends in");
}

/* The counts are those published with the data. */
static void real_files_have_their_questions(void **state)
{
    static const struct {
        const char *kind, *path;
        long questions;
    } real[] = {
        {"cbt", "cbt-NE-valid.txt.xz", 2000},
        {"cbt", "cbt-CN-test.txt.xz", 2500},
        {"cnn", "squad-ne.cnn.tar.xz:validation", 1690},
        {"wdw", "squad-ne.validation.wdw.xml.xz", 1690},
        {"cbt", "cbt-NE-train.txt.xz", 48331},
        {"cbt", "cbt-CN-train.txt.xz", 60632},
        {"cnn", "squad-ne.cnn.tar.xz:training", 18891},
        {"cnn", "squad-ne.cnn.tar.xz:test", 2476},
        {"wdw", "squad-ne.training.wdw.xml.xz", 18891},
        {"wdw", "squad-ne.test.wdw.xml.xz", 2476},
    };
    char path[1000];

    (void)state;
    for (int i = 0; i < (is_full() ? 10 : 4); i++) {
        struct error e = {""};

        snprintf(path, sizeof(path), "%s/cloze/%s", getenv("CODARUN_DATA"),
                 real[i].path);
        assert_int_equal(read_layout(real[i].kind, path, false, NULL, NULL, &e),
                         real[i].questions);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_folder_is_read_by_its_names),
        cmocka_unit_test(a_part_of_an_archive_is_chosen),
        cmocka_unit_test(a_task_finds_a_folder_and_a_part_of_an_archive),
        cmocka_unit_test(tars_of_all_sorts_are_read_whole),
        cmocka_unit_test(what_is_cut_short_is_refused),
        unit_test_if(has_data("cloze/README.md"),
                     real_files_have_their_questions,
                     "no cloze/ under CODARUN_DATA"),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
