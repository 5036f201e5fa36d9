/*
 * Images of the data cache: what is mapped says itself what it should be.
 *
 * Seeds: made/image*
 */
#include "fuzz.h"

#include "base/files/image.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    const char *path = fuzz_file("image", data, n);
    struct digest key = {0};
    struct error e = {""};
    struct image m;

    if (n >= 48) /* the key it has, so that its digest is looked at */
        memcpy(&key, data + 24, sizeof(key));
    if (image_open(&m, path, key, &e))
        fuzz_refused(&e);
    else
        image_release(&m);
    return 0;
}
