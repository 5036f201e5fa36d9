/*
 * parse.c - parse YAML into a tree of nodes, from libfyaml's events.
 *
 * Only a part of YAML is accepted: one document, mappings with scalar keys,
 * lists, scalars.  Anchors, aliases and tags are refused with a message.
 */
#include "config/yaml/yaml_fault.h"

#include <libfyaml.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/utf8.h"
#include "base/numbers/digest_map.h"

#define DEEPEST 40

struct parse {
    const char *name; /* of the file, for errors; borrowed */
    const char *text; /* borrowed */
    struct fy_parser *parser;
    struct fy_diag *diag;
    int depth;
    struct error *e;
};

static struct yaml_node *parse_value(struct parse *p, struct fy_event *event);

static bool is_quoted(struct fy_event *event)
{
    return event->type == FYET_SCALAR && event->scalar.value &&
           fy_token_scalar_style(event->scalar.value) != FYSS_PLAIN;
}

/* libfyaml gives the place after the opening quote; people look for the
 * quote. */
static struct yaml_position event_place(struct fy_event *event)
{
    const struct fy_mark *m = fy_event_start_mark(event);

    if (!m)
        return (struct yaml_position){0};
    return (struct yaml_position){m->line + 1,
                                  m->column + !(is_quoted(event) && m->column)};
}

static int fail_at(struct parse *p, struct yaml_position at, const char *text)
{
    const struct yaml_node n = {.at = at};

    return yaml_node_error(p->name, &n, false, p->e, "%s", text);
}

/* libfyaml's first message, or the most likely mistake instead, as one line. */
static int fail_syntax(struct parse *p)
{
    void *at = NULL;
    const struct fy_diag_error *d = fy_diag_errors_iterate(p->diag, &at);
    struct yaml_position place = {d ? d->line : 0, d ? d->column : 0};
    struct str text = {0};

    str_adds(&text, "YAML syntax: ");
    if (!yaml_fault(p->text, d ? d->line : 1, &place, &text)) {
        if (d)
            show_short(d->msg, &text);
        else
            str_adds(&text, "the text cannot be read");
    }
    fail_at(p, place, str_text(&text));
    str_release(&text);
    return -1;
}

static bool is_type(const struct fy_event *event, enum fy_event_type type)
{
    return event && event->type == type;
}

/* The next event; NULL with an error set. */
static struct fy_event *next(struct parse *p)
{
    struct fy_event *event = fy_parser_parse(p->parser);

    if (!event)
        fail_syntax(p);
    return event;
}

static char *token_text(struct fy_token *t)
{
    size_t n = 0;
    const char *s = t ? fy_token_get_text(t, &n) : NULL;
    char *copy = memory_new(n + 1);

    if (n)
        memcpy(copy, s, n);
    copy[n] = '\0';
    return copy;
}

/* An escape in quotes can make a NUL, which would end the text there. */
static bool has_nul(struct fy_token *t)
{
    size_t n = 0;
    const char *s = t ? fy_token_get_text(t, &n) : NULL;

    return n && memchr(s, '\0', n);
}

static int check_plain(struct parse *p, struct fy_event *event)
{
    struct fy_token *anchor = NULL, *tag = NULL;

    if (event->type == FYET_ALIAS)
        return fail_at(p, event_place(event),
                       "found an alias (*), expected the value written out");
    if (event->type == FYET_SCALAR) {
        anchor = event->scalar.anchor;
        tag = event->scalar.tag;
    } else if (event->type == FYET_MAPPING_START) {
        anchor = event->mapping_start.anchor;
        tag = event->mapping_start.tag;
    } else if (event->type == FYET_SEQUENCE_START) {
        anchor = event->sequence_start.anchor;
        tag = event->sequence_start.tag;
    }
    if (anchor)
        return fail_at(p, event_place(event),
                       "found an anchor (&), expected a plain value");
    if (tag)
        return fail_at(p, event_place(event),
                       "found a tag (!), expected a plain value");
    if (event->type == FYET_SCALAR && has_nul(event->scalar.value))
        return fail_at(p, event_place(event), "found a NUL in a text");
    return 0;
}

static int parse_sequence(struct parse *p, struct yaml_node *list)
{
    for (;;) {
        struct fy_event *event = next(p);
        bool end = is_type(event, FYET_SEQUENCE_END);
        struct yaml_node *item;

        if (!event)
            return -1;
        item = end ? NULL : parse_value(p, event);
        fy_parser_event_free(p->parser, event);
        if (end)
            return 0;
        if (!item)
            return -1;
        yaml_node_add(list, item);
    }
}

/* The keys of a mapping, to find duplicates. */
struct mapping_keys {
    struct yaml_node *mapping;
    struct digest_map keys; /* their indices in it */
};

static int check_key(struct parse *p, struct mapping_keys *m,
                     const struct yaml_node *key)
{
    const long n = m->mapping->n;
    struct str shown = {0};

    if (key->type != ENTRY_SCALAR || !*key->value)
        return fail_at(p, key->at, "a field's name must be a plain word");
    const long twin =
        digest_map_add(&m->keys, digest_of(key->value, strlen(key->value)), n);

    if (twin == n)
        return 0;
    show_short(key->value, &shown);
    yaml_node_error(p->name, key, false, p->e,
                    "field '%s' is given twice, first in "
                    "line %d",
                    str_text(&shown), m->mapping->child[twin]->key_at.line);
    str_release(&shown);
    return -1;
}

/* An error if a blank is missing after the colon, so that the value became a
 * part of its field's name. */
static int check_colon(struct parse *p, const struct yaml_node *key,
                       const struct yaml_node *value)
{
    const char *behind = value->type == ENTRY_SCALAR ? value->value : "{";
    struct str what = {0};
    int failed = 0;

    if (!key->quoted && yaml_fault_of_key(key->value, behind, &what))
        failed = fail_at(p, key->at, str_text(&what));
    str_release(&what);
    return failed;
}

