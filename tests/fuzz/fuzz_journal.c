/*
 * Journals: as they are, and with the sequence numbers and checksums that
 * codarun would give their lines; of them results, and how the sweep stands.
 *
 * Seeds: made/sweep/journal made/small/journal
 */
#include "fuzz.h"

#include "base/digest.h"
#include "base/str.h"
#include "results/results.h"
#include "run/look.h"

static void copy(const char *name)
{
    struct str text = {0};
    struct error e = {""};
    char made[100];

    snprintf(made, sizeof(made), "sweep/%s", name);
    MUST(!file_read(fuzz_made(made), &text, &e));
    fuzz_file(name, text.s, text.len);
    str_release(&text);
}

static void look(const char *dir)
{
    struct experiment x;
    struct results s;
    struct presence p;
    struct sight sight = sight_blank();
    struct error e = {""};

    presence_find(&p, dir);
    if (look_folder(dir, &p, &sight, &e))
        fuzz_refused(&e);
    sight_release(&sight);
    presence_release(&p);
    e.text[0] = '\0';
    if (results_experiment(dir, &x, &e)) {
        fuzz_refused(&e);
        return;
    }
    if (results_read(&s, dir, &x, &e))
        fuzz_refused(&e);
    else
        results_release(&s);
    experiment_release(&x);
}

/* A line as codarun would end it: its number before it, its checksum behind. */
static void seal(const char *line, size_t n, int number, struct str *out)
{
    const size_t from = out->len;
    const size_t digits = strspn(line, "0123456789");
    char hex[16];

    if (n > 18 && line[n - 17] == '#')
        n -= 18;
    str_addf(out, "%d", number);
    if (n > digits)
        str_add(out, line + digits, n - digits);
    hex64(hash64(out->s + from, out->len - from), hex);
    str_adds(out, " #");
    str_add(out, hex, sizeof(hex));
    str_adds(out, "\n");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    static bool begun;
    char *text = fuzz_text(data, n);
    struct str sealed = {0};
    int number = 0;

    if (!begun) {
        copy("experiment.yaml");
        copy("experiment.text");
        begun = true;
    }
    for (const char *line = text; *line; line += line[0] == '\n') {
        const size_t len = strcspn(line, "\n");

        seal(line, len, number++, &sealed);
        line += len;
    }
    fuzz_file("journal", data, n);
    look(fuzz_folder());
    fuzz_file("journal", str_text(&sealed), sealed.len);
    look(fuzz_folder());
    str_release(&sealed);
    free(text);
    return 0;
}
