#include "tasks/span/span_features.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/task/data_path.h"
#include "tasks/span/porter.h"
#include "tasks/span/question_type.h"
#include "tasks/span/s_stem.h"

static int read_tags(struct span_features *f, struct task *t,
                     const char *beside, struct error *e)
{
    const struct texts *files = &f->conf->tags;

    if (!files->n)
        return error_set(e, "task.tags: found no file, expected one for the "
                            "features lemma, pos and ner");
    for (int i = 0; i < files->n; i++) {
        struct digest d;
        char *path;
        int bad = data_path(files->text[i], beside, &path, e);

        if (bad)
            return error_in(e, "task.tags");
        bad = tags_read(&f->tags, path, &d, e);
        free(path);
        if (bad)
            return -1;
        task_add_file(t, files->text[i], d, SOURCE_TAGS);
    }
    return 0;
}

static void begin_words(struct span_features *f)
{
    vocabulary_init(&f->cased, NULL, 0);
    vocabulary_init(&f->lower, NULL, 0);
    vocabulary_init(&f->stem, NULL, 0);
}

int span_features_resume(struct span_features *f, struct task *t,
                         const char *beside, struct error *e)
{
    const struct span *conf = t->conf;

    *f = (struct span_features){.conf = conf};
    tags_init(&f->tags);
    begin_words(f);
    for (int i = 0; i < SPAN_FEATURES; i++) {
        f->wants[i] = span_feature_is_asked(conf, (enum span_feature)i);
        span_feature_find(conf, (enum span_feature)i, &t->split[SPLIT_TEST],
                          f->place[i]);
    }
    f->keys = f->wants[SPAN_MATCH] || f->wants[SPAN_LOWER] ||
              f->wants[SPAN_LEMMA] || f->wants[SPAN_FREQUENCY] ||
              f->wants[SPAN_FREQUENCY_BOTH];
    f->tagged = f->wants[SPAN_POS] || f->wants[SPAN_NER] ||
                (f->wants[SPAN_LEMMA] && conf->lemmas == LEMMAS_TAGS);
    if (span_features_check(conf, e))
        return -1;
    return f->tagged ? read_tags(f, t, beside, e) : 0;
}

int span_features_begin(struct span_features *f, struct task *t,
                        const char *beside, struct error *e)
{
    if (span_features_resume(f, t, beside, e))
        return -1;
    task_name_feature(t, span_features_known[SPAN_POS].name,
                      (const char *const *)f->tags.pos.word, f->tags.pos.n);
    task_name_feature(t, span_features_known[SPAN_NER].name,
                      (const char *const *)f->tags.entity.word,
                      f->tags.entity.n);
    task_name_feature(t, span_features_known[SPAN_TYPE].name,
                      question_type_names, QUESTION_TYPES);
    task_name_feature(t, span_features_known[SPAN_PART].name,
                      question_part_names, QUESTION_PARTS);
    return 0;
}

static void release_side(struct span_side *s)
{
    for (int k = 0; k < SPAN_KEYS; k++)
        free(s->key[k]);
    for (int i = 0; i < SPAN_OF_TOKENS; i++) {
        free(s->number[i]);
        free(s->class[i]);
    }
    free(s->tag);
}

static void release_words(struct span_features *f)
{
    vocabulary_release(&f->cased);
    vocabulary_release(&f->lower);
    vocabulary_release(&f->stem);
}

/* A new word may get the number of a forgotten one, but `now` is never
 * reused. */
void span_features_forget(struct span_features *f)
{
    release_words(f);
    begin_words(f);
}

void span_features_release(struct span_features *f)
{
    tags_release(&f->tags);
    release_words(f);
    free(f->small);
    free(f->count.when);
    for (int p = 0; p < MAX_PARTS; p++) {
        release_side(&f->side[p]);
        for (int k = 0; k < SPAN_KEYS; k++)
            free(f->seen[p][k].when);
    }
    *f = (struct span_features){0};
}

/* --- keys ---------------------------------------------------------------- */

static void small_letters(const char *word, size_t len, struct str *out)
{
    struct error e;

    /* valid UTF-8 and short: it cannot fail */
    text_normal(word, len, NORMAL_NONE, true, out, &e);
}

