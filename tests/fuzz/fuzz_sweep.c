/*
 * sweep.h5: its facts are read back and its content is listed.
 *
 * Seeds: none
 */
#include "fuzz_hdf5.h"

#include "engine/store/hdf5.h"
#include "engine/store/sweep_file.h"

static void count(void *n, const struct hdf5_dataset *d)
{
    (void)d;
    ++*(int *)n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    const char *path = fuzz_changed("sweep/sweep.h5", "sweep", data, n);
    struct str image = {0};
    struct error e = {""};
    struct hdf5 h;
    int datasets = 0;

    free(sweep_file_fact(path, "results"));
    MUST(!checked_file_read(path, "sweep", &image, &e));
    hdf5_open(&h, image.s, image.len, &e);
    hdf5_datasets(&h, count, &datasets);
    if (hdf5_close(&h))
        fuzz_refused(&e);
    else
        MUST(!fuzz_leads_out);
    str_release(&image);
    fuzz_all_closed();
    return 0;
}
