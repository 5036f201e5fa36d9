#include "sampler/sampler.h"

#define KIND(name) extern const struct sampler_kind sampler_##name;
#include "sampler/kinds.def"
#undef KIND

static const struct kind *const list[] = {
#define KIND(name) &sampler_##name.is,
#include "sampler/kinds.def"
#undef KIND
    NULL,
};

static const char *lacks(const struct kind *kind)
{
    return ((const struct sampler_kind *)kind)->propose ? NULL : "propose()";
}

const struct kinds sampler_kinds = {
    .sort = "method", .list = list, .lacks = lacks};

void search_release(struct search *s)
{
    space_release(&s->space);
    chosen_release(&s->sampler);
    *s = (struct search){0};
}

const struct sampler_kind *search_kind(const struct search *s)
{
    return (const struct sampler_kind *)s->sampler.kind;
}

bool search_draws(const struct search *s)
{
    return s->sampler.kind && !search_kind(s)->count;
}

long search_trials(const struct search *s)
{
    const long n =
        search_draws(s) ? s->trials : search_kind(s)->count(&s->space);

    return n > MOST_TRIALS ? MOST_TRIALS + 1 : n;
}

/* 0: it does not learn. */
static long round_of(const struct search *s)
{
    const struct sampler_kind *k = search_kind(s);

    return k->round ? k->round(s->sampler.conf) : 0;
}

long search_needs(const struct search *s, long number)
{
    const long round = round_of(s);

    return round ? number / round * round : 0;
}

long search_free(const struct search *s)
{
    const long round = round_of(s), n = search_trials(s);

    return round && round < n ? round : n;
}

struct assignment search_propose(const struct search *s,
                                 const struct outcome *known, long n,
                                 long number)
{
    struct assignment a = assignment_new(&s->space, number);

    search_kind(s)->propose(s, known, n, &a);
    return a;
}
