/*
 * field.h - hyperparameters as tables.
 *
 * Every kind (attention, model, task, ...)  and every section of an experiment
 * file describes its hyperparameters in one table of fields: name, type,
 * default, range, help.  The table is used to check the YAML, for `codarun data
 * kinds`, for the text that names a trial, and for the sweep's space.
 *
 * To give a kind a hyperparameter: add a member to its struct and a line to its
 * table.  There is nothing else to do.
 *
 *     struct coda { double beta; int gate; };
 *     static const struct field fields[] = {
 *         FIELD_CHOICE(struct coda, gate, GATE_PLAIN, gate_names, "..."),
 *         FIELD_REAL(struct coda, beta, 1.0, 0.0, 1e3, "scale of ..."),
 *         FIELD_END,
 *     };
 *
 * Member types: INT -> long; REAL -> double; BOOL -> bool; CHOICE -> int (the
 * index in the NULL-terminated names); TEXT -> char * (owned, "" if not given);
 * TEXTS -> struct texts (owned; a single text is a list of one); KIND -> struct
 * chosen (owned), or a struct that begins with one if the place has fields in
 * addition to the kind's own.
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
 * The common part of all kinds.  It is the first member of every kind's struct,
 * under the name `is`.
 */
struct kind {
    const char *name;           /* as in YAML: `kind: coda` */
    const char *summary;        /* one line for `codarun data kinds` */
    const char *source;         /* paper and equation */
    const struct field *fields; /* its hyperparameters */
    size_t size;                /* of the struct the fields live in */
    /* Check what no single field's range can express: -1 if it is wrong.  NULL:
     * no check. */
    int (*check)(const void *conf, struct error *e);
    /* Check what may no longer be run, but is still read from results of
     * earlier codaruns: -1 if it is such.  NULL: no check. */
    int (*fresh)(const void *conf, struct error *e);
};

/* A registry: a NULL-terminated list of kinds of one sort. */
struct kinds {
    const char *sort;               /* "attention", "model", ... */
    const struct kind *const *list; /* each points to the `is` of a kind */
    /* Fields that a FIELD_PLACED place has with any of these kinds; no kind has
     * a field of the same name.  Offsets are from the place's struct chosen.
     * NULL: none. */
    const struct field *beside;
    /* Name a required member of the kind's own struct that is not set, or NULL.
     * The pointer itself may be NULL. */
    const char *(*lacks)(const struct kind *k);
};

/* Check that every kind of a registry is complete, has a unique name, and has
 * no field named like one of `beside`.  The error names the kind that fails. */
int kinds_check(const struct kinds *kinds, struct error *e);

/* A kind with the values of its hyperparameters. */
struct chosen {
    const struct kind *kind; /* NULL before it is bound, and if unset */
    void *conf;              /* owned, kind->size bytes */
};

