/*
 * field.h - hyperparameters as tables.
 *
 * Every kind (attention, model, task, ...) and every section of an experiment
 * file describes its hyperparameters in one table of fields: name, type,
 * default, range, help.  The table drives the check of the YAML, `codarun data
 * kinds`, the text that names a trial, and the sweep's space.
 *
 * To give a kind a hyperparameter: add a member to its struct and a line to
 * its table.  There is nothing else to do.
 *
 *     struct coda { double beta; int gate; };
 *     static const struct field fields[] = {
 *         FIELD_CHOICE(struct coda, gate, GATE_PLAIN, gate_names, "..."),
 *         FIELD_REAL(struct coda, beta, 1.0, 0.0, 1e3, "scale of ..."),
 *         FIELD_END,
 *     };
 *
 * Member types: INT -> long; REAL -> double; BOOL -> bool; CHOICE -> int (the
 * index in the NULL-terminated names); TEXT -> char * (owned, "" when not
 * given); TEXTS -> struct texts (owned; one text alone is a list of it);
 * KIND -> struct chosen (owned), or a struct that begins with one where fields
 * stand beside the kind's own.
 */
#ifndef CONFIG_FIELD_FIELD_H
#define CONFIG_FIELD_FIELD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/core/error.h"
#include "base/core/str.h"

enum field_type {
    FIELD_TYPE_END,
    FIELD_TYPE_INT,
    FIELD_TYPE_REAL,
    FIELD_TYPE_BOOL,
    FIELD_TYPE_CHOICE,
    FIELD_TYPE_TEXT,
    FIELD_TYPE_TEXTS,
    FIELD_TYPE_KIND,
};

struct texts {
    int n;
    char **text; /* owned, each too */
};

/*
 * What any kind has in common.  It is the first member of every kind's
 * struct, under the name `is`.
 */
struct kind {
    const char *name;           /* as it stands in YAML: `kind: coda` */
    const char *summary;        /* one line for `codarun data kinds` */
    const char *source;         /* paper and equation */
    const struct field *fields; /* its hyperparameters */
    size_t size;                /* of the struct the fields live in */
    /* -1 for what no single field's range can say; NULL: all is right. */
    int (*check)(const void *conf, struct error *e);
    /* The same for what is not run any more: results of earlier codaruns have
     * it, and are read.  NULL: nothing. */
    int (*fresh)(const void *conf, struct error *e);
};

/* A registry: NULL-terminated list of kinds of one sort. */
struct kinds {
    const char *sort;               /* "attention", "model", ... */
    const struct kind *const *list; /* each points to the `is` of a kind */
    /* Fields of a place that has one of them, whatever kind it is, for
     * FIELD_PLACED: no kind has one of the same name.  Offsets are from the
     * place's struct chosen.  NULL: none. */
    const struct field *beside;
    /* Of what its own struct must have, what a kind lacks, or NULL. */
    const char *(*lacks)(const struct kind *k);
};

/* Is every kind of a registry whole, under a name of its own, with fields that
 * none beside it is named like?  An error says which is not. */
int kinds_check(const struct kinds *kinds, struct error *e);

/* A kind with the values of its hyperparameters. */
struct chosen {
    const struct kind *kind; /* NULL before it is bound, and unset */
    void *conf;              /* owned, kind->size bytes */
};

struct field {
    const char *name;
    enum field_type type;
    size_t offset;
    double preset, least, most; /* INT, REAL, BOOL, CHOICE */
    const char *preset_text;    /* TEXT: ""; KIND: the default kind, "" for
                                   none, NULL when the field must be given */
    const char *const *choices; /* CHOICE: names, NULL behind the last */
    const struct kinds *kinds;  /* KIND: the registry */
    bool placed;                /* KIND: kinds->beside stand beside its own */
    bool required;              /* no default: absence is an error */
    bool changes;               /* may change while a model is trained */
    const char *help;
};

#define FIELD_INT(s, m, preset_, least_, most_, help_)                \
    {                                                                 \
        .name = #m, .type = FIELD_TYPE_INT, .offset = offsetof(s, m), \
        .preset = (preset_), .least = (least_), .most = (most_),      \
        .help = (help_)                                               \
    }
