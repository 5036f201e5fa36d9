#include "config.h"

#include "cmd/data/data.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/core/memory.h"
#include "base/core/show.h"
#include "base/files/file.h"
#include "base/files/path.h"
#include "cmd/data/passage_lines.h"
#include "cmd/option.h"
#include "engine/data/sentences.h"
#include "fetch/sink.h"
#include "tasks/span/squad.h"
#include "text/language/python.h"

#define PASSAGES_MOST 1000 /* per question */

struct passages_wanted {
    const char *from;      /* a file in SQuAD's layout */
    const char *questions; /* output: all, in SearchQA's layout, or */
    const char *contexts;  /* with this file in Quasar-T's; NULL for
                              SearchQA's */
    long most;             /* passages per question */
    double k1, b;          /* language/bm25.h */
    bool force;            /* replace existing files */
};

static size_t keep(struct passage_collection *c, const char *s, size_t len)
{
    const size_t at = c->text.len;

    python_join_words(s, len, &c->text);
    str_add(&c->text, "", 1);
    return at;
}

/* --- reading -------------------------------------------------------------- */

static int add_sentence(struct passage_collection *c, const char *s, size_t len,
                        struct error *e)
{
    const size_t at = keep(c, s, len);

    GROW(c->sentence, c->sentences, c->sentence_room);
    c->sentence[c->sentences++] = at;
    return bm25_add(&c->index, passage_text(c, at), strlen(passage_text(c, at)),
                    e);
}

