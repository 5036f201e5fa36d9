/* other_version.c - a codarun that was built of another commit. */
#include "config.h"

#include "base/version.h"

const char *version_text(void)
{
    return PACKAGE_VERSION;
}

const char *version_commit(void)
{
    return "0123456789012345678901234567890123456789";
}
