/*
 * layout_wdw.c - Who-did-What (Onishi et al. 2016), strict or relaxed: XML.
 *
 *     <ROOT>
 *       <mc>
 *         <question id="..."><leftcontext>..</leftcontext> <blank/>
 *           <rightcontext>..</rightcontext></question>
 *         <contextart>the document</contextart>
 *         <choice idx="1" correct="true">a candidate</choice> ...
 *       </mc> ...
 *     </ROOT>
 *
 * <blank/> may be missing, and so may one of the contexts, which is then empty.
 * Elements with other names are an error.  The file is read as a stream, a
 * question at a time.  A DOCTYPE is an error, so that no entity is defined and
 * none is loaded; &nbsp;, which the published files use without one, is a
 * blank.
 */
#include "tasks/cloze/layouts_internal.h"

#include <expat.h>
#include <string.h>

#include "base/core/memory.h"
#include "tasks/cloze/xml_tag.h"

enum { CHUNK = 1 << 16 };
/* The limit of a tag or comment, which expat keeps as a whole. */
enum { LONGEST_TAG = 1 << 20 };

enum part { ROOT, MC, QUESTION, LEFT, BLANK, RIGHT, DOCUMENT, CHOICE, PARTS };

/* The parent of each element, and whether it has text.  Those within a question
 * occur once. */
static const struct {
    const char *name;
    enum part in;
    bool text;
} elements[PARTS] = {
    [ROOT] = {"ROOT", PARTS, false},
    [MC] = {"mc", ROOT, false},
    [QUESTION] = {"question", MC, false},
    [LEFT] = {"leftcontext", QUESTION, true},
    [BLANK] = {"blank", QUESTION, false},
    [RIGHT] = {"rightcontext", QUESTION, true},
    [DOCUMENT] = {"contextart", MC, true},
    [CHOICE] = {"choice", MC, true},
};

struct wdw {
    struct layout *l;
    XML_Parser parser; /* owned */
    struct error *e;   /* of the current call */
    bool failed, done; /* a question is complete */
    bool ended;        /* the file has ended */
    long line;         /* line of the query */
    enum part at;      /* the current element; PARTS if none */
    int found[PARTS];  /* how many of each element the question has */
    struct layout_text text[PARTS];
    struct layout_text id;
    struct layout_text answer;
    int right;         /* number of right choices */
    bool is_right;     /* the current choice is right */
    struct str choice; /* owned: its text */
    long long fed;     /* bytes given to the parser */
};

static void set_line(struct wdw *w)
{
    w->l->line = (long)XML_GetCurrentLineNumber(w->parser);
}

/* Stop the parser; the error is set. */
static void stop(struct wdw *w)
{
    w->failed = true;
    XML_StopParser(w->parser, XML_FALSE);
}

/* An error at the parser's place. */
#define REFUSE(w, ...) \
    (set_line(w), layout_error((w)->l, (w)->e, __VA_ARGS__), stop(w))

/* Make an error of what expat has found. */
static int bad_xml(struct wdw *w, struct error *e)
{
    const enum XML_Error why = XML_GetErrorCode(w->parser);
    int offset = 0, size = 0;
    const char *bytes = XML_GetInputContext(w->parser, &offset, &size);
    const char *name = w->at < PARTS ? elements[w->at].name : "ROOT";

    set_line(w);
    if (w->ended &&
        (!w->fed || why == XML_ERROR_NO_ELEMENTS ||
         XML_GetCurrentByteIndex(w->parser) >= w->fed ||
         why == XML_ERROR_UNCLOSED_TOKEN || why == XML_ERROR_PARTIAL_CHAR))
        return layout_error(w->l, e,
                            "found the end of the file, expected </%s>: the "
                            "XML is cut short",
                            name);
    if (why == XML_ERROR_INVALID_TOKEN && bytes && offset < size)
        return layout_error(
            w->l, e,
            "column %ld: found 0x%02x, expected well-formed XML "
            "in UTF-8",
            (long)XML_GetCurrentColumnNumber(w->parser) + 1,
            (unsigned char)bytes[offset]);
    return layout_error(w->l, e, "found %s in <%s>, expected well-formed XML",
                        XML_ErrorString(why), name);
}

static const char *attribute(const char **attributes, const char *name)
{
    for (int i = 0; attributes[i]; i += 2)
        if (!strcmp(attributes[i], name))
            return attributes[i + 1];
    return NULL;
}

