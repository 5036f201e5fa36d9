/*
 * The names of a model's attentions, which its kind lists without numbers for
 * callers that have no model yet: exactly those of the attentions that the
 * model computes.
 */
#include "engine/attention/attention_maps.h"
#include "tests/unit/model_uses.h"

#define MOST 8

/* Remove the parts between dots that are numbers. */
static void strip(const char *site, char out[64])
{
    size_t n = 0;

    while (*site) {
        const size_t digits = *site == '.' ? strspn(site + 1, "0123456789") : 0;

        if (digits && (site[1 + digits] == '.' || !site[1 + digits]))
            site += 1 + digits;
        else
            out[n++] = *site++;
    }
    out[n] = '\0';
}

static int place_of(const char *const *names, const char *name)
{
    for (int i = 0; names && names[i]; i++)
        if (!strcmp(names[i], name))
            return i;
    return -1;
}

static bool none(const void *context, const struct attention_map *v)
{
    (void)context;
    (void)v;
    return false;
}

/* Which names occurred in a use of each kind. */
static bool come_by[32][MOST];

static int number_of(const struct kind *k)
{
    int i = 0;

    while (model_kinds.list[i] != k)
        i++;
    return i;
}

static void expect_listed(const struct use *u)
{
    const struct model_kind *k = (const struct model_kind *)u->kind->kind;
    struct attention_maps seen;
    struct fixture f;

    build(&f, u);
    attention_maps_init(&seen, none, NULL);
    struct grain g = fixture_grain(&f, (struct run){0, 1}, 1);

    answer_only(&f);
    f.tape.observer = &seen.observer;
    model_outcome(&f.tape, f.model, &g);
    for (int i = 0; i < seen.n; i++) {
        char name[64];

        strip(seen.map[i].site, name);
        if (attention_map_is_pointer(&seen.map[i]))
            continue;
        const int place = place_of(k->sites, name);

        if (place < 0)
            fail_msg("model '%s' does not list '%s'", k->is.name, name);
        come_by[number_of(&k->is)][place] = true;
    }
    f.tape.observer = NULL;
    attention_maps_release(&seen);
    release(&f);
}

static void a_kind_lists_the_names_of_its_attentions(void **state)
{
    (void)state;
    each_use_varied(expect_listed);
    for (int i = 0; model_kinds.list[i]; i++) {
        const struct model_kind *k =
            (const struct model_kind *)model_kinds.list[i];

        for (int s = 0; k->sites && k->sites[s]; s++)
            if (!come_by[i][s])
                fail_msg("model '%s' has no '%s'", k->is.name, k->sites[s]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_kind_lists_the_names_of_its_attentions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
