#include "tasks/cloze/cloze_example.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

void cloze_reader_init(struct cloze_reader *r, struct corpus *c,
                       enum split split, struct cloze_split *own)
{
    const struct examples *x = &c->task->split[split];
    struct column_kind match[MAX_PARTS];

    *r = (struct cloze_reader){.corpus = c,
                               .conf = c->task->conf,
                               .split = split,
                               .own = own,
                               .match = -1};
    for (int i = 0; i < CLOZE_COLUMNS; i++)
        r->place[i] = examples_place(x, cloze_columns[i]);
    if (c->task->features && feature_columns(c->task->feature, match))
        r->match = examples_place(x, &match[0]);
}

void cloze_reader_release(struct cloze_reader *r)
{
    struct ints *const all[] = {&r->token, &r->count, &r->length, &r->matches,
                                &r->times, &r->asked, &r->first,  &r->when,
                                &r->next,  &r->seen,  &r->fit};

    for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++)
        free(all[i]->at);
    free(r->candidate);
    looked_up_release(&r->answer);
    looked_up_release(&r->looked);
}

/* --- the texts ------------------------------------------------------------ */

static int encode_query(struct cloze_reader *r, const struct cloze_question *q,
                        int32_t *place, struct error *e)
{
    struct corpus *c = r->corpus;

    c->len[1] = 0;
    if (r->conf->enclosed)
        corpus_append_token(c, 1, TOKEN_BEGIN);
    if (corpus_append_text(c, r->split, 1, q->before.text, q->before.len, e))
        return -1;
    *place = c->len[1];
    corpus_append_word(c, r->split, 1, CLOZE_WORD);
    if (corpus_append_text(c, r->split, 1, q->after.text, q->after.len, e))
        return -1;
    if (r->conf->enclosed)
        corpus_append_token(c, 1, TOKEN_END);
    return 0;
}

/* Encode the whole document; *read is how many of its tokens are read.  A
 * passage of LAMBADA may have none before its last sentence: models then read
 * <unknown>. */
static int encode_document(struct cloze_reader *r,
                           const struct cloze_question *q, int *read,
                           struct error *e)
{
    struct corpus *c = r->corpus;
    const long most = r->conf->max_document;

    if (corpus_encode_text(c, r->split, 0, q->document.text, q->document.len,
                           e))
        return -1;
    if (!c->len[0] && r->refuses_empty)
        return error_set(e, "found a document without a token, expected some");
    if (!c->len[0]) {
        corpus_append_token(c, 0, TOKEN_UNKNOWN);
        r->empty++;
    }
    *read = most && c->len[0] > most ? (int)most : c->len[0];
    return 0;
}

/* --- the example ---------------------------------------------------------- */

/* True if a token of the right candidate, or else of the answer, is in the
 * document after the part that is read. */
static bool stands_behind(struct cloze_reader *r, int read)
{
    const struct cloze_candidate *right =
        r->right < 0 ? NULL : &r->candidate[r->right];
    const int32_t *token = right ? right->token : r->answer.token;
    const int n = right ? right->n : r->answer.n;
    const struct corpus *c = r->corpus;

    r->seen_now++;
    for (int k = 0; k < n; k++)
        if (token[k] >= 0)
            r->seen.at[token[k]] = r->seen_now;
    for (int i = read; i < c->len[0]; i++)
        if (r->seen.at[c->id[0][i]] == r->seen_now)
            return true;
    return false;
}

/* If words are candidates, the answer is looked up as a word; one of several
 * tokens is no candidate. */
static enum cloze_lack judge(struct cloze_reader *r,
                             const struct cloze_question *q, int read)
{
    if (r->empty_fits && !r->token.n && r->split != SPLIT_TRAIN)
        return LACKS_NOTHING;
    if (r->right < 0 && (q->candidates || r->answer.n != 1))
        return LACKS_LISTED;
    if (r->right >= 0 && r->count.at[r->right] > 0)
        return LACKS_NOTHING;
    return stands_behind(r, read) ? LACKS_READ : LACKS_FOUND;
}

/* Mark the tokens of the document that are in the query, except the cloze. */
static void find_matches(struct cloze_reader *r, int read, int32_t place)
{
    const struct corpus *c = r->corpus;

    r->matches.n = 0;
    r->seen_now++;
    for (int i = 0; i < c->len[1]; i++)
        if (i != place)
            r->seen.at[c->id[1][i]] = r->seen_now;
    for (int i = 0; i < read; i++)
        ints_add(&r->matches, r->seen.at[c->id[0][i]] == r->seen_now);
}

static void keep(struct cloze_reader *r, const struct cloze_question *q)
{
    struct cloze_split *s = r->own;

    GROW(s->question, s->questions, s->question_room);
    s->question[s->questions++] = (struct cloze_question_known){
        .text = s->text.len,
        .frequent = r->right >= 0 && r->times.at[r->right] > 0 &&
                    cloze_most_frequent(r, false) > 0,
        .word_class = cloze_word_class(q->word_class),
    };
    if (*q->id)
        str_adds(&s->text, q->id);
    else
        str_addf(&s->text, "%d", r->questions);
    str_add(&s->text, "", 1);
    for (int c = 0; c < r->candidates; c++) {
        const struct cell *text = &r->candidate[c].text;

        str_add(&s->text, text->text, text->len);
        str_add(&s->text, "", 1);
    }
}

static struct values values_of(const struct ints *x)
{
    return (struct values){x->at, x->n};
}

/* Replace words that the model does not know. */
static void forget_new_words(struct cloze_reader *r)
{
    struct corpus *c = r->corpus;

    for (int p = 0; r->known && p < 2; p++)
        for (int i = 0; i < c->len[p]; i++)
            if (c->id[p][i] >= r->known)
                c->id[p][i] = TOKEN_UNKNOWN;
}

static void add_example(struct cloze_reader *r, const struct cloze_question *q,
                        int read, int32_t place)
{
    struct corpus *c = r->corpus;
    struct values columns[MAX_COLUMNS] = {{0}};
    const int32_t right = r->right;

    keep(r, q);
    columns[r->place[CLOZE_TOKENS]] = values_of(&r->token);
    columns[r->place[CLOZE_COUNTS]] = values_of(&r->count);
    columns[r->place[CLOZE_LENGTHS]] = values_of(&r->length);
    columns[r->place[CLOZE_RIGHT]] = (struct values){&right, 1};
    columns[r->place[CLOZE_PLACE]] = (struct values){&place, 1};
    if (r->match >= 0) {
        find_matches(r, read, place);
        columns[r->match] = values_of(&r->matches);
    }
    c->len[0] = read;
    forget_new_words(r);
    corpus_add(c, r->split, columns);
}

int cloze_take(struct cloze_reader *r, const struct cloze_question *q,
               struct error *e)
{
    enum cloze_lack lack;
    int32_t place;
    int read = 0;

    if (encode_document(r, q, &read, e) || encode_query(r, q, &place, e))
        return -1;
    cloze_chain(r, read);
    if (cloze_list(r, q, read, e) || cloze_find(r, read, e))
        return -1;
    r->questions++;
    r->all_candidates += r->candidates;
    r->cut += read < r->corpus->len[0];
    lack = judge(r, q, read);
    if (lack != LACKS_NOTHING)
        r->lack[lack]++;
    if (r->split == SPLIT_TRAIN && lack != LACKS_NOTHING)
        return 0;
    cloze_add_baselines(r);
    add_example(r, q, read, place);
    return 0;
}
