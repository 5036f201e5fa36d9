/*
 * State files of trials, with content that codarun does not write.
 *
 * Seeds: none
 */
#include "fuzz_hdf5.h"

#include "engine/store/state.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    const char *path = fuzz_changed("state.h5", "state", data, n);
    struct state s;
    struct error e = {""};

    if (state_read(path, &s, &e))
        fuzz_refused(&e);
    else {
        MUST(!fuzz_leads_out);
        state_release(&s);
    }
    fuzz_all_closed();
    return 0;
}
