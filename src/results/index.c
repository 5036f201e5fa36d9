#include "config.h"

#include "results/index.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"
#include "results/folder.h"
#include "results/record.h"
#include "store/envelope.h"

/* --- reading a journal --------------------------------------------------- */

static void forget(struct indexed *t)
{
    free((char *)t->end.own);
    t->end = (struct ending){0};
    t->over = false;
}

static struct digest number_name(long number)
{
    return digest_of(&number, sizeof(number));
}

/* The number is this trial's from now on. */
static void set_place(struct index *ix, long number, long at)
{
    const long i =
        firsts_take(&ix->number_names, number_name(number), ix->numbers);

    if (i == ix->numbers) {
        GROW(ix->place, ix->numbers, ix->numbers_room);
        ix->numbers++;
    }
    ix->place[i] = at;
}

static int take_proposal(struct index *ix, const struct journal_entry *entry,
                         struct error *e)
{
    char hex[DIGEST_HEX] = "";
    struct digest name;

    if (entry->trial < 0 || sscanf(entry->detail, "%32s", hex) != 1 ||
        digest_parse(hex, &name))
        return error_set(e, "trial %ld: found '%.40s', expected a digest",
                         entry->trial, entry->detail);
    const long at = firsts_take(&ix->names, name, ix->n);

    if (at == ix->n) {
        GROW(ix->entry, ix->n, ix->room);
        ix->entry[ix->n++] = (struct indexed){.trial = name};
    }
    set_place(ix, entry->trial, at);
    return 0;
}

static struct digest setting_name(const char *text)
{
    return digest_of(text, strlen(text));
}

static int add_setting(struct index *ix, const char *text, struct error *e)
{
    struct brief_base base;

    if (brief_read_shared(&base, text, e))
        return -1;
    struct setting s = {memory_string(text), memory_new(sizeof(*s.base))};

    *s.base = base;
    firsts_take(&ix->setting_names, setting_name(text), ix->settings);
    GROW(ix->setting, ix->settings, ix->settings_room);
    ix->setting[ix->settings++] = s;
    return 0;
}

static int take_setting(struct index *ix, const struct journal_entry *entry,
                        struct error *e)
{
    if (entry->trial != ix->settings)
        return error_set(e, "found setting %ld, expected setting %ld",
                         entry->trial, ix->settings);
    return add_setting(ix, entry->detail, e);
}

/* Journals of before tell of trials that they never proposed. */
static struct indexed *indexed(const struct index *ix, long number)
{
    const long i = firsts_find(&ix->number_names, number_name(number));

    return i < 0 ? NULL : &ix->entry[ix->place[i]];
}

bool index_name(const struct index *ix, long number, struct digest *name)
{
    const struct indexed *t = indexed(ix, number);

    if (t)
        *name = t->trial;
    return t != NULL;
}

void index_forget_numbers(struct index *ix)
{
    firsts_release(&ix->number_names);
    ix->numbers = 0;
}

static void take_end(struct index *ix, const struct journal_entry *entry)
{
    struct indexed *t = indexed(ix, entry->trial);
    struct ending end;
    const bool again = record_word_of(entry) == RECORD_AGAIN;
    const bool over = !again && ending_read(entry, &end);

    ix->ends += again || over;
    if (!t || (!again && !over))
        return;
    forget(t);
    t->over = over;
    if (over) {
        ix->ended += !t->ended;
        t->ended = true;
        t->end = end;
        t->end.own = end.own ? memory_string(end.own) : NULL;
    }
}

int index_take(struct index *ix, const struct journal_entry *entry,
               struct error *e)
{
    const enum record_word word = record_word_of(entry);

    if (word == RECORD_PROPOSE)
        return take_proposal(ix, entry, e);
    if (word == RECORD_SETTING)
        return take_setting(ix, entry, e);
    if (word == RECORD_BEGIN) {
        ix->plan = record_plan(entry);
        ix->conduct = record_conduct(entry);
    }
    take_end(ix, entry);
    return 0;
}

