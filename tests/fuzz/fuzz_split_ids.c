/*
 * Lists of ids that divide a file into splits.
 *
 * Seeds: tests/fuzz/seeds/ids*
 */
#include "fuzz.h"

#include "tasks/common/split_ids.h"

static void read_part(const char *path, const char *part)
{
    struct split_ids ids = {0};
    struct digest d;
    struct error e = {""};

    if (split_ids_read(&ids, path, part, &d, &e))
        fuzz_refused(&e);
    else if (split_ids_left(&ids))
        MUST(split_ids_take(&ids, split_ids_left(&ids)));
    split_ids_release(&ids);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    const char *path = fuzz_file("ids", data, n);

    read_part(path, "");
    read_part(path, "dev");
    return 0;
}
