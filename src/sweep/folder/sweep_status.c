/* sweep_status.c - writes and reads status.json, by tables of its members. */
#include "config.h"

#include "sweep/folder/sweep_status.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/clock.h"
#include "base/core/memory.h"
#include "base/files/file.h"
#include "sweep/folder/folder.h"
#include "text/formats/json.h"
#include "text/formats/json_write.h"

enum status_field_type {
    SORT_TEXT,
    SORT_LONG,
    SORT_COUNT,
    SORT_REAL,
    SORT_TIME,
    SORT_FLAG,
    SORT_VALUES
};

struct status_field {
    const char *name; /* NULL ends a table */
    enum status_field_type sort;
    size_t at, size;
    bool job; /* about the job that wrote it, not about its trials */
};

#define MEMBER(type, sort, name, job)                                        \
    {                                                                        \
#name, SORT_##sort, offsetof(type, name), sizeof(((type *)0)->name), \
            job                                                              \
    }
#define TRIAL(sort, name) MEMBER(struct sweep_status_trial, sort, name, false)
#define ASIDE(sort, name) MEMBER(struct sweep_status_aside, sort, name, false)
#define WHOLE(sort, name) MEMBER(struct sweep_status, sort, name, false)
#define JOB(sort, name) MEMBER(struct sweep_status, sort, name, true)

static const struct status_field of_trial[] = {
    TRIAL(LONG, trial),
    TRIAL(LONG, attempt),
    TRIAL(TEXT, digest),
    TRIAL(VALUES, values),
    TRIAL(TEXT, ranks),
    TRIAL(TEXT, hosts),
    TRIAL(TIME, since),
    TRIAL(LONG, step),
    TRIAL(LONG, steps),
    TRIAL(REAL, loss),
    TRIAL(REAL, goal),
    TRIAL(REAL, steps_per_second),
    {0},
};

static const struct status_field of_aside[] = {
    ASIDE(TEXT, ranks), ASIDE(TEXT, host), ASIDE(TEXT, reason), {0}};

static const struct status_field of_status[] = {
    WHOLE(TEXT, name),
    WHOLE(TEXT, goal),
    WHOLE(FLAG, maximize),
    JOB(TEXT, host),
    JOB(LONG, process),
    JOB(LONG, process_began),
    JOB(TEXT, slurm_job),
    JOB(TEXT, slurm_array_task),
    JOB(TEXT, slurm_step),
    JOB(COUNT, slurm_restarts),
    JOB(TEXT, slurm_partition),
    JOB(TEXT, slurm_cluster),
    JOB(TIME, since),
    JOB(TIME, written),
    JOB(REAL, every),
    JOB(TEXT, ended),
    JOB(TEXT, why),
    JOB(TIME, stops),
    JOB(TEXT, storage),
    WHOLE(LONG, trials),
    WHOLE(LONG, finished),
    WHOLE(LONG, failed),
    WHOLE(LONG, running),
    WHOLE(LONG, waiting),
    WHOLE(LONG, paused),
    WHOLE(COUNT, equal),
    JOB(COUNT, steps_trained),
    WHOLE(REAL, seconds_left),
    WHOLE(COUNT, best),
    WHOLE(TEXT, best_digest),
    WHOLE(VALUES, best_values),
    WHOLE(REAL, best_goal),
    WHOLE(LONG, ranks),
    WHOLE(LONG, groups),
    WHOLE(LONG, ranks_per_trial),
    WHOLE(LONG, idle_groups),
    WHOLE(TEXT, idle_ranks),
    WHOLE(LONG, spare_ranks),
    {0},
};

/* --- in memory ------------------------------------------------------------ */

static bool is_text(const struct status_field *m)
{
    return m->sort == SORT_TEXT || m->sort == SORT_VALUES;
}

static void blank(const struct status_field *table, void *object)
{
    for (const struct status_field *m = table; m->name; m++)
        if (m->sort == SORT_REAL || m->sort == SORT_TIME)
            *(double *)((char *)object + m->at) = (double)NAN;
}

static void release(const struct status_field *table, void *object)
{
    for (const struct status_field *m = table; m->name; m++)
        if (is_text(m))
            free(*(char **)((char *)object + m->at));
}

struct sweep_status sweep_status_blank(void)
{
    struct sweep_status s = {
        .slurm_restarts = -1, .equal = -1, .steps_trained = -1, .best = -1};

    blank(of_status, &s);
    return s;
}

void sweep_status_release(struct sweep_status *s)
{
    for (int i = 0; i < s->n; i++)
        release(of_trial, &s->on[i]);
    for (int i = 0; i < s->asides; i++)
        release(of_aside, &s->aside[i]);
    release(of_status, s);
    free(s->on);
    free(s->aside);
    *s = sweep_status_blank();
}

struct sweep_status_trial *sweep_status_add(struct sweep_status *s)
{
    struct sweep_status_trial *t;

    GROW(s->on, s->n, s->room);
    t = &s->on[s->n++];
    *t = (struct sweep_status_trial){0};
    blank(of_trial, t);
    return t;
}

struct sweep_status_aside *sweep_status_add_aside(struct sweep_status *s)
{
    GROW(s->aside, s->asides, s->aside_room);
    s->aside[s->asides] = (struct sweep_status_aside){0};
    return &s->aside[s->asides++];
}

void sweep_status_take_job(struct sweep_status *s,
                           const struct sweep_status *from)
{
    for (const struct status_field *m = of_status; m->name; m++)
        if (m->job)
            memcpy((char *)s + m->at, (const char *)from + m->at, m->size);
}

