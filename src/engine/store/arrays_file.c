#include "engine/store/arrays_file.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/store/hdf5.h"
#include "engine/store/schema.h"
#include "text/formats/json_write.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               "floats are written as they lie in memory");

const char *const arrays_format_names[] = {"hdf5", "npz", "safetensors", NULL};
const char *const arrays_format_ending[] = {"h5", "npz", "safetensors", NULL};

static size_t bytes_of(const struct named_array *x)
{
    return (size_t)x->rows * (size_t)x->cols * sizeof(float);
}

static size_t bytes_of_all(const struct arrays *a)
{
    size_t n = 0;

    for (int i = 0; i < a->n; i++)
        n += bytes_of(&a->array[i]);
    return n;
}

static int hdf5_file(const struct arrays *a, struct str *image, struct error *e)
{
    struct hdf5 h;

    hdf5_create(&h, bytes_of_all(a) + 65536, e);
    hdf5_put_group(&h, "/arrays");
    for (int i = 0; i < a->n; i++) {
        const struct named_array *x = &a->array[i];
        const hsize_t extent[] = {(hsize_t)x->rows, (hsize_t)x->cols};
        char *path = memory_format("/arrays/%s", x->name);

        hdf5_put_array(&h, path, H5T_IEEE_F32LE, 2, extent, x->values);
        free(path);
    }
    hdf5_put_document(&h, "/about", a->about);
    schema_describe(&h, a->file, SCHEMA_COLUMNS);
    return hdf5_finish(&h, image);
}

/* --- safetensors ---------------------------------------------------------- */

#define ALIGN 8 /* of the header's length */

static void put_tensor(const struct named_array *x, size_t at,
                       struct str *header)
{
    json_begin(header, x->name, '{');
    json_put_text(header, "dtype", "F32");
    json_begin(header, "shape", '[');
    json_put_long(header, NULL, x->rows);
    json_put_long(header, NULL, x->cols);
    json_finish(header, ']');
    json_begin(header, "data_offsets", '[');
    json_put_long(header, NULL, (long)at);
    json_put_long(header, NULL, (long)(at + bytes_of(x)));
    json_finish(header, ']');
    json_finish(header, '}');
}

static void put_header(const struct arrays *a, struct str *header)
{
    size_t at = 0;

    json_begin(header, NULL, '{');
    json_begin(header, "__metadata__", '{');
    json_put_text(header, "about", a->about);
    json_finish(header, '}');
    for (int i = 0; i < a->n; at += bytes_of(&a->array[i++]))
        put_tensor(&a->array[i], at, header);
    json_finish(header, '}');
    while (header->len % ALIGN)
        str_adds(header, " ");
}

static int safetensors_file(const struct arrays *a, struct str *image,
                            struct error *e)
{
    struct str header = {0};

    (void)e;
    put_header(a, &header);
    const uint64_t len = header.len;

    str_add(image, &len, sizeof(len));
    str_add(image, header.s, header.len);
    for (int i = 0; i < a->n; i++)
        str_add(image, a->array[i].values, bytes_of(&a->array[i]));
    str_release(&header);
    return 0;
}

/* --- all formats ---------------------------------------------------------- */

int arrays_file(const struct arrays *a, enum arrays_format format,
                struct str *image, struct error *e)
{
    static int (*const file[])(const struct arrays *, struct str *,
                               struct error *) = {
        [ARRAYS_HDF5] = hdf5_file,
        [ARRAYS_NPZ] = npz_file,
        [ARRAYS_SAFETENSORS] = safetensors_file,
    };

    str_clear(image);
    return file[format](a, image, e);
}
