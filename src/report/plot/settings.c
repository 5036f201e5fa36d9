/* settings.c - settings: groups of trials that differ only in their seeds. */
#include "config.h"

#include "report/plot/settings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

enum { LABEL = 44, VALUE = 32 }; /* characters that are shown */
enum { FIELDS = 2 };             /* and values in a label */

/* --- grouping trials ------------------------------------------------------ */

static struct digest setting_key(const struct results_row *row)
{
    char *text = row_without_seeds(row);
    const struct digest key = digest_of(text, strlen(text));

    free(text);
    return key;
}

static bool has_trial(const struct plot_setting *s, struct digest trial)
{
    for (int i = 0; i < s->n; i++)
        if (digest_equal(s->trial[i].row->trial, trial))
            return true;
    return false;
}

/* --- labels --------------------------------------------------------------- */

static void add_value(const struct folder *f, const struct results_row *row,
                      int field, bool alone, struct str *label)
{
    const struct space *space = &f->x->search.space;
    struct str value = {0};

    if (row_value(&row->config, space->parameter[field].name, &value)) {
        char *cut = text_cut(str_text(&value), VALUE);

        if (!alone) {
            if (label->len && label->s[label->len - 1] != ' ')
                str_adds(label, ", ");
            char *name = plot_field_name(f, field);

            str_addf(label, "%s=", name);
            free(name);
        }
        str_adds(label, cut);
        free(cut);
    }
    str_release(&value);
}

static int fields_of(const struct folder *f)
{
    const struct space *space = &f->x->search.space;
    int n = 0;

    for (int p = 0; p < space->n; p++)
        n += !field_is_seed(space->parameter[p].name);
    return n;
}

static bool names_differ(const struct plot_input *in)
{
    for (int i = 1; i < in->n; i++)
        if (strcmp(in->folder[0].x->name, in->folder[i].x->name))
            return true;
    return false;
}

/* Append a trial's values in the order of the fields. */
static void add_values(const struct folder *f, const struct results_row *row,
                       struct str *out)
{
    const struct space *space = &f->x->search.space;
    const bool alone = fields_of(f) == 1;

    for (int p = 0; p < space->n; p++)
        if (!field_is_seed(space->parameter[p].name))
            add_value(f, row, p, alone, out);
}

/* Append all values, numbers with three digits. */
static void add_brief(const struct folder *f, const struct results_row *row,
                      struct str *out)
{
    const struct space *space = &f->x->search.space;

    for (int p = 0; p < space->n; p++) {
        struct str value = {0};
        double x;

        if (field_is_seed(space->parameter[p].name))
            continue;
        if (!row_value(&row->config, space->parameter[p].name, &value))
            str_adds(&value, NO_FIELD);
        if (value_is_number(str_text(&value), &x))
            str_addf(out, " %.3g", x);
        else
            str_addf(out, " %s", str_text(&value));
        str_release(&value);
    }
}

/* True if there are more fields than fit in a label.  With a single folder
 * their names are then above the legend. */
static bool has_names_above(const struct plot_input *in, const struct folder *f)
{
    return fields_of(f) > FIELDS && in->n == 1;
}

/* Return a label.  With many fields it has the trial's number and, if the names
 * are above, the values. */
static char *label_of(const struct plot_input *in, const struct plot_setting *s)
{
    const struct folder *f = &in->folder[s->trial->folder];
    const int fields = fields_of(f);
    struct str label = {0};

    if (names_differ(in) || !fields)
        str_addf(&label, "%s%s", f->x->name, fields ? ": " : "");
    if (has_names_above(in, f)) {
        str_addf(&label, "%ld:", s->trial->row->number);
        add_brief(f, s->trial->row, &label);
    } else if (fields > FIELDS)
        str_addf(&label, "trial %ld", s->trial->row->number);
    else
        add_values(f, s->trial->row, &label);
    char *cut = text_cut(str_text(&label), LABEL);

    str_release(&label);
    return cut;
}

static char *values_of(const struct plot_input *in,
                       const struct plot_setting *s)
{
    const struct folder *f = &in->folder[s->trial->folder];
    struct str text = {0};

    str_addf(&text, "%s ", f->x->name);
    add_values(f, s->trial->row, &text);
    return str_take(&text);
}

/* Make the labels unique: the second "coda" becomes "coda (2)". */
static void give_labels(struct plot_settings *s, const struct plot_input *in)
{
    char **whole = memory_zeroed((size_t)s->n + 1, sizeof(*whole));

    for (int i = 0; i < s->n; i++) {
        int alike = 1;

        whole[i] = label_of(in, &s->setting[i]);
        s->setting[i].values = values_of(in, &s->setting[i]);
        for (int k = 0; k < i; k++)
            alike += !strcmp(whole[k], whole[i]);
        s->setting[i].label = alike == 1
                                  ? memory_string(whole[i])
                                  : memory_format("%s (%d)", whole[i], alike);
    }
    for (int i = 0; i < s->n; i++)
        free(whole[i]);
    free(whole);
}

void settings_legend(const struct plot_settings *s, const struct plot_input *in,
                     struct panel *panel)
{
    const struct folder *f = &in->folder[s->setting[0].trial->folder];
    const struct space *space = &f->x->search.space;
    struct str names = {0};

