/* timeline.c - which ranks trained which trial at which time. */
#include "config.h"

#include "report/plot/timeline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/files/file.h"
#include "sweep/folder/folder.h"
#include "sweep/results/events.h"
#include "text/formats/json.h"

const char *const span_end_names[SPAN_ENDS] = {
    "finished", "failed",  "paused at a rung",       "stopped",
    "lost",     "running", "ended by the scheduler",
};

/* A timeline while it is read. */
struct timeline_reader {
    struct timeline *t;
    double first, last; /* times of events; NaN before the first */
};

/* The events that end an attempt, in the order of enum span_end. */
static const char *const end_words[] = {"finish", "fail", "rung", "stop",
                                        "lost"};

/* Append the ranks in a text like "4-5 8". */
static void add_ranks(struct timeline_span *s, const char *text)
{
    char *at = (char *)text;

    while (*at) {
        const char *begin = at;
        const long first = strtol(at, &at, 10);
        const long last = *at == '-' ? strtol(at + 1, &at, 10) : first;

        if (at == begin)
            return;
        for (long r = first; r <= last && s->ranks < (1 << 20); r++) {
            GROW(s->rank, s->ranks, s->room);
            s->rank[s->ranks++] = (int)r;
        }
        at += strspn(at, " ,");
    }
}

static struct timeline_span *running(struct timeline *t, long trial)
{
    for (int i = t->n - 1; i >= 0; i--)
        if (t->span[i].end == SPAN_RUNNING && t->span[i].trial == trial)
            return &t->span[i];
    return NULL;
}

/* End all attempts that are running: the job died, or the events end here. */
static void end_all(struct timeline_reader *r, enum span_end how)
{
    for (int i = 0; i < r->t->n; i++)
        if (r->t->span[i].end == SPAN_RUNNING) {
            r->t->span[i].to = r->last - r->first;
            r->t->span[i].end = how;
        }
}

/* `until` is empty in events of an older codarun. */
static void begin(struct timeline_reader *r, long trial, const char *ranks,
                  const char *until, double now)
{
    struct timeline *t = r->t;

    GROW(t->span, t->n, t->room);
    struct timeline_span *s = &t->span[t->n++];

    *s = (struct timeline_span){
        .trial = trial,
        .from = now,
        .to = now,
        .until = *until ? strtod(until, NULL) : 1,
        .end = SPAN_RUNNING};
    add_ranks(s, ranks);
}

static void end(struct timeline_reader *r, long trial, const char *word,
                double now)
{
    struct timeline_span *s = running(r->t, trial);

    for (int k = 0; s && k < SPAN_RUNNING; k++)
        if (!strcmp(word, end_words[k])) {
            s->to = now;
            s->end = k == SPAN_FINISHED && s->until < 1 ? SPAN_CUT
                                                        : (enum span_end)k;
            return;
        }
}

static bool ends(const char *word)
{
    for (int k = 0; k < SPAN_RUNNING; k++)
        if (!strcmp(word, end_words[k]))
            return true;
    return false;
}

/* Take a trial's event: its start or its end. */
static int take_trial(struct timeline_reader *r, const char *word, double now,
                      const char *line, size_t n)
{
    struct json_want want[] = {
        {.key = "trial"}, {.key = "ranks"}, {.key = "until"}};
    struct error e;
    const int failed = json_object(line, n, want, 3, &e) || !want[0].found;
    const long trial = strtol(str_text(&want[0].value), NULL, 10);

    if (!failed && !strcmp(word, "start"))
        begin(r, trial, str_text(&want[1].value), str_text(&want[2].value),
              now);
    else if (!failed)
        end(r, trial, word, now);
    str_release(&want[0].value);
    str_release(&want[1].value);
    str_release(&want[2].value);
    return failed;
}

static int take(struct timeline_reader *r, const char *word, double day,
                const char *line, size_t n)
{
    int failed = 0;

    if (isnan(r->first))
        r->first = day;
    if (!strcmp(word, "begin") || !strcmp(word, "resume"))
        end_all(r, SPAN_LOST);
    else if (!strcmp(word, "start") || ends(word))
        failed = take_trial(r, word, day - r->first, line, n);
    r->last = day;
    return failed;
}

static void read_line(struct timeline_reader *r, const char *line, size_t n)
{
    struct str word;
    double day;
    enum event_line is = events_read(line, n, &day, &word);

    if (is == EVENT_LINE && take(r, str_text(&word), day, line, n))
        is = EVENT_NONE;
    r->t->torn += is != EVENT_LINE;
    r->t->damaged += is == EVENT_NONE;
    str_release(&word);
}

int timeline_read(struct timeline *t, const char *dir, struct error *e)
{
    struct timeline_reader r = {t, (double)NAN, (double)NAN};
    char *path = folder_path(dir, FOLDER_EVENTS);
    struct str text = {0};
    size_t at = 0, n;
    const char *line;
    int failed;

    *t = (struct timeline){0};
    failed = file_read(path, &text, e);
    while (!failed && events_next(&text, &at, &line, &n))
        if (n)
            read_line(&r, line, n);
    end_all(&r, SPAN_RUNNING);
    if (!failed && !t->n)
        failed = error_set(e, "'%s': found no trial that started", path);
    if (failed)
        timeline_release(t);
    str_release(&text);
    free(path);
    return failed;
}

void timeline_release(struct timeline *t)
{
    for (int i = 0; i < t->n; i++)
        free(t->span[i].rank);
    free(t->span);
    *t = (struct timeline){0};
}
