#include "config.h"

#include "cmd/option.h"

#include <unistd.h>

#include "base/core/log.h"
#include "base/files/file.h"
#include "cmd/output.h"

const char *const option_text_or_json[] = {"text", "json", NULL};

int option_format_file(const struct format_kind *format, const char *output,
                       struct error *e)
{
    return format && format->file && !output
               ? error_set(e, "found --format %s, expected --output with it",
                           format->is.name)
               : 0;
}

int option_check_file(const char *file, bool force, struct error *e)
{
    if (!*file)
        return error_set(e, "found no name of a file to write, expected one");
    return !force && file_would_replace(file)
               ? error_set(e,
                           "file '%s' is there, expected --force to replace it",
                           file)
               : 0;
}

int option_line(const char *output)
{
    return output ? 0 : log_columns(STDOUT_FILENO, 0);
}

int option_write(const char *output, const struct str *text, struct error *e)
{
    if (output)
        return file_write(output, str_text(text), text->len, e);
    output_put(text);
    return 0;
}
