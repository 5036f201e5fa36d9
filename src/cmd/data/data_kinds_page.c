/* data_kinds_page.c - the names that experiments can use, as Markdown. */
#include "config.h"

#include "cmd/data/data_kinds.h"

#include "report/format/format.h"
#include "sweep/experiment/experiment.h"

enum { NAME, TAKES, PRESET, HELP };

static void begin(struct grid *g)
{
    *g = (struct grid){0};
    grid_column(g, false, "field");
    grid_column(g, false, "takes");
    grid_column(g, false, "default");
    grid_column(g, false, "what it is");
}

static void add_field(const struct field_info *f, void *with)
{
    struct grid *g = with;
    const int row = grid_row(g);

    grid_set(g, row, NAME, "%s", f->name);
    grid_set(g, row, TAKES, "%s", f->takes);
    grid_set(g, row, PRESET, "%s", f->preset);
    grid_set(g, row, HELP, "%s", f->help);
}

static int finish(struct grid *g, struct str *out, struct error *e)
{
    int bad = 0;

    str_adds(out, "\n");
    if (g->rows)
        bad = format_write(format_find("markdown"), &(struct sheet){.grid = g},
                           out, e);
    else
        str_adds(out, "No fields.\n");
    grid_release(g);
    return bad;
}

static int add_section(const struct section_listed *s, struct str *out,
                       struct error *e)
{
    struct grid g;

    str_addf(out, "\n## Section `%s`\n\n%s.\n", s->name, s->summary);
    begin(&g);
    if (s->fields)
        fields_tell(s->fields, add_field, &g);
    else
        for (const struct sweep_key *k = sweep_keys; k->name; k++)
            add_field(&(struct field_info){k->name, k->takes, "", k->help}, &g);
    return finish(&g, out, e);
}

static int add_kind(const struct kind *k, const struct kinds_listed *of,
                    struct str *out, struct error *e)
{
    struct grid g;

    str_addf(out, "\n### %s `%s`\n\n%s.\n", of->kinds->sort, k->name,
             k->summary);
    if (k->source)
        str_addf(out, "\nSource: %s.\n", k->source);
    if (of->add) {
        str_adds(out, "\n```text\n");
        of->add(k, out);
        str_adds(out, "```\n");
    }
    begin(&g);
    fields_tell(k->fields, add_field, &g);
    return finish(&g, out, e);
}

static int add_kinds(const struct kinds_listed *of, const char *name,
                     struct str *out, struct error *e)
{
    bool headed = false;

    for (const struct kind *const *k = of->kinds->list; *k; k++) {
        if (!kind_asked(name, (*k)->name, of->kinds->sort))
            continue;
        if (!headed)
            str_addf(out, "\n## Kinds of %s\n", of->kinds->sort);
        headed = true;
        if (add_kind(*k, of, out, e))
            return -1;
    }
    return 0;
}

int data_kinds_page(const char *name, struct str *out, struct error *e)
{
    for (int i = 0; i < SECTIONS_LISTED; i++)
        if (kind_asked(name, sections_listed[i].name, SORT_SECTION) &&
            add_section(&sections_listed[i], out, e))
            return -1;
    for (int r = 0; r < KINDS_LISTED; r++)
        if (add_kinds(&kinds_listed[r], name, out, e))
            return -1;
    return 0;
}
