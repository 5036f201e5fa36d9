#include "config.h"

#include "fetch/sink.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/files/file.h"
#include "text/files/pack.h"

static int refuse(const struct sink *s, struct error *e)
{
    return error_in(e, "cannot write '%s'", s->is.tmp);
}

int sink_open(struct sink *s, const char *path, struct error *e)
{
    *s = (struct sink){0};
    if (folder_make_for(path, e))
        return -1;
    if (temporary_open(&s->is, path, e))
        return -1;
    s->file = fdopen(s->is.fd, "wb");
    if (!s->file)
        return error_errno(e, "cannot write '%s'", s->is.tmp);
    s->is.fd = -1;
    s->pack = pack_file(s->file, path, e);
    return s->pack ? 0 : refuse(s, e);
}

int sink_put(struct sink *s, const void *bytes, size_t n, struct error *e)
{
    return pack_put(s->pack, bytes, n, e) ? refuse(s, e) : 0;
}

int sink_finish(struct sink *s, struct error *e)
{
    FILE *file = s->file;

    if (pack_finish(s->pack, e))
        return refuse(s, e);
    pack_free(s->pack);
    s->pack = NULL;
    if (fflush(file) || fsync(fileno(file)))
        return error_errno(e, "cannot write '%s'", s->is.tmp);
    s->file = NULL;
    return fclose(file) ? error_errno(e, "cannot write '%s'", s->is.tmp) : 0;
}

int sink_install(struct sink *s, struct error *e)
{
    return temporary_put(&s->is, e) ? -1 : temporary_sync(&s->is, e);
}

void sink_release(struct sink *s)
{
    pack_free(s->pack);
    if (s->file)
        fclose(s->file);
    temporary_release(&s->is);
    *s = (struct sink){0};
}
