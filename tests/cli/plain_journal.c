/* plain_journal IN OUT: the entries of a journal, a line each. */
#include "config.h"

#include <stdio.h>

#include "sweep/ledger/journal.h"

static int add(void *journal, const struct journal_entry *entry,
               struct error *e)
{
    return journal_add(journal, entry->word, entry->trial, false, e, "%s",
                       entry->detail);
}

int main(int argc, char **argv)
{
    struct error e = {""};
    struct journal *out =
        argc == 3 ? journal_open(argv[2], NULL, NULL, &e) : NULL;
    const int failed = !out || journal_read(argv[1], add, out, &e);

    journal_close(out);
    if (failed)
        fprintf(stderr, "plain_journal: %s\n", e.text);
    return failed;
}