/* One `key: value`; `event` is the key's. */
static int parse_member(struct parse *p, struct mapping_keys *m,
                        struct fy_event *event)
{
    struct yaml_node *key = parse_value(p, event), *value = NULL;
    struct fy_event *second;

    if (!key)
        return -1;
    if (check_key(p, m, key) || !(second = next(p)))
        goto fail;
    value = parse_value(p, second);
    fy_parser_event_free(p->parser, second);
    if (!value || check_colon(p, key, value))
        goto fail;
    value->key = key->value;
    key->value = NULL;
    value->key_at = key->at;
    if (!value->at.line)
        value->at = key->at;
    yaml_node_free(key);
    yaml_node_add(m->mapping, value);
    return 0;

fail:
    if (value)
        yaml_node_free(value);
    yaml_node_free(key);
    return -1;
}

static int parse_members(struct parse *p, struct mapping_keys *m)
{
    for (;;) {
        struct fy_event *event = next(p);
        bool end = is_type(event, FYET_MAPPING_END);
        int failed;

        if (!event)
            return -1;
        failed = !end && parse_member(p, m, event);
        fy_parser_event_free(p->parser, event);
        if (end)
            return 0;
        if (failed)
            return -1;
    }
}

static int parse_mapping(struct parse *p, struct yaml_node *mapping)
{
    struct mapping_keys m = {.mapping = mapping};
    const int failed = parse_members(p, &m);

    digest_map_release(&m.keys);
    return failed;
}

static struct yaml_node *parse_scalar(struct fy_event *event)
{
    struct yaml_node *n = yaml_node_new(ENTRY_SCALAR);
    struct fy_token *t = event->scalar.value;

    n->value = token_text(t);
    n->quoted = is_quoted(event);
    return n;
}

static struct yaml_node *parse_value(struct parse *p, struct fy_event *event)
{
    struct yaml_node *n;
    int failed = 0;

    if (check_plain(p, event))
        return NULL;
    if (p->depth >= DEEPEST) {
        fail_at(p, event_place(event), "the nesting is too deep");
        return NULL;
    }
    p->depth++;
    if (event->type == FYET_SCALAR) {
        n = parse_scalar(event);
    } else if (event->type == FYET_MAPPING_START) {
        n = yaml_node_new(ENTRY_MAPPING);
        failed = parse_mapping(p, n);
    } else {
        n = yaml_node_new(ENTRY_SEQUENCE);
        failed = parse_sequence(p, n);
    }
    p->depth--;
    n->at = event_place(event);
    if (failed) {
        yaml_node_free(n);
        return NULL;
    }
    return n;
}

/* stream start, document start, the value, document end, stream end. */
static struct yaml_node *parse_stream(struct parse *p)
{
    struct yaml_node *root = NULL;
    struct fy_event *event;
    bool failed = false;

    while (!failed && (event = fy_parser_parse(p->parser))) {
        if (is_type(event, FYET_DOCUMENT_START) && root) {
            fail_at(p, event_place(event),
                    "found a second document, expected one");
            failed = true;
        } else if (is_type(event, FYET_SCALAR) ||
                   is_type(event, FYET_MAPPING_START) ||
                   is_type(event, FYET_SEQUENCE_START) ||
                   is_type(event, FYET_ALIAS)) {
            root = parse_value(p, event);
            failed = !root;
        }
        fy_parser_event_free(p->parser, event);
    }
    if (!failed &&
        (fy_parser_get_stream_error(p->parser) || fy_diag_got_error(p->diag))) {
        fail_syntax(p);
        failed = true;
    }
    if (failed) {
        yaml_node_free(root);
        return NULL;
    }
    return root;
}

/* libfyaml reports neither the byte nor the place: check before it does. */
static int check_bytes(struct parse *p, const char *text, size_t len)
{
    const unsigned char *s = (const unsigned char *)text;
    struct yaml_position at = {1, 1};
    char what[80];

    for (size_t i = 0; i < len;) {
        int n = utf8_bytes(text + i, len - i);
        bool control = s[i] < 32 && !strchr("\t\n\r", s[i]);

        if (n == 0 || s[i] == 0 || control || s[i] == 127) {
            snprintf(what, sizeof(what),
                     "found the byte 0x%02x, expected UTF-8 text", s[i]);
            return fail_at(p, at, what);
        }
        at.column++;
        if (s[i] == '\n')
            at = (struct yaml_position){at.line + 1, 1};
        i += (size_t)n;
    }
    return 0;
}

struct yaml_node *yaml_node_parse(const char *name, const char *text,
                                  size_t len, struct error *e)
{
    const struct fy_diag_cfg quiet = {.level = FYET_ERROR, .module_mask = ~0u};
    struct parse p = {.name = name, .text = text, .e = e};
    struct fy_parse_cfg conf = {.flags = FYPCF_QUIET | FYPCF_COLLECT_DIAG |
                                         FYPCF_DISABLE_MMAP_OPT |
                                         FYPCF_ALLOW_DUPLICATE_KEYS};
    struct yaml_node *root = NULL;

    if (check_bytes(&p, text, len))
        return NULL;
    p.diag = fy_diag_create(&quiet);
    if (!p.diag)
        die("out of memory for what libfyaml says");
    fy_diag_set_collect_errors(p.diag, true);
    conf.diag = p.diag;
    p.parser = fy_parser_create(&conf);
    if (!p.parser || fy_parser_set_string(p.parser, text, len))
        die("out of memory for libfyaml");
    root = parse_stream(&p);
    fy_parser_destroy(p.parser);
    fy_diag_destroy(p.diag);
    return root;
}