    if (!has_names_above(in, f))
        return;
    str_adds(&names, "trial:");
    for (int p = 0; p < space->n; p++)
        if (!field_is_seed(space->parameter[p].name)) {
            char *name = plot_field_name(f, p);

            str_addf(&names, " %s", name);
            free(name);
        }
    char *cut = text_cut(str_text(&names), LABEL);

    panel_legend_title(panel, cut);
    free(cut);
    str_release(&names);
}

/* --- the best ------------------------------------------------------------- */

struct ranked_setting {
    double worth;
    int at;
};

/* Return the mean goal, negated if smaller is better; -INFINITY if there is
 * none. */
static double worth(const struct plot_setting *s, const struct plot_input *in)
{
    const struct folder *f = &in->folder[s->trial[0].folder];
    struct measure m;
    struct error e;
    double sum = 0;

    if (plot_measure(f, &(struct plot_view){0}, 0, &m, &e))
        return -(double)INFINITY;
    for (int i = 0; i < s->n; i++)
        sum += measure_value(&m, &s->trial[i].row->result);
    sum /= s->n;
    return isnan(sum) ? -(double)INFINITY : plot_maximizes(f, &m) ? sum : -sum;
}

static int by_worth(const void *a, const void *b)
{
    const struct ranked_setting *x = a, *y = b;

    if (x->worth != y->worth)
        return x->worth < y->worth ? 1 : -1;
    return x->at - y->at;
}

static void release_setting(struct plot_setting *s)
{
    free(s->label);
    free(s->values);
    free(s->trial);
}

/* Remove all settings but the `most` best. */
static void keep_best(struct plot_settings *s, const struct plot_input *in,
                      int most)
{
    struct ranked_setting *place =
        memory_new((size_t)(s->n + 1) * sizeof(*place));
    bool *kept = memory_zeroed((size_t)s->n + 1, sizeof(*kept));
    const int all = s->n;

    for (int i = 0; i < all; i++)
        place[i] = (struct ranked_setting){worth(&s->setting[i], in), i};
    qsort(place, (size_t)all, sizeof(*place), by_worth);
    for (int i = 0; i < all && i < most; i++)
        kept[place[i].at] = true;
    s->n = 0;
    for (int i = 0; i < all; i++)
        if (kept[i])
            s->setting[s->n++] = s->setting[i];
        else
            release_setting(&s->setting[i]);
    s->dropped = all - s->n;
    free(place);
    free(kept);
}

/* --- all of them ---------------------------------------------------------- */

static long list_finished(const struct plot_input *in,
                          struct setting_trial **list, long *failed)
{
    long n = 0, room = 0;

    *list = NULL;
    for (int f = 0; f < in->n; f++)
        for (long i = 0; i < in->folder[f].s->n; i++) {
            const struct results_row *row = &in->folder[f].s->row[i];

            *failed += row->present && !results_row_finished(row);
            if (!results_row_finished(row))
                continue;
            GROW(*list, n, room);
            (*list)[n++] = (struct setting_trial){f, row};
        }
    return n;
}

static void add_trial(struct plot_setting *s, const struct setting_trial *t)
{
    if (has_trial(s, t->row->trial))
        return;
    GROW(s->trial, s->n, s->room);
    s->trial[s->n++] = *t;
}

void settings_init(struct plot_settings *s, const struct plot_input *in,
                   int most)
{
    struct setting_trial *list;

    *s = (struct plot_settings){0};
    const long n = list_finished(in, &list, &s->failed);
    struct digest *key = memory_new((size_t)(n + 1) * sizeof(*key));
    long *first = memory_new((size_t)(n + 1) * sizeof(*first));
    int *at = memory_new((size_t)(n + 1) * sizeof(*at));

    for (long i = 0; i < n; i++)
        key[i] = setting_key(list[i].row);
    digest_firsts(key, n, first);
    for (long i = 0; i < n; i++) {
        at[i] = first[i] == i ? s->n : at[first[i]];
        if (first[i] == i) {
            GROW(s->setting, s->n, s->room);
            s->setting[s->n++] = (struct plot_setting){0};
        }
        add_trial(&s->setting[at[i]], &list[i]);
    }
    free(list);
    free(key);
    free(first);
    free(at);
    keep_best(s, in, most);
    give_labels(s, in);
}

void settings_release(struct plot_settings *s)
{
    for (int i = 0; i < s->n; i++)
        release_setting(&s->setting[i]);
    free(s->setting);
    *s = (struct plot_settings){0};
}

void settings_band(const struct plot_settings *s, const char *name,
                   enum plot_band band, struct str *out)
{
    bool several = false;

    for (int i = 0; i < s->n; i++)
        several |= s->setting[i].n > 1;
    if (several)
        str_addf(out, " (%s: %s of seeds)", name,
                 band == BAND_RANGE ? "range" : "standard deviation");
}

void settings_note(const struct plot_settings *s, const char *kind,
                   struct page *page)
{
    if (s->dropped)
        page_note(page, "%s: the best %d of %d settings are drawn (--most)",
                  kind, s->n, s->n + s->dropped);
    plot_note_failed(page, kind, s->failed);
}
