#include "config.h"

#include "sweep/results/location.h"

#include "base/files/file.h"
#include "engine/store/checked_file.h"
#include "sweep/folder/folder.h"

/* Compare a file with the one that the journal recorded at the trial's end. */
static enum location compare_file(const struct index *ix,
                                  const struct indexed *said, const char *path,
                                  const struct file_info *info)
{
    const struct file_mark file = index_file(ix, said);

    if (!said->brief || file.bytes != info->bytes)
        return RESULT_UNKNOWN;
    if (file.changed && file.changed == info->changed)
        return RESULT_IN_FILE;
    return file_mark_has_content(&file) &&
                   digest_equal(file.content,
                                checked_file_content(path, "result"))
               ? RESULT_COPIED
               : RESULT_UNKNOWN;
}

enum location location_find(const struct index *ix, const char *dir,
                            struct digest trial, const struct indexed **said,
                            struct str *path)
{
    const long at = index_place(ix, trial);
    const struct indexed *t = at >= 0 ? &ix->entry[at] : NULL;
    struct file_info info;

    *said = t && t->over ? t : NULL;
    folder_result_path(dir, trial, path);
    if (*said && index_small(ix, t))
        return RESULT_IN_JOURNAL;
    if (!file_info(str_text(path), &info))
        return RESULT_NOWHERE;
    return *said ? compare_file(ix, t, str_text(path), &info) : RESULT_UNKNOWN;
}
