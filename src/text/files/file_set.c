#include "text/files/file_set.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/core/memory.h"
#include "base/core/str.h"
#include "base/files/file.h"
#include "base/files/file_stat.h"
#include "text/files/decompress.h"
#include "text/files/folder_files.h"
#include "text/files/members.h"
#include "text/files/unpack.h"

enum { FOLDERS_TOLD = 8 };

struct file_set {
    char *path; /* owned: of the file or folder on disk */
    char *part; /* owned: within an archive; NULL: all of it */
    const char *ending;
    struct decompress *file; /* owned: the current file, or the archive */
    struct members *members; /* owned: of an archive */
    bool is_folder;
    struct folder_files files; /* owned: of a folder */
    int at;
    long found;         /* files so far */
    struct str folder;  /* folder of the last member */
    struct str folders; /* folders of an archive, for the error about PART */
    int told;
    struct str where, name;
    struct hasher *hasher; /* owned: of a folder's names and digests */
    struct digest digest;
};

/* --- the path ------------------------------------------------------------- */

static bool is_there(const char *path, struct stat *st)
{
    return !stat(path, st);
}

/* Where ":PART" begins: at the first colon before which the path is that of a
 * regular file, unless the whole path exists; NULL if nowhere. */
static const char *find_part(const char *path)
{
    struct stat st;

    if (is_there(path, &st))
        return NULL;
    for (const char *p = strchr(path, ':'); p; p = strchr(p + 1, ':')) {
        char *file = memory_string(path);

        file[p - path] = 0;
        const bool found = is_there(file, &st) && S_ISREG(st.st_mode);

        free(file);
        if (found)
            return p;
    }
    return NULL;
}

char *file_set_on_disk(const char *path)
{
    const char *part = find_part(path);
    char *file = memory_string(path);

    if (part)
        file[part - path] = 0;
    for (size_t n = strlen(file); n > 1 && file[n - 1] == '/'; n--)
        file[n - 1] = 0;
    return file;
}

/* The parts of an archive have different digests, though the whole archive is
 * read for each. */
static struct digest part_digest(const char *part, struct digest all)
{
    struct hasher *h;

    if (!part)
        return all;
    h = hasher_new();
    hasher_add(h, &all, sizeof(all));
    hasher_add(h, part, strlen(part));
    all = hasher_digest(h);
    hasher_free(h);
    return all;
}

/* --- a folder ------------------------------------------------------------- */

static int list_folder(struct file_set *f, struct error *e)
{
    if (folder_files_list(&f->files, f->path, e))
        return -1;
    f->hasher = hasher_new();
    return 0;
}

/* --- opening -------------------------------------------------------------- */

static int open_file(struct file_set *f, const char *path, struct error *e)
{
    f->file = decompress_open(path, e);
    return f->file ? 0 : error_in(e, "file '%s'", path);
}

static int open_archive(struct file_set *f, struct error *e)
{
    if (open_file(f, f->path, e))
        return -1;
    if (unpack_is_archive(f->file, f->path)) {
        f->members = members_of(f->file, LLONG_MAX, e);
        return f->members ? 0 : error_in(e, "file '%s'", f->path);
    }
    if (f->part)
        return error_set(e,
                         "file '%s': found a file, expected an archive with "
                         "'%s' in it",
                         f->path, f->part);
    return 0;
}

struct file_set *file_set_open(const char *path, const char *ending,
                               struct error *e)
{
    struct file_set *f = memory_zeroed(1, sizeof(*f));
    const char *part = find_part(path);
    struct stat st;

    f->path = file_set_on_disk(path);
    f->part = part ? memory_string(part + 1) : NULL;
    f->ending = ending;
    f->is_folder = is_there(f->path, &st) && S_ISDIR(st.st_mode);
    if (!(f->is_folder ? list_folder(f, e) : open_archive(f, e)))
        return f;
    file_set_close(f);
    return NULL;
}

static void close_file(struct file_set *f)
{
    decompress_close(f->file);
    f->file = NULL;
}

void file_set_close(struct file_set *f)
{
    if (!f)
        return;
    members_close(f->members);
    close_file(f);
    folder_files_release(&f->files);
    hasher_free(f->hasher);
    str_release(&f->folder);
    str_release(&f->folders);
    str_release(&f->where);
    str_release(&f->name);
    free(f->path);
    free(f->part);
    free(f);
}

/* --- stepping ------------------------------------------------------------- */

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? slash + 1 : path;
}

static void set_place(struct file_set *f, const char *path, const char *member)
{
    str_clear(&f->where);
    str_addf(&f->where, "file '%s'", path);
    if (member)
        str_addf(&f->where, ", member '%s'", member);
    str_clear(&f->name);
    str_adds(&f->name, base_name(member ? member : path));
}

/* If there are several files, all need the ending. */
static int check_ending(const struct file_set *f, struct error *e)
{
    if (!f->ending || str_ends_in(str_text(&f->name), f->ending))
        return 0;
    error_set(e, "found a file of another name, expected one that ends in %s",
              f->ending);
    return error_in(e, "%s", str_text(&f->where));
}