#define FIELD_REAL(s, m, preset_, least_, most_, help_)                \
    {                                                                  \
        .name = #m, .type = FIELD_TYPE_REAL, .offset = offsetof(s, m), \
        .preset = (preset_), .least = (least_), .most = (most_),       \
        .help = (help_)                                                \
    }
/* One that may change while a model is trained: a step looks it up, and nothing
 * that is kept from step to step has its shape from it. */
#define FIELD_RATE(s, m, preset_, least_, most_, help_)                \
    {                                                                  \
        .name = #m, .type = FIELD_TYPE_REAL, .offset = offsetof(s, m), \
        .preset = (preset_), .least = (least_), .most = (most_),       \
        .changes = true, .help = (help_)                               \
    }
#define FIELD_BOOL(s, m, preset_, help_)                               \
    {                                                                  \
        .name = #m, .type = FIELD_TYPE_BOOL, .offset = offsetof(s, m), \
        .preset = (preset_), .most = 1, .help = (help_)                \
    }
#define FIELD_CHOICE(s, m, preset_, names_, help_)                       \
    {                                                                    \
        .name = #m, .type = FIELD_TYPE_CHOICE, .offset = offsetof(s, m), \
        .preset = (preset_), .choices = (names_), .help = (help_)        \
    }
#define FIELD_TEXT(s, m, preset_, help_)                               \
    {                                                                  \
        .name = #m, .type = FIELD_TYPE_TEXT, .offset = offsetof(s, m), \
        .preset_text = (preset_), .help = (help_)                      \
    }
#define FIELD_TEXT_REQUIRED(s, m, help_)                               \
    {                                                                  \
        .name = #m, .type = FIELD_TYPE_TEXT, .offset = offsetof(s, m), \
        .preset_text = "", .required = true, .help = (help_)           \
    }
#define FIELD_TEXTS(s, m, help_)                                        \
    {                                                                   \
        .name = #m, .type = FIELD_TYPE_TEXTS, .offset = offsetof(s, m), \
        .help = (help_)                                                 \
    }
#define FIELD_KIND(s, m, kinds_, preset_, help_)                       \
    {                                                                  \
        .name = #m, .type = FIELD_TYPE_KIND, .offset = offsetof(s, m), \
        .kinds = (kinds_), .preset_text = (preset_),                   \
        .required = (preset_) == NULL, .help = (help_)                 \
    }
/* Unset by default, of a struct that begins with a struct chosen and has the
 * fields that may stand beside: {kind: NAME, heads: 2, ...}. */
#define FIELD_PLACED(s, m, kinds_, help_)                              \
    {                                                                  \
        .name = #m, .type = FIELD_TYPE_KIND, .offset = offsetof(s, m), \
        .kinds = (kinds_), .preset_text = "", .placed = true,          \
        .help = (help_)                                                \
    }
#define FIELD_END              \
    {                          \
        .type = FIELD_TYPE_END \
    }

/* The table of a kind that has none. */
extern const struct field no_fields[];

/* How a field is given, and shown, that is of kinds and has none. */
#define KIND_UNSET "unset"

/* Is it of kinds, and none of them unless it is given? */
static inline bool field_is_unset(const struct field *f)
{
    return f->type == FIELD_TYPE_KIND && f->preset_text && !*f->preset_text;
}

/* The fields that stand beside those of its kind; no_fields: none. */
static inline const struct field *field_beside(const struct field *f)
{
    return f->placed && f->kinds->beside ? f->kinds->beside : no_fields;
}

/* Give every field its default; conf is the caller's, zeroed. */
void fields_preset(const struct field *fields, void *conf);

/* Free what the fields own. */
void fields_release(const struct field *fields, void *conf);

/* A chosen kind with every default, by name; -1 when there is no such. */
int chosen_preset(struct chosen *c, const struct kinds *kinds,
                  const char *name);
void chosen_release(struct chosen *c);

/* What no single field's range can say, of a kind that was chosen and of those
 * inside it; or of the kinds in a table's fields.  `fresh`: they are to be run,
 * and not only read of results.  -1 with what is wrong. */
int chosen_check(const struct chosen *c, bool fresh, struct error *e);
int fields_check(const struct field *fields, const void *conf, bool fresh,
                 struct error *e);