/* The number of a token; for a new one its lower-case form and stem are added,
 * too. */
static int32_t cased_of(struct span_features *f, const char *word, size_t len)
{
    const int before = f->cased.n;
    const int32_t id = vocabulary_add(&f->cased, word, len);
    struct str s = {0};

    if (id < before)
        return id;
    GROW(f->small, id, f->small_room);
    small_letters(word, len, &s);
    f->small[id][0] = vocabulary_add(&f->lower, str_text(&s), s.len);
    (f->conf->lemmas == LEMMAS_PORTER ? porter_stem : s_stem)(&s);
    f->small[id][1] = vocabulary_add(&f->stem, str_text(&s), s.len);
    str_release(&s);
    return id;
}

static void grow_seen(struct span_seen *s, int32_t key)
{
    const size_t room = s->room;

    if ((size_t)key < room)
        return;
    s->room = 2 * (size_t)key + 1024;
    s->when = memory_resize(s->when, s->room * sizeof(*s->when));
    memset(s->when + room, 0, (s->room - room) * sizeof(*s->when));
}

/* Mark the keys of the part with a new value of `now`. */
static void see(struct span_features *f, int part)
{
    const struct span_side *s = &f->side[part];

    f->now++;
    for (int k = 0; k < SPAN_KEYS; k++)
        for (int i = 0; i < s->n; i++) {
            const int32_t key = s->key[k][i];

            if (key < 0)
                continue;
            grow_seen(&f->seen[part][k], key);
            f->seen[part][k].when[key] = f->now;
        }
    f->seen_at[part] = f->now;
}

/* --- a part -------------------------------------------------------------- */

static void make_room(struct span_side *s, int n)
{
    s->n = n;
    if ((size_t)n <= s->room)
        return;
    s->room = 2 * (size_t)n;
    for (int k = 0; k < SPAN_KEYS; k++)
        s->key[k] = memory_resize(s->key[k], s->room * sizeof(int32_t));
    for (int i = 0; i < SPAN_OF_TOKENS; i++) {
        s->number[i] = memory_resize(s->number[i], s->room * sizeof(float));
        s->class[i] = memory_resize(s->class[i], s -> room * sizeof(int32_t));
    }
    s->tag = memory_resize(s->tag, s->room * sizeof(*s->tag));
}

static void take_keys(struct span_features *f, int part, const char *text,
                      const int32_t *offset, int added)
{
    struct span_side *s = &f->side[part];

    for (int i = 0; i < s->n; i++) {
        const int32_t from = offset[2 * i], end = offset[2 * i + 1];
        int32_t id = -1;

        if (i >= added)
            id = cased_of(f, text + from, (size_t)(end - from));
        s->key[KEY_CASED][i] = id;
        s->key[KEY_LOWER][i] = id < 0 ? -1 : f->small[id][0];
        s->key[KEY_LEMMA][i] = id < 0 ? -1 : f->small[id][1];
    }
}

/* Count a part's tokens except added ones.  Return their number. */
static int count_tokens(struct span_features *f, const struct span_side *s)
{
    int n = 0;

    for (int i = 0; i < s->n; i++) {
        const int32_t key = s->key[KEY_LOWER][i];

        if (key < 0)
            continue;
        grow_seen(&f->count, key);
        f->count.when[key]++;
        n++;
    }
    return n;
}

/* Divide the count of each token by the part's length. */
static void take_shares(const struct span_features *f, struct span_side *s,
                        enum span_feature of, int n)
{
    for (int i = 0; i < s->n; i++) {
        const int32_t key = s->key[KEY_LOWER][i];

        s->number[of][i] =
            key < 0 ? 0 : (float)f->count.when[key] / (float)n;
    }
}

static void forget_counts(struct span_features *f, const struct span_side *s)
{
    for (int i = 0; i < s->n; i++)
        if (s->key[KEY_LOWER][i] >= 0)
            f->count.when[s->key[KEY_LOWER][i]] = 0;
}

static void take_frequency(struct span_features *f, struct span_side *s)
{
    const int n = count_tokens(f, s);

    take_shares(f, s, SPAN_FREQUENCY, n);
    forget_counts(f, s);
}

