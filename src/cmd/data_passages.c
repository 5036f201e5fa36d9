#include "config.h"

#include "cmd/data_passages.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/show.h"
#include "cmd/option.h"
#include "data/sentences.h"
#include "task/squad.h"
#include "text/bm25.h"
#include "text/json_write.h"
#include "text/python.h"

/* Texts are bytes of `text`, with single blanks within and a NUL behind. */
struct question {
    size_t id, text;
    int answer, answers; /* of `answer` */
};

struct collection {
    const struct passages_wanted *wanted;
    struct str text;
    size_t *sentence; /* owned [sentences], as the others are */
    int sentences, sentence_room;
    struct question *question;
    int questions, question_room;
    size_t *answer;
    int answers, answer_room;
    int unanswered; /* questions without an answer, which are left out */
    struct token_list tokens;
    struct str marks;
    struct bm25 index;
    struct bm25_hit *hit; /* owned [wanted->most] */
    struct str line; /* of the file on its way */
    struct error *e; /* what stopped it, if it has a text */
};

static size_t keep(struct collection *c, const char *s, size_t len)
{
    const size_t at = c->text.len;

    python_join_words(s, len, &c->text);
    str_add(&c->text, "", 1);
    return at;
}

static const char *text_at(const struct collection *c, size_t at)
{
    return c->text.s + at;
}

/* --- reading -------------------------------------------------------------- */

static int add_sentence(struct collection *c, const char *s, size_t len,
                        struct error *e)
{
    const size_t at = keep(c, s, len);

    GROW(c->sentence, c->sentences, c->sentence_room);
    c->sentence[c->sentences++] = at;
    return bm25_add(&c->index, text_at(c, at), strlen(text_at(c, at)), e);
}

static int add_sentences(struct collection *c, const struct squad_paragraph *p,
                         struct error *e)
{
    const struct token_span *t;
    int n, end;

    tokens_split(TOKENS_ENGLISH, p->context, p->len, &c->tokens);
    t = c->tokens.span;
    n = (int)c->tokens.n;
    str_clear(&c->marks);
    for (int i = 0; i < n; i++) {
        const char mark =
            (char)sentence_mark(p->context + t[i].at, t[i].len);

        str_add(&c->marks, &mark, 1);
    }
    for (int i = 0; i < n; i = end) {
        end = sentence_end(c->marks.s, i, n);
        if (add_sentence(c, p->context + t[i].at,
                         t[end - 1].at + t[end - 1].len - t[i].at, e))
            return -1;
    }
    return 0;
}

/* An answer, unless the question has it already. */
static void add_answer(struct collection *c, struct question *q,
                       const char *s, size_t len)
{
    const size_t at = keep(c, s, len);

    for (int i = 0; i < q->answers; i++)
        if (!strcmp(text_at(c, c->answer[q->answer + i]), text_at(c, at)))
            return;
    if (!*text_at(c, at))
        return;
    GROW(c->answer, c->answers, c->answer_room);
    c->answer[c->answers++] = at;
    q->answers++;
}

static void add_question(struct collection *c, const struct squad_paragraph *p,
                         const struct squad_question *q)
{
    struct question to = {.answer = c->answers};

    to.id = keep(c, q->id, strlen(q->id));
    to.text = keep(c, q->text, strlen(q->text));
    for (int i = 0; i < q->answers; i++)
        add_answer(c, &to, p->context + q->answer[i].from,
                   (size_t)(q->answer[i].end - q->answer[i].from));
    if (!to.answers || !*text_at(c, to.text)) {
        c->unanswered++;
        return;
    }
    GROW(c->question, c->questions, c->question_room);
    c->question[c->questions++] = to;
}

static int take(void *of, const struct squad_paragraph *p, struct error *e)
{
    struct collection *c = of;

    if (add_sentences(c, p, e))
        return -1;
    for (int i = 0; i < p->questions; i++)
        add_question(c, p, &p->question[i]);
    return 0;
}

/* --- writing -------------------------------------------------------------- */

static int rank(struct collection *c, const struct question *q)
{
    const char *text = text_at(c, q->text);

    return bm25_rank(&c->index, text, strlen(text), (int)c->wanted->most,
                     c->hit, c->e);
}

/* What would end a text of SearchQA's. */
static int check_bars(struct collection *c, const struct question *q,
                      const char *text)
{
    static const char *const no[] = {"|||", "<s>", "</s>"};

    for (int i = 0; i < 3; i++)
        if (strstr(text, no[i]))
            return error_set(c->e,
                             "question '%.60s': found '%s' in '%.60s', which "
                             "SearchQA's layout has between texts, expected "
                             "none: give a file of contexts for Quasar-T's",
                             text_at(c, q->id), no[i], text);
    return 0;
}

static int add_searchqa(struct collection *c, const struct question *q)
{
    const int n = rank(c, q);
    const char *answer = text_at(c, c->answer[q->answer]);

    for (int i = 0; i < n; i++) {
        const char *s = text_at(c, c->sentence[c->hit[i].text]);

        if (check_bars(c, q, s))
            return -1;
        str_addf(&c->line, "%s<s> %s </s>", i ? "  " : "", s);
    }
    if (n < 0 || check_bars(c, q, text_at(c, q->text)) ||
        check_bars(c, q, answer))
        return -1;
    str_addf(&c->line, " ||| %s ||| %s\n", text_at(c, q->text), answer);
    return 0;
}

