/* corpus_restore.c - restores a task on texts from what a state contains. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/head/kinds/class.h"
#include "tasks/common/corpus.h"

/* Return the next line of a text, and its length; move *text after it. */
static const char *next_line(const char **text, size_t *len)
{
    const char *line = *text;

    *len = strcspn(line, "\n");
    *text = line + *len + (line[*len] == '\n');
    return line;
}

/* Add the words in their order, after the tokens that are no words. */
static int restore_words(struct corpus *c, const char *words, struct error *e)
{
    for (int i = 0; *words; i++) {
        size_t len;
        const char *word = next_line(&words, &len);
        const bool token = i < TOKEN_FIRST;

        if (token ? strlen(token_names[i]) != len ||
                        memcmp(word, token_names[i], len) != 0
                  : vocabulary_add(&c->words, word, len) != i)
            return error_set(e,
                             "token number %d of the state: found '%.*s', "
                             "expected %s",
                             i, (int)len, word,
                             token ? token_names[i] : "another word");
    }
    return 0;
}

static void restore_classes(struct class_names *c, const char *classes)
{
    while (*classes) {
        size_t len;
        const char *name = next_line(&classes, &len);

        c->name = memory_resize(c->name, ((size_t)c->n + 1) * sizeof(*c->name));
        c->name[c->n++] = memory_format("%.*s", (int)len, name);
    }
}

/* Add the files of splits as the state lists them; word vectors are not taken
 * from it, since they are read again. */
static void restore_source(struct task *t, const char *line)
{
    struct digest digest;
    char role[12], hex[DIGEST_HEX];
    int used = 0;

    if (sscanf(line, "%11s %32s %n", role, hex, &used) != 2 || !used ||
        digest_parse(hex, &digest))
        return;
    for (int s = 0; s < SPLITS; s++)
        if (!strcmp(role, split_names[s]))
            task_add_file(t, line + used, digest, s);
}

static void restore_sources(struct task *t, const char *sources)
{
    while (*sources) {
        size_t len;
        const char *source = next_line(&sources, &len);
        char *line = memory_format("%.*s", (int)len, source);

        restore_source(t, line);
        free(line);
    }
}

/* States do not contain how subwords are cut. */
int corpus_restore(struct task *t, const struct fresh_known *k,
                   const char *beside, struct error *e)
{
    const struct corpus_config *conf = t->conf;
    struct corpus c;

    if (conf->subwords || !k->words || !k->classes || !k->sources)
        return 0;
    restore_classes(t->settings, k->classes);
    corpus_begin(&c, t, conf, beside);
    return corpus_restore_words(&c, k, e);
}

int corpus_restore_words(struct corpus *c, const struct fresh_known *k,
                         struct error *e)
{
    restore_sources(c->task, k->sources);
    const int bad = restore_words(c, k->words, e) || corpus_take_words(c, e);

    corpus_release(c);
    return bad ? -1 : 1;
}
