/*
 * Images of the data cache, which describe their own content.
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

    if (n >= 48) /* its own key, so that its digest is checked */
        memcpy(&key, data + 24, sizeof(key));
    if (image_open(&m, path, key, &e))
        fuzz_refused(&e);
    else
        image_release(&m);
    return 0;
}
