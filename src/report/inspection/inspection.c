/* inspection.c - the attentions of a trained model on one example. */
#include "config.h"

#include "report/inspection/inspection.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/attention/site.h"
#include "engine/train/predictor.h"

const char *const inspection_rows_names[] = {"candidates", "all", NULL};

/* --- the request ---------------------------------------------------------- */

/* True if `name` is the site's name without any of its numbers. */
static bool is_sort(const char *site, const char *name)
{
    while (*site) {
        const size_t digits =
            *site == '.' ? strspn(site + 1, "0123456789") : 0;

        if (digits && (site[1 + digits] == '.' || !site[1 + digits]))
            site += 1 + digits;
        else if (*site++ != *name++)
            return false;
    }
    return !*name;
}

/* True if `name` is the site's name: whole, without its layer's number, or
 * without any number. */
static bool is_named(const char *site, const char *name)
{
    const char *layer = site_layer(site);

    if (!strcmp(site, name) || is_sort(site, name))
        return true;
    if (!layer || layer == site)
        return false;
    const size_t before = (size_t)(layer - site) - 1;
    const char *after = layer + strspn(layer, "0123456789");

    return !strncmp(site, name, before) && !strcmp(after, name + before);
}

static bool chooses(const struct inspection_request *w)
{
    return w->site || w->layer >= 0 || w->pass >= 0;
}

static bool is_requested(const struct inspection_request *w,
                         const struct attention_map *v)
{
    const char *layer = site_layer(v->site);

    return (!w->site || is_named(v->site, w->site)) &&
           (w->layer < 0 || (layer && atol(layer) == w->layer)) &&
           (w->pass < 0 || v->pass == w->pass);
}

/* True if nothing is selected but all attentions are wanted. */
static bool draws_all(const struct inspection *s)
{
    return s->request.draws && !chooses(&s->request) &&
           s->of->model->spec.head.kind->point;
}

/* True if it belongs to the first attention. */
static bool is_first(const struct inspection *s, const struct attention_map *v)
{
    const struct attention_map *first = s->seen.map;

    return !s->seen.n ||
           (v->pass == first->pass && !strcmp(v->site, first->site));
}

/* If nothing is selected, take the first attention, which may be the only
 * one. */
static bool wants(const void *context, const struct attention_map *v)
{
    const struct inspection *s = context;

    return chooses(&s->request) ? is_requested(&s->request, v)
                                : draws_all(s) || is_first(s, v);
}

/* --- what the model has --------------------------------------------------- */

static int names_of(const struct inspection *s, const char **name)
{
    int n = 0;

    for (int i = 0; i < s->seen.n; i++)
        if (!s->seen.map[i].pass && !s->seen.map[i].first_head)
            name[n++] = s->seen.map[i].site;
    return n;
}

/* Append "expected a, b or c", and a hint with the nearest name. */
static void add_expected(const struct inspection *s, struct str *out)
{
    const char **name = memory_new((size_t)(s->seen.n + 1) * sizeof(*name));
    const int n = names_of(s, name);

    names_list(name, n, out);
    if (s->request.site)
        nearest_hint(s->request.site, name, n, out);
    free(name);
}

static int no_such_site(const struct inspection *s, struct error *e)
{
    const struct inspection_request *w = &s->request;
    struct str out = {0};

    str_adds(&out, "found");
    if (w->site)
        str_addf(&out, " --site '%s'", w->site);
    if (w->layer >= 0)
        str_addf(&out, " --layer %ld", w->layer);
    if (w->pass >= 0)
        str_addf(&out, " --pass %ld", w->pass);
    str_addf(&out, ", which no attention of model '%s' has, expected ",
             s->of->model->kind->is.name);
    add_expected(s, &out);
    error_set(e, "%s", str_text(&out));
    str_release(&out);
    return -1;
}

int inspection_refuse_list(const struct inspection *s, struct error *e)
{
    struct str out = {0};

    add_expected(s, &out);
    error_set(e, "found no --site, expected %s", str_text(&out));
    str_release(&out);
    return -1;
}

/* Count the heads of the site, which can have several maps. */
static int heads_of(const struct inspection *s, const struct attention_map *v)
{
    int n = 0;

    for (int i = 0; i < s->seen.n; i++)
        if (s->seen.map[i].pass == v->pass &&
            !strcmp(s->seen.map[i].site, v->site))
            n += s->seen.map[i].heads;
    return n;
}

static int check_head(const struct inspection *s, const struct attention_map *v,
                      struct error *e)
{
    const int heads = heads_of(s, v);

    if (s->request.head < heads)
        return 0;
    return error_set(e, "found --head %ld, expected one below %d, of %s",
                     s->request.head, heads, v->site);
}

static int no_such_part(const struct inspection *s, enum attention_part part,
                        struct error *e)
{
    struct inspection all = *s; /* a copy that borrows the members of *s */
    const char *known[PARTS];
    struct str text = {0};
    int n = 0;

    all.request.parts = 0;
    for (enum attention_part i = 0; i < PARTS; i++)
        if (inspection_any_has(&all, i))
            known[n++] = attention_part_names[i];
    names_list(known, n, &text);
    error_set(e, "found --matrix %s, which no attention here has, expected %s",
              attention_part_names[part], str_text(&text));
    str_release(&text);
    return -1;
}

static int check_parts(const struct inspection *s, struct error *e)
{
    for (enum attention_part part = 0; part < PARTS; part++)
        if (s->request.parts & 1U << part && !inspection_any_has(s, part))
            return no_such_part(s, part, e);
    return 0;
}