static int add_sentences(struct passage_collection *c,
                         const struct squad_paragraph *p, struct error *e)
{
    const struct token_span *t;
    int n, end;

    tokens_split(TOKENS_ENGLISH, p->context, p->len, &c->tokens);
    t = c->tokens.span;
    n = (int)c->tokens.n;
    str_clear(&c->marks);
    for (int i = 0; i < n; i++) {
        const char mark = (char)sentence_mark(p->context + t[i].at, t[i].len);

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

/* Add an answer, unless the question has it already. */
static void add_answer(struct passage_collection *c, struct passage_question *q,
                       struct vocabulary *seen, const char *s, size_t len)
{
    const size_t at = keep(c, s, len);
    const char *text = passage_text(c, at);
    const int before = seen->n;

    if (!*text || vocabulary_add(seen, text, strlen(text)) < before)
        return;
    GROW(c->answer, c->answers, c->answer_room);
    c->answer[c->answers++] = at;
    q->answers++;
}

static void add_question(struct passage_collection *c,
                         const struct squad_paragraph *p,
                         const struct squad_question *q)
{
    struct passage_question to = {.answer = c->answers};
    struct vocabulary seen;

    vocabulary_init(&seen, NULL, 0);
    to.id = c->text.len;
    str_add(&c->text, q->id, strlen(q->id) + 1);
    to.text = keep(c, q->text, strlen(q->text));
    for (int i = 0; i < q->answers; i++)
        add_answer(c, &to, &seen, p->context + q->answer[i].from,
                   (size_t)(q->answer[i].end - q->answer[i].from));
    vocabulary_release(&seen);
    if (!to.answers || !*passage_text(c, to.text)) {
        c->unanswered++;
        return;
    }
    GROW(c->question, c->questions, c->question_room);
    c->question[c->questions++] = to;
}

static int take(void *of, const struct squad_paragraph *p, struct error *e)
{
    struct passage_collection *c = of;

    if (add_sentences(c, p, e))
        return -1;
    for (int i = 0; i < p->questions; i++)
        add_question(c, p, &p->question[i]);
    return 0;
}

/* --- writing -------------------------------------------------------------- */

struct made {
    const char *path;
    struct str text; /* owned */
    char *place;     /* owned: file_place() of it */
    struct sink sink;
};

/* Write all of it under a temporary name. */
static int make(struct made *m, struct error *e)
{
    m->place = file_place(m->path);
    if (!m->place)
        return 0;
    return sink_open(&m->sink, m->place, e) ||
                   sink_put(&m->sink, m->text.s, m->text.len, e) ||
                   sink_finish(&m->sink, e)
               ? -1
               : 0;
}

static int put(struct made *m, struct error *e)
{
    return m->place ? sink_install(&m->sink, e)
                    : file_write(m->path, m->text.s, m->text.len, e);
}

static int write_all(struct made *m, int n, struct error *e)
{
    for (int i = 0; i < n; i++)
        if (make(&m[i], e))
            return -1;
    for (int i = 0; i < n; i++)
        if (put(&m[i], e))
            return -1;
    return 0;
}

static int write_files(const struct passages_wanted *w,
                       const struct passage_collection *c, struct error *e)
{
    struct made m[] = {{.path = w->questions}, {.path = w->contexts}};
    const int n = w->contexts ? 2 : 1;
    int bad = passage_lines(c, n == 2 ? LINES_QUESTIONS : LINES_SEARCHQA,
                            &m[0].text, e) ||
              (n == 2 && passage_lines(c, LINES_CONTEXTS, &m[1].text, e));

    bad = bad ? error_in(e, "file '%s'", w->from) : write_all(m, n, e);
    for (int i = 0; i < n; i++) {
        sink_release(&m[i].sink);
        free(m[i].place);
        str_release(&m[i].text);
    }
    return bad ? -1 : 0;
}

/* --- the command ---------------------------------------------------------- */

/* True if two names are or will be the same file, however they are spelled. */
static bool are_one(const char *a, const char *b)
{
    struct stat x, y;
    char *folder[2] = {path_folder(a), path_folder(b)};
    const bool one = !strcmp(path_name(a), path_name(b)) &&
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

/* If programs read standard output, the report goes to standard error. */
static void report(const struct passages_wanted *w,
                   const struct passage_collection *c)
{
    const bool taken = file_is_output(w->questions) ||
                       (w->contexts && file_is_output(w->contexts));
    struct str s = {0};

    str_addf(&s, "%s: %d questions from %d sentences", w->questions,
             c->questions, c->sentences);
    if (c->unanswered)
        str_addf(&s, "; %d without an answer are left out", c->unanswered);
    str_adds(&s, "\n");
    show_put(str_text(&s), taken ? stderr : stdout);
    str_release(&s);
}

static int read_and_write(const struct passages_wanted *w,
                          struct passage_collection *c, struct error *e)
{
    struct digest d;

    if (squad_read(w->from, take, c, &d, e))
        return -1;
    if (!c->questions)
        return error_set(e,
                         "file '%s': found no question with an answer, "
                         "expected one or more",
                         w->from);
    if (write_files(w, c, e))
        return -1;
    report(w, c);
    return 0;
}

static int run(void *asked, struct error *e)
{
    const struct passages_wanted *w = asked;
    struct passage_collection c = {.most = (int)w->most};
    int bad;

    if (check_files(w, e))
        return -1;
    bm25_init(&c.index, w->k1, w->b);
    bad = read_and_write(w, &c, e);
    bm25_release(&c.index);
    tokens_release(&c.tokens);
    str_release(&c.text);
    str_release(&c.marks);
    free(c.sentence);
    free(c.question);
    free(c.answer);
    return bad;
}

static const struct cli_option options[] = {
    {CLI_WORD(struct passages_wanted, from), .value = "SQUAD",
     .what = "a file in SQuAD's layout and one or two to write"},
    {CLI_WORD(struct passages_wanted, questions), .value = "FILE",
     .what = "a file in SQuAD's layout and one or two to write"},
    {CLI_WORD_OR_NONE(struct passages_wanted, contexts), .value = "CONTEXTS"},
    {CLI_WHOLE(struct passages_wanted, most, 1, PASSAGES_MOST),
     .name = "number", .letter = 'n', .value = "N",
     .help = "So many passages of a question; 20 unless given"},
    {CLI_REAL(struct passages_wanted, k1, 0, 1000), .name = "saturation",
     .value = "X",
     .help = "k1 of BM25, how much a word counts that comes again; 1.2 unless "
             "given",
     .more = "The greater k1, the more repeats of a word count."},
    {CLI_REAL(struct passages_wanted, b, 0, 1), .name = "length", .value = "X",
     .help = "b of BM25, how much long sentences count less; 0.75 unless "
             "given",
     .more = "The greater b, the less a long sentence counts."},
    {CLI_FLAG(struct passages_wanted, force), .name = "force",
     .help = "Replace files that are there"},
    CLI_END,
};

const struct command data_passages = {
    .name = "passages",
    .summary = "give questions passages that BM25 ranks first",
    .about = "Give each question of a file in SQuAD's layout the sentences of "
             "the file that BM25 ranks first, and write FILE in SearchQA's "
             "layout, or with CONTEXTS both in Quasar-T's.",
    .options = options,
    .size = sizeof(struct passages_wanted),
    .preset = &(const struct passages_wanted){.most = 20, .k1 = 1.2, .b = 0.75},
    .run = run,
};
