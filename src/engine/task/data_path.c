#include "config.h"

#include "engine/task/data_path.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/core/memory.h"
#include "base/core/str.h"
#include "base/files/file.h"
#include "config/field/field.h"
#include "text/files/file_set.h"

static const char *(*set_with)(const char *file);

void data_path_sets(const char *(*named)(const char *file))
{
    set_with = named;
}

static char *join(const char *folder, const char *name)
{
    return *folder ? memory_format("%s/%s", folder, name) : memory_string(name);
}

static bool says_folder(const char *path)
{
    return str_ends_in(path, "/");
}

/* A folder of that name does not count, unless the name ends in a slash: `nli`
 * may be both a file and a folder. */
static bool is_there(const char *path)
{
    char *file = file_set_on_disk(path);
    struct stat st;
    const bool found =
        !stat(file, &st) && (says_folder(path) || !S_ISDIR(st.st_mode));

    free(file);
    return found;
}

/* Text after the name of a place that has no such file. */
static const char *why_not(const char *path)
{
    struct stat st;

    return !stat(path, &st) && S_ISDIR(st.st_mode)
               ? " (a folder, whose name is to end in /)"
               : "";
}

/* True if `beside` lists several folders, one a line.  One folder's name may
 * contain a newline, too. */
static bool is_list(const char *beside)
{
    struct stat st;

    return strchr(beside, '\n') && stat(beside, &st);
}

/* Return the next folder of *list, NULL after the last one. */
static char *next_folder(const char **list, bool several)
{
    const char *at = *list;

    if (!at)
        return NULL;
    const size_t n = several ? strcspn(at, "\n") : strlen(at);

    *list = at[n] ? at + n + 1 : NULL;
    return memory_format("%.*s", (int)n, at);
}

/* Find a file in the folders; the caller frees it.  NULL if it is in none;
 * *tried then lists the places. */
static char *find_beside(const char *name, const char *beside,
                         struct str *tried)
{
    const bool several = is_list(beside);
    char *folder, *found = NULL;

    while (!found && (folder = next_folder(&beside, several))) {
        found = join(folder, name);
        if (!is_there(found)) {
            str_addf(tried, "%s'%s'%s", tried->len ? " or " : "", found,
                     why_not(found));
            free(found);
            found = NULL;
        }
        free(folder);
    }
    return found;
}

/* Every rank reads the file, and so does every later start: a file that can be
 * read only once, or has no end, cannot be data. */
static int check_file(const char *path, struct error *e)
{
    return says_folder(path) ? 0 : file_refuse_other(path, e);
}

/* Suggest a file under $CODARUN_DATA, or beside the experiment, with a similar
 * name. */
static void hint_near(const char *name, const char *beside, const char *there,
                      struct str *out)
{
    char *near = *name == '/' || is_list(beside) ? memory_string(name)
                                                 : join(beside, name);

    if (there)
        nearest_file_hint(there, out);
    if (!out->len)
        nearest_file_hint(near, out);
    free(near);
}

static int not_found(const char *name, const char *beside, const char *tried,
                     const char *there, struct error *e)
{
    const char *set = set_with ? set_with(name) : NULL;
    const bool expands = *name == '~' || strchr(name, '$');
    struct str hint = {0};
    char *or_there = there ? memory_format(" or '%s'%s", there, why_not(there))
                           : memory_string("");

    if (!set)
        hint_near(name, beside, there, &hint);
    error_set(e, "found no file %s%s%s%s%s%s%s", tried, or_there,
              there || *name == '/' ? "" : ", and CODARUN_DATA is not set",
              expands ? " (~ and $ of a name are not expanded)" : "",
              set ? "; fetch it by: codarun data fetch " : "", set ? set : "",
              str_text(&hint));
    str_release(&hint);
    free(or_there);
    return -1;
}

int data_path(const char *name, const char *beside, char **path,
              struct error *e)
{
    const char *data = getenv("CODARUN_DATA");
    char *there = data && *data && *name != '/' ? join(data, name) : NULL;
    struct str tried = {0};

    *path = there && is_there(there)
                ? memory_string(there)
                : find_beside(name, *name == '/' ? "" : beside, &tried);
    if (!*path)
        not_found(name, beside, str_text(&tried), there, e);
    else if (check_file(*path, e)) {
        free(*path);
        *path = NULL;
    }
    str_release(&tried);
    free(there);
    return *path ? 0 : -1;
}
