/*
 * JSON: documents, including SQuAD's, and each line as one value.
 *
 * Seeds: tests/fuzz/seeds/*.json* tests/cli/problems.jsonl
 */
#include "fuzz.h"

#include "tasks/span/squad.h"
#include "text/formats/json.h"

static void read_document(const char *path)
{
    struct error e = {""};
    struct json *j = json_open(path, &e);

    if (!j || json_skip(j, &e) || json_end(j, &e))
        fuzz_refused(&e);
    json_close(j);
}

static void read_lines(const char *text, size_t n)
{
    struct json_want want[] = {{.key = "text"}, {.key = "id"}};

    for (size_t at = 0, len; at < n; at += len + 1) {
        const char *line = text + at;
        const char *end = memchr(line, '\n', n - at);
        struct error e = {""};

        len = end ? (size_t)(end - line) : n - at;
        if (utf8_valid(line, len) == len && !memchr(line, 0, len) &&
            json_object(line, len, want, 2, &e))
            fuzz_refused(&e);
    }
    str_release(&want[0].value);
    str_release(&want[1].value);
}

static int take(void *of, const struct squad_paragraph *p, struct error *e)
{
    (void)of;
    (void)e;
    for (int q = 0; q < p->questions; q++)
        for (int a = 0; a < p->question[q].answers; a++) {
            const struct squad_answer *x = &p->question[q].answer[a];

            MUST(0 <= x->from && x->from <= x->end &&
                 (size_t)x->end <= p->len);
        }
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    const char *path = fuzz_file("a.json", data, n);
    char *text = fuzz_text(data, n);
    struct digest d;
    struct error e = {""};

    read_document(path);
    if (squad_read(path, take, NULL, &d, &e))
        fuzz_refused(&e);
    read_lines(text, n);
    free(text);
    return 0;
}
