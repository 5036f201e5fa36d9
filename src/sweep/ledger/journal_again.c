/* journal_again.c - reads an entry of a journal again, at its place. */
#include "config.h"

#include "sweep/ledger/journal_reader.h"

#include <string.h>

#include "sweep/ledger/journal_line.h"
#include "sweep/ledger/journal_reader_internal.h"

/* Read the line at a place, unless it is in memory, and split a copy of it. */
static int line_again(struct journal_reader *r, long at,
                      struct journal_entry *entry, struct error *e)
{
    unsigned long number;
    char *line;
    size_t len;

    if (at < r->base || at >= r->base + (off_t)r->len) {
        r->len = 0;
        r->base = at;
    }
    r->at = (size_t)(at - r->base);
    const int found = journal_next_line(r, &line, &len, e);

    if (found <= 0)
        return found ? -1 : error_set(e, "found no line at byte %ld", at);
    str_clear(&r->again);
    str_add(&r->again, line, len);
    line[len] = '\n'; /* the line may be read once more */
    const char *wrong =
        journal_line_parse(r->again.s, r->again.len, &number, entry);

    return wrong ? error_set(e, "found %s at byte %ld", wrong, at) : 0;
}

/* Move the i-th pack to the front, and those before it one place back. */
static struct unpacked_entries *bring_forward(struct journal_reader *r, int i)
{
    const struct unpacked_entries p = r->kept[i];

    memmove(&r->kept[1], &r->kept[0], (size_t)i * sizeof(r->kept[0]));
    r->kept[0] = p;
    return &r->kept[0];
}

/* Return the pack whose line begins at a place. */
static const struct unpacked_entries *pack_again(struct journal_reader *r,
                                                 long at, struct error *e)
{
    struct journal_entry entry;
    int i = 0;

    while (i < JOURNAL_KEPT - 1 && r->kept[i].line != at)
        i++;
    struct unpacked_entries *p = bring_forward(r, i);

    if (p->line == at)
        return p;
    if (line_again(r, at, &entry, e))
        return NULL;
    const char *wrong = journal_unpack(p, at, &entry);

    if (wrong)
        error_set(e, "found %s at byte %ld", wrong, at);
    return wrong ? NULL : p;
}

int journal_reader_again(struct journal_reader *r, struct journal_place place,
                         struct journal_entry *entry, struct error *e)
{
    if (place.within < 0)
        return line_again(r, place.at, entry, e);
    const struct unpacked_entries *p = pack_again(r, place.at, e);

    if (!p)
        return -1;
    if ((size_t)place.within >= p->text.len)
        return error_set(e, "found no entry at byte %ld", place.at);
    const char *text = p->text.s + place.within;

    str_clear(&r->again);
    str_add(&r->again, text, strcspn(text, "\n"));
    return journal_line_entry(r->again.s, entry)
               ? 0
               : error_set(e, "found no entry at byte %ld", place.at);
}
