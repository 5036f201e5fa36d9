#include "sweep/ledger/record.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/str.h"

/* --- words --------------------------------------------------------------- */

/* The events of entries that contain only their word; 0: none, or an entry that
 * has to be parsed. */
static const struct {
    const char *name;
    enum event_word event;
    bool of_trial;
} words[RECORD_WORDS] = {
    [RECORD_OTHER] = {"", 0, true},
    [RECORD_PROPOSE] = {"propose", 0, true},
    [RECORD_DROP] = {"drop", 0, true},
    [RECORD_AGAIN] = {"again", EVENT_AGAIN, true},
    [RECORD_START] = {"start", 0, true},
    [RECORD_RUNG] = {"rung", 0, true},
    [RECORD_SETTLE] = {"settle", EVENT_SETTLED, false},
    [RECORD_SETTING] = {"setting", 0, false},
    [RECORD_FINISH] = {"finish", 0, true},
    [RECORD_FAIL] = {"fail", 0, true},
    [RECORD_LOST] = {"lost", EVENT_LOST, true},
    [RECORD_DOWN] = {"down", EVENT_SUSPECTED, true},
    [RECORD_BLAME] = {"blame", EVENT_BLAMED, true},
    [RECORD_SAVED] = {"saved", EVENT_SAVED, true},
    [RECORD_TOLD] = {"told", 0, true},
    [RECORD_STOP] = {"stop", EVENT_SAVED, true},
    [RECORD_BACK] = {"back", 0, true},
    [RECORD_BROKEN] = {"broken", 0, true},
    [RECORD_ELSEWHERE] = {"elsewhere", 0, true},
    [RECORD_ADOPT] = {"adopt", 0, true},
    [RECORD_BEGIN] = {"begin", 0, false},
};

enum record_word record_word_of(const struct journal_entry *entry)
{
    for (int w = 1; w < RECORD_WORDS; w++)
        if (!strcmp(words[w].name, entry->word))
            return (enum record_word)w;
    return RECORD_OTHER;
}

const char *record_name(enum record_word word)
{
    return words[word].name;
}

bool record_of_trial(enum record_word word)
{
    return words[word].of_trial;
}

/* --- beginnings ---------------------------------------------------------- */

uint64_t record_plan(const struct journal_entry *begin)
{
    const char *plan = strstr(begin->detail, " plan ");

    return plan ? strtoull(plan + strlen(" plan "), NULL, 16) : 0;
}

/* Older journals do not contain it. */
int record_conduct(const struct journal_entry *begin)
{
    const char *conduct = strstr(begin->detail, " conduct ");

    return conduct ? atoi(conduct + strlen(" conduct ")) : 1;
}

/* --- writing ------------------------------------------------------------- */

int record_word(struct journal *j, enum record_word word, long trial,
                const char *why, bool durable, struct error *e)
{
    return journal_add(j, record_name(word), trial, durable, e, "%s", why);
}

int record_proposal(struct journal *j, const struct space *s,
                    const struct assignment *a, const struct trial *t,
                    struct error *e)
{
    struct str text = {0};
    char hex[DIGEST_HEX];
    int failed;

    digest_hex(t->name, hex);
    assignment_whole(s, a, &text);
    if (t->dropped)
        failed =
            record_word(j, RECORD_DROP, a->number, str_text(&text), false, e);
    else
        failed = journal_add(j, record_name(RECORD_PROPOSE), a->number, false,
                             e, "%s %s", hex, str_text(&text));
    str_release(&text);
    return failed;
}

/* "3+2" if they are consecutive, else "3 5". */
static void add_ranks(const int *rank, int n, struct str *out)
{
    if (rank[n - 1] - rank[0] == n - 1) {
        str_addf(out, "%d+%d", rank[0], n);
        return;
    }
    for (int i = 0; i < n; i++)
        str_addf(out, "%s%d", i ? " " : "", rank[i]);
}

void record_start_text(int attempt, const int *rank, int ranks, struct str *out)
{
    str_addf(out, "attempt %d ranks ", attempt);
    add_ranks(rank, ranks, out);
}

int record_start(struct journal *j, long trial, int attempt, const int *rank,
                 int ranks, struct error *e)
{
    struct str text = {0};

    record_start_text(attempt, rank, ranks, &text);
    const int failed = record_word(j, RECORD_START, trial, text.s, true, e);

    str_release(&text);
    return failed;
}

int record_rung(struct journal *j, long trial, double goal, struct error *e)
{
    struct str text = {0};

    ending_add_goal(goal, &text);
    const int failed = record_word(j, RECORD_RUNG, trial, text.s, true, e);

    str_release(&text);
    return failed;
}

int record_setting(struct journal *j, long setting, const char *pairs,
                   struct error *e)
{
    return record_word(j, RECORD_SETTING, setting, pairs, false, e);
}

int record_ending(struct journal *j, long trial, const struct ending *end,
                  bool adopted, struct error *e)
{
    const enum record_word word = end->failed ? RECORD_FAIL : RECORD_FINISH;
    struct str text = {0};

    ending_add(end, &text);
    const int failed =
        adopted ? journal_add(j, record_name(RECORD_ADOPT), trial, false, e,
                              "%s %s", record_name(word), text.s)
                : record_word(j, word, trial, text.s, true, e);

    str_release(&text);
    return failed;
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

/* Read an entry that contains only its word. */
static int read_word(enum record_word word, struct event *event)
{
    event->word = words[word].event;
    if (event->word == EVENT_SUSPECTED && event->trial < 0)
        event->word = EVENT_CLEARED;
    return event->word != 0;
}

int record_read_ending(const struct journal_entry *entry, struct ending *end)
{
    enum record_word word = record_word_of(entry);
    const char *text = entry->detail;

    if (word == RECORD_ADOPT) {
        const char *fail = record_name(RECORD_FAIL);

        word = strncmp(text, fail, strlen(fail)) ? RECORD_FINISH : RECORD_FAIL;
        text += strcspn(text, " ");
        text += *text == ' ';
    }
    if (word != RECORD_FAIL && word != RECORD_FINISH && word != RECORD_RUNG) {
        ending_init(end);
        return 0;
    }
    ending_read(text, word == RECORD_FAIL, end);
    return word != RECORD_RUNG;
}

/* Read an end, a rung, or an entry of only a word. */
static int read_ending(const struct journal_entry *entry, enum record_word word,
                       struct event *event, struct ending *end)
{
    const bool over = record_read_ending(entry, end);

    if (!over && word != RECORD_RUNG)
        return read_word(word, event);
    event->word = !over         ? EVENT_PAUSED
                  : end->failed ? EVENT_FAILED
                                : EVENT_FINISHED;
    event->goal = end->failed ? 0 : end->goal;
    return 1;
}

int record_read(const struct journal_entry *entry, const struct space *s,
                struct event *event, struct ending *end, struct error *e)
{
    const enum record_word word = record_word_of(entry);

    *event = (struct event){.trial = entry->trial};
    *end = (struct ending){.file.bytes = -1, .setting = -1};
    if (word == RECORD_PROPOSE)
        return read_proposal(entry, s, event, e);
    if (word == RECORD_DROP) {
        event->word = EVENT_DROPPED;
        return assignment_parse(s, entry->trial, entry->detail, &event->a, e)
                   ? -1
                   : 1;
    }
    if (word == RECORD_START)
        return read_start(entry, event);
    return read_ending(entry, word, event, end);
}