static int take(void *index, const struct journal_entry *entry, struct error *e)
{
    return index_take(index, entry, e);
}

int index_read(struct index *ix, const char *dir, struct error *e)
{
    char *path = folder_path(dir, FOLDER_JOURNAL);
    const int failed = file_exists(path) && journal_read(path, take, ix, e);

    free(path);
    return failed ? -1 : 0;
}

void index_release(struct index *ix)
{
    for (long i = 0; i < ix->n; i++)
        forget(&ix->entry[i]);
    for (long i = 0; i < ix->settings; i++) {
        free(ix->setting[i].text);
        brief_base_release(ix->setting[i].base);
        free(ix->setting[i].base);
    }
    firsts_release(&ix->names);
    firsts_release(&ix->number_names);
    firsts_release(&ix->setting_names);
    free(ix->entry);
    free(ix->place);
    free(ix->setting);
    *ix = (struct index){0};
}

/* -1: it cannot be read. */
static long find_setting(struct index *ix, const char *text, bool *fresh,
                         struct error *e)
{
    const long known = firsts_find(&ix->setting_names, setting_name(text));

    *fresh = known < 0;
    if (!*fresh)
        return known;
    return add_setting(ix, text, e) ? -1 : ix->settings - 1;
}

long index_setting(struct index *ix, const char *text, bool *fresh)
{
    struct error e;
    const long setting = find_setting(ix, text, fresh, &e);

    if (setting < 0)
        die("a result cannot be told in short: %s", e.text);
    return setting;
}

/* --- where results are --------------------------------------------------- */

/* Is it the file that an end tells of, which was there a moment ago? */
static enum whereabouts judge_file(const struct ending *end, const char *path,
                                   const struct file_look *look)
{
    if (!end->own || end->file.bytes != look->bytes)
        return RESULT_UNKNOWN;
    if (end->file.changed && end->file.changed == look->changed)
        return RESULT_IN_FILE;
    return ending_knows_content(end) &&
                   digest_equal(end->file.content,
                                envelope_content(path, "result"))
               ? RESULT_COPIED
               : RESULT_UNKNOWN;
}

enum whereabouts index_find(const struct index *ix, const char *dir,
                            struct digest trial, const struct indexed **said,
                            struct str *path)
{
    const long at = firsts_find(&ix->names, trial);
    const struct indexed *t = at >= 0 ? &ix->entry[at] : NULL;
    struct file_look look;

    *said = t && t->over ? t : NULL;
    folder_result_path(dir, trial, path);
    if (*said && indexed_small(t))
        return RESULT_IN_JOURNAL;
    if (!file_look(str_text(path), &look))
        return RESULT_NOWHERE;
    return *said ? judge_file(&t->end, str_text(path), &look) : RESULT_UNKNOWN;
}

int index_brief(const struct index *ix, const struct indexed *said,
                bool history, struct result *r, struct error *e)
{
    const long setting = said ? said->end.setting : -1;
    char hex[DIGEST_HEX];
    int failed;

    *r = (struct result){0};
    if (!said || !said->end.own)
        return 0;
    if (setting < 0 || setting >= ix->settings)
        failed = error_set(e, "found setting %ld, expected one below %ld",
                           setting, ix->settings);
    else
        failed =
            brief_read(r, ix->setting[setting].base, said->end.own, history, e);
    if (!failed) {
        r->trial = said->trial;
        return 1;
    }
    digest_hex(said->trial, hex);
    return error_in(e, "the journal's result of trial %s", hex);
}

int index_shorten(struct index *ix, const struct result *whole,
                  struct result *r, struct error *e)
{
    struct str shared = {0}, own = {0};
    bool fresh;

    *r = (struct result){0};
    brief_shared(whole, &shared);
    brief_own(whole, false, &own);
    const long setting = find_setting(ix, str_text(&shared), &fresh, e);
    const int failed = setting < 0 || brief_read(r, ix->setting[setting].base,
                                                 str_text(&own), false, e);

    if (!failed)
        r->trial = whole->trial;
    str_release(&shared);
    str_release(&own);
    return failed ? -1 : 0;
}
