#include "sweep/ledger/ending.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/str.h"
#include "base/files/file.h"
#include "engine/store/checked_file.h"

struct file_mark file_mark(const char *path)
{
    struct file_info info;

    file_info(path, &info);
    return (struct file_mark){.bytes = info.bytes,
                              .changed = info.changed,
                              .content = checked_file_content(path, "result")};
}

/* --- writing ------------------------------------------------------------- */

void ending_add_goal(double goal, struct str *out)
{
    if (isnan(goal))
        str_adds(out, "goal none");
    else
        str_addf(out, "goal %.17g", goal);
}

static void add_file(const struct ending *end, struct str *out)
{
    char hex[DIGEST_HEX];

    str_addf(out, "bytes %ld", end->file.bytes);
    if (end->file.changed)
        str_addf(out, " at %lld", end->file.changed);
    if (file_mark_has_content(&end->file)) {
        digest_hex(end->file.content, hex);
        str_addf(out, " xxh3 %s", hex);
    }
    if (end->own)
        str_addf(out, " with %ld %s", end->setting, end->own);
}

void ending_add(const struct ending *end, struct str *out)
{
    if (!end->failed) {
        ending_add_goal(end->goal, out);
        str_adds(out, " ");
    }
    add_file(end, out);
    if (end->failed && !end->own)
        str_addf(out, ": %s", end->reason);
}

/* --- reading ------------------------------------------------------------- */

/* Read a digest; return its length in the text, 0 if there is none. */
static int read_content(const char *at, struct digest *content)
{
    char hex[DIGEST_HEX];
    int n = 0;

    return sscanf(at, " xxh3 %32[0-9a-f]%n", hex, &n) == 1 &&
                   !digest_parse(hex, content)
               ? n
               : 0;
}

static void read_file(const char *at, struct ending *end)
{
    char *next;

    if (strncmp(at, "bytes ", 6) != 0)
        return;
    end->file.bytes = strtol(at + 6, &next, 10);
    if (!strncmp(next, " at ", 4))
        end->file.changed = strtoll(next + 4, &next, 10);
    next += read_content(next, &end->file.content);
    if (strncmp(next, " with ", 6) != 0)
        return;
    end->setting = strtol(next + 6, &next, 10);
    end->own = next + (*next == ' ');
}

static void read_finish(const char *detail, struct ending *end)
{
    const char *goal = detail + 5;

    if (strncmp(detail, "goal ", 5) != 0)
        return;
    if (strncmp(goal, "none", 4) != 0)
        end->goal = strtod(goal, NULL);
    goal += strcspn(goal, " ");
    read_file(goal + (*goal == ' '), end);
}

void ending_init(struct ending *end)
{
    *end = (struct ending){.goal = NAN, .file.bytes = -1, .setting = -1};
}

void ending_read(const char *text, bool failed, struct ending *end)
{
    ending_init(end);
    end->failed = failed;
    if (failed)
        read_file(text, end);
    else
        read_finish(text, end);
}
