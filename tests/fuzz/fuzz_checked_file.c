/*
 * Any bytes as an HDF5 file: HDF5 never gets bytes that the first block does
 * not authenticate.
 *
 * Seeds: made/result.h5 made/state.h5 made/sweep/sweep.h5
 */
#include "fuzz_hdf5.h"

#include "engine/store/result.h"
#include "engine/store/state.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    const char *path = fuzz_file("any.h5", data, n);
    struct error e = {""};
    struct result r;
    struct state s;

    if (result_read(path, &r, &e))
        fuzz_refused(&e);
    else
        result_release(&r);
    e.text[0] = '\0';
    if (state_read(path, &s, &e))
        fuzz_refused(&e);
    else
        state_release(&s);
    (void)checked_file_content(path, "result");
    fuzz_all_closed();
    return 0;
}