/* Read a folder's file to its end, and add it to the digest. */
static int end_file(struct file_set *f, struct error *e)
{
    char rest[1 << 12];
    long n = 1;

    while (n > 0)
        n = decompress_some(f->file, rest, sizeof(rest), e);
    if (n < 0)
        return error_in(e, "%s", str_text(&f->where));
    const struct digest d = decompress_digest(f->file);

    hasher_add(f->hasher, &d, sizeof(d));
    close_file(f);
    return 0;
}

static int next_of_folder(struct file_set *f, struct error *e)
{
    if (f->file && end_file(f, e))
        return -1;
    if (f->at == f->files.n) {
        f->digest = hasher_digest(f->hasher);
        return f->at ? 0
                     : error_set(e,
                                 "folder '%s': found no file in it, expected "
                                 "some%s%s",
                                 f->path, f->ending ? " that end in " : "",
                                 f->ending ? f->ending : "");
    }
    const char *name = f->files.name[f->at++];
    char *path = memory_format("%s/%s", f->path, name);

    set_place(f, path, NULL);
    hasher_add(f->hasher, name, strlen(name) + 1);
    const int failed = check_ending(f, e) || file_refuse_other(path, e) ||
                       open_file(f, path, e);

    free(path);
    return failed ? -1 : 1;
}

/* True if PART is in a member's name, from the beginning of a name between
 * slashes to the end of one. */
static bool has_part(const char *name, const char *part)
{
    const size_t n = strlen(part);

    for (const char *p = name; n && p; p = strchr(p, '/')) {
        p += *p == '/';
        if (!strncmp(p, part, n) &&
            (!p[n] || p[n] == '/' || part[n - 1] == '/'))
            return true;
    }
    return false;
}

/* Remember some folders of the archive, for the error. */
static void note_folder(struct file_set *f, const char *name)
{
    const size_t n = (size_t)(base_name(name) - name);

    if (f->told >= FOLDERS_TOLD || !n ||
        (f->folder.len == n - 1 && !memcmp(f->folder.s, name, n - 1)))
        return;
    str_clear(&f->folder);
    str_add(&f->folder, name, n - 1);
    str_addf(&f->folders, "%s'%s'", f->told++ ? ", " : "",
             str_text(&f->folder));
}

static int end_archive(struct file_set *f, struct error *e)
{
    if (!f->found)
        return error_set(e, "file '%s': found no %s%s%s in the archive%s%s",
                         f->path, f->part ? "'" : "file",
                         f->part ? f->part : "", f->part ? "'" : "",
                         f->told ? "; there is " : "", str_text(&f->folders));
    if (decompress_can_seek(f->file) && decompress_digest_all(f->file, e))
        return error_in(e, "file '%s'", f->path);
    f->digest = part_digest(f->part, decompress_digest(f->file));
    return 0;
}

static int next_of_archive(struct file_set *f, struct error *e)
{
    const char *name;
    int more;

    while ((more = members_next(f->members, &name, e)) > 0) {
        if (members_at_folder(f->members) || *base_name(name) == '.')
            continue;
        note_folder(f, name);
        if (!f->part || has_part(name, f->part))
            break;
    }
    if (more < 0)
        return error_in(e, "file '%s'", f->path);
    if (!more)
        return end_archive(f, e);
    set_place(f, f->path, name);
    f->found++;
    return check_ending(f, e) ? -1 : 1;
}

int file_set_next(struct file_set *f, struct error *e)
{
    if (f->is_folder)
        return next_of_folder(f, e);
    if (f->members)
        return next_of_archive(f, e);
    if (f->found++) {
        f->digest = decompress_digest(f->file);
        return 0;
    }
    set_place(f, f->path, NULL);
    return 1;
}

/* --- reading -------------------------------------------------------------- */

long file_set_read(struct file_set *f, void *out, size_t n, struct error *e)
{
    return f->members ? members_read(f->members, out, n, e)
                      : decompress_some(f->file, out, n, e);
}

const char *file_set_name(const struct file_set *f)
{
    return str_text(&f->name);
}

const char *file_set_where(const struct file_set *f)
{
    return str_text(&f->where);
}

struct digest file_set_digest(const struct file_set *f)
{
    return f->digest;
}

static int folder_digest(const char *path, struct digest *d, struct error *e)
{
    struct file_set *f = file_set_open(path, NULL, e);
    int more = f ? 1 : -1;

    while (more > 0)
        more = file_set_next(f, e);
    if (f)
        *d = f->digest;
    file_set_close(f);
    return more;
}

int file_set_digest_now(const char *path, struct digest *d, struct error *e)
{
    const char *part = find_part(path);
    char *file = file_set_on_disk(path);
    struct stat st;
    int bad;

    if (is_there(file, &st) && S_ISDIR(st.st_mode)) {
        bad = folder_digest(file, d, e);
    } else {
        bad = file_digest(file, d, e);
        *d = part_digest(part ? part + 1 : NULL, *d);
    }
    free(file);
    return bad;
}

struct file_stat file_set_settled_stamp(const char *path)
{
    const struct file_stat s = file_set_stamp(path);

    return file_stat_settled(&s) ? s : (struct file_stat){0};
}

struct file_stat file_set_stamp(const char *path)
{
    char *file = file_set_on_disk(path);
    struct stat st;
    const struct file_stat found = is_there(file, &st) && S_ISDIR(st.st_mode)
                                       ? folder_files_stamp(file)
                                       : file_stat(file);

    free(file);
    return found;
}