static bool has_several(const struct inspection *s)
{
    for (int i = 0; i < s->seen.n; i++)
        if (!is_first(s, &s->seen.map[i]))
            return true;
    return false;
}

static int check_seen(struct inspection *s, struct error *e)
{
    int requested = 0;

    if (!s->seen.n)
        return error_set(e, "model '%s' has no attention",
                         s->of->model->kind->is.name);
    s->lists = !chooses(&s->request) && !draws_all(s) && has_several(s);
    for (int i = 0; i < s->seen.n && !s->lists; i++)
        if (s->seen.map[i].part[PART_M]) {
            if (check_head(s, &s->seen.map[i], e))
                return -1;
            requested++;
        }
    if (s->lists)
        return 0;
    return requested ? check_parts(s, e) : no_such_site(s, e);
}

/* --- the example ---------------------------------------------------------- */

static int choose_split(struct inspection *s, struct error *e)
{
    static const enum split order[] = {SPLIT_VALID, SPLIT_TEST, SPLIT_TRAIN};
    const struct task *task = s->of->task;
    struct inspection_request *w = &s->request;

    for (int i = 0; i < SPLITS && w->split < 0; i++)
        if (task->split[order[i]].n)
            w->split = order[i];
    assert(w->split >= 0); /* every trained model has train */
    const int n = task->split[w->split].n;

    if (!n)
        return error_set(e, "--split %s: this experiment has no %s",
                         split_names[w->split], split_names[w->split]);
    if (w->example < n)
        return 0;
    return error_set(e, "found example %ld of %s, expected one below %d",
                     w->example, split_names[w->split], n);
}

static int choose_rows(struct inspection *s, struct error *e)
{
    const int rows = s->request.rows;

    if (rows == ROWS_ALL || attention_maps_keep_candidates(&s->seen) ||
        rows != ROWS_CANDIDATES)
        return 0;
    return error_set(e, "found --rows candidates, of which this example has "
                        "none in its document, expected --rows all");
}

int inspection_run(struct inspection *s, const struct trained *t,
                   const struct inspection_request *w, struct error *e)
{
    *s = (struct inspection){.of = t, .request = *w};
    if (choose_split(s, e))
        return -1;
    struct predictor *a =
        predictor_new(t->model, &t->config.train, t->params, 1);

    attention_maps_init(&s->seen, wants, s);
    predictor_observe(a, &t->task->split[s->request.split], (int)w->example,
                      &s->seen.observer);
    predictor_free(a);
    return choose_rows(s, e) || check_seen(s, e) ? -1 : 0;
}

void inspection_release(struct inspection *s)
{
    attention_maps_release(&s->seen);
    *s = (struct inspection){0};
}

/* --- for callers that show it --------------------------------------------- */

/* Return how many heads of a map are requested, and the first in *first. */
static int heads_requested(const struct inspection *s,
                           const struct attention_map *v, int *first)
{
    const long at = s->request.head - v->first_head;

    *first = 0;
    if (!v->part[PART_M])
        return 0;
    if (s->request.head < 0)
        return v->heads;
    *first = (int)at;
    return at >= 0 && at < v->heads;
}

int inspection_next(const struct inspection *s, struct inspection_head *h)
{
    int before = 0;

    for (int i = 0; i < s->seen.n && !s->lists; i++) {
        const struct attention_map *v = &s->seen.map[i];
        int first;
        const int n = heads_requested(s, v, &first);

        if (h->next < before + n) {
            h->map = v;
            h->head = first + h->next - before;
            h->parts = s->request.parts ? s->request.parts : ~0U;
            h->next++;
            return 1;
        }
        before += n;
    }
    return 0;
}

bool inspection_any_has(const struct inspection *s, enum attention_part part)
{
    for (struct inspection_head h = {0}; inspection_next(s, &h);)
        if (inspection_has(&h, part))
            return true;
    return false;
}

static bool passes_again(const struct inspection *s,
                         const struct attention_map *v)
{
    for (int i = 0; i < s->seen.n; i++)
        if (s->seen.map[i].pass && !strcmp(s->seen.map[i].site, v->site))
            return true;
    return false;
}

void inspection_name(const struct inspection *s,
                     const struct inspection_head *h, struct str *out)
{
    str_adds(out, h->map->site);
    if (passes_again(s, h->map))
        str_addf(out, ", pass %d", h->map->pass);
    if (heads_of(s, h->map) > 1)
        str_addf(out, ", head %d", inspection_number(h));
    if (strcmp(h->map->kind, h->map->site) != 0) /* otherwise it is a pointer */
        str_addf(out, " (%s)", h->map->kind);
}

void inspection_token(const struct inspection *s, const struct map_side *side,
                      int i, struct str *out)
{
    const int token = side->token ? side->token[i] : 0;

    if (!side->token)
        str_addf(out, "#%d", i);
    else if (token == TOKEN_SENTINEL)
        str_adds(out, "<sentinel>");
    else
        str_adds(out, s->of->task->words[side->part]->text[token]);
}

void inspection_label(const struct inspection *s, const struct map_side *side,
                      int i, struct str *out)
{
    if (side->candidate && side->candidate[i] == CANDIDATE_RIGHT)
        str_adds(out, INSPECTION_RIGHT " ");
    if (side->place)
        str_addf(out, "%d ", side->place[i]);
    inspection_token(s, side, i, out);
}

void inspection_example(const struct inspection *s, struct str *out)
{
    const enum split split = s->request.split;

    str_addf(out, "example %ld of %s\n", s->request.example,
             split_names[split]);
    s->of->task->kind->show(s->of->task, split, (int)s->request.example, out);
}