static int take_tags(struct span_features *f, struct span_side *s,
                     const struct squad_text *original, const int32_t *offset,
                     int added, struct error *e)
{
    static const struct tag none = {.lemma = -1};
    const bool lemmas = f->conf->lemmas == LEMMAS_TAGS;

    if (tags_of_tokens(&f->tags, original->at, original->len,
                       offset + 2 * added, s->n - added, s->tag + added, e))
        return error_in(e, "task.tags");
    for (int i = 0; i < s->n; i++) {
        const bool is_token = offset[2 * i] < offset[2 * i + 1];
        const struct tag *tag = i < added || !s->tag[i] ? &none : s->tag[i];

        f->tokens += is_token;
        f->untagged += is_token && tag == &none;
        s->class[SPAN_POS][i] = tag->pos;
        s->class[SPAN_NER][i] = tag->entity;
        if (lemmas)
            s->key[KEY_LEMMA][i] = tag->lemma;
    }
    return 0;
}

void span_features_note(const struct span_features *f, struct str *notes)
{
    if (f->untagged)
        str_addf(notes, "tags cover %.1f %% of %ld tokens; %ld have none\n",
                 100.0 * (double)(f->tokens - f->untagged) / (double)f->tokens,
                 f->tokens, f->untagged);
}

int span_features_take(struct span_features *f, int part, const char *text,
                       const struct squad_text *original, const int32_t *offset,
                       int n, int added, struct error *e)
{
    struct span_side *s = &f->side[part];

    make_room(s, n);
    if (f->keys)
        take_keys(f, part, text, offset, added);
    if (f->wants[SPAN_FREQUENCY])
        take_frequency(f, s);
    if (f->tagged && take_tags(f, s, original, offset, added, e))
        return -1;
    if (f->keys)
        see(f, part);
    if (part == 1) {
        f->type = (int32_t)question_type(text, offset + 2 * added, n - added);
        f->part = n > added
                      ? question_part(text, (size_t)offset[2 * n - 1])
                      : QUESTION_PARTS - 1;
    }
    return 0;
}

_Static_assert((int)SPAN_MATCH == (int)KEY_CASED &&
                   (int)SPAN_LOWER == (int)KEY_LOWER &&
                   (int)SPAN_LEMMA == (int)KEY_LEMMA,
               "a feature that compares has the number of its key");

/* --- both parts ---------------------------------------------------------- */

/* 1 if the other part, by its value of `now`, has the key. */
static void match(struct span_features *f, int part, enum span_key k,
                  float *out)
{
    const struct span_side *s = &f->side[part];
    const struct span_seen *other = &f->seen[1 - part][k];
    const int when = f->seen_at[1 - part];

    for (int i = 0; i < s->n; i++) {
        const int32_t key = s->key[k][i];

        out[i] =
            key >= 0 && (size_t)key < other->room && other->when[key] == when;
    }
}

static void take_both(struct span_features *f)
{
    int n[MAX_PARTS];

    for (int p = 0; p < MAX_PARTS; p++)
        n[p] = count_tokens(f, &f->side[p]);
    for (int p = 0; p < MAX_PARTS; p++)
        take_shares(f, &f->side[p], SPAN_FREQUENCY_BOTH, n[p]);
    for (int p = 0; p < MAX_PARTS; p++)
        forget_counts(f, &f->side[p]);
}

void span_features_add(struct span_features *f, const int n[MAX_PARTS],
                       struct values columns[MAX_COLUMNS])
{
    if (f->wants[SPAN_FREQUENCY_BOTH])
        take_both(f);
    for (int i = 0; i < SPAN_OF_TOKENS; i++)
        for (int p = 0; p < MAX_PARTS; p++) {
            const struct span_side *s = &f->side[p];

            if (f->place[i][p] < 0)
                continue;
            if (i <= SPAN_LEMMA)
                match(f, p, (enum span_key)i, s->number[i]);
            columns[f->place[i][p]] = (struct values){
                span_features_known[i].classes ? (const void *)s->class[i]
                                               : s->number[i],
                n[p]};
        }
    if (f->place[SPAN_TYPE][0] >= 0)
        columns[f->place[SPAN_TYPE][0]] = (struct values){&f->type, 1};
    if (f->place[SPAN_PART][0] >= 0)
        columns[f->place[SPAN_PART][0]] = (struct values){&f->part, 1};
}
