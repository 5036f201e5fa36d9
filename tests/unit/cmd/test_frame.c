/* Lines on a terminal that are redrawn in place. */
#include "tests/test.h"

#include <string.h>

#include "cmd/frame.h"

/* Check that drawing these lines writes exactly this. */
static void draws(struct frame *f, const char *lines, int rows, int columns,
                  const char *expected)
{
    struct str out = {0};

    frame_draw(f, lines, rows, columns, &out);
    assert_string_equal(str_text(&out), expected);
    str_release(&out);
}

static void the_first_drawing_begins_where_the_cursor_is(void **state)
{
    struct frame f = {0};

    (void)state;
    draws(&f, "one\ntwo\n", 24, 80, "\rone\033[K\ntwo\033[K\n\033[J");
    assert_int_equal(f.lines, 2);
}

static void the_next_stands_in_its_place(void **state)
{
    struct frame f = {0};
    struct str out = {0};

    (void)state;
    frame_draw(&f, "one\ntwo\n", 24, 80, &out);
    draws(&f, "1\n", 24, 80, "\r\033[2A1\033[K\n\033[J");
    draws(&f, "one\ntwo", 24, 80, "\r\033[1Aone\033[K\ntwo\033[K\n\033[J");
    str_release(&out);
}

static void no_line_comes_to_the_last_column(void **state)
{
    struct frame f = {0};

    (void)state;
    draws(&f, "abcdef\nabcde\n", 24, 6, "\rabcde\033[K\nabcde\033[K\n\033[J");
}

/* A wide character has two columns, a combining one none. */
static void columns_are_counted_and_not_bytes(void **state)
{
    struct frame f = {0};

    (void)state;
    draws(&f, "\u6ce8\u610f\u529b\n", 24, 6, "\r\u6ce8\u610f\033[K\n\033[J");
    f = (struct frame){0};
    draws(&f, "abcde\u0301f\n", 24, 6, "\rabcde\u0301\033[K\n\033[J");
}

static void lines_that_have_no_room_are_counted(void **state)
{
    struct frame f = {0};

    (void)state;
    draws(&f, "1\n2\n3\n", 4, 80, "\r1\033[K\n2\033[K\n3\033[K\n\033[J");
    draws(&f, "1\n2\n3\n4\n", 4, 80,
          "\r\033[3A1\033[K\n2\033[K\n"
          "(2 more lines: the terminal is too low)\033[K\n\033[J");
    assert_int_equal(f.lines, 3);
}

static void a_terminal_of_another_size_is_cleared(void **state)
{
    struct frame f = {0};
    struct str out = {0};

    (void)state;
    frame_draw(&f, "one\ntwo\n", 24, 80, &out);
    draws(&f, "1\n", 24, 40, "\033[H\033[J\r1\033[K\n\033[J");
    draws(&f, "1\n", 24, 40, "\r\033[1A1\033[K\n\033[J");
    str_release(&out);
}

static void what_others_wrote_moves_no_cursor(void **state)
{
    struct frame f = {0};

    (void)state;
    draws(&f, "a\033[2Jb\n", 24, 80, "\ra\\x1b[2Jb\033[K\n\033[J");
}

static void taken_away_nothing_of_it_stays(void **state)
{
    struct frame f = {0};
    struct str out = {0};

    (void)state;
    frame_draw(&f, "one\ntwo\n", 24, 80, &out);
    str_clear(&out);
    frame_clear(&f, &out);
    assert_string_equal(str_text(&out), "\r\033[2A\033[J");
    assert_int_equal(f.lines, 0);
    str_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_drawing_begins_where_the_cursor_is),
        cmocka_unit_test(the_next_stands_in_its_place),
        cmocka_unit_test(no_line_comes_to_the_last_column),
        cmocka_unit_test(columns_are_counted_and_not_bytes),
        cmocka_unit_test(lines_that_have_no_room_are_counted),
        cmocka_unit_test(a_terminal_of_another_size_is_cleared),
        cmocka_unit_test(what_others_wrote_moves_no_cursor),
        cmocka_unit_test(taken_away_nothing_of_it_stays),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
