/*
 * Text files line by line: plain, compressed, the one file of an archive.
 *
 * Seeds: made/text*
 */
#include "fuzz.h"

static void read_lines(const char *path)
{
    struct error e = {""};
    struct lines *l = lines_open(path, &e);
    char *line;
    size_t len;
    int more = -1;

    while (l && (more = lines_next(l, &line, &len, &e)) > 0)
        MUST(strlen(line) == len && utf8_valid(line, len) == len);
    if (more < 0)
        fuzz_refused(&e);
    lines_close(l);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    read_lines(fuzz_file("text", data, n));
    read_lines(fuzz_file("text.gz", data, n));
    read_lines(fuzz_file("text.xz", data, n));
    read_lines(fuzz_file("text.tar", data, n));
    read_lines(fuzz_file("text.tgz", data, n));
    return 0;
}
