/*
 * inspection.h - the attentions of a trained model on one example of its data,
 * as tables and documents.
 *
 * The numbers are those of attention/attention_maps.h, so they do not depend on
 * threads.  For a generated sequence the attentions are those for the right
 * sequence, as in training.
 *
 * A request selects attentions by site: the whole name, "decoder.0.self"; the
 * name without the layer's number, "decoder.self"; or the name without any
 * number, "connector" for "connector.0.1".  It can also select by layer, the
 * first number in the name, and by pass, if a universal transformer or a reader
 * uses a site repeatedly.  It can select parts of an attention.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_INSPECTION_INSPECTION_H
#define REPORT_INSPECTION_INSPECTION_H

#include "engine/attention/attention_maps.h"
#include "report/format/format.h"
#include "sweep/results/trained.h"

/* For a document with candidates: the rows of their tokens, or all rows. */
enum inspection_rows { ROWS_CANDIDATES, ROWS_ALL };
extern const char *const inspection_rows_names[]; /* ends with NULL */

struct inspection_request {
    enum split split; /* SPLIT_NONE for the first of valid, test and train that
                         exists */
    long example;
    const char *site;       /* borrowed; NULL for any */
    long layer, pass, head; /* -1 for any */
    unsigned parts;         /* 1 << PART_E and so on; 0 for any */
    int rows;   /* enum inspection_rows; -1 for candidates if there are any,
                   else all */
    int line;   /* of text, as in struct sheet */
    bool draws; /* for a picture: if nothing is selected in an example with
                   candidates, it gets all attentions */
};

/* A request that selects nothing, not even an example. */
#define INSPECTION_ANY_INIT                                          \
    {                                                                \
        .split = SPLIT_NONE, .example = -1, .layer = -1, .pass = -1, \
        .head = -1, .rows = -1                                       \
    }
#define INSPECTION_ANY ((struct inspection_request)INSPECTION_ANY_INIT)

struct inspection {
    const struct trained *of;          /* borrowed */
    struct inspection_request request; /* with the split that was chosen */
    bool lists; /* the request selects none of several attentions: they are
                   listed without their matrices */
    struct attention_maps seen;
};

/* Run the model and collect its attentions.  Release s in any case; it must not
 * be moved.  Errors: a request for something that does not exist; the message
 * says what does. */
int inspection_run(struct inspection *s, const struct trained *t,
                   const struct inspection_request *w, struct error *e);
void inspection_release(struct inspection *s);

/* Set the error "expected --site with encoder.0.self, ...", for callers that
 * cannot use a list. */
int inspection_refuse_list(const struct inspection *s, struct error *e);

/* Append "example 3 of valid", and the example as its task shows it. */
void inspection_example(const struct inspection *s, struct str *out);

/* Step through the heads of the attentions: returns 1, or 0 after the last.
 * Begin with a zeroed one. */
struct inspection_head {
    int next;
    const struct attention_map *map;
    int head;       /* index within the map */
    unsigned parts; /* those requested, whether it has them or not */
};
int inspection_next(const struct inspection *s, struct inspection_head *h);

/* Return its number among all heads of the site. */
static inline int inspection_number(const struct inspection_head *h)
{
    return h->map->first_head + h->head;
}

/* Append a head's name: "decoder.0.self, pass 1, head 2 (coda)".  It has a pass
 * if the model uses the site repeatedly, a head if there are several, and a
 * kind unless it is a pointer. */
void inspection_name(const struct inspection *s,
                     const struct inspection_head *h, struct str *out);

/* Append the token of row or column i. */
void inspection_token(const struct inspection *s, const struct map_side *side,
                      int i, struct str *out);

/* The same for pictures and tables: if the rows are only those of candidates,
 * the place in the document comes first, and the right candidate's rows are
 * marked. */
#define INSPECTION_RIGHT "\u2192"
void inspection_label(const struct inspection *s, const struct map_side *side,
                      int i, struct str *out);

/* True if a part exists and is requested. */
static inline bool inspection_has(const struct inspection_head *h,
                                  enum attention_part part)
{
    return h->map->part[part] && h->parts & 1U << part;
}

/* True if it does for any head. */
bool inspection_any_has(const struct inspection *s, enum attention_part part);

/*
 * Append the inspection in a format: a list of attentions as one table;
 * matrices for people as one table each, in text below the example; matrices
 * for programs as
 *
 *   csv   a row for each allowed pair: site, pass, head, row, column, the two
 *         tokens, the parts, and the attention's kind; a row's number is its
 *         place among all rows
 *   json  an object: what was inspected, and `heads`, a list with site, pass,
 *         head, attention, the tokens of rows and columns, and each part as a
 *         list of rows, with null for a forbidden pair; if the rows are only
 *         those of candidates, their `places` among all rows; if rows have
 *         candidates, `right`, the places of the right one
 *   hdf5  the parts as arrays SITE.passP.headH.PART, with NaN for a forbidden
 *         pair, and the JSON object without them as /about
 *         (store/arrays_file.h)
 */
int inspection_write(const struct inspection *s,
                     const struct format_kind *format, struct str *out,
                     struct error *e);

#endif
