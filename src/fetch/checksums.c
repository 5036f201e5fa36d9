#include "config.h"

#include "fetch/checksums.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "text/files/lines.h"

static bool read_sum(const char *line, size_t len, struct checksum *out)
{
    const size_t digits = SHA256_HEX - 1;

    if (len < digits + 3 || strspn(line, "0123456789abcdefABCDEF") != digits ||
        line[digits] != ' ' || !strchr(" *", line[digits + 1]))
        return false;
    for (size_t i = 0; i < digits; i++) /* upper-case digits become
                                           lower-case */
        out->hex[i] = (char)(line[i] | (line[i] >= 'A' ? 0x20 : 0));
    out->hex[digits] = '\0';
    out->name = memory_string(line + digits + 2);
    return true;
}

int checksums_read(struct checksums *s, const char *path, struct error *e)
{
    struct lines *in = lines_open(path, e);
    char *line;
    size_t len;
    int more = -1;

    *s = (struct checksums){0};
    while (in && (more = lines_next(in, &line, &len, e)) > 0) {
        struct checksum sum;

        if (!len || *line == '#')
            continue;
        if (!read_sum(line, len, &sum)) {
            more = lines_error(in, e,
                               "found '%.80s', expected a SHA-256, two "
                               "blanks and a name",
                               line);
            break;
        }
        GROW(s->sum, s->n, s->room);
        s->sum[s->n++] = sum;
    }
    lines_close(in);
    return more;
}

void checksums_release(struct checksums *s)
{
    for (int i = 0; i < s->n; i++)
        free(s->sum[i].name);
    free(s->sum);
}

const char *checksums_find(const struct checksums *s, const char *name)
{
    for (int i = 0; i < s->n; i++)
        if (!strcmp(s->sum[i].name, name))
            return s->sum[i].hex;
    return NULL;
}

static bool lies_in_folder(const char *path, const char *name)
{
    const char *slash = strrchr(path, '/');

    return slash && !strcmp(slash + 1, name);
}

const char *checksums_of_file(const struct checksums *s, const char *name,
                              struct error *e)
{
    const char *hex = checksums_find(s, name);

    if (hex)
        return hex;
    for (int i = 0; i < s->n; i++) {
        if (!lies_in_folder(s->sum[i].name, name))
            continue;
        if (hex && strcmp(hex, s->sum[i].hex) != 0) {
            error_set(e, "found several checksums of '%s', expected one", name);
            return NULL;
        }
        hex = s->sum[i].hex;
    }
    if (!hex)
        error_set(e, "found no line of '%s', expected its SHA-256", name);
    return hex;
}

int checksums_add_file(const char *folder, const char *name, struct str *out,
                       struct error *e)
{
    char *path = memory_format("%s/%s", folder, name), hex[SHA256_HEX];
    const int bad = sha256_file(path, hex, e);

    if (!bad)
        str_addf(out, "%s  %s\n", hex, name);
    free(path);
    return bad;
}
