/* experiment.c - reading an experiment file, section by section. */
#include "sweep/experiment/experiment.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/str.h"
#include "sweep/experiment/experiment_internal.h"
#include "sweep/experiment/proposal_cache.h"

#define SET_LINE "#!set "

static const char *const results_names[] = {"auto", "file", "journal", NULL};

const struct field run_fields[] = {
    FIELD_INT(struct run_config, ranks_per_trial, 1, 1, 1024,
              "ranks that train one trial together"),
    FIELD_INT(struct run_config, threads, 0, 0, 65536,
              "threads a rank; 0: its share of the cores"),
    FIELD_CHOICE(struct run_config, keep, KEEP_BEST, keep_names,
                 "state files that stay when a trial is done"),
    FIELD_REAL(struct run_config, checkpoint_seconds, 60, 0, 1e9,
               "seconds between checkpoints"),
    FIELD_REAL(struct run_config, memory_gb, 0, 0, 1e6,
               "memory a rank may use, in GiB; 0: its share of what "
               "the host, its control groups, Slurm and ulimit leave"),
    FIELD_INT(struct run_config, retries, 1, 0, 1000,
              "new attempts of a trial whose rank was lost, or whose job died"),
    FIELD_REAL(struct run_config, silence, 60, 2, 1e6,
               "seconds without a sign of life after which a rank is given "
               "up, or a job's lease on its folder"),
    FIELD_REAL(struct run_config, hours, 0, 0, 1e6,
               "hours of one start, before whose end it writes checkpoints and "
               "stops; 0: no limit"),
    FIELD_REAL(struct run_config, cache_gb, 8, 0, 1e6,
               "encoded data kept for other ranks and runs, in GiB; 0: none"),
    FIELD_CHOICE(struct run_config, results, RESULTS_AUTO, results_names,
                 "where results stand: a file each, or a line of the journal "
                 "each, without answers; auto: the journal for trials of one "
                 "step that keep no state"),
    FIELD_TEXT(struct run_config, hook, "",
               "shell command that rank 0 runs when the sweep ends or stops"),
    FIELD_END,
};

bool experiment_brief(const struct experiment *x, const struct trial_config *c)
{
    return x->run.keep == KEEP_NONE && c->train.steps == 1;
}

double experiment_evaluates(const struct experiment *x)
{
    struct trial_config c;
    struct error ignored;

    if (experiment_trial(x, experiment_first(x), &c, &ignored))
        return 0;
    const double share = train_evaluates(&c.train);

    trial_config_release(&c);
    return share;
}

bool experiment_small(const struct experiment *x, const struct trial_config *c)
{
    if (c->train.inspect != INSPECT_NOTHING)
        return false;
    if (x->run.results != RESULTS_AUTO)
        return x->run.results == RESULTS_JOURNAL;
    return experiment_brief(x, c);
}

static const char *const sections[] = {"name",  "task",      "model", "train",
                                       "sweep", "published", "run",   NULL};

const struct field *field_named(const char *name)
{
    const char *rest = strchr(name, '.');

    if (strncmp(name, "train.", 6) == 0)
        return field_at(train_fields, rest + 1);
    if (strncmp(name, "model.", 6) == 0)
        return kinds_field_at(&model_kinds, rest + 1);
    return strncmp(name, "task.", 5) == 0
               ? kinds_field_at(&task_kinds, rest + 1)
               : NULL;
}

static bool is_kind(const char *name)
{
    const struct field *f = field_named(name);

    return f && f->type == FIELD_TYPE_KIND;
}

char *field_name(const struct experiment *x, const char *key, bool scalar)
{
    const char *name = schema_name(x->schema, key);

    return memory_format("%s%s", name, scalar && is_kind(name) ? ".kind" : "");
}

bool names_kind(const char *name)
{
    return str_ends_in(name, ".kind") || is_kind(name);
}

/* Set a field.  The names of a sweep's parameters contain dots. */
static int set_name(struct document *d, const char *name, const char *value,
                    const char *where, struct error *e)
{
    static const char parameters[] = "sweep.parameters";
    const size_t n = sizeof(parameters) - 1;

    if (!strncmp(name, parameters, n) && name[n] == '.')
        return document_set_key(d, parameters, name + n + 1, value, where, e);
    return document_set(d, name, value, where, e);
}

/* Return the name of what --set sets.  A kind's name alone sets the kind of the
 * field, as in a sweep or a variant. */
static char *name_of_set(const char *set, size_t n)
{
    char *name = memory_format("%.*s", (int)n, set);
    const bool kind =
        is_kind(name) || !strcmp(name, "model") || !strcmp(name, "task");
    char *whole = memory_format(
        "%s%s", name, kind && document_is_name(set + n + 1) ? ".kind" : "");

    free(name);
    return whole;
}

static int set_one(struct document *d, const char *set, bool kinds,
                   struct error *e)
{
    const char *equals = strchr(set, '=');
    char *name, *where = memory_format("--set %s", set);
    int failed = 0;

    if (!equals) {
        failed = error_set(e, "%s: expected FIELD=VALUE", where);
        free(where);
        return failed;
    }
    name = name_of_set(set, (size_t)(equals - set));
    if (names_kind(name) == kinds)
        failed = set_name(d, name, equals + 1, where, e);
    free(name);
    free(where);
    return failed;
}

