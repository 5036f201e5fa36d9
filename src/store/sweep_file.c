/* sweep_file.c - the whole sweep as one compound table. */
#include "config.h"

#include "store/sweep_file.h"

#include "base/file.h"
#include "store/envelope.h"
#include "store/hdf5.h"
#include "store/schema.h"

int sweep_file_write(const char *path, const struct table_data *trials,
                     const struct facts *facts, struct error *e)
{
    struct str image = {0};
    struct hdf5 h;

    hdf5_create(&h, 0, e);
    hdf5_put_text(&h, "/", "format", "codarun sweep 1");
    for (int i = 0; i < facts->n; i++)
        hdf5_put_text(&h, "/", facts->fact[i].name, facts->fact[i].value);
    table_data_put(&h, "/trials", trials);
    schema_put(&h);
    schema_describe(&h, "sweep", SCHEMA_COLUMNS);
    int failed = hdf5_finish(&h, &image);
    if (failed)
        error_in(e, "sweep file '%s'", path);
    else
        failed = envelope_write(path, "sweep", &image, e);
    str_release(&image);
    return failed;
}

char *sweep_file_fact(const char *path, const char *name)
{
    struct str image = {0};
    struct error e;
    struct hdf5 h;

    if (!file_exists(path) || envelope_read(path, "sweep", &image, &e))
        return NULL;
    hdf5_open(&h, image.s, image.len, &e);
    char *value =
        hdf5_has_attribute(&h, "/", name) ? hdf5_get_text(&h, "/", name) : NULL;

    str_release(&image);
    hdf5_close(&h);
    return value;
}