static int add_question_line(struct collection *c, const struct question *q)
{
    json_begin(&c->line, NULL, '{');
    json_put_text(&c->line, "uid", text_at(c, q->id));
    json_put_text(&c->line, "question", text_at(c, q->text));
    if (q->answers == 1) {
        json_put_text(&c->line, "answer", text_at(c, c->answer[q->answer]));
    } else {
        json_begin(&c->line, "answer", '[');
        for (int i = 0; i < q->answers; i++)
            json_put_text(&c->line, NULL,
                          text_at(c, c->answer[q->answer + i]));
        json_finish(&c->line, ']');
    }
    json_finish(&c->line, '}');
    str_adds(&c->line, "\n");
    return 0;
}

static int add_contexts(struct collection *c, const struct question *q)
{
    const int n = rank(c, q);

    if (n < 0)
        return -1;
    json_begin(&c->line, NULL, '{');
    json_put_text(&c->line, "uid", text_at(c, q->id));
    json_begin(&c->line, "contexts", '[');
    for (int i = 0; i < n; i++) {
        json_begin(&c->line, NULL, '[');
        json_put_real(&c->line, NULL, c->hit[i].score);
        json_put_text(&c->line, NULL,
                      text_at(c, c->sentence[c->hit[i].text]));
        json_finish(&c->line, ']');
    }
    json_finish(&c->line, ']');
    json_finish(&c->line, '}');
    str_adds(&c->line, "\n");
    return 0;
}

/* All questions' lines of a file, in memory: an error leaves no file. */
static int make(struct collection *c, struct str *out,
                int (*add)(struct collection *c, const struct question *q))
{
    for (int i = 0; i < c->questions; i++) {
        str_clear(&c->line);
        if (add(c, &c->question[i]))
            return -1;
        str_add(out, c->line.s, c->line.len);
    }
    return 0;
}

static int write_both(const struct passages_wanted *w, const struct str *one,
                      const struct str *other, struct error *e)
{
    const bool there = file_exists(w->questions);

    if (file_write(w->questions, one->s, one->len, e))
        return -1;
    if (!w->contexts || !file_write(w->contexts, other->s, other->len, e))
        return 0;
    if (!there)
        unlink(w->questions);
    return -1;
}

static int write_files(struct collection *c, struct error *e)
{
    const struct passages_wanted *w = c->wanted;
    struct str one = {0}, other = {0};
    const int bad =
        make(c, &one, w->contexts ? add_question_line : add_searchqa) ||
        (w->contexts && make(c, &other, add_contexts)) ||
        write_both(w, &one, &other, e);

    str_release(&one);
    str_release(&other);
    return bad ? -1 : 0;
}

/* --- the command ---------------------------------------------------------- */

/* Are these one file, or will they be, however its name is spelt? */
static bool are_one(const char *a, const char *b)
{
    struct stat x, y;
    char *folder[2] = {file_folder(a), file_folder(b)};
    const char *name[2] = {strrchr(a, '/'), strrchr(b, '/')};
    bool one = !strcmp(name[0] ? name[0] + 1 : a, name[1] ? name[1] + 1 : b) &&
               !stat(folder[0], &x) && !stat(folder[1], &y) &&
               file_is_same(&x, &y);

    free(folder[0]);
    free(folder[1]);
    return one || (!stat(a, &x) && !stat(b, &y) && file_is_same(&x, &y));
}

static int check_apart(const char *file, const char *other, const char *what,
                       struct error *e)
{
    return are_one(file, other)
               ? error_set(e,
                           "data passages: found '%s' to write, which is %s, "
                           "expected another",
                           file, what)
               : 0;
}

static int check_files(const struct passages_wanted *w, struct error *e)
{
    if (option_check_file(w->questions, w->force, e) ||
        check_apart(w->questions, w->from, "the file to read", e))
        return -1;
    if (!w->contexts)
        return 0;
    if (option_check_file(w->contexts, w->force, e) ||
        check_apart(w->contexts, w->from, "the file to read", e))
        return -1;
    return check_apart(w->contexts, w->questions, "that of questions", e);
}

static int read_and_write(struct collection *c, struct error *e)
{
    const struct passages_wanted *w = c->wanted;
    struct digest d;

    if (squad_read(w->from, take, c, &d, e))
        return -1;
    if (!c->questions)
        return error_set(e,
                         "file '%s': found no question with an answer, "
                         "expected one or more",
                         w->from);
    if (write_files(c, e))
        return -1;
    say("%s: %d questions from %d sentences", w->questions, c->questions,
        c->sentences);
    if (c->unanswered)
        say("; %d without an answer are left out", c->unanswered);
    say("\n");
    return 0;
}

int data_passages(const struct passages_wanted *w, struct error *e)
{
    struct collection c = {.wanted = w, .e = e};
    int bad;

    if (check_files(w, e))
        return -1;
    bm25_init(&c.index, w->k1, w->b);
    c.hit = memory_new((size_t)w->most * sizeof(*c.hit));
    bad = read_and_write(&c, e);
    bm25_release(&c.index);
    tokens_release(&c.tokens);
    str_release(&c.text);
    str_release(&c.marks);
    str_release(&c.line);
    free(c.sentence);
    free(c.question);
    free(c.answer);
    free(c.hit);
    return bad;
}