struct field {
    const char *name;
    enum field_type type;
    size_t offset;
    double preset, least, most; /* INT, REAL, BOOL, CHOICE */
    const char *preset_text;    /* TEXT: ""; KIND: the default kind, "" for
                                   none, NULL when the field must be given */
    const char *const *choices; /* CHOICE: names, NULL-terminated */
    const struct kinds *kinds;  /* KIND: the registry */
    bool placed;                /* KIND: the place also has kinds->beside */
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
/* A field that may change while a model is trained: each step reads it, and no
 * state that is kept between steps has a shape that depends on it. */
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
/* A kind that is unset by default, in a struct that begins with a struct chosen
 * and has the fields kinds->beside: {kind: NAME, heads: 2, ...}. */
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

/* The empty table, for a kind without fields. */
extern const struct field no_fields[];

/* The value of a KIND field without a kind, in YAML and in output. */
#define KIND_UNSET "unset"

/* True if a KIND field has no kind unless one is given. */
static inline bool field_is_unset(const struct field *f)
{
    return f->type == FIELD_TYPE_KIND && f->preset_text && !*f->preset_text;
}

/* The fields of a place in addition to its kind's; no_fields if there are
 * none. */
static inline const struct field *field_beside(const struct field *f)
{
    return f->placed && f->kinds->beside ? f->kinds->beside : no_fields;
}

/* Give every field its default; the caller has zeroed conf. */
void fields_preset(const struct field *fields, void *conf);

/* Free what the fields own. */
void fields_release(const struct field *fields, void *conf);

/* Choose a kind by name, with all defaults; -1 if there is no such kind. */
int chosen_preset(struct chosen *c, const struct kinds *kinds,
                  const char *name);
void chosen_release(struct chosen *c);

/* Run the checks of a chosen kind and of the kinds inside it, or of the kinds
 * in a table's fields.  `fresh`: also check that they may be run, and not only
 * be read from results.  -1 with what is wrong. */
int chosen_check(const struct chosen *c, bool fresh, struct error *e);
int fields_check(const struct field *fields, const void *conf, bool fresh,
                 struct error *e);

/*
 * The text of a configuration: a line `prefix.name: value` per field, in table
 * order, nested kinds after their `prefix.name.kind: NAME`.  Equal texts mean
 * equal configurations.
 *
 * TEXT_WHOLE has every field.  TEXT_GIVEN leaves out fields that have their
 * default, but never kinds or required fields, so that a field which a later
 * codarun adds does not change the texts of configurations that do not use it.
 * For an unset kind TEXT_WHOLE has `prefix.name.kind: unset`, TEXT_GIVEN none.
 */
enum text_form { TEXT_WHOLE, TEXT_GIVEN };

void fields_text(const struct field *fields, const void *conf,
                 const char *prefix, enum text_form form, struct str *out);

/* The line of one field at `p`, of any type but KIND, with its dotted name;
 * nothing if that form leaves it out. */
void field_text(const struct field *f, const void *p, const char *name,
                enum text_form form, struct str *out);

/* Store a number, in YAML form, in the field at `p`, of type INT or REAL; false
 * if the field does not accept it. */
bool field_take_number(const struct field *f, const char *text, void *p);

/* The text of a chosen kind: `prefix.kind: NAME` and its fields; nothing if it
 * is unset. */
void chosen_text(const struct chosen *c, const char *prefix,
                 enum text_form form, struct str *out);

/* A real in the shortest form that reads back as the same number: 0.0003, 1e-9,
 * 20.  The same on every machine: IEC 60559 requires correct rounding of up to
 * 17 digits both ways, and codarun never leaves the C locale. */
void real_text(double x, struct str *out);

/* A text in a form that YAML reads back unchanged: plain if that is safe, else
 * in double quotes with escapes; always one line. */
void text_quote(const char *text, struct str *out);

/* Append the text that text_quote() has quoted; false if it is not in
 * quotes. */
bool text_unquote(const char *quoted, struct str *out);

/* True if YAML reads this plain text back as a text, unchanged, in any
 * place. */
bool text_is_plain(const char *text);

/* The description of a field for people, borrowed during the call. */
struct field_info {
    const char *name; /* "kind.field" for a field beside a kind */
    const char *takes, *preset, *help; /* type and range, default, what it is */
};

/* Call tell() for each field of a table. */
void fields_tell(const struct field *fields,
                 void (*tell)(const struct field_info *f, void *with),
                 void *with);

/* The descriptions as lines of aligned columns. */
void fields_help(const struct field *fields, const char *indent,
                 struct str *out);

/* The field of a table with this name, or NULL. */
const struct field *field_find(const struct field *fields, const char *name);

/* The field that a dotted name leads to through the kinds that are chosen, and
 * in *at its address in `conf`; NULL if there is none. */
const struct field *field_within(const struct field *fields, void *conf,
                                 const char *path, void **at);

/* The field that a dotted name leads to; from a KIND field into whichever of
 * its kinds has the rest: "attention.beta".  NULL if there is none. */
const struct field *field_at(const struct field *fields, const char *path);
const struct field *kinds_field_at(const struct kinds *kinds, const char *path);

const struct kind *kinds_find(const struct kinds *kinds, const char *name);

/* "a, b or c". */
void kinds_names(const struct kinds *kinds, struct str *out);

/* "; did you mean 'X'?"  if a listed name is similar, else nothing. */
void nearest_hint(const char *name, const char *const *names, int n,
                  struct str *out);

/* "a, b or c". */
void names_list(const char *const *names, int n, struct str *out);

/* The names of a registry or of a table of fields; the caller frees the array.
 * Returns how many. */
int kinds_list(const struct kinds *kinds, const char ***names);
int fields_list(const struct field *fields, const char ***names);

/* The listed name nearest to `name` by edit distance, or NULL if none is near;
 * there are n names. */
const char *nearest_name(const char *name, const char *const *names, int n);

/* "; did you mean 'experiments/mlu.yaml'?": the file or folder beside `path`,
 * which does not exist, with the most similar name; nothing if none is
 * similar. */
void nearest_file_hint(const char *path, struct str *out);

/* The same appended to an error of reading `path`, if it does not exist. */
void nearest_file_more(const char *path, struct error *e);

#endif
