#include "config.h"

#include "report/tables/folders_make.h"

int folders_make(char *const *dir, int n, const struct selection *selection,
                 bool alone,
                 int (*make)(const void *context, const struct folders *f,
                             struct error *e),
                 const void *context, struct error *e)
{
    struct folders f;
    int made;

    if (folders_read(&f, dir, n, e))
        return -1;
    if (selection && folders_select(&f, selection, e)) {
        folders_release(&f);
        return -1;
    }
    while ((made = make(context, &f, e)) && folders_salvage_more(&f))
        continue;
    if (!made)
        made = !folders_whole(f.folder, n, alone);
    folders_release(&f);
    return made;
}
