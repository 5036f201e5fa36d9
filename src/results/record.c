#include "results/record.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

/* --- writing ------------------------------------------------------------- */

int record_proposal(struct journal *j, const struct space *s,
                    const struct trial *t, struct error *e)
{
    struct str text = {0};
    char hex[DIGEST_HEX];
    int failed;

    digest_hex(t->name, hex);
    assignment_whole(s, &t->a, &text);
    if (t->dropped)
        failed = journal_add(j, "drop", t->a.number, false, e, "%s",
                             str_text(&text));
    else
        failed = journal_add(j, "propose", t->a.number, false, e, "%s %s", hex,
                             str_text(&text));
    str_release(&text);
    return failed;
}

/* "3+2" when they stand beside each other, else "3 5". */
static void add_ranks(const int *rank, int n, struct str *out)
{
    if (rank[n - 1] - rank[0] == n - 1) {
        str_addf(out, "%d+%d", rank[0], n);
        return;
    }
    for (int i = 0; i < n; i++)
        str_addf(out, "%s%d", i ? " " : "", rank[i]);
}

int record_start(struct journal *j, long trial, int attempt, const int *rank,
                 int ranks, struct error *e)
{
    struct str text = {0};

    add_ranks(rank, ranks, &text);
    const int failed = journal_add(j, "start", trial, true, e,
                                   "attempt %d ranks %s", attempt, text.s);

    str_release(&text);
    return failed;
}

int record_rung(struct journal *j, long trial, double goal, struct error *e)
{
    struct str text = {0};

    ending_add_goal(goal, &text);
    const int failed = journal_add(j, "rung", trial, true, e, "%s", text.s);

    str_release(&text);
    return failed;
}

bool record_of_trial(const char *word)
{
    return strcmp(word, "setting") != 0;
}

int record_setting(struct journal *j, long setting, const char *pairs,
                   struct error *e)
{
    return journal_add(j, "setting", setting, false, e, "%s", pairs);
}

/* --- reading ------------------------------------------------------------- */

static int read_proposal(const struct journal_entry *entry,
                         const struct space *s, struct event *event,
                         struct error *e)
{
    char hex[DIGEST_HEX] = "";
    int used = 0;

    event->word = EVENT_PROPOSED;
    if (sscanf(entry->detail, "%32s %n", hex, &used) != 1 ||
        digest_parse(hex, &event->name))
        return error_set(e, "trial %ld: found '%.40s', expected a digest",
                         entry->trial, entry->detail);
    return assignment_parse(s, entry->trial, entry->detail + used, &event->a, e)
               ? -1
               : 1;
}

static int read_start(const struct journal_entry *entry, struct event *event)
{
    event->word = EVENT_STARTED;
    return sscanf(entry->detail, "attempt %d", &event->attempt) == 1;
}

/* Those that say no more than their word. */
static int read_word(const char *word, struct event *event)
{
    static const struct {
        const char *name;
        enum event_word word;
    } plain[] = {{"again", EVENT_AGAIN}, {"blame", EVENT_BLAMED},
                 {"down", EVENT_DOWN},   {"lost", EVENT_LOST},
                 {"saved", EVENT_SAVED}, {"settle", EVENT_SETTLED},
                 {"stop", EVENT_SAVED}};

    for (size_t i = 0; i < sizeof(plain) / sizeof(*plain); i++)
        if (!strcmp(word, plain[i].name)) {
            event->word = plain[i].word;
            if (event->word == EVENT_DOWN && event->trial < 0)
                event->word = EVENT_CLEARED;
            return 1;
        }
    return 0;
}

/* An end, or a rung, or a word. */
static int read_ending(const struct journal_entry *entry, struct event *event,
                       struct ending *end)
{
    const bool over = ending_read(entry, end);

    if (!over && strcmp(entry->word, "rung") != 0)
        return read_word(entry->word, event);
    event->word = !over         ? EVENT_PAUSED
                  : end->failed ? EVENT_FAILED
                                : EVENT_FINISHED;
    event->goal = end->failed ? 0 : end->goal;
    return 1;
}

int record_read(const struct journal_entry *entry, const struct space *s,
                struct event *event, struct ending *end, struct error *e)
{
    const char *word = entry->word, *detail = entry->detail;

    *event = (struct event){.trial = entry->trial};
    *end = (struct ending){.file.bytes = -1, .setting = -1};
    if (!strcmp(word, "propose"))
        return read_proposal(entry, s, event, e);
    if (!strcmp(word, "drop")) {
        event->word = EVENT_DROPPED;
        return assignment_parse(s, entry->trial, detail, &event->a, e) ? -1 : 1;
    }
    if (!strcmp(word, "start"))
        return read_start(entry, event);
    return read_ending(entry, event, end);
}
