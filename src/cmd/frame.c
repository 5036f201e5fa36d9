#include "config.h"

#include "cmd/frame.h"

#include <string.h>

#include "base/core/show.h"
#include "text/language/text_width.h"

#define CLEAR_REST_OF_LINE "\033[K"
#define CLEAR_BELOW "\033[J"
#define HOME "\033[H"

static int count_lines(const char *text)
{
    int n = 0;

    for (; *text; n++) {
        text += strcspn(text, "\n");
        text += *text == '\n';
    }
    return n;
}

/* Move the cursor to the first line. */
static void go_back(const struct frame *f, struct str *out)
{
    str_adds(out, "\r");
    if (f->lines)
        str_addf(out, "\033[%dA", f->lines);
}

/* Write a line without the last column, after which some terminals wrap. */
static void add_line(const char *line, size_t n, int columns, struct str *out)
{
    str_add(out, line, text_fit(line, n, columns - 1));
    str_adds(out, CLEAR_REST_OF_LINE "\n");
}

static void add_lines(const char *text, int n, int columns, struct str *out)
{
    for (; n; n--) {
        const size_t len = strcspn(text, "\n");

        add_line(text, len, columns, out);
        text += len + (text[len] == '\n');
    }
}

/* Write a line instead of those that do not fit. */
static void add_more(int n, int columns, struct str *out)
{
    struct str line = {0};

    str_addf(&line, "(%d more lines: the terminal is too low)", n);
    add_line(str_text(&line), line.len, columns, out);
    str_release(&line);
}

void frame_draw(struct frame *f, const char *lines, int rows, int columns,
                struct str *out)
{
    struct str shown = {0};

    show_lines(lines, &shown);
    const int all = count_lines(str_text(&shown));
    const int room = rows > 1 ? rows - 1 : 1; /* the cursor is in the last
                                                 row */
    const int kept = all > room ? room - 1 : all;

    if (f->rows && (f->rows != rows || f->columns != columns)) {
        f->lines = 0;
        str_adds(out, HOME CLEAR_BELOW);
    }
    go_back(f, out);
    add_lines(str_text(&shown), kept, columns, out);
    if (all > kept)
        add_more(all - kept, columns, out);
    str_adds(out, CLEAR_BELOW);
    *f = (struct frame){kept + (all > kept), rows, columns};
    str_release(&shown);
}

void frame_clear(struct frame *f, struct str *out)
{
    go_back(f, out);
    str_adds(out, CLEAR_BELOW);
    f->lines = 0;
}
