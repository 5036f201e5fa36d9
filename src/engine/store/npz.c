/*
 * npz.c - arrays as NumPy's archive: a zip of .npy files, none compressed.
 *
 * A zip has, for each file, a local header and its bytes, and then a directory
 * that repeats the headers with their offsets (PKWARE's APPNOTE 6.3).  Its
 * plain form has 32-bit sizes.  libarchive writes a file's CRC after its bytes,
 * where readers that go from header to header (cnpy, Java's streams) expect the
 * next header; here it is in the header.  A .npy file is a header of Python
 * literals, padded to 64 bytes, and the numbers (NumPy's format 1.0).
 */
#include <stdint.h>
#include <string.h>

#include "engine/store/arrays_file.h"
#include "text/formats/deflate.h"

#define LOCAL 0x04034b50u
#define CENTRAL 0x02014b50u
#define END 0x06054b50u
#define VERSION 20      /* needed to read it: 2.0 */
#define UTF8 0x0800u    /* names are UTF-8 */
#define FIRST_DAY 0x21u /* 1 January 1980, the earliest date */
#define MOST 0xfffffffeu

/* --- a zip ---------------------------------------------------------------- */

struct zip {
    struct str *out;
    struct str directory;
    unsigned files;
};

static void put(struct str *out, uint32_t value, int bytes)
{
    for (int i = 0; i < bytes; i++) {
        const char byte = (char)(value >> 8 * i & 0xff);

        str_add(out, &byte, 1);
    }
}

/* Write the fields that both headers of a file have. */
static void put_common(struct str *out, const char *name,
                       const struct str *bytes)
{
    put(out, VERSION, 2);
    put(out, UTF8, 2);
    put(out, 0, 2); /* stored */
    put(out, 0, 2);
    put(out, FIRST_DAY, 2);
    put(out, deflate_crc(bytes->s, bytes->len), 4);
    put(out, (uint32_t)bytes->len, 4);
    put(out, (uint32_t)bytes->len, 4);
    put(out, (uint32_t)strlen(name), 2);
    put(out, 0, 2); /* no extra field */
}

static void put_file(struct zip *z, const char *name, const struct str *bytes)
{
    const uint32_t at = (uint32_t)z->out->len;

    put(z->out, LOCAL, 4);
    put_common(z->out, name, bytes);
    str_adds(z->out, name);
    str_add(z->out, bytes->s, bytes->len);
    put(&z->directory, CENTRAL, 4);
    put(&z->directory, VERSION, 2);
    put_common(&z->directory, name, bytes);
    put(&z->directory, 0, 2); /* no comment */
    put(&z->directory, 0, 2);
    put(&z->directory, 0, 2);
    put(&z->directory, 0, 4);
    put(&z->directory, at, 4);
    str_adds(&z->directory, name);
    z->files++;
}

static void end_zip(struct zip *z)
{
    const uint32_t at = (uint32_t)z->out->len;

    str_add(z->out, z->directory.s, z->directory.len);
    put(z->out, END, 4);
    put(z->out, 0, 4);
    put(z->out, z->files, 2);
    put(z->out, z->files, 2);
    put(z->out, (uint32_t)z->directory.len, 4);
    put(z->out, at, 4);
    put(z->out, 0, 2);
    str_release(&z->directory);
}

/* --- its files ------------------------------------------------------------ */

#define MAGIC "\x93NUMPY\x01\x00"
#define MAGIC_LEN 8
#define ALIGN 64 /* alignment of the numbers */

static void put_npy(const struct named_array *x, struct str *out)
{
    struct str header = {0};

    str_addf(&header,
             "{'descr': '<f4', 'fortran_order': False, 'shape': (%d, %d), }",
             x->rows, x->cols);
    while ((MAGIC_LEN + 2 + header.len + 1) % ALIGN)
        str_adds(&header, " ");
    str_adds(&header, "\n");
    str_add(out, MAGIC, MAGIC_LEN);
    put(out, (uint32_t)header.len, 2);
    str_add(out, header.s, header.len);
    str_add(out, x->values, (size_t)x->rows * (size_t)x->cols * sizeof(float));
    str_release(&header);
}

static void put_array(struct zip *z, const struct named_array *x)
{
    struct str bytes = {0}, name = {0};

    str_addf(&name, "%s.npy", x->name);
    put_npy(x, &bytes);
    put_file(z, str_text(&name), &bytes);
    str_release(&bytes);
    str_release(&name);
}

/* The size is checked at the end, since sizes of files add up to it. */
int npz_file(const struct arrays *a, struct str *image, struct error *e)
{
    const struct str about = {.s = (char *)a->about, .len = strlen(a->about)};
    struct zip z = {.out = image};

    for (int i = 0; i < a->n; i++)
        put_array(&z, &a->array[i]);
    put_file(&z, "about.json", &about);
    end_zip(&z);
    if (image->len <= MOST)
        return 0;
    return error_set(e,
                     "found %zu bytes, expected less than 4 GiB in a file in "
                     "the format npz",
                     image->len);
}
