/* xml_tag.h - what expat does not say of a tag. */
#ifndef TASKS_CLOZE_XML_TAG_H
#define TASKS_CLOZE_XML_TAG_H

#include <stdbool.h>

#include <expat.h>

/*
 * Are all entities known in the tag that a handler is called for: XML's own
 * five, &nbsp; and numbers of characters?  Where a parser takes unknown ones of
 * texts, expat leaves those of attributes out and says nothing.
 */
bool xml_tag_entities_known(XML_Parser p);

#endif
