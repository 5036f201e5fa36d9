#include "config.h"

#include "report/history/event_file.h"

#include "report/history/crc32c.h"
#include "report/history/protobuf_write.h"

/* Field numbers of each message, as in TensorBoard's .proto files. */
enum { EVENT_WALL = 1, EVENT_STEP = 2, EVENT_VERSION = 3, EVENT_SUMMARY = 5 };
enum { SUMMARY_VALUE = 1 };
enum { VALUE_TAG = 1, VALUE_SIMPLE = 2, VALUE_METADATA = 9 };
enum { METADATA_PLUGIN = 1 };
enum { PLUGIN_NAME = 1, PLUGIN_CONTENT = 2 };
enum { HPARAMS_START = 3, HPARAMS_END = 4 };
enum { START_PARAMS = 1, START_TIME = 5 };
enum { END_STATUS = 1, END_TIME = 2 };
enum { STATUS_SUCCESS = 1, STATUS_FAILURE = 2 };
enum { ENTRY_NAME = 1, ENTRY_VALUE = 2 }; /* of a map */
enum { PARAM_NUMBER = 2, PARAM_TEXT = 3 };

#define EVENT_FORM "brain.Event:2"
#define LENGTH_BYTES 8
#define CHECKSUM_BYTES 4

/* Mask a CRC, as TensorBoard does: the CRC of data that contain CRCs is
 * weak. */
static uint32_t masked(uint32_t crc)
{
    return (crc >> 15 | crc << 17) + UINT32_C(0xa282ead8);
}

static void add_record(struct str *out, struct str *data)
{
    const size_t at = out->len;

    protobuf_add_bytes(out, data->len, LENGTH_BYTES);
    protobuf_add_bytes(out, masked(crc32c(out->s + at, LENGTH_BYTES)),
                       CHECKSUM_BYTES);
    str_add(out, str_text(data), data->len);
    protobuf_add_bytes(out, masked(crc32c(str_text(data), data->len)),
                       CHECKSUM_BYTES);
    str_release(data);
}

void event_begin(struct str *out, double wall)
{
    struct str event = {0};

    protobuf_put_double(&event, EVENT_WALL, wall);
    protobuf_put_text(&event, EVENT_VERSION, EVENT_FORM);
    add_record(out, &event);
}

/* Append an event with one value, and release the value. */
static void add_value(struct str *out, double wall, long step,
                      struct str *value)
{
    struct str event = {0}, summary = {0};

    protobuf_put_double(&event, EVENT_WALL, wall);
    protobuf_put_whole(&event, EVENT_STEP, step);
    protobuf_put_message(&summary, SUMMARY_VALUE, value);
    protobuf_put_message(&event, EVENT_SUMMARY, &summary);
    add_record(out, &event);
    str_release(&summary);
    str_release(value);
}

void event_scalar(struct str *out, double wall, long step, const char *tag,
                  float value)
{
    struct str v = {0};

    protobuf_put_text(&v, VALUE_TAG, tag);
    protobuf_put_float(&v, VALUE_SIMPLE, value);
    add_value(out, wall, step, &v);
}

/* --- for the page HPARAMS ------------------------------------------------- */

/* Append a parameter, and release `value`. */
static void add_param(struct str *params, const char *name, struct str *value)
{
    struct str entry = {0};

    protobuf_put_text(&entry, ENTRY_NAME, name);
    protobuf_put_message(&entry, ENTRY_VALUE, value);
    protobuf_put_message(params, START_PARAMS, &entry);
    str_release(&entry);
    str_release(value);
}

void event_add_number(struct str *params, const char *name, double value)
{
    struct str v = {0};

    protobuf_put_double(&v, PARAM_NUMBER, value);
    add_param(params, name, &v);
}

void event_add_text(struct str *params, const char *name, const char *value)
{
    struct str v = {0};

    protobuf_put_text(&v, PARAM_TEXT, value);
    add_param(params, name, &v);
}

/* Append data for the plugin under a tag, in the metadata of a value without
 * number; releases `what`. */
static void add_told(struct str *out, double wall, const char *tag, int field,
                     struct str *what)
{
    struct str content = {0}, plugin = {0}, metadata = {0}, value = {0};

    protobuf_put_message(&content, field, what);
    protobuf_put_text(&plugin, PLUGIN_NAME, "hparams");
    protobuf_put_message(&plugin, PLUGIN_CONTENT, &content);
    protobuf_put_message(&metadata, METADATA_PLUGIN, &plugin);
    protobuf_put_text(&value, VALUE_TAG, tag);
    protobuf_put_message(&value, VALUE_METADATA, &metadata);
    add_value(out, wall, 0, &value);
    str_release(&metadata);
    str_release(&plugin);
    str_release(&content);
    str_release(what);
}

void event_params(struct str *out, double wall, struct str *params)
{
    protobuf_put_double(params, START_TIME, wall);
    add_told(out, wall, "_hparams_/session_start_info", HPARAMS_START, params);
}

void event_end(struct str *out, double wall, bool failed)
{
    struct str end = {0};

    protobuf_put_whole(&end, END_STATUS,
                       failed ? STATUS_FAILURE : STATUS_SUCCESS);
    protobuf_put_double(&end, END_TIME, wall);
    add_told(out, wall, "_hparams_/session_end_info", HPARAMS_END, &end);
}
