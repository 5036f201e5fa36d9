/*
 * inspection.h - what a trained model's attentions are made of on one example
 * of its data, as tables and documents.
 *
 * Numbers are what attention/attention_maps.h says, so they do not hang on
 * threads; of a generated sequence the right one is read, as when training
 * looks at it.
 *
 * A request names attentions by site: its whole name, "decoder.0.self", or that
 * without its layer's number, "decoder.self", or without any, "connector" of
 * "connector.0.1"; by layer, the first number; and by pass, where a universal
 * transformer or a reader comes by a site again.  Of an attention it may name
 * parts.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_INSPECTION_INSPECTION_H
#define REPORT_INSPECTION_INSPECTION_H

#include "engine/attention/attention_maps.h"
#include "report/format/format.h"
#include "sweep/results/trained.h"

/* Of a document that has candidates, the rows of their tokens or all. */
enum inspection_rows { ROWS_CANDIDATES, ROWS_ALL };
extern const char *const inspection_rows_names[]; /* NULL behind the last */

struct inspection_request {
    enum split split; /* SPLIT_NONE: the first there is: valid, test, train */
    long example;
    const char *site;       /* borrowed; NULL: any */
    long layer, pass, head; /* -1: any */
    unsigned parts;         /* 1 << PART_E and so on; 0: any */
    int rows;   /* enum inspection_rows; -1: of candidates where there
                   are some */
    int line;   /* of text, as in struct sheet */
    bool draws; /* for a picture, which has all of an example with candidates
                   where none is named */
};

/* Nothing is chosen, no example either. */
#define INSPECTION_ANY_INIT                                          \
    {                                                                \
        .split = SPLIT_NONE, .example = -1, .layer = -1, .pass = -1, \
        .head = -1, .rows = -1                                       \
    }
#define INSPECTION_ANY ((struct inspection_request)INSPECTION_ANY_INIT)

struct inspection {
    const struct trained *of;          /* borrowed */
    struct inspection_request request; /* with the split that was taken */
    bool lists; /* the request chooses none of several attentions:
                   they are there without their matrices */
    struct attention_maps seen;
};

/* To be released whatever is returned; it may not move.  A request for what is
 * not there is an error that says what is. */
int inspection_run(struct inspection *s, const struct trained *t,
                   const struct inspection_request *w, struct error *e);
void inspection_release(struct inspection *s);

/* "expected --site with encoder.0.self, ...", for who wants no list. */
int inspection_refuse_list(const struct inspection *s, struct error *e);

/* "example 3 of valid", and the example as its task shows it, appended. */
void inspection_example(const struct inspection *s, struct str *out);

/* One head of one attention, in their order: 1, or 0 behind the last.  Begin
 * with a zeroed one. */
struct inspection_head {
    int next;
    const struct attention_map *map;
    int head;       /* of the map's */
    unsigned parts; /* that are requested, whether it has them or not */
};
int inspection_next(const struct inspection *s, struct inspection_head *h);

/* Which of the site's it is. */
static inline int inspection_number(const struct inspection_head *h)
{
    return h->map->first_head + h->head;
}

/* "decoder.0.self, pass 1, head 2 (coda)", appended.  A pass is told where its
 * model comes by the site again, a head where there are several, and a kind but
 * of a pointer. */
void inspection_name(const struct inspection *s,
                     const struct inspection_head *h, struct str *out);

/* What row or column i stands for, appended. */
void inspection_token(const struct inspection *s, const struct map_side *side,
                      int i, struct str *out);

/* The same as a picture and a table have it: of rows of candidates alone with
 * the place in the document before it, and the right one's marked. */
#define INSPECTION_RIGHT "\u2192"
void inspection_label(const struct inspection *s, const struct map_side *side,
                      int i, struct str *out);

/* Has a part of it anything to say, and is requested? */
static inline bool inspection_has(const struct inspection_head *h,
                                  enum attention_part part)
{
    return h->map->part[part] && h->parts & 1U << part;
}

/* Has it of any head? */
bool inspection_any_has(const struct inspection *s, enum attention_part part);

/*
 * Append it as a format has it: the list of attentions as a table; matrices as
 * a table each for people, whose text begins with the example; for programs as
 *
 *   csv   a row a pair that is allowed: site, pass, head, row, column, the two
 *         tokens, the parts, and the attention's kind; a row's number is its
 *         place among all rows
 *   json  an object: what was looked at, and `heads`, a list with site, pass,
 *         head, attention, the tokens of rows and columns and each part as a
 *         list of rows, null where a pair is forbidden; of rows of candidates
 *         alone their `places` among all, and of rows that have candidates
 *         `right`, those places that are the right one's
 *   hdf5  the parts as arrays SITE.passP.headH.PART, NaN where one is, and that
 *         object without them as /about (store/arrays_file.h)
 */
int inspection_write(const struct inspection *s,
                     const struct format_kind *format, struct str *out,
                     struct error *e);

#endif
