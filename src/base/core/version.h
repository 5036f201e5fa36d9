/* version.h - the release and the commit of this codarun: part of every
 * result's provenance. */
#ifndef BASE_CORE_VERSION_H
#define BASE_CORE_VERSION_H

/* The release, "0.1.0". */
const char *version_text(void);

/*
 * The git commit it was built from, 40 hex digits, followed by "-dirty" if
 * tracked files had been changed; "unknown" if none is recorded.
 */
const char *version_commit(void);

#endif
