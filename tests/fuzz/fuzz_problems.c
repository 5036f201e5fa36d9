/*
 * Problems of AlgoLisp as JSON lines, whose programs are run.
 *
 * Seeds: tests/cli/problems.jsonl made/problems*
 */
#include "fuzz.h"

#include "tasks/programs/problem.h"

static const struct lisp_limits limits = {20000, 16 << 20};

static void try(struct problem *p)
{
    struct str again = {0};

    problem_try(p, p->token.text, p->token.n, &limits);
    problem_write(p, &again);
    str_release(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    struct error e = {""};
    struct lines *l = lines_open(fuzz_file("problems", data, n), &e);
    struct problem p = {0};
    char *line;
    size_t len;
    int more = -1;

    while (l && (more = lines_next(l, &line, &len, &e)) > 0)
        if (problem_read(&p, line, len, &e)) {
            more = -1;
            break;
        } else {
            try(&p);
        }
    if (more < 0)
        fuzz_refused(&e);
    problem_release(&p);
    lines_close(l);
    return 0;
}
