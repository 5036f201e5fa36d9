/* other_data.c - finds trials in one table or comparison that read different
 * data. */
#include "config.h"

#include "sweep/results/other_data.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "sweep/experiment/task_text.h"

/* --- adding trials -------------------------------------------------------- */

/* `whose`: the folder, or the task, whose files are compared. */
static struct digest key_of(struct digest whose, const struct data_file *f)
{
    struct hasher *h = hasher_new();

    hasher_add(h, &whose, sizeof(whose));
    hasher_add(h, f->role, strlen(f->role) + 1);
    hasher_add(h, f->path, strlen(f->path) + 1);
    const struct digest d = hasher_digest(h);
    hasher_free(h);
    return d;
}

static struct data_others *others_of(struct other_data *o, const char *dir,
                                     long first, const struct data_file *f)
{
    for (long i = 0; i < o->n; i++)
        if (o->others[i].first == first && o->others[i].dir == dir &&
            digest_equal(o->others[i].digest, f->digest))
            return &o->others[i];
    GROW(o->others, o->n, o->room);
    struct data_others *fresh = &o->others[o->n++];

    *fresh =
        (struct data_others){.first = first, .digest = f->digest, .dir = dir};
    str_addf(&fresh->file, "%s file '%s'", f->role, f->path);
    return fresh;
}

/* True if a file differs from the first of its name. */
static bool is_other(struct other_data *o, const char *dir, long trial,
                     struct digest whose, const struct data_file *f)
{
    const long at = digest_map_add(&o->names, key_of(whose, f), o->firsts);

    if (at == o->firsts) {
        GROW(o->first, o->firsts, o->firsts_room);
        o->first[o->firsts++] = (struct data_first){f->digest, dir, trial};
    }
    if (digest_equal(o->first[at].digest, f->digest))
        return false;
    struct data_others *others = others_of(o, dir, at, f);

    if (others->n < OTHERS_NAMED)
        others->trial[others->n] = trial;
    others->n++;
    return true;
}

static bool any_other(struct other_data *o, const char *dir, long trial,
                      struct digest whose, const struct data_file_set *s)
{
    bool any = false;

    for (int i = 0; i < s->n; i++)
        any = is_other(o, dir, trial, whose, &s->file[i]) || any;
    return any;
}

void other_data_take(struct other_data *o, const char *dir, long trial,
                     const struct facts *f, struct digest task)
{
    const long at = data_read_take(&o->read, f, trial);
    const bool alone = !task.hi && !task.lo;

    if (at < 0 || (o->last.set == at + 1 && o->last.dir == dir &&
                   digest_equal(o->last.task, task)))
        return;
    const struct data_file_set *s = &o->read.set[at];
    const struct digest folder = digest_of(dir, strlen(dir));
    const bool other = any_other(o, dir, trial, folder, s) ||
                       (!alone && any_other(o, dir, trial, task, s));

    o->trials += other;
    o->last.set = other ? 0 : at + 1;
    o->last.dir = dir;
    o->last.task = task;
}

static bool is_asked(const struct results *s, const struct results_row *row)
{
    return s->dir && results_row_finished(row);
}

/* True if the trials read more than one set of files; mostly they do not, which
 * is found quickly. */
static bool sets_differ(const struct results *const *s, int n)
{
    struct data_read read = {0};

    for (int k = 0; k < n; k++)
        for (long i = 0; i < s[k]->n && read.n < 2; i++)
            if (is_asked(s[k], &s[k]->row[i]))
                data_read_take(&read, &s[k]->row[i].result.facts, i);
    const bool any = read.n > 1;

    data_read_release(&read);
    return any;
}

static void take_all(struct other_data *o, const struct results *s,
                     bool several)
{
    const struct digest none = {0};

    for (long i = 0; i < s->n; i++) {
        const struct results_row *row = &s->row[i];

        if (is_asked(s, row))
            other_data_take(o, s->dir, row->number, &row->result.facts,
                            several ? task_digest(&row->config) : none);
    }
}

/* --- the message ---------------------------------------------------------- */

/* "trials 3, 7 and 12 more of 'results/a'" */
static void say_trials(const struct data_others *t, struct str *out)
{
    const long named = t->n < OTHERS_NAMED ? t->n : OTHERS_NAMED;

    str_adds(out, t->n == 1 ? "trial" : "trials");
    for (long i = 0; i < named; i++)
        str_addf(out, "%s %ld", i ? "," : "", t->trial[i]);
    if (t->n > named)
        str_addf(out, " and %ld more", t->n - named);
    str_addf(out, " of '%s'", t->dir);
}

long other_data_say(const struct other_data *o, struct str *out)
{
    for (long i = 0; out && i < o->n; i++) {
        const struct data_others *t = &o->others[i];
        const struct data_first *first = &o->first[t->first];
        char is[DIGEST_HEX], was[DIGEST_HEX];

        digest_hex(t->digest, is);
        digest_hex(first->digest, was);
        str_adds(out, "other data: ");
        say_trials(t, out);
        str_addf(out, " read %s with digest %s, trial %ld", str_text(&t->file),
                 is, first->trial);
        if (strcmp(first->dir, t->dir) != 0)
            str_addf(out, " of '%s'", first->dir);
        str_addf(out, " with %s\n", was);
    }
    return o->trials;
}

void other_data_release(struct other_data *o)
{
    for (long i = 0; i < o->n; i++)
        str_release(&o->others[i].file);
    free(o->others);
    free(o->first);
    digest_map_release(&o->names);
    data_read_release(&o->read);
    *o = (struct other_data){0};
}

long other_data_among(const struct results *const *s, int n, struct str *out)
{
    struct other_data o = {0};

    if (sets_differ(s, n))
        for (int k = 0; k < n; k++)
            take_all(&o, s[k], n > 1);
    const long trials = other_data_say(&o, out);

    other_data_release(&o);
    return trials;
}

/* --- a folder whose trials are read one after the other ------------------- */

struct one_folder {
    const char *dir;
    struct other_data other;
};

static int take_row(void *folder, const struct results_row *row,
                    struct error *e)
{
    struct one_folder *f = folder;

    (void)e;
    if (results_row_finished(row))
        other_data_take(&f->other, f->dir, row->number, &row->result.facts,
                        (struct digest){0});
    return 0;
}

long other_data_or_damage(const char *dir, struct str *out, struct error *e)
{
    struct one_folder f = {.dir = dir};
    struct experiment x;
    struct results s;

    if (results_begin_salvage(&s, &x, dir, e))
        return -1;
    long faults = results_each(&s, &x, take_row, &f, e);

    if (!faults)
        faults = other_data_say(&f.other, out) + results_left_out(&s, out);
    other_data_release(&f.other);
    results_release(&s);
    experiment_release(&x);
    return faults;
}
