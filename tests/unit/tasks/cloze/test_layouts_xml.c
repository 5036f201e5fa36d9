/* Who-did-What: questions in XML, valid or not. */
#include "config.h"

#include "tests/test.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/tasks/cloze/layout_files.h"

#define ROOT(text) "<?xml version=\"1.0\"?>\n<ROOT>\n" text "</ROOT>\n"
#define QUERY                                               \
    "<question id=\"q1\"><leftcontext> He </leftcontext>\n" \
    "<blank/><rightcontext/></question>\n"
#define DOCUMENT "<contextart id=\"q1\">A &amp; B&nbsp;met .\n</contextart>\n"
#define CHOICE(correct, text) \
    "<choice idx=\"1\" correct=\"" correct "\">" text "</choice>\n"
#define WRONG CHOICE("false", "B")
#define RIGHT CHOICE("true", "the\xc3\xa9 A")
#define MC(text) "<mc>\n" text "</mc>\n"
#define GOOD MC(QUERY DOCUMENT WRONG RIGHT)

static void an_mc_element_is_a_question(void **state)
{
    (void)state;
    file_of("a.xml", ROOT(GOOD "<!-- none -->\n" GOOD));
    reads_as("wdw", "a.xml",
             "q1<A & B met .> He_ = the\xc3\xa9 A: B, the\xc3\xa9 A, [] @4\n"
             "q1<A & B met .> He_ = the\xc3\xa9 A: B, the\xc3\xa9 A, [] @13\n");
    file_of("latin1.xml",
            "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>"
            "<ROOT>" MC(QUERY DOCUMENT CHOICE("true", "\xe9")) "</ROOT>");
    reads_as("wdw", "latin1.xml",
             "q1<A & B met .> He_ = \xc3\xa9: \xc3\xa9, [] @2\n");
}

static void xml_with_an_error_is_refused(void **state)
{
    static const struct {
        const char *text, *where, *what;
    } bad[] = {
        {"", "line 1", "found the end of the file, expected </ROOT>"},
        {"<ROOT>", "line 1", "expected </ROOT>: the XML is cut short"},
        {"<ROOT>\n<mc><question><leftcont", "line 2", "is cut short"},
        {"<ROOT></ROOT>", "bad'", "found no question"},
        {"text", "line 1", "expected well-formed XML"},
        {ROOT("<mc></question>"), "line 3", "mismatched tag in <mc>"},
        {ROOT("<mc><contextart>a \xff"), "line 3: column 19", "found 0xff"},
        {ROOT("\n<mcs/>"), "line 4", "found <mcs> in <ROOT>, expected"},
        {"<html></html>", "line 1", "found <html>, expected ROOT"},
        {ROOT("text"), "line 3", "found text in <ROOT>"},
        {ROOT(MC(DOCUMENT RIGHT)), "line 7", "or <rightcontext>, expected"},
        {ROOT(MC(QUERY RIGHT)), "line 7", "<contextart>, expected a document"},
        {ROOT(MC(QUERY DOCUMENT WRONG)), "line 9", "expected an answer"},
        {ROOT(MC(QUERY DOCUMENT RIGHT RIGHT)), "line 9", "a second <choice>"},
        {ROOT(MC(QUERY QUERY)), "line 6", "a second <question>"},
        {ROOT("<mc><question><blank/><blank/>"), "line 3", "a second <blank>"},
        {ROOT(MC(QUERY CHOICE("yes", "A"))), "line 6", "correct 'yes'"},
        {ROOT(MC(QUERY "<choice>A</choice>")), "line 6", "correct missing"},
        {ROOT(MC(QUERY CHOICE("&b;true", "A"))), "line 6",
         "found an unknown entity in <choice>"},
        {ROOT(MC(QUERY CHOICE("true&nbsp;", "A"))), "line 6",
         "correct 'true '"},
        {ROOT(MC(QUERY CHOICE("true", " "))), "line 6", "candidate 1 empty"},
        {ROOT(MC("<contextart>&foo;")), "line 4", "found the entity &foo;"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
        refuses("wdw", bad[i].text, bad[i].where, bad[i].what);
    bytes_of("bad", "<ROOT>\n\0", 8);
    is_refused("wdw", "bad", "line 2: column 1", "found 0x00");
}

/* Ten nested levels of ten entities each would be 10^10 bytes, and another
 * entity would be read from the disk. */
static void a_doctype_is_refused(void **state)
{
    (void)state;
    refuses("wdw",
            "<!DOCTYPE ROOT [<!ENTITY a \"aaaaaaaaaa\">\n"
            "<!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\">]>\n"
            "<ROOT>&b;</ROOT>",
            "line 1", "found a DOCTYPE 'ROOT', expected none");
    refuses("wdw", "\n<!DOCTYPE r SYSTEM \"file:///etc/passwd\"><r/>", "line 2",
            "found a DOCTYPE 'r', expected none");
}

static void what_has_no_end_is_refused(void **state)
{
    struct str s = {0};

    (void)state;
    str_adds(&s, "<ROOT>\n<mc id=\"");
    for (int i = 0; i < 200000; i++)
        str_adds(&s, "0123456789");
    file_of("bad", str_text(&s));
    is_refused("wdw", "bad", "line 2", "found a tag of more than 1048576");
    str_clear(&s);
    str_adds(&s, "<ROOT>\n<mc>" QUERY);
    for (int i = 0; i <= LAYOUT_MOST_CANDIDATES; i++)
        str_adds(&s, WRONG);
    file_of("bad", str_text(&s));
    is_refused("wdw", "bad", "line 65540", "found more than 65536 candidates");
    str_clear(&s);
    str_adds(&s, "<ROOT>\n<mc>" QUERY);
    for (int i = 0; i < 3; i++) {
        str_adds(&s, "<choice correct=\"false\">");
        for (int k = 0; k < 23 * 1024; k++)
            str_addf(&s, "%1024s", "a");
        str_adds(&s, "</choice>\n");
    }
    file_of("bad", str_text(&s));
    is_refused("wdw", "bad", "line 6", "found a question of more than 67108");
    str_release(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_mc_element_is_a_question),
        cmocka_unit_test(xml_with_an_error_is_refused),
        cmocka_unit_test(a_doctype_is_refused),
        cmocka_unit_test(what_has_no_end_is_refused),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
