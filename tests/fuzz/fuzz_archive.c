/*
 * Archives that `data fetch` unpacks, and the recipes that read them.
 *
 * Seeds: made/archive*
 */
#include "fuzz.h"

#include "fetch/recipes.h"

enum { MOST = 1 << 20 };

static void list(const char *path)
{
    struct error e = {""};
    struct members *m = members_open(path, true, MOST, &e);
    const char *name;
    char buffer[4096];
    int more = -1;

    while (m && (more = members_next(m, &name, &e)) > 0) {
        long n;

        while ((n = members_read(m, buffer, sizeof(buffer), &e)) > 0)
            continue;
        if (n < 0) {
            more = -1;
            break;
        }
    }
    if (more < 0)
        fuzz_refused(&e);
    members_close(m);
}

static void cook(recipe *cook, const struct recipe_input *in)
{
    struct error e = {""};
    struct sink out;
    char path[1100];

    snprintf(path, sizeof(path), "%s/made", fuzz_folder());
    if (sink_open(&out, path, &e) || cook(in, &out, &e))
        fuzz_refused(&e);
    sink_release(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    const char *path = fuzz_file("archive", data, n);
    const struct recipe_input whole = {.path = path, .most = MOST};
    const struct recipe_input of[] = {
        {.path = path, .member = "aclImdb/train/", .most = MOST},
        {.path = path, .member = "trees/dev.txt", .most = MOST, .number = 5}};
    struct error e = {""};

    if (members_check(path, MOST, &e))
        fuzz_refused(&e);
    list(path);
    cook(recipe_imdb, &of[0]);
    cook(recipe_trees, &of[1]);
    cook(recipe_trecqa, &whole);
    cook(recipe_trecqa_json, &whole);
    return 0;
}
