/*
 * Files of checksums, and CSV tables in which `verify --rerun` finds a trial.
 *
 * Seeds: tests/fuzz/seeds/checksums* results/*.csv
 */
#include "fuzz.h"

#include "cmd/verify/csv.h"
#include "fetch/checksums.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    const char *path = fuzz_file("checksums", data, n);
    struct checksums s = {0};
    struct csv c = {0};
    struct error e = {""};

    if (checksums_read(&s, path, &e))
        fuzz_refused(&e);
    checksums_release(&s);
    e.text[0] = '\0';
    if (csv_read(&c, path, &e))
        fuzz_refused(&e);
    else
        (void)csv_column(&c, "trial");
    csv_release(&c);
    return 0;
}
