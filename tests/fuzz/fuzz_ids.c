/*
 * Lists of ids that cut a file into splits.
 *
 * Seeds: tests/fuzz/seeds/ids*
 */
#include "fuzz.h"

#include "tasks/common/ids.h"

static void read_part(const char *path, const char *part)
{
    struct ids ids = {0};
    struct digest d;
    struct error e = {""};

    if (ids_read(&ids, path, part, &d, &e))
        fuzz_refused(&e);
    else if (ids_left(&ids))
        MUST(ids_take(&ids, ids_left(&ids)));
    ids_release(&ids);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    const char *path = fuzz_file("ids", data, n);

    read_part(path, "");
    read_part(path, "dev");
    return 0;
}