static void begin_mc(struct wdw *w)
{
    str_clear(&w->l->text);
    w->l->n = 0;
    memset(w->found, 0, sizeof(w->found));
    w->right = 0;
    for (int i = 0; i < PARTS; i++)
        w->text[i] = layout_add(w->l, "", 0);
    w->id = w->answer = w->text[ROOT];
}

static void begin_choice(struct wdw *w, const char **attributes)
{
    const char *correct = attribute(attributes, "correct");

    str_clear(&w->choice);
    w->is_right = correct && !strcmp(correct, "true");
    if (!correct || (!w->is_right && strcmp(correct, "false") != 0))
        REFUSE(w,
               "found <choice> with correct %s%.40s%s, expected true or "
               "false",
               correct ? "'" : "missing", correct ? correct : "",
               correct ? "'" : "");
    else if (w->is_right && w->right++)
        REFUSE(w, "found a second <choice> that is correct, expected one");
}

static void begin_part(struct wdw *w, enum part p, const char **attributes)
{
    const char *id = p == QUESTION ? attribute(attributes, "id") : NULL;

    w->at = p;
    if (p == QUESTION)
        w->line = (long)XML_GetCurrentLineNumber(w->parser);
    if (p == MC)
        begin_mc(w);
    else if (w->found[p]++ && p > MC && p != CHOICE)
        REFUSE(w, "found a second <%s> in a question, expected one",
               elements[p].name);
    else if (p == CHOICE)
        begin_choice(w, attributes);
    if (id)
        w->id = layout_add(w->l, id, strlen(id));
    if (elements[p].text && p != CHOICE)
        w->text[p].at = w->l->text.len;
}

static void XMLCALL begin(void *of, const char *name, const char **attributes)
{
    struct wdw *w = of;

    if (w->failed)
        return;
    if (!xml_tag_entities_known(w->parser)) {
        REFUSE(w, "found an unknown entity in <%.60s>, expected none", name);
        return;
    }
    for (int p = 0; p < PARTS; p++)
        if (elements[p].in == w->at && !strcmp(elements[p].name, name)) {
            begin_part(w, (enum part)p, attributes);
            return;
        }
    REFUSE(w,
           "found <%.60s>%s%s%s, expected ROOT with mc in it, these with "
           "question, contextart and choice",
           name, w->at < PARTS ? " in <" : "",
           w->at < PARTS ? elements[w->at].name : "", w->at < PARTS ? ">" : "");
}

static void end_choice(struct wdw *w)
{
    set_line(w);
    if (layout_add_candidate(w->l, str_text(&w->choice), w->choice.len, w->e))
        stop(w);
    else if (w->is_right)
        w->answer = w->l->at[w->l->n - 1];
}

static void end_text(struct wdw *w)
{
    struct str *s = &w->l->text;
    const struct layout_text t = layout_trim(s->s, w->text[w->at].at, s->len);

    w->text[w->at] = t;
    s->len = t.at + t.len;
    str_add(s, "", 1);
}

/* Check that a question is complete; if so, stop the parser to return it. */
static void end_mc(struct wdw *w)
{
    if (!w->text[DOCUMENT].len)
        REFUSE(w, "found a question without a text in <contextart>, expected a "
                  "document");
    else if (!w->text[LEFT].len && !w->text[RIGHT].len)
        REFUSE(w, "found a question without a text in <leftcontext> or "
                  "<rightcontext>, expected a query");
    else if (!w->right)
        REFUSE(w, "found no <choice> that is correct, expected an answer");
    else {
        w->done = true;
        XML_StopParser(w->parser, XML_TRUE);
    }
}

static void XMLCALL end(void *of, const char *name)
{
    struct wdw *w = of;
    const enum part p = w->at;

    (void)name;
    if (w->failed)
        return;
    if (p == CHOICE)
        end_choice(w);
    else if (elements[p].text)
        end_text(w);
    else if (p == MC)
        end_mc(w);
    w->at = elements[p].in;
}

static void XMLCALL add_text(void *of, const char *text, int len)
{
    struct wdw *w = of;

    if (w->failed || w->at == PARTS)
        return;
    if (!elements[w->at].text) {
        if (layout_trim(text, 0, (size_t)len).len)
            REFUSE(w, "found text in <%s>, expected elements",
                   elements[w->at].name);
        return;
    }
    struct str *s = w->at == CHOICE ? &w->choice : &w->l->text;

    str_add(s, text, (size_t)len);
    if (s->len > LAYOUT_LONGEST) {
        set_line(w);
        layout_too_long(w->l, w->e);
        stop(w);
    }
}

