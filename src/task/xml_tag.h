/* xml_tag.h - what expat does not say of a tag. */
#ifndef TASK_XML_TAG_H
#define TASK_XML_TAG_H

#include <stdbool.h>

#include <expat.h>

/* Has the tag that a handler is called for no entities but XML's own five and
 * numbers of characters?  An unknown one in an attribute is left out by expat
 * without a word where a parser takes unknown ones in texts. */
bool xml_tag_is_plain(XML_Parser p);

#endif
