/* xml_tag.h - a check of a tag that expat does not do. */
#ifndef TASKS_CLOZE_XML_TAG_H
#define TASKS_CLOZE_XML_TAG_H

#include <stdbool.h>

#include <expat.h>

/*
 * True if all entities are known in the tag that a handler is called for: XML's
 * own five, &nbsp; and character numbers.  If a parser accepts unknown entities
 * in texts, expat drops those in attributes and reports nothing.
 */
bool xml_tag_entities_known(XML_Parser p);

#endif