static void XMLCALL refuse_doctype(void *of, const char *name,
                                   const char *system, const char *public,
                                   int internal)
{
    struct wdw *w = of;

    (void)system, (void)public, (void)internal;
    if (!w->failed)
        REFUSE(w, "found a DOCTYPE '%.60s', expected none", name);
}

/* A DTD of our own, since files have none; nothing is read.  It defines &nbsp;
 * and makes expat report entities that are not defined. */
static int XMLCALL give_dtd(XML_Parser parser, const char *context,
                            const char *base, const char *system,
                            const char *public)
{
    static const char dtd[] = "<!ENTITY nbsp ' '>";
    XML_Parser p = XML_ExternalEntityParserCreate(parser, context, NULL);

    (void)base, (void)system, (void)public;
    const enum XML_Status status =
        !p ? XML_STATUS_ERROR : XML_Parse(p, dtd, sizeof(dtd) - 1, 1);

    XML_ParserFree(p);
    return (int)status;
}

static void XMLCALL refuse_entity(void *of, const char *name, int is_parameter)
{
    struct wdw *w = of;

    (void)is_parameter;
    if (!w->failed)
        REFUSE(w, "found the entity &%.40s;, expected one of XML, or &nbsp;",
               name);
}

static void open_parser(struct layout *l)
{
    struct wdw *w = l->own;
    XML_Parser p = XML_ParserCreate(NULL);

    if (!p)
        die("out of memory for an XML parser");
    w->l = l;
    w->parser = p;
    w->at = PARTS;
    XML_SetUserData(p, w);
    XML_SetElementHandler(p, begin, end);
    XML_SetCharacterDataHandler(p, add_text);
    XML_SetStartDoctypeDeclHandler(p, refuse_doctype);
    XML_SetSkippedEntityHandler(p, refuse_entity);
    XML_SetExternalEntityRefHandler(p, give_dtd);
    XML_SetParamEntityParsing(p, XML_PARAM_ENTITY_PARSING_ALWAYS);
    XML_UseForeignDTD(p, XML_TRUE);
}

static void release(struct layout *l)
{
    struct wdw *w = l->own;

    if (w->parser)
        XML_ParserFree(w->parser);
    str_release(&w->choice);
}

/* Give the parser the next bytes of the file. */
static enum XML_Status feed(struct wdw *w, struct error *e)
{
    char *room = XML_GetBuffer(w->parser, CHUNK);

    if (!room)
        die("out of memory for an XML parser");
    const long n = file_set_read(w->l->files, room, CHUNK, e);

    if (n < 0) {
        error_in(e, "%s", file_set_where(w->l->files));
        w->failed = true;
        return XML_STATUS_ERROR;
    }
    w->ended = n == 0;
    w->fed += n;
    return XML_ParseBuffer(w->parser, (int)n, w->ended);
}

static int give(struct wdw *w, struct cloze_question *q)
{
    const struct layout *l = w->l;

    q->id = layout_cell(l, w->id).text;
    q->document = layout_cell(l, w->text[DOCUMENT]);
    q->before = layout_cell(l, w->text[LEFT]);
    q->after = layout_cell(l, w->text[RIGHT]);
    q->answer = layout_cell(l, w->answer);
    q->line = w->line;
    layout_candidates(w->l, q);
    return 1;
}

static int next(struct layout *l, struct cloze_question *q, struct error *e)
{
    struct wdw *w = l->own;
    enum XML_Status status = XML_STATUS_OK;

    if (!w->parser)
        open_parser(l);
    w->e = e;
    if (w->done) {
        w->done = false;
        status = XML_ResumeParser(w->parser);
    }
    while (status == XML_STATUS_OK && !w->ended && !w->done) {
        status = feed(w, e);
        if (status == XML_STATUS_OK &&
            w->fed - XML_GetCurrentByteIndex(w->parser) > LONGEST_TAG) {
            set_line(w);
            return layout_error(l, e,
                                "found a tag of more than %d bytes, expected "
                                "none",
                                LONGEST_TAG);
        }
    }
    if (w->failed)
        return -1;
    if (status == XML_STATUS_ERROR)
        return bad_xml(w, e);
    return w->done ? give(w, q) : 0;
}

const struct layout_kind layout_wdw = {
    .name = "wdw",
    .size = sizeof(struct wdw),
    .release = release,
    .next = next,
    .keeps_texts = true,
};
