/* folder.c - paths of a results folder. */
#include "config.h"

#include "results/folder.h"

static void sharded(const char *dir, const char *sort, struct digest trial,
                    const char *ending, struct str *out)
{
    char hex[DIGEST_HEX];

    digest_hex(trial, hex);
    str_addf(out, "%s/%s/%.2s/%s%s", dir, sort, hex, hex, ending);
}

void folder_result_path(const char *dir, struct digest trial, struct str *out)
{
    sharded(dir, "trials", trial, ".h5", out);
}

void folder_state_path(const char *dir, struct digest trial, struct str *out)
{
    sharded(dir, "states", trial, "", out);
}
