#include "config.h"

#include "sweep/ledger/index.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "sweep/ledger/journal_reader.h"
#include "sweep/ledger/record.h"

/* --- reading a journal --------------------------------------------------- */

static struct digest number_name(long number)
{
    return digest_of(&number, sizeof(number));
}

/* From now on the number is this trial's; numbers have no gaps. */
static void set_place(struct index *ix, long number, long at)
{
    if (number == ix->numbers) {
        GROW(ix->place, ix->numbers, ix->numbers_room);
        ix->numbers++;
    }
    if (number < ix->numbers)
        ix->place[number] = (int)at;
    else
        digest_map_set(&ix->other_numbers, number_name(number), at);
}

/* Return the index of a number's trial; -1 if it has none. */
static long place_of(const struct index *ix, long number)
{
    if (number >= 0 && number < ix->numbers)
        return ix->place[number];
    return ix->other_numbers.n
               ? digest_map_find(&ix->other_numbers, number_name(number))
               : -1;
}

static struct digest_array names_of(const struct index *ix)
{
    return (struct digest_array){ix->entry ? &ix->entry->trial : NULL,
                                 sizeof(*ix->entry)};
}

long index_place(const struct index *ix, struct digest trial)
{
    const struct digest_array names = names_of(ix);

    return digest_index_find(&ix->names, &names, trial);
}

/* Add a trial of this name, which is new; return its index. */
static long add_trial(struct index *ix, struct digest name)
{
    GROW(ix->entry, ix->n, ix->room);
    ix->entry[ix->n] = (struct indexed){.trial = name};
    const struct digest_array names = names_of(ix);
    const long at = digest_index_take(&ix->names, &names, ix->n);

    ix->n += at == ix->n;
    return at;
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
    set_place(ix, entry->trial, add_trial(ix, name));
    return 0;
}

static struct digest setting_name(const char *text)
{
    return digest_of(text, strlen(text));
}

