#include "config.h"

#include "cmd/vectors/vectors_text.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/core/log.h"
#include "base/core/str.h"
#include "base/files/file.h"
#include "base/files/path.h"
#include "text/files/lines.h"
#include "text/language/text_normal.h"

int vectors_text_check(const char *file, struct error *e)
{
    char *folder = path_folder(file);
    struct stat st;
    int bad = 0;

    if (!stat(file, &st) && S_ISDIR(st.st_mode))
        bad = error_set(e, "'%s' is a folder, expected a file to write", file);
    if (file_would_replace(file) || !file_exists(file))
        bad = access(folder, W_OK) &&
              error_errno(e, "cannot write file '%s'", file);
    free(folder);
    return bad ? -1 : 0;
}

static void add_line(struct running_text *r, const struct str *normal,
                     enum token_rule rule, struct token_list *t)
{
    tokens_split(rule, str_text(normal), normal->len, t);
    for (size_t i = 0; i < t->n; i++)
        running_text_add(r, normal->s + t->span[i].at, t->span[i].len);
    running_text_end(r);
}

static int add_file(struct running_text *r, const char *path,
                    const struct vectors_text_rule *rule, struct error *e)
{
    struct lines *in = lines_open(path, e);
    struct token_list tokens = {0};
    struct str normal = {0};
    struct error why;
    char *line;
    size_t len;
    int more = -1;

    while (in && (more = lines_next(in, &line, &len, e)) > 0) {
        if (text_normal(line, len, rule->unicode, rule->lower, &normal, &why)) {
            more = lines_error(in, e, "%s", why.text);
            break;
        }
        add_line(r, &normal, rule->tokens, &tokens);
    }
    str_release(&normal);
    tokens_release(&tokens);
    lines_close(in);
    return more;
}

static int add_files(struct running_text *r, const struct vectors_source *from,
                     struct error *e)
{
    for (int i = 0; i < from->files; i++)
        if (add_file(r, from->file[i], &from->rule, e))
            return -1;
    return 0;
}

/* Add a part of an example. */
static void add_part(struct running_text *r, const struct task *t, int part,
                     int i)
{
    const struct examples *x = &t->split[SPLIT_TRAIN];
    const int32_t *token = example_tokens(x, part, i);
    const int n = example_len(x, part, i);

    for (int k = 0; k < n; k++)
        if (token[k] >= TOKEN_FIRST) {
            const char *word = t->words[part]->text[token[k]];

            running_text_add(r, word, strlen(word));
        }
    running_text_end(r);
}

static int add_task(const struct task *t, const void *how, struct error *e)
{
    struct running_text *r = *(struct running_text *const *)how;
    const struct examples *x = &t->split[SPLIT_TRAIN];

    if (x->made)
        return error_set(e,
                         "task %s: its examples are made, expected texts of "
                         "files",
                         t->kind->is.name);
    for (int p = 0; p < x->parts; p++)
        if (!t->words[p]->text)
            return error_set(e, "task %s: its tokens are no words",
                             t->kind->is.name);
    for (int i = 0; i < x->n; i++)
        for (int p = 0; p < x->parts; p++)
            add_part(r, t, p, i);
    log_info("task %s: %d examples of train, %d texts each", t->kind->is.name,
             x->n, x->parts);
    return 0;
}

int vectors_text_read(struct running_text *r, const struct vectors_source *from,
                      long min_count, struct error *e)
{
    const char *experiment = from->of.name;

    if (experiment ? data_task_of_experiment(&from->of, add_task, &r, e)
                   : add_files(r, from, e))
        return -1;
    if (running_text_keep(r, min_count, e))
        return experiment ? error_in(e, "%s", experiment)
                          : error_in(e, "%s%s", from->file[0],
                                     from->files > 1 ? " and others" : "");
    if (r->refused)
        log_info("%zu words with a blank or an end of a line are left out: no "
                 "file of vectors can have them",
                 r->refused);
    log_info("%zu words of %d different ones in %zu sentences", r->tokens, r->n,
             r->sentences);
    return 0;
}
