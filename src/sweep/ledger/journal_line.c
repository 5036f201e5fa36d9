#include "config.h"

#include "sweep/ledger/journal_line.h"

#include <stdlib.h>
#include <string.h>

#include "base/numbers/digest.h"

void journal_line_begin(struct str *line, unsigned long number,
                        const char *word, long trial)
{
    str_add_long(line, (long)number);
    str_adds(line, " ");
    str_adds(line, word);
    str_adds(line, " ");
    str_add_long(line, trial);
    str_adds(line, " ");
}

void journal_line_add_checksum(struct str *line)
{
    char hex[16];

    hex64(hash64(line->s, line->len), hex);
    str_adds(line, " #");
    str_add(line, hex, sizeof(hex));
    str_adds(line, "\n");
}

const char *journal_line_check(const char *line, size_t len)
{
    const char *checksum = line + len - JOURNAL_CHECKSUM;
    char hex[16];

    if (len < JOURNAL_CHECKSUM || strlen(line) != len)
        return "a line too short or with a NUL in it";
    if (checksum[0] != ' ' || checksum[1] != '#' ||
        strspn(checksum + 2, "0123456789abcdef") != sizeof(hex))
        return "no checksum";
    hex64(hash64(line, len - JOURNAL_CHECKSUM), hex);
    if (memcmp(hex, checksum + 2, sizeof(hex)) != 0)
        return "another content than the checksum's";
    return NULL;
}

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " ");
}

bool journal_line_entry(char *text, struct journal_entry *entry)
{
    const size_t n = strcspn(text, " ");
    char *end;

    if (n == 0 || n >= sizeof(entry->word))
        return false;
    memcpy(entry->word, text, n);
    entry->word[n] = '\0';
    text = (char *)skip_blanks(text + n);
    entry->trial = strtol(text, &end, 10);
    entry->detail = end + (*end == ' ');
    return end != text;
}

const char *journal_line_parse(char *line, size_t len, unsigned long *number,
                               struct journal_entry *entry)
{
    const char *wrong = journal_line_check(line, len);
    char *end;

    if (wrong)
        return wrong;
    line[len - JOURNAL_CHECKSUM] = '\0';
    *number = strtoul(line, &end, 10);
    if (end == line || *end != ' ' ||
        !journal_line_entry((char *)skip_blanks(end), entry))
        return "no sequence number, word and trial";
    return NULL;
}
