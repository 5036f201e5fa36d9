/*
 * units.h - what metrics are means over, unit by unit.
 *
 * A unit is what a test set is a sample of: a question with its candidates, an
 * example.  It adds to each metric a sum of `of` things: its average precision
 * (of 1), its right candidates (of all it has), nothing (of 0) where it does
 * not count.  So a metric that is a mean is 100 times the sums of all units
 * over all they are of, in per cent, and two models can be compared unit by
 * unit.
 *
 * Traits say what a unit is like, whatever the answers: the length of a text,
 * the type of a question.  Metrics can be looked at by them.
 *
 * Threads: read-only once filled.
 */
#ifndef DATA_UNITS_H
#define DATA_UNITS_H

#include <stddef.h>
#include <stdint.h>

/* Which split, in the order they are kept and reported; NONE: not said. */
enum split { SPLIT_NONE = -1, SPLIT_TRAIN, SPLIT_VALID, SPLIT_TEST, SPLITS };
extern const char *const split_names[]; /* "train", "valid", "test"; NULL */

#define MAX_METRICS 8 /* of a task */

struct tally {
    double sum, of;
};

#define MAX_TRAITS 8
struct trait {
    char name[24];  /* "document", "type" */
    char *words;    /* owned: what the values 0, 1 ... are called, "what how
                       who"; NULL: they are numbers, not below 0 */
    int32_t *value; /* owned [n] */
};

struct units {
    char name[24]; /* what one is: "question" */
    int n, metrics, traits, room;
    struct tally *tally; /* owned [n x metrics] */
    struct trait *trait; /* owned [traits] */
};

/* n units that count for nothing yet. */
void units_init(struct units *u, const char *name, int n, int metrics);
void units_release(struct units *u);

/* Another trait, without words and values yet; borrowed until the next. */
struct trait *units_new_trait(struct units *u, const char *name);

/* Another trait, all 0 yet; its values, to be filled in.  words as in struct
 * trait, copied. */
int32_t *units_add_trait(struct units *u, const char *name, const char *words);

/* The trait of a name, or NULL. */
const struct trait *units_trait(const struct units *u, const char *name);

/* What unit i adds to a metric. */
static inline struct tally *units_at(const struct units *u, int i, int metric)
{
    return &u->tally[(size_t)i * (size_t)u->metrics + (size_t)metric];
}

/* Unit i has no answer that is a number: nor is any metric it counts for. */
void units_spoil(struct units *u, int i);

/* A metric in per cent; NaN where no unit counts, or an answer is NaN. */
double units_mean(const struct units *u, int metric);

#endif
