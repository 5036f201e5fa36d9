#include "config.h"

#include "engine/word_vectors/vectors_file.h"

#include <sys/stat.h>

/* True if the file exists and is written in place, such as a pipe or standard
 * output. */
static bool is_written_into(const char *path)
{
    struct stat st;

    return !lstat(path, &st) &&
           (!S_ISREG(st.st_mode) || !file_would_replace(path));
}

int vectors_file_write(const char *file, const struct file_pieces *all,
                       bool force, struct error *e)
{
    if (force || is_written_into(file))
        return file_write_pieces(file, all, e);
    const int bad = file_create_pieces(file, all, e);

    return bad > 0 ? error_set(e,
                               "file '%s' is there by now, expected --force to "
                               "replace it",
                               file)
                   : bad;
}
