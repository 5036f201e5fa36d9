/*
 * Result files of trials, with content that codarun does not write.
 *
 * Seeds: none
 */
#include "fuzz_hdf5.h"

#include "engine/store/result.h"
#include "sweep/ledger/index.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    const char *path = fuzz_changed("result.h5", "result", data, n);
    struct index ix = {0};
    struct result r, brief;
    struct error e = {""};

    if (result_read(path, &r, &e)) {
        fuzz_refused(&e);
    } else {
        MUST(!fuzz_leads_out);
        result_digest(&r);
        if (index_shorten(&ix, &r, &brief, &e))
            fuzz_refused(&e);
        else
            result_release(&brief);
        result_release(&r);
    }
    index_release(&ix);
    fuzz_all_closed();
    return 0;
}