/*
 * The text of a configuration: a line `prefix.name: value` a field, in table
 * order, nested kinds behind their `prefix.name.kind: NAME`.  Equal texts mean
 * equal configurations.
 *
 * TEXT_WHOLE has every field.  TEXT_GIVEN leaves out fields at their default,
 * never kinds nor fields that must be given, so that a field which a later
 * codarun adds is not in the texts of those that do without it.  Of a kind that
 * is unset TEXT_WHOLE has `prefix.name.kind: unset`, TEXT_GIVEN nothing.
 */
enum text_form { TEXT_WHOLE, TEXT_GIVEN };

void fields_text(const struct field *fields, const void *conf,
                 const char *prefix, enum text_form form, struct str *out);

/* The line of one field, which lies at `p` and is not of kinds, with its dotted
 * name; nothing where that form leaves it out. */
void field_text(const struct field *f, const void *p, const char *name,
                enum text_form form, struct str *out);

/* Put a number, as YAML has it, into a field of type INT or REAL, which lies at
 * `p`; false when it does not take that. */
bool field_take_number(const struct field *f, const char *text, void *p);

/* The same of a chosen kind: `prefix.kind: NAME` and its fields; nothing of one
 * that is unset. */
void chosen_text(const struct chosen *c, const char *prefix,
                 enum text_form form, struct str *out);

/* A real in the shortest form that reads back the same: 0.0003, 1e-9, 20.  The
 * same everywhere: IEC 60559 has at most 17 digits rounded correctly both ways,
 * and codarun never leaves the C locale. */
void real_text(double x, struct str *out);

/* A text that reads back the same in YAML: plain where that is safe, else in
 * double quotes with escapes; always one line. */
void text_quote(const char *text, struct str *out);

/* Append the text that this came from, where it is in quotes; else false. */
bool text_unquote(const char *quoted, struct str *out);

/* Would YAML read the plain text back as a text, unchanged, anywhere? */
bool text_is_plain(const char *text);

/* What a person is told of a field, borrowed until the call is over. */
struct field_told {
    const char *name; /* "kind.field" of one that stands beside a kind */
    const char *takes, *preset, *help; /* type and range, default, what it is */
};

/* Tell of each field of a table. */
void fields_tell(const struct field *fields,
                 void (*tell)(const struct field_told *f, void *with),
                 void *with);

/* The same as lines of aligned columns. */
void fields_help(const struct field *fields, const char *indent,
                 struct str *out);

/* The field of a table, or NULL. */
const struct field *field_find(const struct field *fields, const char *name);

/* The field that a dotted name leads to through the kinds that are chosen, and
 * *at where it lies in `conf`; NULL: there is none. */
const struct field *field_within(const struct field *fields, void *conf,
                                 const char *path, void **at);

/* The field a dotted name leads to, through a field of kinds into whichever
 * kind has the rest: "attention.beta".  NULL: there is none. */
const struct field *field_at(const struct field *fields, const char *path);
const struct field *kinds_field_at(const struct kinds *kinds, const char *path);

const struct kind *kinds_find(const struct kinds *kinds, const char *name);

/* "a, b or c". */
void kinds_names(const struct kinds *kinds, struct str *out);

/* "; did you mean 'X'?" when a listed name is near, else nothing. */
void nearest_hint(const char *name, const char *const *names, int n,
                  struct str *out);

/* "a, b or c". */
void names_list(const char *const *names, int n, struct str *out);

/* The names of a registry or of a table of fields; free() the array.  Returns
 * how many. */
int kinds_list(const struct kinds *kinds, const char ***names);
int fields_list(const struct field *fields, const char ***names);

/* The listed name nearest to `name` by edit distance, or NULL if none is
 * near; `n` names. */
const char *nearest_name(const char *name, const char *const *names, int n);

/* "; did you mean 'experiments/mlu.yaml'?": the file or folder beside `path`,
 * which is not there, that is named most like it; nothing where none is. */
void nearest_file_hint(const char *path, struct str *out);

/* The same behind an error of reading `path`, if it is not there. */
void nearest_file_more(const char *path, struct error *e);

#endif