int experiment_set(struct document *d, const char *const *set, int n,
                   struct error *e)
{
    for (int kinds = 1; kinds >= 0; kinds--)
        for (int i = 0; i < n; i++)
            if (set_one(d, set[i], kinds, e))
                return -1;
    return 0;
}

/* Replace line ends in a value by blanks, as only one line is stored. */
static char *in_one_line(const char *set)
{
    char *line = memory_string(set);

    for (char *c = line; (c = strpbrk(c, "\r\n"));)
        *c = ' ';
    return line;
}

/* Apply the file's own "#!set" lines, then those of the command line. */
static int apply_sets(struct experiment *x, const char *const *set, int n,
                      struct error *e)
{
    const char *text = document_text(x->document);
    struct str whole = {0};
    char **all = NULL;
    int count = 0, room = 0, failed;

    str_adds(&whole, text);
    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, SET_LINE, strlen(SET_LINE)) == 0) {
            GROW(all, count, room);
            line += strlen(SET_LINE);
            all[count++] =
                memory_format("%.*s", (int)strcspn(line, "\r\n"), line);
        }
    }
    if (n && whole.len && whole.s[whole.len - 1] != '\n')
        str_adds(&whole, "\n");
    for (int i = 0; i < n; i++) {
        GROW(all, count, room);
        all[count] = in_one_line(set[i]);
        str_addf(&whole, SET_LINE "%s\n", all[count++]);
    }
    failed = experiment_set(x->document, (const char *const *)all, count, e);
    for (int i = 0; i < count; i++)
        free(all[i]);
    free(all);
    x->text = str_take(&whole);
    return failed;
}

static int name_read(struct experiment *x, struct error *e)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
    struct entry at;
    struct str found = {0};

    if (!document_find(x->document, "name", &at))
        return document_error(x->document, NULL, e,
                              "missing field 'name'; expected a name for the "
                              "results folder");
    if (at.value && *at.value && *at.value != '.' && strlen(at.value) <= 100 &&
        at.value[strspn(at.value, letters)] == '\0') {
        x->name = memory_string(at.value);
        return 0;
    }
    document_found(&at, &found);
    document_error(x->document, &at, e,
                   "name: found %s, expected letters, digits, '-', '_' and "
                   "'.', 100 at most",
                   str_text(&found));
    str_release(&found);
    return -1;
}

static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');

    if (!slash)
        return memory_string(".");
    return memory_format("%.*s", slash == path ? 1 : (int)(slash - path), path);
}

/* As many trials as a user is willing to wait for; few for those in a results
 * folder, which were checked before. */
#define CHECKED_FRESH 20000
#define CHECKED_STORED 100

/* Read the document and apply --set; x is zeroed. */
static int begin(struct experiment *x, const char *path, const char *const *set,
                 int n, struct error *e)
{
    x->path = memory_string(path);
    x->beside = folder_of(path);
    x->document = document_read(path, e);
    return !x->document || apply_sets(x, set, n, e) ? -1 : 0;
}

static int read_sections(struct experiment *x, struct error *e)
{
    if (document_check_keys(x->document, "", sections, e) || name_read(x, e) ||
        document_bind(x->document, "run", run_fields, &x->run, e) ||
        space_read(x, e) || space_check(x, e) || goal_read(x, e) ||
        published_read(x, e))
        return -1;
    return 0;
}

/* A swept mapping would replace a field in it that --set gives. */
static int check_set_in(const struct experiment *x, const char *kind,
                        struct error *e)
{
    struct entry at, *field = NULL;
    int n = 0, failed = 0;

    if (document_find(x->document, kind, &at) && !document_was_set(&at))
        n = document_entries_of(x->document, &at, &field);
    for (int i = 0; i < n && !failed; i++)
        if (document_was_set(&field[i]))
            failed = document_error(x->document, &field[i], e,
                                    "found a field of %s, whose values in "
                                    "sweep.parameters are mappings; expected "
                                    "it there",
                                    kind);
    free(field);
    return failed;
}

static int check_sets(const struct experiment *x, struct error *e)
{
    for (int p = 0; p < x->search.space.n; p++) {
        const char *name = x->search.space.parameter[p].name;

        if (is_kind(name) && check_set_in(x, name, e))
            return -1;
    }
    return 0;
}

int experiment_read(struct experiment *x, const char *path,
                    const char *const *set, int n, struct error *e)
{
    *x = (struct experiment){.checked = CHECKED_FRESH,
                             .schema = EXPERIMENT_SCHEMA};
    if (!begin(x, path, set, n, e) && !read_sections(x, e) && !check_sets(x, e))
        return 0;
    experiment_release(x);
    return -1;
}

int experiment_read_stored(struct experiment *x, const char *path, int schema,
                           struct error *e)
{
    *x = (struct experiment){.checked = CHECKED_STORED, .schema = schema};
    if (!begin(x, path, NULL, 0, e)) {
        document_set_stored(x->document);
        if (!read_sections(x, e))
            return 0;
    }
    experiment_release(x);
    return -1;
}

void experiment_release(struct experiment *x)
{
    proposal_cache_free(x->cache, &x->search);
    search_release(&x->search);
    chosen_release(&x->scheduler);
    variants_release(x);
    published_release(x);
    document_free(x->document);
    fields_release(run_fields, &x->run);
    free(x->path);
    free(x->name);
    free(x->beside);
    free(x->text);
    *x = (struct experiment){0};
}
