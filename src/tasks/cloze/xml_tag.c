#include "config.h"

#include "tasks/cloze/xml_tag.h"

#include <string.h>

static bool is_known(const char *text, size_t len)
{
    static const char *const known[] = {"lt;",   "gt;",   "amp;", "quot;",
                                        "apos;", "nbsp;", "#"};

    if (len &&
        !*text) /* UTF-16: each letter has a zero byte before or after it */
        return true;

    for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
        const size_t n = strlen(known[i]);

        if (len >= n && !memcmp(text, known[i], n))
            return true;
    }
    return false;
}

bool xml_tag_entities_known(XML_Parser parser)
{
    int offset = 0, size = 0;
    const char *bytes = XML_GetInputContext(parser, &offset, &size);

    if (!bytes)
        return true;
    const char *p = bytes + offset, *end = p + XML_GetCurrentByteCount(parser);

    while ((p = memchr(p, '&', (size_t)(end - p)))) {
        p++;
        if (!is_known(p, (size_t)(end - p)))
            return false;
    }
    return true;
}