static int add_setting(struct index *ix, const char *text, struct error *e)
{
    struct result_summary_base base;

    if (result_summary_read_shared(&base, text, e))
        return -1;
    struct setting s = {memory_string(text), memory_new(sizeof(*s.base))};

    *s.base = base;
    digest_map_add(&ix->setting_names, setting_name(text), ix->settings);
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

/* Older journals contain trials that they never proposed. */
static struct indexed *indexed(const struct index *ix, long number)
{
    const long at = place_of(ix, number);

    return at < 0 ? NULL : &ix->entry[at];
}

bool index_name(const struct index *ix, long number, struct digest *name)
{
    const struct indexed *t = indexed(ix, number);

    if (t)
        *name = t->trial;
    return t != NULL;
}

void index_forget_trials(struct index *ix)
{
    digest_map_release(&ix->other_numbers);
    digest_index_release(&ix->names);
    free(ix->entry);
    free(ix->file);
    free(ix->place);
    ix->entry = NULL;
    ix->file = NULL;
    ix->place = NULL;
    ix->n = ix->room = ix->files = ix->files_room = 0;
    ix->numbers = ix->numbers_room = 0;
}

struct file_mark index_file(const struct index *ix, const struct indexed *t)
{
    return t->file ? ix->file[t->file - 1] : (struct file_mark){0};
}

bool index_small(const struct index *ix, const struct indexed *t)
{
    return t->over && t->brief && index_file(ix, t).bytes == 0;
}

/* Set the mark of a trial's file; without a file nothing is stored. */
static void set_file(struct index *ix, struct indexed *t,
                     const struct file_mark *file)
{
    if (!t->file && (file->bytes || file->changed)) {
        GROW(ix->file, ix->files, ix->files_room);
        t->file = (int)++ix->files;
    }
    if (t->file)
        ix->file[t->file - 1] = *file;
}

/* Note an end; its text stays only in the journal. */
static int note_end(struct index *ix, struct indexed *t,
                    const struct journal_entry *entry, const struct ending *end,
                    struct error *e)
{
    t->over = true;
    t->goal = end->goal;
    set_file(ix, t, &end->file);
    t->at = entry->place.at;
    t->within = entry->place.within;
    t->setting = end->setting < INT_MAX ? (int)end->setting : INT_MAX;
    t->failed = end->failed;
    t->brief = end->own && entry->reader;
    if (t->brief && !ix->reader)
        ix->reader = journal_reader_copy(entry->reader, e);
    return t->brief && !ix->reader ? -1 : 0;
}

static int take_end(struct index *ix, const struct journal_entry *entry,
                    struct error *e)
{
    struct indexed *t = indexed(ix, entry->trial);
    struct ending end;
    const bool again = record_word_of(entry) == RECORD_AGAIN;
    const bool over = !again && record_read_ending(entry, &end);

    ix->ends += again || over;
    if (!t || (!again && !over))
        return 0;
    t->over = t->brief = false;
    if (!over)
        return 0;
    ix->ended += !t->ended;
    t->ended = true;
    return note_end(ix, t, entry, &end, e);
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
    return take_end(ix, entry, e);
}

void index_release(struct index *ix)
{
    for (long i = 0; i < ix->settings; i++) {
        free(ix->setting[i].text);
        result_summary_base_release(ix->setting[i].base);
        free(ix->setting[i].base);
    }
    digest_index_release(&ix->names);
    digest_map_release(&ix->other_numbers);
    journal_reader_free(ix->reader);
    digest_map_release(&ix->setting_names);
    free(ix->entry);
    free(ix->file);
    free(ix->place);
    free(ix->setting);
    *ix = (struct index){0};
}

long index_setting(struct index *ix, const char *text, bool *fresh,
                   struct error *e)
{
    const long known = digest_map_find(&ix->setting_names, setting_name(text));

    *fresh = known < 0;
    if (!*fresh)
        return known;
    return add_setting(ix, text, e) ? -1 : ix->settings - 1;
}

/* --- results in short ----------------------------------------------------- */

static int named(struct digest trial, struct error *e)
{
    char hex[DIGEST_HEX];

    digest_hex(trial, hex);
    return error_in(e, "the journal's result of trial %s", hex);
}

/* Read the text again from the journal. */
static int own_again(const struct index *ix, const struct indexed *said,
                     struct str *own, struct error *e)
{
    struct journal_entry entry;
    struct ending end;

    if (journal_reader_again(ix->reader,
                             (struct journal_place){said->at, said->within},
                             &entry, e))
        return -1;
    if (!record_read_ending(&entry, &end) || !end.own)
        return error_set(e, "found '%s', expected an end with its result",
                         entry.word);
    str_adds(own, end.own);
    return 1;
}

int index_own(const struct index *ix, const struct indexed *said,
              struct str *own, struct error *e)
{
    if (!said || !said->brief)
        return 0;
    if (said->setting >= 0 && said->setting < ix->settings)
        return own_again(ix, said, own, e) < 0 ? named(said->trial, e) : 1;
    error_set(e, "found setting %d, expected one below %ld", said->setting,
              ix->settings);
    return named(said->trial, e);
}

int index_brief(const struct index *ix, const struct indexed *said,
                bool history, struct result *r, struct error *e)
{
    struct str own = {0};
    int found = index_own(ix, said, &own, e);

    *r = (struct result){0};
    if (found > 0) {
        if (result_summary_read(r, ix->setting[said->setting].base,
                                str_text(&own), history, e))
            found = named(said->trial, e);
        else
            r->trial = said->trial;
    }
    str_release(&own);
    return found;
}

int index_shorten(struct index *ix, const struct result *whole,
                  struct result *r, struct error *e)
{
    struct str shared = {0}, own = {0};
    bool fresh;

    *r = (struct result){0};
    result_summary_shared(whole, &shared);
    result_summary_own(whole, false, &own);
    const long setting = index_setting(ix, str_text(&shared), &fresh, e);
    const int failed =
        setting < 0 || result_summary_read(r, ix->setting[setting].base,
                                           str_text(&own), false, e);

    if (!failed)
        r->trial = whole->trial;
    str_release(&shared);
    str_release(&own);
    return failed ? -1 : 0;
}
