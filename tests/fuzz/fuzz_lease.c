/*
 * Leases of results folders: the file `owner`, and how it is judged.
 *
 * Seeds: tests/fuzz/seeds/owner*
 */
#include "fuzz.h"

#include "sweep/folder/folder.h"
#include "sweep/folder/holder.h"

/* Check that a holder that is written again is the same. */
static void again(const char *dir, const struct holder *h)
{
    struct str text = {0}, found = {0};
    struct error e = {""};
    struct holder now;

    holder_text(h, &text);
    MUST(text.len <= HOLDER_MOST);
    fuzz_file("owner", text.s, text.len);
    MUST(holder_read(dir, &now, &found, &e) == HOLDER_NAMED);
    MUST(found.len == text.len && now.pid == h->pid && now.left == h->left);
    MUST(now.after == h->after);
    MUST(!strcmp(now.host, h->host) && !strcmp(now.token, h->token));
    MUST(!strcmp(now.boot, h->boot) && now.pids == h->pids);
    str_release(&found);
    str_release(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    const char *dir = fuzz_folder();
    struct error e = {""};
    struct holder h;

    fuzz_file("owner", data, n);
    const enum holder_found found = holder_read(dir, &h, NULL, &e);

    MUST(found == HOLDER_NAMED || found == HOLDER_GARBAGE);
    if (found == HOLDER_GARBAGE)
        return 0;
    MUST(h.pid > 0 && h.every >= 0 && h.every <= 10 && h.silence >= 0 &&
         h.silence <= 1e6);
    MUST(holder_life(&h) != HOLDER_LIVES || h.pid == (long)(pid_t)h.pid);
    again(dir, &h);
    return 0;
}