/* --- writing ------------------------------------------------------------- */

static void put_member(const struct status_field *m, const void *object,
                       struct str *out)
{
    const char *at = (const char *)object + m->at;

    switch (m->sort) {
    case SORT_TEXT:
        json_put_text(out, m->name, *(char *const *)at);
        break;
    case SORT_LONG:
        json_put_long(out, m->name, *(const long *)at);
        break;
    case SORT_COUNT:
        json_put_count(out, m->name, *(const long *)at);
        break;
    case SORT_REAL:
        json_put_real(out, m->name, *(const double *)at);
        break;
    case SORT_TIME:
        json_put_time(out, m->name, *(const double *)at);
        break;
    case SORT_FLAG:
        json_put_bool(out, m->name, *(const bool *)at);
        break;
    case SORT_VALUES:
        json_put_pairs(out, m->name, *(char *const *)at);
        break;
    }
}

static void put_members(const struct status_field *table, const void *object,
                        struct str *out)
{
    for (const struct status_field *m = table; m->name; m++)
        put_member(m, object, out);
}

static void put_object(const struct status_field *table, const void *object,
                       struct str *out)
{
    json_begin(out, NULL, '{');
    put_members(table, object, out);
    json_finish(out, '}');
}

void sweep_status_put(const struct sweep_status *s, struct str *out)
{
    put_members(of_status, s, out);
    json_begin(out, "on", '[');
    for (int i = 0; i < s->n; i++)
        put_object(of_trial, &s->on[i], out);
    json_finish(out, ']');
    json_begin(out, "aside", '[');
    for (int i = 0; i < s->asides; i++)
        put_object(of_aside, &s->aside[i], out);
    json_finish(out, ']');
}

int sweep_status_write(const struct sweep_status *s, const char *dir,
                       struct error *e)
{
    char *path = folder_path(dir, FOLDER_STATUS);
    struct str text = {0};

    json_begin(&text, NULL, '{');
    sweep_status_put(s, &text);
    json_finish(&text, '}');
    str_adds(&text, "\n");
    const int failed = file_refresh(path, str_text(&text), text.len, e);

    str_release(&text);
    free(path);
    return failed;
}

/* --- reading ------------------------------------------------------------- */

static int add_value(struct json *j, const char *name, void *into,
                     struct error *e)
{
    struct str *out = into, value = {0};
    const int failed = json_text(j, &value, e);

    str_addf(out, "%s%s=%s", out->len ? "\t" : "", name, str_text(&value));
    str_release(&value);
    return failed;
}

static int read_member(struct json *j, const struct status_field *m,
                       void *object, struct error *e)
{
    char *at = (char *)object + m->at;
    struct str text = {0};
    int failed;

    if (json_null(j, e))
        return 0;
    if (m->sort == SORT_FLAG)
        return json_bool(j, (bool *)at, e);
    if (m->sort == SORT_VALUES)
        failed = json_each_member(j, add_value, &text, e);
    else if (m->sort == SORT_TEXT || m->sort == SORT_TIME)
        failed = json_text(j, &text, e);
    else
        failed = json_number(j, &text, e);
    if (m->sort == SORT_LONG || m->sort == SORT_COUNT)
        *(long *)at = strtol(str_text(&text), NULL, 10);
    else if (m->sort == SORT_REAL)
        *(double *)at = strtod(str_text(&text), NULL);
    else if (m->sort == SORT_TIME)
        *(double *)at = clock_read(str_text(&text));
    else {
        free(*(char **)at);
        *(char **)at = memory_string(str_text(&text));
    }
    str_release(&text);
    return failed;
}

static const struct status_field *find(const struct status_field *table,
                                       const char *name)
{
    for (const struct status_field *m = table; m->name; m++)
        if (!strcmp(m->name, name))
            return m;
    return NULL;
}

/* An object and the table of its members, for callbacks. */
struct object {
    const struct status_field *table;
    void *at;
};

/* Members that a later codarun added are skipped. */
static int read_named(struct json *j, const char *name, void *into,
                      struct error *e)
{
    const struct object *o = into;
    const struct status_field *m = find(o->table, name);

    return m ? read_member(j, m, o->at, e) : json_skip(j, e);
}

static int read_trial(struct json *j, void *into, struct error *e)
{
    struct object o = {of_trial, sweep_status_add(into)};

    return json_each_member(j, read_named, &o, e);
}

static int read_aside(struct json *j, void *into, struct error *e)
{
    struct object o = {of_aside, sweep_status_add_aside(into)};

    return json_each_member(j, read_named, &o, e);
}

static int read_status(struct json *j, const char *name, void *into,
                       struct error *e)
{
    if (!strcmp(name, "on"))
        return json_each(j, read_trial, into, e);
    if (!strcmp(name, "aside"))
        return json_each(j, read_aside, into, e);
    return read_named(j, name, &(struct object){of_status, into}, e);
}

int sweep_status_read(struct sweep_status *s, const char *dir, struct error *e)
{
    char *path = folder_path(dir, FOLDER_STATUS);
    const bool there = file_exists(path);
    struct json *j = there && !file_check(path, e) ? json_open(path, e) : NULL;
    int found = j ? 1 : there ? -1 : 0;

    *s = sweep_status_blank();
    if (j && (json_each_member(j, read_status, s, e) || json_end(j, e))) {
        sweep_status_release(s);
        found = -1;
    }
    json_close(j);
    free(path);
    return found;
}
